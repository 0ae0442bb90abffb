"""Languages: every message in every catalogue, with the right plurals, in letters that the font has."""

from __future__ import annotations

import ast
import re
from datetime import date
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.plurals import get_plural
from fontTools.ttLib import TTFont

from hashi_solver.errors import InputError
from hashi_solver.languages import LANGUAGES, catalogues, language
from hashi_solver.languages.catalogues import catalogue_path
from hashi_solver.library import fonts_folder
from hashi_solver.rules import Game
from hashi_solver.scoring import LADDER, reachable_totals
from tests.boards import STANDARD
from tests.command import ROOT
from tools.catalogues import TEMPLATE, TRANSLATED, as_bytes, messages_of_the_sources, missing, read, updated

DAY = date(2026, 11, 18)
KEPT = re.compile(r"%(?:\(\w+\))?[a-z%]|\{\w*\}|[<>&@]|hashi \w+")  # placeholders, markup, notation, commands
# As the rulebooks have them, typed here a second time.
TITLES = {
    "en": (
        "Minion",
        "Dogsbody",
        "Bamboo binder",
        "Screw tightener",
        "Concrete pourer",
        "Project manager",
        "Master bridge builder",
        "Professional planner",
        "Statics expert",
        "Ace architect",
        "Construction genius",
        "Island god",
    ),
    "es": (
        "Esbirro",
        "Aguador",
        "Unidor de bambú",
        "Atornillador",
        "Vertedor de hormigón",
        "Director de proyectos",
        "Maestro de puentes",
        "Proyectista profesional",
        "Adepto de la estática",
        "As de la arquitectura",
        "Genio de la construcción",
        "Dios de las islas",
    ),
    "it": (
        "Manovale",
        "Gregario",
        "Legatore di bambù",
        "Avvitatore",
        "Gettatore di calcestruzzo",
        "Direttore di progetto",
        "Mastro ponteggiatore",
        "Professionista della progettazione",
        "Genio della statica",
        "Superarchitetto",
        "Genio della costruzione",
        "Dio delle isole",
    ),
    "pl": (
        "Pomocnik",
        "Nosiwoda",
        "Wiążący bambus",
        "Wkrętak",
        "Wylewacz betonu",
        "Kierownik projektu",
        "Mistrz mostów",
        "Specjalista ds. planowania",
        "Ekspert ds. statystyki",
        "As architektury",
        "Geniusz konstrukcyjny",
        "Bóg wysp",
    ),
    "pt": (
        "Lacaio",
        "Tiradores de água",
        "Aglomerante de bambu",
        "Torneiro de parafusos",
        "Fundidor de cimento",
        "Gestor de projetos",
        "Operador de pontes",
        "Especialista em planeamento",
        "Perito em estática",
        "Âs dos arquitetos",
        "Génio da construção",
        "Deus das ilhas",
    ),
}


def strings(text: object) -> tuple[str, ...]:
    """Return a message or its translation; with plurals there are several."""
    return (text,) if isinstance(text, str) else tuple(map(str, text)) if isinstance(text, (tuple, list)) else ()


def messages(catalogue: Catalog) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(strings(message.id), strings(message.string)) for message in catalogue if message.id]


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages_of_the_sources()


def test_the_template_holds_the_messages_of_the_sources(template: Catalog) -> None:
    assert TEMPLATE.read_bytes() == as_bytes(template), "run: make catalogues"


