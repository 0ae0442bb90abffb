"""What a game is worth: bonuses early and late, the total, the winner, the solo ladder (R7 to R9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hashi_solver.rules import State

Bonus = Literal["red", "blue", "six"]
BONUSES: tuple[Bonus, ...] = ("red", "blue", "six")
BONUS_NAMES: dict[Bonus, str] = {"red": "red flags", "blue": "blue flags", "six": "six joined"}
POINTS_FOR_AN_ISLAND = 2
EARLY: dict[Bonus, int] = {"red": 9, "blue": 7, "six": 8}
LATE: dict[Bonus, int] = {"red": 5, "blue": 3, "six": 4}
MEDALS = ("perfect", "gold", "silver", "bronze")  # what a challenge sets (hashi_solver.targets), the best first
LANGUAGES = ("en", "es", "it", "pl", "pt")


@dataclass(frozen=True, slots=True)
class Breakdown:
    islands: int = 0
    red: int = 0
    blue: int = 0
    six: int = 0

    @property
    def total(self) -> int:
        return self.islands + self.red + self.blue + self.six


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
    game = state.game
    return _breakdown(state, {"red": game.red_by, "blue": game.blue_by, "six": game.six_by})


def deadlines(states: Sequence[State]) -> dict[Bonus, int]:
    """With several players: the first round in which anyone did it, 0 where nobody has (R8b)."""
    return {bonus: min((r for state in states if (r := done(state, bonus))), default=0) for bonus in BONUSES}


def table_breakdowns(states: Sequence[State]) -> tuple[Breakdown, ...]:
    """The points of each player at one table (R8b)."""
    early_by = deadlines(states)
    return tuple(_breakdown(state, early_by) for state in states)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Who has the highest total; equal totals share the win (R8c)."""
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


def done(state: State, bonus: Bonus) -> int:
    """The round in which a bonus was done, 0 where it is not."""
    if bonus == "red":
        return state.red
    return state.blue if bonus == "blue" else state.six


def _breakdown(state: State, early_by: dict[Bonus, int]) -> Breakdown:
    points = {}
    for bonus in BONUSES:
        when = done(state, bonus)
        points[bonus] = 0 if not when else EARLY[bonus] if when <= early_by[bonus] else LATE[bonus]
    return Breakdown(POINTS_FOR_AN_ISLAND * state.finished_count, **points)
