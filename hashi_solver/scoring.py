"""What a game is worth: bonuses early and late, the total, the winner, the solo ladder (R7 to R9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.rules import State

POINTS_FOR_AN_ISLAND = 2
MEDALS = ("perfect", "gold", "silver", "bronze")  # what a challenge sets (hashi_solver.targets), the best first
LANGUAGES = ("en", "es", "it", "pl", "pt")


@dataclass(frozen=True, slots=True)
class Breakdown:
    islands: int = 0
    red: int = 0
    blue: int = 0
    six: int = 0

    def of(self, bonus: Bonus) -> int:
        points: int = getattr(self, bonus.name)
        return points

    @property
    def total(self) -> int:
        return self.islands + sum(self.of(bonus) for bonus in BONUSES)


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ladder: totals from `lowest` up to the next rung carry this title."""

    lowest: int
    highest: int
    titles: dict[str, str]

    @property
    def span(self) -> str:
        if not self.lowest:
            return f"≤{self.highest}"
        return str(self.lowest) if self.lowest == self.highest else f"{self.lowest}–{self.highest}"


def _rung(lowest: int, highest: int, *titles: str) -> Rung:
    return Rung(lowest, highest, dict(zip(LANGUAGES, titles, strict=True)))


# fmt: off
LADDER: tuple[Rung, ...] = (
    _rung(0, 40, "Minion", "Esbirro", "Manovale", "Pomocnik", "Lacaio"),
    _rung(41, 42, "Dogsbody", "Aguador", "Gregario", "Nosiwoda", "Tiradores de água"),
    _rung(43, 44, "Bamboo binder", "Unidor de bambú", "Legatore di bambù", "Wiążący bambus", "Aglomerante de bambu"),
    _rung(45, 46, "Screw tightener", "Atornillador", "Avvitatore", "Wkrętak", "Torneiro de parafusos"),
    _rung(47, 48, "Concrete pourer", "Vertedor de hormigón", "Gettatore di calcestruzzo", "Wylewacz betonu",
          "Fundidor de cimento"),
    _rung(49, 50, "Project manager", "Director de proyectos", "Direttore di progetto", "Kierownik projektu",
          "Gestor de projetos"),
    _rung(51, 51, "Master bridge builder", "Maestro de puentes", "Mastro ponteggiatore", "Mistrz mostów",
          "Operador de pontes"),
    _rung(52, 52, "Professional planner", "Proyectista profesional", "Professionista della progettazione",
          "Specjalista ds. planowania", "Especialista em planeamento"),
    _rung(54, 54, "Statics expert", "Adepto de la estática", "Genio della statica", "Ekspert ds. statystyki",
          "Perito em estática"),
    _rung(56, 56, "Ace architect", "As de la arquitectura", "Superarchitetto", "As architektury",
          "Âs dos arquitetos"),
    _rung(58, 58, "Construction genius", "Genio de la construcción", "Genio della costruzione",
          "Geniusz konstrukcyjny", "Génio da construção"),
    _rung(60, 60, "Island god", "Dios de las islas", "Dio delle isole", "Bóg wysp", "Deus das ilhas"),
)
# fmt: on
TOTALS = tuple(rung.lowest for rung in reversed(LADDER) if rung.lowest)  # 60, 58, 56 ...


def rung(total: int) -> Rung:
    """The rung of the ladder that a total reaches (R9)."""
    reached = [each for each in LADDER if each.lowest <= total]
    return (reached or LADDER[:1])[-1]


def title(total: int, language: str = "en") -> str:
    return rung(total).titles[language]


def breakdown(state: State) -> Breakdown:
    """The points of someone who plays alone, as the position stands (R7, R8a)."""
    return _breakdown(state, [state.game.deadline(bonus) for bonus in BONUSES])


def deadlines(states: Sequence[State]) -> tuple[int, ...]:
    """With several players: for each bonus the first round in which anyone did it, 0 where nobody has (R8b)."""
    return tuple(min((r for state in states if (r := state.done_in(bonus))), default=0) for bonus in BONUSES)


def table_breakdowns(states: Sequence[State]) -> tuple[Breakdown, ...]:
    """The points of each player at one table (R8b)."""
    early_by = deadlines(states)
    return tuple(_breakdown(state, early_by) for state in states)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Who has the highest total; equal totals share the win (R8c)."""
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


def _breakdown(state: State, early_by: Sequence[int]) -> Breakdown:
    points = {bonus.name: bonus.points(state.done_in(bonus), early_by[bonus.place]) for bonus in BONUSES}
    return Breakdown(POINTS_FOR_AN_ISLAND * state.finished_count, **points)
