"""PDF/X-4 for a printing house, by its structure; the editor's own lines."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Dictionary
from PIL import ImageCms

from hashi_solver.errors import InputError
from hashi_solver.sheet import STYLES, Booklet, Options, Style, blank_of, booklet_of, cards_of, sheet_of, solutions_of
from hashi_solver.sheet.press import MOST_PROFILE, black_profile, read_profile
from hashi_solver.sheet.printed import Printed
from hashi_solver.sheet.results import form_of
from tests.command import hashi
from tests.own_boards import POND
from tests.sheets import a_challenge
from tests.test_sheet import opened, words_of

POINTS = 72 / 25.4
GHOSTSCRIPT = shutil.which("gs")
COLOUR = re.compile(rb"(?:^|\s)(?:[\d.]+ )+(rg|RG|k|K|g|G)(?=\s)")


def cmyk_profile() -> bytes:
    """A profile for CMYK, as far as its header says: what is inside does not concern us."""
    return black_profile().replace(b"prtrGRAY", b"prtrCMYK")


@pytest.mark.parametrize("style", STYLES)
def test_a_file_for_the_press_is_pdf_x_4(style: Style) -> None:
    options = Options("pl", "a4", style, "end", press=black_profile())
    document = opened(sheet_of(a_challenge(), options).pdf())
    assert document.pdf_version == "1.6"
    (intent,) = document.Root.OutputIntents
    assert intent.S == "/GTS_PDFX"
    assert str(intent.OutputConditionIdentifier)
    assert intent.DestOutputProfile.N == 1
    assert intent.DestOutputProfile.read_bytes() == black_profile()
    assert document.docinfo["/Trapped"] == "/False"
    assert {"/Title", "/CreationDate", "/ModDate", "/Producer"} <= set(document.docinfo.keys())
    assert document.trailer.ID
    with document.open_metadata() as metadata:
        assert metadata["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
        assert metadata["xmpMM:DocumentID"]
        assert metadata["pdf:Trapped"] == "False"
        assert metadata["xmp:CreateDate"] == metadata["xmp:ModifyDate"]
    assert not {"/Names", "/AcroForm", "/StructTreeRoot"} & set(document.Root.keys())
    for page in document.pages:
        trim, bleed, media = (page[name] for name in ("/TrimBox", "/BleedBox", "/MediaBox"))
        assert [float(side) for side in trim] == pytest.approx([0, 0, 210 * POINTS, 297 * POINTS], abs=0.1)
        bled = [float(b) - float(t) for b, t in zip(bleed, trim, strict=True)]
        assert bled == pytest.approx([-10, -10, 10, 10])
        assert all(abs(float(m) - float(t)) > 20 for m, t in zip(media, trim, strict=True))
        assert "/Annots" not in page


def colours(document: pikepdf.Pdf) -> tuple[set[bytes], set[float]]:
    """The operators that set a colour, and the shades that they set."""
    operators, shades = set(), set()
    for one in document.objects:
        if isinstance(one, pikepdf.Stream) and "/Length1" not in one and one.get("/Type") != "/Metadata":
            for found in COLOUR.finditer(one.read_bytes()):
                operators.add(found[1])
                shades |= {float(part) for part in found[0].split()[:-1]}
    return operators, shades


@pytest.mark.parametrize("style", STYLES)
def test_there_is_black_ink_alone_and_type_is_solid(style: Style) -> None:
    for printed in (sheet_of, lambda one, options: solutions_of([one], options)):
        operators, shades = colours(opened(printed(a_challenge(), Options(style=style, press=black_profile())).pdf()))
        assert operators == {b"g", b"G"}
        assert {0.0, 1.0} <= shades
        assert not any(0 < shade < 0.6 for shade in shades)
        assert style != "ink" or shades == {0.0, 1.0}
    usual, _ = colours(opened(sheet_of(a_challenge()).pdf()))
    assert b"rg" in usual


def kinds(options: Options) -> Iterator[Printed]:
    challenge, hidden = a_challenge(), a_challenge(kind="flip")
    yield sheet_of(challenge, options)
    yield cards_of(hidden, options)
    yield solutions_of([challenge], options)
    yield form_of([challenge], options)
    if options.style != "large":
        yield sheet_of(challenge, replace(options, half=True, solutions="foot"))


@pytest.mark.parametrize("style", STYLES)
def test_nothing_is_converted_into_other_inks(style: Style) -> None:
    """A group with a colour space of its own, as WeasyPrint writes them, prints black with four inks."""
    for printed in kinds(Options(style=style, press=black_profile())):
        document = opened(printed.pdf())
        assert not any("/Group" in one for one in document.objects if isinstance(one, Dictionary | pikepdf.Stream))


@pytest.mark.skipif(GHOSTSCRIPT is None, reason="Ghostscript is not here: tools/setup_tests.sh installs it")
def test_an_independent_program_finds_black_ink_alone(tmp_path: Path) -> None:
    def inks(printed: Printed) -> list[list[float]]:
        path = tmp_path / "page.pdf"
        path.write_bytes(printed.pdf())
        call = [str(GHOSTSCRIPT), "-q", "-r72", "-o", "-", "-sDEVICE=inkcov", str(path)]
        ran = subprocess.run(call, capture_output=True, text=True, check=True, timeout=120)
        return [[float(share) for share in line.split()[:4]] for line in ran.stdout.splitlines() if "CMYK" in line]

    for printed in kinds(Options(press=black_profile())):
        found = inks(printed)
        assert found
        assert all(page[:3] == [0, 0, 0] and page[3] > 0.01 for page in found)
    assert inks(sheet_of(a_challenge()))[0][0] > 0


def test_links_and_attachments_stay_out_of_a_booklet_for_the_press() -> None:
    document = opened(booklet_of(Booklet((a_challenge(),)), Options(press=black_profile())).pdf())
    assert not any("/Annots" in page for page in document.pages)
    assert not document.attachments


def test_the_same_file_has_the_same_bytes() -> None:
    options = Options(press=black_profile())
    assert blank_of(POND, options).pdf() == blank_of(POND, options).pdf()


def test_our_profile_is_one() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(black_profile())).profile
    assert (profile.device_class, str(profile.xcolor_space).strip()) == ("prtr", "GRAY")
    assert "Black ink" in str(profile.profile_description)


def test_a_profile_of_a_printing_house(tmp_path: Path) -> None:
    path = tmp_path / "house.icc"
    path.write_bytes(black_profile())
    assert read_profile(path) == black_profile()
    path.write_bytes(cmyk_profile())
    assert read_profile(path) == cmyk_profile()
    for wrong in (b"", b"x" * 200, black_profile()[:-1], black_profile().replace(b"prtr", b"mntr")):
        path.write_bytes(wrong)
        with pytest.raises(InputError, match=r"ICC profile"):
            read_profile(path)
    path.write_bytes(bytes(MOST_PROFILE + 1))
    with pytest.raises(InputError, match="too big"):
        read_profile(path)


def test_the_editors_own_lines() -> None:
    own = Options(byline="by Ada <b>", folio="page 34", copyright="© 2026 The Weekly Bridge")
    told = words_of(sheet_of(a_challenge(), own).pdf())
    assert all(line in told for line in ("by Ada <b>", "page 34", "© 2026 The Weekly Bridge"))


@pytest.mark.usefixtures("own_boards")
def test_the_command_writes_it_and_refuses_what_does_not_fit(tmp_path: Path) -> None:
    ran = hashi("layout", "sheet", "old-pond", "--press", "--folio", "7", "--out", tmp_path)
    assert ran.code == 0
    (path,) = tmp_path.iterdir()
    assert path.name == "hashi-old-pond-press.pdf"
    for arguments, sentence in (
        (("--profile", path), "--profile is for --press"),
        (("--press", "--profile", path), "this is no ICC profile"),
        (("--press", "--html"), "--press makes a PDF"),
        (("--press", "--out", tmp_path / "x.html"), "--press makes a PDF"),
        (("--byline", "a\nb"), "--byline is one line"),
        (("--folio", "x" * 25), "--folio is one line"),
    ):
        ran = hashi("layout", "sheet", "old-pond", *arguments)
        assert ran.code == 2
        assert sentence in ran.err
        assert ran.err.count("\n") == 1