def test_no_message_stands_inside_an_f_string() -> None:
    """Babel finds those from Python 3.12 on, and not before: the catalogues would differ."""
    for path in (ROOT / "hashi_solver").rglob("*.py"):
        for written in ast.walk(ast.parse(path.read_text())):
            inside = ast.walk(written) if isinstance(written, ast.JoinedStr) else ()
            calls = [each for each in inside if isinstance(each, ast.Attribute) and each.attr.endswith("gettext")]
            assert not calls, f"{path}:{written.lineno}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated_and_none_is_left_over(code: str, template: Catalog) -> None:
    path = catalogue_path(code)
    assert not missing(read(path))
    assert not read(path).obsolete
    assert path.read_bytes() == as_bytes(updated(path, template)), "run: make catalogues"


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_keep_what_is_not_language(code: str) -> None:
    for originals, translated in messages(read(catalogue_path(code))):
        wanted = {frozenset(KEPT.findall(original)) for original in originals}
        for string in translated:
            assert set(KEPT.findall(string)) in wanted, (originals, string)
            assert string == string.strip() or originals[0] != originals[0].strip(), (originals, string)


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_is_there_twice(code: str) -> None:
    """A merge of two changed catalogues can put an old translation before the new one."""
    for originals, translated in messages(read(catalogue_path(code))):
        for string in translated:
            half = len(string) // 2
            assert half < 2 or string[:half] != string[half:], string  # but II is a number of a pile
            assert not re.search(r"[a-zà-žß-ÿ]\.[A-ZÀ-Ž¿¡]", string) or re.search(r"[a-z]\.[A-Z]", originals[0]), string


@pytest.mark.parametrize("code", TRANSLATED)
def test_plurals_have_the_forms_of_the_language(code: str) -> None:
    catalogue = read(catalogue_path(code))
    forms = get_plural(language(code).locale).num_plurals
    assert catalogue.num_plurals == forms
    for originals, translated in messages(catalogue):
        if len(originals) == 2:
            assert len(translated) == forms


def test_what_counts_as_missing() -> None:
    catalogue = Catalog(locale="pl")
    catalogue.add("whole", "cały")
    catalogue.add("none")
    catalogue.add("doubtful", "wątpliwy", flags=["fuzzy"])
    catalogue.add(("one", "many"), ("jeden", "kilka", ""))
    assert missing(catalogue) == ["none", "doubtful", "('one', 'many')"]


@pytest.mark.parametrize("face", sorted(fonts_folder().glob("*.woff")), ids=lambda face: face.stem)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_font_has_every_letter(code: str, face: Path) -> None:
    speech = language(code)
    told = [rung.span for rung in LADDER]
    told += [
        *map(speech.ordinal, (1, 2, 3)),
        speech.name,
        speech.short_date(DAY),
        speech.number(12345.5),
        speech.listing("ABC"),
    ]
    told += [*speech.months(), *speech.weekdays(), *(speech.date(date(2026, month, 1)) for month in range(1, 13))]
    if code in TRANSLATED:
        told += [string for _, translated in messages(read(catalogue_path(code))) for string in translated]
    else:
        told += [original for originals, _ in messages(read(TEMPLATE)) for original in originals]
    with TTFont(face, lazy=True) as font:
        glyphs = font.getBestCmap()
    lacking = {char for text in told for char in text if char != "\n" and ord(char) not in glyphs}
    assert not lacking


def test_the_font_comes_with_its_licence() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (fonts_folder() / "LICENSE.txt").read_text()


@pytest.mark.parametrize(
    ("code", "name", "tag", "day", "month", "first", "number"),
    [
        ("en", "English", "en", "18 November 2026", "November 2026", "Mo", "12,345.5"),
        (
            "es",
            "Español",
            "es",
            "18 de noviembre de 2026",
            "noviembre de 2026",
            "Lu",
            "12.345,5",
        ),
        ("it", "Italiano", "it", "18 novembre 2026", "novembre 2026", "Lun", "12.345,5"),
        ("pl", "Polski", "pl", "18 listopada 2026", "listopad 2026", "Pn", "12\xa0345,5"),
        (
            "pt",
            "Português",
            "pt-PT",
            "18 de novembro de 2026",
            "novembro de 2026",
            "Dom",
            "12\xa0345,5",
        ),
    ],
)
def test_days_months_and_numbers(code: str, name: str, tag: str, day: str, month: str, first: str, number: str) -> None:
    speech = language(code)
    assert (speech.name, speech.tag) == (name, tag)
    assert (speech.date(DAY), speech.month(2026, 11)) == (day, month)
    assert speech.weekdays()[0] == first
    assert len(set(speech.weekdays())) == 7
    assert speech.first_weekday == (6 if code == "pt" else 0)
    assert len(set(speech.months())) == 12
    assert speech.number(12345.5) == number


