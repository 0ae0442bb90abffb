"""The results of an evening: the ranking of games that were played alone, and a form to fill in by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hashi_solver.challenge import Challenge
from hashi_solver.errors import InputError
from hashi_solver.languages import language
from hashi_solver.sheet import pages
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.pages import Target
from hashi_solver.sheet.printed import Printed
from hashi_solver.views.ranking import Ranking

ROWS, LARGE_ROWS = 25, 10  # players on a page
FORM_ROWS, LARGE_FORM_ROWS = 24, 12
MOST_CHALLENGES = 7  # columns


def results_of(ranking: Ranking, options: Options = Options()) -> Printed:  # noqa: B008 - frozen
    """Return the result sheet: with one challenge the points by source, with several a column for each."""
    if len(ranking.challenges) > MOST_CHALLENGES:
        count = len(ranking.challenges)
        raise InputError(f"a result sheet has room for {MOST_CHALLENGES} challenges; these records are of {count}")
    return Printed(partial(_document, ranking, options), options)


def form_of(challenges: Sequence[Challenge], options: Options = Options(), identifier: str | None = None) -> Printed:  # noqa: B008
    """Return a form for the results of an evening with these challenges."""
    return Printed(partial(_form, challenges, options), options, identifier=identifier)


def _form(challenges: Sequence[Challenge], options: Options, target: Target) -> str:
    name = language(options.language).gettext("Results")
    forms = -(-len(challenges) // MOST_CHALLENGES)
    return pages.document(
        "form.html.j2",
        options,
        target,
        title=f"Hashi · {name}",
        challenges=challenges,
        rows=LARGE_FORM_ROWS if options.style == "large" else FORM_ROWS,
        most=-(-len(challenges) // forms),
    )


def _document(ranking: Ranking, options: Options, target: Target) -> str:
    chosen = language(options.language)
    medals = {
        "bronze": chosen.gettext("Bronze"),
        "silver": chosen.gettext("Silver"),
        "gold": chosen.gettext("Gold"),
        "perfect": chosen.gettext("Perfect"),
    }
    name = chosen.gettext("Results")
    rows = LARGE_ROWS if options.style == "large" else ROWS
    return pages.document(
        "results.html.j2", options, target, title=f"Hashi · {name}", ranking=ranking, rows=rows, medals=medals
    )
