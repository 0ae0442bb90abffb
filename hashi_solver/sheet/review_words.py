"""The words of a review in one language, for its report and for the page."""

from __future__ import annotations

from fractions import Fraction

from hashi_solver.languages import Language
from hashi_solver.sheet import words
from hashi_solver.views.review import PASS, FairView, Loss, ReviewView, fair_view


class ReviewWords:
    """What a review says of its view."""

    def __init__(self, chosen: Language) -> None:
        self.language = chosen

    def heading(self, game: ReviewView) -> str:
        board = words.board_name(game.layout, self.language)
        return board if game.player is None else f"{board} · {game.player}"

    def figures(self, game: ReviewView) -> list[tuple[str, str, str]]:
        """Return name, value and meaning of each figure."""
        chosen = self.language
        charges = ", ".join(f"{self.charge(charge)} {points}" for charge, points in game.charged.items())
        found = [
            (chosen.gettext("Reached"), str(game.total), self.how_far(game)),
            (chosen.gettext("Possible"), str(game.optimum), chosen.title(game.optimum)),
            (chosen.gettext("Lost"), str(game.lost), charges),
        ]
        if game.medals is not None:
            names = {
                "bronze": chosen.gettext("Bronze"),
                "silver": chosen.gettext("Silver"),
                "gold": chosen.gettext("Gold"),
                "perfect": chosen.gettext("Perfect"),
            }
            reached = "–" if game.medals.reached is None else names[game.medals.reached]
            limits = ", ".join(f"{names[name]} {limit}" for name, limit in game.medals.limits)
            found.append((chosen.gettext("Medal"), reached, limits))
        return found

    def how_far(self, game: ReviewView) -> str:
        """Return the title of a finished game, and of another how much of it is played."""
        if game.complete:
            return self.language.title(game.total)
        told = self.language.gettext("%(played)s of %(rounds)s rounds so far")
        return told % {"played": len(game.rounds), "rounds": len(game.cards)}

    def charge(self, charge: str) -> str:
        chosen = self.language
        return {
            "start": chosen.pgettext("what points were lost with", "start"),
            "number": chosen.pgettext("what points were lost with", "number"),
            "bridges": chosen.pgettext("what points were lost with", "bridges"),
            "pass": chosen.pgettext("what points were lost with", "pass"),
            "mistake": chosen.pgettext("what points were lost with", "mistake"),
        }[charge]

    def better(self, loss: Loss) -> str:
        chosen, choice, ways = self.language, loss.better, loss.ways
        if choice is None:
            return ""
        if choice == PASS:
            choice = chosen.gettext("no number") if ways.action == "number" else chosen.gettext("no bridges")
        which = {
            "only": chosen.gettext("the only one"),
            "one of": chosen.gettext("one of %(count)s"),
            "one of more than": chosen.gettext("one of more than %(count)s"),
        }[ways.which]
        return f"{choice} ({which % {'count': ways.count}})"

    def part(self, name: str) -> tuple[str, str]:
        """Return the name of a part of the fair view and what it means."""
        chosen = self.language
        return {
            "start": (chosen.gettext("Start"), chosen.gettext("average best total over all orders")),
            "luck": (chosen.gettext("Luck"), chosen.gettext("what the cards added or took")),
            "avoidable": (
                chosen.gettext("Avoidable"),
                chosen.gettext("what other turns would have kept on average"),
            ),
            "foresight": (
                chosen.gettext("Foresight"),
                chosen.gettext("what you could keep only by seeing the cards to come"),
            ),
            "lost": (chosen.gettext("Lost"), ""),
        }[name]

    def fair(self, game: ReviewView) -> FairView | None:
        return None if game.fair is None else fair_view(game.fair)

    def tenths(self, value: Fraction | float, *, signed: bool = False) -> str:
        point = self.language.number(0.5)[1:-1]
        sign = "+" if signed and value > 0 else ""
        return sign + f"{float(value):.1f}".replace(".", point).replace("-", "−")
