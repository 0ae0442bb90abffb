"""Documents: what every command prints fits its schema, schemas fit their types, and wrong documents are refused."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args, get_type_hints
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hashi_solver.challenge.many import challenges_of
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.documents.base import entry, entry_or_null, parse_json, texts
from hashi_solver.documents.challenges import challenge_json, challenge_of_document
from hashi_solver.documents.kept import ChallengeFolder
from hashi_solver.documents.records import RecordDocument, read_record, record_json, record_of_document
from hashi_solver.documents.reviews import review_json
from hashi_solver.errors import InputError
from hashi_solver.generate import improve as improving
from hashi_solver.generate import search
from hashi_solver.generate.improve import Improved
from hashi_solver.generate.search import Figures, Generated, Near, NewBoard
from hashi_solver.generate.wish import BoardWish, Range
from hashi_solver.lab.measures import Estimate
from hashi_solver.referee import judge_record
from hashi_solver.review.ceiling import review
from hashi_solver.rules import Game
from hashi_solver.views.review import review_view
from tests.command import ROOT, hashi
from tests.own_boards import LAYOUTS, MILL, POND, RECORDS
from tests.test_review_report import some_fair_view
from tools.schemas import FOLDERS, files, schemas

ANNA, BEN, MISTAKES, ROUND_5 = (RECORDS / f"{name}.txt" for name in ("anna", "ben", "mistakes", "anna-round-5"))
A, B = LAYOUTS / "old-pond.toml", LAYOUTS / "old-mill.toml"
FREE = ("--start", "free", "--kind", "flip", "--workers", "1")
HIDDEN = ("hint", ROUND_5, "--hidden", "--orders", "5")
MEASURED = ("--decks", "2", "--players", "beginner", "--workers", "1", "--store", "store.sqlite")

# What prints each format; what takes long is asked for on little, and answered from memory where even that takes long.
CALLS: list[tuple[str, tuple[object, ...]]] = [
    ("hashi-check/1", ("check", ANNA)),
    ("hashi-check/1", ("check", MISTAKES)),
    ("hashi-table/1", ("check", ANNA, BEN)),
    ("hashi-layout/1", ("layout", "show", "old-mill")),
    ("hashi-layouts/1", ("layout", "list")),
    ("hashi-findings/1", ("layout", "validate", ROOT / "docs" / "examples" / "cramped.toml")),
    ("hashi-findings/1", ("layout", "validate", "old-pond", "nonsense", B)),
    ("hashi-solution/1", ("solve", ANNA)),
    ("hashi-solution/1", ("solve", "--after", ROUND_5, "--target", "60")),
    ("hashi-challenge/1", ("daily", "--date", "2026-11-18")),
    ("hashi-challenges/1", ("challenge", "--seed", "1", "--count", "2", *FREE)),
    ("hashi-doctor/1", ("doctor",)),
    ("hashi-simulation/1", ("simulate", "--layout", "old-pond", "--player", "beginner", "--games", "2")),
    ("hashi-history/1", ("history",)),
    ("hashi-instance/1", ("export", "--after", ROUND_5)),
    ("hashi-instance/1", ("export", "--seed", "1", "--layout", "old-mill")),
    ("hashi-hint/1", ("hint", ROUND_5)),
    ("hashi-hint/1", ("hint", ROUND_5, "--level", "3")),
    ("hashi-hint/1", HIDDEN),
    ("hashi-hint/1", (*HIDDEN, "--level", "3")),
    ("hashi-review/1", ("review", ROUND_5)),
    ("hashi-review/1", ("review", "mistake.txt", "--house")),
    ("hashi-analysis/1", ("layout", "analyse", "old-pond", *MEASURED)),
    ("hashi-glance/1", ("layout", "analyse", "old-pond", "--quick", "--without", "B2-B4")),
    ("hashi-comparison/1", ("layout", "compare", "old-pond", "old-mill", *MEASURED)),
    ("hashi-generated/1", ("layout", "generate", "--count", "1")),
    ("hashi-improved/1", ("layout", "improve", "old-mill", "--difficulty", "3")),
]
SCHEMAS = schemas()


def mistakes_in(document: Any) -> list[str]:
    """Return what a document has that its schema does not allow, including unknown keys."""
    found = Draft202012Validator(closed(SCHEMAS[document["format"]])).iter_errors(document)
    return [f"{error.json_path}: {error.message}" for error in found]


def closed(schema: Any) -> Any:
    """A schema that allows no keys beside those that it names; as it ships it does, for those that releases add."""
    if isinstance(schema, list):
        return list(map(closed, schema))
    if not isinstance(schema, dict):
        return schema
    tight = {key: closed(value) for key, value in schema.items()}
    return {"additionalProperties": False} | tight if "properties" in schema and "type" in schema else tight


@pytest.fixture
def generated() -> Generated:
    figures = Figures(40, *(Estimate(value, value - 0.5, value + 0.5) for value in (52.5, 43.0, 9.5, 0.5)))
    near = Near(BoardWish(difficulty=Range(5, 5)), MILL, 0.7, 3.5, 0.01)
    return Generated((NewBoard(POND, "none", 0.75, figures),), 1, 20, 300, near=near)


@pytest.fixture(scope="module")
def challenge() -> Any:
    """The document of a challenge, as a program reads it."""
    (found,) = challenges_of([deal_of_seed("1", POND)])
    return json.loads(json.dumps(challenge_json(found)))


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[f"{call[0]}-{name}" for name, call in CALLS])
@pytest.mark.usefixtures("own_boards")
def test_what_a_command_prints_fits_its_schema(
    name: str, call: tuple[object, ...], generated: Generated, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mistake.txt").write_text(MISTAKES.read_text().partition("\n5.")[0])
    improved = Improved(MILL, 0.7, generated.boards[0].figures, generated)
    with (
        mock.patch.object(search, "generate", return_value=generated),
        mock.patch.object(improving, "improve", return_value=improved),
    ):
        printed = json.loads(hashi(*call, "--json").out)
    for document in printed if isinstance(printed, list) else [printed]:
        assert document["format"] == name
        assert mistakes_in(document) == []


@pytest.mark.parametrize("path", [ANNA, ROUND_5, MISTAKES], ids=lambda path: path.stem)
def test_a_record_fits_its_schema(path: Path) -> None:
    assert mistakes_in(record_json(read_record(path))) == []


def test_a_review_with_a_fair_view_fits_its_schema() -> None:
    with ThreadPoolExecutor(1) as pool:
        found = review(judge_record(Game(POND), read_record(ROUND_5)), free_start=True, executor=pool)
    assert mistakes_in(json.loads(json.dumps(review_json(review_view(found, some_fair_view(found), "Anna"))))) == []


def test_a_kept_challenge_fits_its_schema(tmp_path: Path, challenge: Any) -> None:
    folder = ChallengeFolder(tmp_path / "deep")
    folder.keep(challenge_of_document(challenge))
    (path,) = folder.folder.iterdir()
    kept = json.loads(path.read_text())
    assert kept.pop("yardstick")
    assert mistakes_in(json.loads(path.read_text())) == []
    assert kept == challenge


def test_every_format_has_a_schema_and_a_call() -> None:
    assert {name for name, _ in CALLS} | {"hashi-record/1"} == set(SCHEMAS)


@pytest.mark.parametrize("folder", FOLDERS, ids=["package", "docs"])
def test_the_schemas_are_those_of_the_types(folder: Path) -> None:
    """`make schemas` writes them, to the package and beside the documentation."""
    assert {path.name: path.read_text() for path in folder.iterdir()} == files()


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_of_its_dialect(name: str) -> None:
    Draft202012Validator.check_schema(json.loads(json.dumps(SCHEMAS[name])))


def test_the_schemas_allow_keys_that_later_releases_add(challenge: Any) -> None:
    later = challenge | {"colour": "green"}
    assert not list(Draft202012Validator(SCHEMAS["hashi-challenge/1"]).iter_errors(later))
    assert mistakes_in(later) == ["$: Additional properties are not allowed ('colour' was unexpected)"]


def test_optional_keys_are_optional_in_the_schema() -> None:
    (name,) = get_args(get_type_hints(RecordDocument)["format"])
    assert SCHEMAS[name]["required"] == ["format", "layout", "deck", "start", "rounds"]
    assert "yardstick" not in SCHEMAS["hashi-challenge/1"]["required"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("code"), "$: 'code' is a required property"),
        (lambda d: d.update(code="5DAAF-G0NBM"), "$.code: "),
        (lambda d: d.update(format="hashi-challenges/1"), "$: 'challenges' is a required property"),
        (lambda d: d.update(kind="hidden"), "$.kind: "),
        (lambda d: d.update(difficulty=6), "$.difficulty: "),
        (lambda d: d.update(number="322"), "$.number: "),
        (lambda d: d.update(shortfall=None), "$.shortfall: "),
        (lambda d: d["deck"].append("7/1"), "$.deck[17]: "),
        (lambda d: d["targets"].pop("par"), "$.targets: 'par' is a required property"),
        (lambda d: d["layout"]["no_line"].append(["A1"]), "$.layout.no_line[0]: "),
        (lambda d: d["best"]["rounds"][3]["bridges"].append("A1-B1"), "$.best.rounds[3].bridges"),
        (lambda d: d["best"].update(seconds=1.0), "$.best: Additional properties"),
    ],
)
def test_a_schema_rejects_a_wrong_document(challenge: Any, change: Callable[[Any], object], says: str) -> None:
    wrong = copy.deepcopy(challenge)
    change(wrong)
    assert any(told.startswith(says) for told in mistakes_in(wrong)), mistakes_in(wrong)


# Reading.


@pytest.mark.parametrize("text", ["NaN", '{"shortfall": Infinity}', "[-Infinity]"])
def test_constants_that_json_does_not_have(text: str) -> None:
    with pytest.raises(InputError, match=r"x: not JSON: -?[INa-z]+ is not a number"):
        parse_json(text, "x")


@pytest.mark.parametrize(
    ("value", "kind", "says"),
    [
        (1, str, '"key" must be a text'),
        (True, int, '"key" must be a whole number'),
        (1.0, int, '"key" must be a whole number'),
        (True, float, '"key" must be a number'),
        ({}, list, '"key" must be a list'),
        ([], dict, '"key" must be an object'),
        (None, dict, '"key" must be an object'),
    ],
)
def test_a_key_of_the_wrong_kind(value: object, kind: type[Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        entry({"key": value}, "key", kind)


def test_keys_that_are_missing_or_null() -> None:
    with pytest.raises(InputError, match='"key" is missing'):
        entry({}, "key", str)
    assert entry_or_null({}, "key", str) is None
    assert entry_or_null({"key": None}, "key", str) is None
    with pytest.raises(InputError, match='"key" must be a text, or null'):
        entry_or_null({"key": 1}, "key", str)
    with pytest.raises(InputError, match='"key" must be a list of texts'):
        texts({"key": ["1", 1]}, "key")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(10**30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_a_value_of_any_kind_anywhere_is_refused_or_read(challenge: Any, data: st.DataObject) -> None:
    """Reading returns a value or raises InputError, whatever replaces a part of a document."""
    record = json.loads(json.dumps(record_json(read_record(ANNA)) | {"played": "hidden", "player": "Anna"}))
    for document, read in ((record, record_of_document), (copy.deepcopy(challenge), challenge_of_document)):
        place: Any = document
        while True:
            key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
            if not isinstance(place[key], list | dict) or not place[key] or data.draw(st.booleans()):
                break
            place = place[key]
        place[key] = data.draw(ANYTHING)
        with contextlib.suppress(InputError):
            read(document)


@pytest.mark.parametrize("wrong", [[], {}, 1, True, ["hidden"], "maybe", ""])
def test_played_is_hidden_or_open(wrong: object) -> None:
    with pytest.raises(InputError, match='"played"'):
        record_of_document({"format": "hashi-record/1", "played": wrong})
