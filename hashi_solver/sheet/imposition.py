"""Imposition: the pages of a booklet, two on each side of a sheet, so that folded sheets lie one inside another.

The booklet is stapled in its fold (saddle stitch). Print on both sides, flipped on the short edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pydyf

if TYPE_CHECKING:
    from weasyprint import Document

PAGES_OF_A_SHEET = 4


def padded(count: int) -> int:
    """Return the number of pages of folded sheets that hold so many pages."""
    return -(-count // PAGES_OF_A_SHEET) * PAGES_OF_A_SHEET


def saddle_stitch(count: int) -> list[tuple[int, int]]:
    """Return the left and the right page of each side of the sheets, the outermost sheet first, pages from 1.

    A page beyond `count` stays empty.
    """
    whole = padded(count)
    sides = []
    for sheet in range(whole // PAGES_OF_A_SHEET):
        first, last = 2 * sheet + 1, whole - 2 * sheet
        sides += [(last, first), (first + 1, last - 1)]
    return sides


def impose(_document: Document, pdf: Any) -> None:
    """Put the pages of a PDF in the order of a folded booklet, each at half the size; for `finisher` of WeasyPrint.

    Bookmarks and links go: this document is for the printer, and its order is not that of a reader.
    """
    pages = [each for each in pdf.objects if isinstance(each, pydyf.Dictionary) and each.get("Type") == "/Page"]
    _, _, width, height = pages[0]["MediaBox"]
    across, resources = height / 2, pages[0]["Resources"]  # all pages share them
    scale = min(across / width, width / height)
    contents = [page["Contents"] for page in pages]

    def placed(page: int, left: float) -> list[Any]:
        if page > len(contents):
            return []
        x, y = left + (across - scale * width) / 2, (width - scale * height) / 2
        begin = pydyf.Stream([b"q", f"{scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm".encode()])
        end = pydyf.Stream([b"Q"])
        pdf.add_object(begin)
        pdf.add_object(end)
        return [begin.reference, contents[page - 1], end.reference]

    for page in pages:
        page.clear()  # nothing refers to it any more
    pdf.pages["Kids"], pdf.pages["Count"] = pydyf.Array([]), 0
    for left, right in saddle_stitch(len(contents)):
        side = pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": pdf.pages.reference,
                "MediaBox": pydyf.Array([0, 0, height, width]),
                "Contents": pydyf.Array([*placed(left, 0), *placed(right, across)]),
                "Resources": resources,
            }
        )
        pdf.add_page(side)
    pdf.catalog.pop("Outlines", None)
    pdf.catalog.get("Names", {}).pop("Dests", None)
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"Duplex": "/DuplexFlipShortEdge", "DisplayDocTitle": "true"})