def test_words_of_the_game() -> None:
    assert language("pl").listing(["A1", "B2", "C3"]) == "A1, B2 i C3"
    assert language("pl").months()[10] == "Listopad"
    assert [language(code).ordinal(2) for code in TITLES] == ["2", "2º", "2°", "II", "2.º"]


@pytest.mark.parametrize(
    ("code", "spans"),
    [
        ("en", ("16–22 November 2026", "28 November – 4 December 2026", "28 December 2026 – 3 January 2027")),
        (
            "es",
            (
                "16–22 de noviembre de 2026",
                "28 de noviembre – 4 de diciembre de 2026",
                "28 de diciembre de 2026 – 3 de enero de 2027",
            ),
        ),
        ("it", ("16–22 novembre 2026", "28 novembre – 4 dicembre 2026", "28 dicembre 2026 – 3 gennaio 2027")),
        ("pl", ("16–22 listopada 2026", "28 listopada – 4 grudnia 2026", "28 grudnia 2026 – 3 stycznia 2027")),
        (
            "pt",
            (
                "16–22 de novembro de 2026",
                "28 de novembro – 4 de dezembro de 2026",
                "28 de dezembro de 2026 – 3 de janeiro de 2027",
            ),
        ),
    ],
)
def test_dates_from_one_day_to_another_are_spelled_out(code: str, spans: tuple[str, ...]) -> None:
    ends = [((2026, 11, 16), (2026, 11, 22)), ((2026, 11, 28), (2026, 12, 4)), ((2026, 12, 28), (2027, 1, 3))]
    told = [language(code).span(date(*first), date(*last)).replace("\u2009", " ") for first, last in ends]
    assert told == list(spans)
    assert language(code).span(DAY, DAY) == language(code).date(DAY)


def test_boards_that_ship_have_a_name_in_every_language() -> None:
    assert [language(code).board("Side A") for code in TITLES] == ["Side A", "Lado A", "Lato A", "Strona A", "Lado A"]
    assert language("pl").board("My own board") == "My own board"


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("es", r"desaf[ií]o|anillo|raya por"),
        ("it", r"\bturn[oi]\b|anello"),
        ("pl", r"spasować|dobra gra\b"),
        ("pt", r"cart(?:ão|ões)|anel\b"),
    ],
)
def test_words_that_the_rulebook_does_not_have(code: str, wrong: str) -> None:
    """Each was in the catalogue once."""
    told = [string for _, translated in messages(read(catalogue_path(code))) for string in translated]
    assert not [string for string in told if re.search(wrong, string, re.IGNORECASE)]


@pytest.mark.parametrize("code", TITLES)
def test_every_total_has_the_title_of_the_rulebook(code: str) -> None:
    titles = dict(zip((rung.highest for rung in LADDER), TITLES[code], strict=True))
    for total in reachable_totals(Game(STANDARD)):
        assert language(code).title(total) == next(titles[highest] for highest in titles if total <= highest)


def test_english_is_its_own_source() -> None:
    english = language("en")
    assert english.gettext("anything at all") == "anything at all"
    assert [english.ngettext("one", "many", count) for count in (0, 1, 2)] == ["many", "one", "many"]


def test_where_it_is_installed_the_compiled_catalogue_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = catalogue_path("pl")
    monkeypatch.setattr(catalogues, "catalogues_folder", lambda: tmp_path)
    target = catalogue_path("pl", ".mo")
    target.parent.mkdir(parents=True)
    target.write_bytes(catalogues.compiled(source))
    assert catalogues.translations("pl").gettext("Bridges") == "Mosty"
    assert language("pl").gettext("Bridges") == "Mosty"


def test_a_language_that_hashi_does_not_speak() -> None:
    with pytest.raises(InputError, match=f"there is no language 'xx'; choose from {', '.join(LANGUAGES)}"):
        language("xx")
