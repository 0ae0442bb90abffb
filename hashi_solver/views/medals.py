"""What a total earns in a challenge: the medals and their limits, the one reached, and how far off the next is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashi_solver.scoring import MEDALS

if TYPE_CHECKING:
    from hashi_solver.targets import OnlyBest, Targets


@dataclass(frozen=True, slots=True)
class MedalsView:
    """`limits` go from bronze to perfect; `next` is the next medal and how many points are missing for it."""

    par: int | None  # None where it was not measured
    limits: tuple[tuple[str, int], ...]
    reached: str | None
    next: tuple[str, int] | None


def medals_view(aims: Targets | OnlyBest, total: int) -> MedalsView:
    limits = tuple((name, getattr(aims, name)) for name in reversed(MEDALS) if hasattr(aims, name))
    missing = ((name, limit - total) for name, limit in limits if limit > total)
    return MedalsView(getattr(aims, "par", None), limits, aims.medal(total), next(missing, None))
