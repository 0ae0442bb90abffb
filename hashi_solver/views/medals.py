"""What a total is worth in a challenge: its medals with their limits, the one reached, and how far the next one is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashi_solver.scoring import MEDALS

if TYPE_CHECKING:
    from hashi_solver.targets import Targets


@dataclass(frozen=True, slots=True)
class MedalsView:
    """`limits` go from bronze to perfect; `next` is the medal above the one reached, with the points that it takes."""

    par: int
    limits: tuple[tuple[str, int], ...]
    reached: str | None
    next: tuple[str, int] | None


def medals_view(aims: Targets, total: int) -> MedalsView:
    limits = tuple((name, getattr(aims, name)) for name in reversed(MEDALS))
    missing = ((name, limit - total) for name, limit in limits if limit > total)
    return MedalsView(aims.par, limits, aims.medal(total), next(missing, None))
