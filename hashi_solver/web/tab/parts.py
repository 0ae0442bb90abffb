"""What a site needs besides hashi's own files: Python and CP-SAT as WebAssembly, from two npm packages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hashi_solver.errors import InputError
from hashi_solver.library import package_folder
from hashi_solver.notation.files import shown_path

PACKAGES = {"pyodide": "314.0.7", "or-tools-wasm": "0.9.1"}
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
CP_SAT = tuple(f"cp_sat_runtime{kind}.{suffix}" for kind in ("", "_asyncify") for suffix in ("js", "wasm"))
_IN_PYODIDE = Path("pyodide")
_IN_CP_SAT = Path("or-tools-wasm", "build", "javascript", "wasm")


def find_parts(folder: Path | None) -> dict[str, Path]:
    """Return the files of both packages by where a site has them; `folder` is what npm has filled."""
    asked = [folder] if folder is not None else list(_usual())
    for each in asked:
        found = {f"engine/pyodide/{name}": each / _IN_PYODIDE / name for name in PYODIDE}
        found |= {f"engine/cp-sat/{name}": each / _IN_CP_SAT / name for name in CP_SAT}
        if all(path.is_file() for path in found.values()):
            return found
    wanted = " ".join(f"{name}@{version}" for name, version in PACKAGES.items())
    where = "here" if folder is None else f"in {shown_path(folder)}"
    raise InputError(
        f"Python and CP-SAT for the browser are not {where}: run 'npm install {wanted}' in any folder and name its "
        "node_modules with --parts (a checkout: make site)"
    )


def _usual() -> Iterator[Path]:
    yield package_folder().parent / "tools" / "site" / "node_modules"
    yield Path("node_modules")
