"""What a wheel has and a checkout does not: compiled catalogues, man pages, a README whose links lead somewhere.

An editable install needs none of it: a checkout reads the .po files themselves.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?<=\]\()(?!https?:|#)[^)]+")
PICTURES = (".png", ".svg")
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


class GeneratedFiles(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from hashi_solver.cli.manual import main as write_manual  # noqa: PLC0415
        from hashi_solver.languages.catalogues import compiled  # noqa: PLC0415

        self._beside = tempfile.TemporaryDirectory()
        for number, source in enumerate(sorted(Path(self.root).glob("hashi_solver/languages/locale/*/*/*.po"))):
            target = Path(self._beside.name, f"{number}.mo")
            target.write_bytes(compiled(source))
            build_data["force_include"][str(target)] = str(source.relative_to(self.root).with_suffix(".mo"))
        share = Path(self._beside.name, "share")
        write_manual(share)
        build_data["shared_data"][str(share)] = "share"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._beside.cleanup()


class Readme(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        code = Path(self.root, "hashi_solver", "__init__.py").read_text("utf-8")
        version = VERSION.findall(code)[0]
        text = Path(self.root, "README.md").read_text("utf-8")
        links = absolute_links(text, metadata["urls"]["Repository"], f"v{version}")
        metadata["readme"] = {"content-type": "text/markdown", "text": links}


def absolute_links(text: str, address: str, tag: str) -> str:
    """Return Markdown whose relative links lead into the repository as it was at a tag: a package index keeps it."""

    def absolute(link: re.Match[str]) -> str:
        return f"{address}/{'raw' if link[0].endswith(PICTURES) else 'blob'}/{tag}/{link[0]}"

    return LINK.sub(absolute, text)
