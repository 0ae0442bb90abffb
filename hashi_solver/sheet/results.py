"""The result sheet of an evening: the ranking of games that were played alone."""

from __future__ import annotations

from functools import partial

from hashi_solver.errors import InputError
from hashi_solver.languages import language
from hashi_solver.sheet import pages
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.pages import Target
from hashi_solver.sheet.printed import Printed
from hashi_solver.views.ranking import Ranking

ROWS = 25  # players on a page
MOST_CHALLENGES = 7  # columns


def results_of(ranking: Ranking, options: Options = Options()) -> Printed:  # noqa: B008 - frozen
    """Return the result sheet: with one challenge the points by source, with several a column for each."""
    if len(ranking.challenges) > MOST_CHALLENGES:
        count = len(ranking.challenges)
        raise InputError(f"a result sheet has room for {MOST_CHALLENGES} challenges; these records are of {count}")
    return Printed(partial(_document, ranking, options), options)


def _document(ranking: Ranking, options: Options, target: Target) -> str:
    chosen = language(options.language)
    medals = {
        "bronze": chosen.gettext("Bronze"),
        "silver": chosen.gettext("Silver"),
        "gold": chosen.gettext("Gold"),
        "perfect": chosen.gettext("Perfect"),
    }
    name = chosen.gettext("Results")
    return pages.document(
        "results.html.j2", options, target, title=f"Hashi · {name}", ranking=ranking, rows=ROWS, medals=medals
    )
