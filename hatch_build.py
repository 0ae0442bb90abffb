"""Compiles the catalogues into a wheel. An editable install needs none: a checkout reads the .po files themselves."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from hashi_solver.languages.catalogues import compiled  # noqa: PLC0415

        self._beside = tempfile.TemporaryDirectory()
        for number, source in enumerate(sorted(Path(self.root).glob("hashi_solver/languages/locale/*/*/*.po"))):
            target = Path(self._beside.name, f"{number}.mo")
            target.write_bytes(compiled(source))
            build_data["force_include"][str(target)] = str(source.relative_to(self.root).with_suffix(".mo"))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._beside.cleanup()
