#!/bin/sh
# setup.sh [FOLDER [PYTHON]]: makes an environment (default: .venv) with hashi and everything it needs in it.
# Does nothing, at once, while what it was made from is unchanged.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-.venv}

say() { echo "setup: $*" >&2; }
die() { say "$*"; exit 1; }

# The Python behind a candidate: a virtual environment's own would vanish with it when the environment is made anew.
behind='import sys; print(getattr(sys, "_base_executable", sys.executable)) if sys.version_info >= (3, 11) else sys.exit(1)'

[ $# -lt 2 ] && set -- "$folder" "${PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11
shift
python=
for candidate; do
  if command -v "$candidate" >/dev/null 2>&1 && python=$("$candidate" -c "$behind" 2>/dev/null) && [ -n "$python" ]; then
    break
  fi
  python=
done
[ -n "$python" ] || die "hashi needs Python 3.11 or newer; on Debian and Ubuntu: apt-get install python3 python3-venv"

wanted=$({ cat pyproject.toml constraints.txt hatch_build.py tools/setup.sh tools/install.sh; pwd; "$python" -V; } | cksum)
if [ -x "$folder/bin/hashi" ] && [ "$(cat "$folder/made-from" 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi

"$python" -c 'import ensurepip, venv' 2>/dev/null || sh tools/install.sh python3-venv || exit 1

say "making $folder with $("$python" -V)"
rm -rf "$folder"
"$python" -m venv "$folder" || die "$python could not make a virtual environment in $folder"
PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
  "$folder/bin/python" -m pip install -q -e '.[dev]' >&2 ||
  die "pip could not install the packages in pyproject.toml; check the network connection"

# Only PDFs need this. Everything else works without it, including sheets as HTML; `hashi doctor` reports it later.
"$folder/bin/hashi" doctor >/dev/null 2>&1 ||
  sh tools/install.sh libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 ||
  say "without these, sheets can be made as HTML but not as PDF"

echo "$wanted" >"$folder/made-from"
say "ready"
