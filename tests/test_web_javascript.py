"""The page's files: hand-written JavaScript that is typed by its comments, and short; a page that weighs little."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hashi_solver.web.interface import answer
from hashi_solver.web.server import STATIC
from tests.command import ROOT

TSC = shutil.which("tsc")
UNCHECKED = "THE JAVASCRIPT IS NOT TYPE-CHECKED: there is no tsc on this machine (apt-get install node-typescript)"
MOST_LINES = 1_500
MOST_WEIGHT = 300_000  # bytes, all files of the page and its words

if TSC is None:
    print(UNCHECKED, file=sys.__stderr__)


def checked(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(TSC), "-p", root / "jsconfig.json"], cwd=root, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(TSC is None, reason=UNCHECKED)
def test_the_javascript_is_typed() -> None:
    found = checked(ROOT)
    assert found.returncode == 0, found.stdout


@pytest.mark.skipif(TSC is None, reason=UNCHECKED)
def test_a_wrong_type_would_be_found(tmp_path: Path) -> None:
    copied = tmp_path / STATIC.relative_to(ROOT)
    copied.mkdir(parents=True)
    shutil.copy(ROOT / "jsconfig.json", tmp_path)
    (copied / "api.js").write_text(f'{(STATIC / "api.js").read_text()}\nvoid ask("not a request");\n')
    found = checked(tmp_path)
    assert found.returncode != 0
    assert "api.js" in found.stdout


def test_the_javascript_is_short() -> None:
    lines = sum(len(path.read_text().splitlines()) for path in STATIC.glob("*.js"))
    assert 0 < lines <= MOST_LINES


def test_the_page_weighs_little() -> None:
    words = max(len(json.dumps(answer({"use": "page", "lang": code})).encode()) for code in ("en", "pl"))
    files = sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file())
    assert 20_000 < files + words <= MOST_WEIGHT
