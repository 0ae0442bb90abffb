"""Pages that can be printed, or opened in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hashi_solver.sheet import pdf
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.pages import Target
from hashi_solver.sheet.pdf import Attached, Sides


def pdfs(documents: Iterable[Printed]) -> list[bytes]:
    return [each.pdf() for each in documents]


@dataclass(frozen=True, slots=True)
class Printed:
    """Pages that `draw` returns as HTML, for the printer or for a browser, and what the PDF holds besides them."""

    draw: Callable[[Target], str]
    options: Options
    attached: tuple[Attached, ...] = ()
    sides: Sides | None = None
    identifier: str | None = None
    text: Callable[[], str] | None = None  # the same in plain text, where there is such an edition

    def pdf(self) -> bytes:
        return pdf.write_pdf(
            self.draw("print"),
            self.options.style,
            self.attached,
            sides=self.sides,
            identifier=self.identifier,
            press=self.options.press,
        )

    def html(self) -> str:
        """Return the same pages in a single file for a browser."""
        return self.draw("browser")
