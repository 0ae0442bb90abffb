"""Makes the site: `python -m tools.handbook [FOLDER]`, by default output/docs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.handbook.links import broken_links, from_elsewhere
from tools.handbook.mend import mend
from tools.handbook.sources import ROOT, gather

OUT = ROOT / "output" / "docs"


def main(out: Path) -> int:
    with tempfile.TemporaryDirectory() as folder:
        sources, made = Path(folder, "docs"), Path(folder, "made")
        sources.mkdir()
        gather(sources)
        command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
        command += ["-c", str(ROOT / "tools" / "handbook"), "-d", str(Path(folder, "kept")), str(sources), str(made)]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
        mend(made)
        for found, what in ((broken_links(made), "leads nowhere"), (from_elsewhere(made), "needs a network")):
            for each in found:
                print(f"{each} {what}", file=sys.stderr)
                code = 1
        if not code:
            shutil.rmtree(out, ignore_errors=True)
            shutil.copytree(made, out, ignore=shutil.ignore_patterns(".buildinfo", "_sources"))
            print(f"{out / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else OUT))
