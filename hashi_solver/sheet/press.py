"""Pages for a printing house: PDF/X-4 in black ink alone, with trim marks and an output intent.

WeasyPrint writes the frame of PDF/X-4; here its colours become shades of black, and what would differ from run to run,
or may not be in such a file, is taken out.
"""

from __future__ import annotations

import io
import re
import struct
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hashi_solver.errors import InputError
from hashi_solver.notation.files import read_bytes, shown_path

if TYPE_CHECKING:
    from weasyprint import Document
    from weasyprint.css import ColorProfile

PRESS_VARIANT = "pdf/x-4"
DATE = "2000-01-01T00:00:00Z"  # PDF/X wants dates, and the same sheet is the same bytes every time
MARKS = "@page { bleed: 8mm; marks: crop }"  # the bleed box that WeasyPrint writes is 3.5 mm, the marks lie outside
GAIN = 0.2  # how much darker a shade of 50 % is printed, as on uncoated paper
STEPS = 256
MOST_PROFILE = 10_000_000  # bytes
DEVICES = {b"GRAY": 1, b"CMYK": 4}
LUMINANCE = (0.2126, 0.7152, 0.0722)
SOLID = 0.6  # what is darker, as all type and every line, is printed in full black: a screen would fray it
_PAINT = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)")


def read_profile(path: Path) -> bytes:
    """Return an ICC profile from a file, if black ink can be printed under it."""
    data, source = read_bytes(path, MOST_PROFILE), shown_path(path)
    if len(data) > MOST_PROFILE:
        raise InputError(f"too big for an ICC profile (limit {MOST_PROFILE // 1_000_000} MB)", source=source)
    if data[36:40] != b"acsp" or len(data) != int.from_bytes(data[:4]):
        raise InputError("this is no ICC profile, or not a whole one; ask the printing house for theirs", source=source)
    if data[12:16] != b"prtr" or data[16:20] not in DEVICES:
        raise InputError("this ICC profile is not for printing in black or in CMYK", source=source)
    return data


def black_profile() -> bytes:
    """Return an ICC profile of black ink on white paper, for a file that goes to no particular press."""
    shades = []
    for step in range(STEPS):
        ink = 1 - step / (STEPS - 1)
        shades.append(round(65535 * (1 - min(1.0, ink + 4 * GAIN * ink * (1 - ink)))))
    name = b"Black ink, 20 % dot gain\0"
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78),
        b"cprt": b"text\0\0\0\0No copyright, use freely\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061),
        b"kTRC": b"curv\0\0\0\0" + struct.pack(f">I{STEPS}H", STEPS, *shades),
    }
    place = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for tag, content in tags.items():
        table += struct.pack(">4sII", tag, place + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    head = struct.pack(">I4sI4s4s4s", place + len(data), bytes(4), 0x02100000, b"prtr", b"GRAY", b"XYZ ")
    head += struct.pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + table + data


@dataclass(frozen=True, slots=True)
class PressFile:
    """What makes PDF/X-4 of a document: the profile of its printing condition, and an identifier of 32 digits."""

    profile: bytes
    identifier: str

    def prepare(self, document: Document, color_profile: type[ColorProfile]) -> None:
        """Give the document its output intent and its dates."""
        inks = "kcmy"[: DEVICES[self.profile[16:20]]]
        source = io.BytesIO(self.profile)
        intent = color_profile(source, "profile.icc", "relative-colorimetric", [(ink,) for ink in inks])
        document.color_profiles = {"device-cmyk": intent}  # under this name WeasyPrint makes it the output intent
        document.metadata.created = document.metadata.modified = DATE

    def finish(self, _document: Document, pdf: Any) -> None:
        """Make every colour a shade of black; take out links, and what is random."""
        for one in pdf.objects:
            if isinstance(one, dict):
                if one.get("Type") == "/Page":
                    one.pop("Annots", None)
                    one.pop("Group", None)
            elif hasattr(one, "stream") and one.extra.get("Type") == "/Metadata":
                told = f"xmp.did:{uuid.UUID(self.identifier)}".encode()
                one.stream = [re.sub(rb"xmp\.did:[0-9a-f-]+", told, part) for part in one.stream]
            elif hasattr(one, "stream") and "Length1" not in one.extra:
                one.extra.pop("Group", None)  # it would turn black into the four inks of its colour space
                one.stream = [_in_black(part) for part in one.stream]
        pdf.info["CreationDate"] = pdf.info["ModDate"] = f"(D:{re.sub('[^0-9]', '', DATE)}Z)"


def _in_black(part: Any) -> Any:
    return _PAINT.sub(_shade, part) if isinstance(part, bytes) and _PAINT.fullmatch(part) else part


def _shade(match: re.Match[bytes]) -> bytes:
    light = sum(weight * float(match[place]) for place, weight in enumerate(LUMINANCE, start=1))
    return f"{0 if light < SOLID else light:.4g} {'g' if match[4] == b'rg' else 'G'}".encode()
