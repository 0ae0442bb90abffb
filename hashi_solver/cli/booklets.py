"""Writing booklets: what `hashi daily` and `hashi challenge` print of several challenges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from hashi_solver.cli.common import live_status, remark
from hashi_solver.cli.sheets import Place, common_stem, days_stem, variant, write_page
from hashi_solver.errors import Unproven
from hashi_solver.notation.files import shown_path

if TYPE_CHECKING:
    import datetime

    from hashi_solver.challenge import Challenge, Deal
    from hashi_solver.interrupts import Stop
    from hashi_solver.sheet import Options
    from hashi_solver.sheet.volumes import Make, Volume

MOST_SHEETS = 31  # in a volume: a month; the memory that drawing takes grows with the document


def write_days(
    deals: Sequence[tuple[datetime.date, Deal]],
    make: Callable[[Sequence[datetime.date]], Iterable[Challenge]],
    options: Options,
    place: Place,
    stop: Stop,
) -> list[Path]:
    """The booklet of these days; more days than a month has become a volume for each month."""
    from hashi_solver.challenge import encode  # noqa: PLC0415 - help must not pay for it

    groups = [list(deals)]
    if len(deals) > MOST_SHEETS:
        groups = [list(group) for _, group in groupby(deals, key=lambda one: (one[0].year, one[0].month))]
    days_of, volumes = {}, []
    for number, group in enumerate(groups, start=1):
        days = [day for day, _ in group]
        paths = _paths(place, days_stem(days, group[0][1]) + variant(options), options)
        volumes.append(_volume([encode(deal) for _, deal in group], paths, number, len(groups)))
        days_of[number] = days
    return _write(volumes, lambda volume: make(days_of[volume.number]), options, place, stop)


def write_found(challenges: Sequence[Challenge], options: Options, place: Place) -> list[Path]:
    """The booklet of challenges without days; more than 31 become several volumes, counted on."""
    groups = [challenges[first : first + MOST_SHEETS] for first in range(0, len(challenges), MOST_SHEETS)]
    volumes = []
    for number, group in enumerate(groups, start=1):
        paths = _paths(place, common_stem(group) + variant(options), options)
        first = MOST_SHEETS * (number - 1) + 1
        volumes.append(_volume([each.code for each in group], paths, number, len(groups), first))
    return _write(volumes, lambda volume: groups[volume.number - 1], options, place)


def _volume(codes: Sequence[str], paths: tuple[Path, ...], number: int, of: int, first: int = 1) -> Volume:
    from hashi_solver.sheet.volumes import Volume  # noqa: PLC0415

    return Volume(tuple(codes), paths, number, of, first)


def _paths(place: Place, stem: str, options: Options) -> tuple[Path, ...]:
    apart = (place.path(stem, "-solutions"),) if options.solutions == "separate" else ()
    return (place.path(stem), *apart)


def _write(
    volumes: Sequence[Volume], make: Make, options: Options, place: Place, stop: Stop | None = None
) -> list[Path]:
    """Write the volumes and tell of each; a Ctrl-C keeps those that are whole."""
    from hashi_solver.sheet.volumes import write_volumes  # noqa: PLC0415

    found: list[Path] = []
    done = 0
    place.make()
    try:
        with live_status("solving") as tell:
            if place.html:
                return _write_html(volumes, make, options)
            for written in write_volumes(volumes, make, options, tell, stop):
                done += 1
                found += written.volume.paths
                _tell(written.volume, kept=written.kept)
    except (Unproven, KeyboardInterrupt):
        if len(volumes) > 1:
            remark(f"stopped: {done} of {len(volumes)} volumes are there; the same command goes on where it was")
        raise
    return found


def _write_html(volumes: Sequence[Volume], make: Make, options: Options) -> list[Path]:
    from hashi_solver.sheet import booklet_html, booklet_solutions_html  # noqa: PLC0415

    found: list[Path] = []
    for volume in volumes:
        book = volume.booklet(make(volume))
        for path, drawn in zip(volume.paths, (booklet_html, booklet_solutions_html), strict=False):
            write_page(path, drawn(book, options))
            found.append(path)
        _tell(volume, kept=False)
    return found


def _tell(volume: Volume, *, kept: bool) -> None:
    known = ", there already" if kept else ""
    count = len(volume.codes)
    remark(f"{shown_path(volume.paths[0])}: a booklet of {count} challenge{'' if count == 1 else 's'}{known}")
    for path in volume.paths[1:]:
        remark(f"{shown_path(path)}: their solutions{known}")
