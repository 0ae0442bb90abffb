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

wanted=$({ cat pyproject.toml constraints.txt hatch_build.py tools/setup.sh; pwd; "$python" -V; } | cksum)
if [ -x "$folder/bin/hashi" ] && [ "$(cat "$folder/made-from" 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi

# install PACKAGE...: with apt if that needs no password; otherwise say what to do.
install() {
  if ! command -v apt-get >/dev/null 2>&1; then
    say "please install the equivalents of these Debian packages, then try again: $*"
    return 1
  elif [ "$(id -u)" = 0 ]; then
    as_root=
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
  else
    say "please run this, then try again: sudo apt-get install $*"
    return 1
  fi
  say "installing $*"
  # shellcheck disable=SC2086 # empty or two words
  { $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@" ||
    { $as_root apt-get update -q && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@"; }; } \
    >&2 </dev/null || { say "apt-get could not install $*; please install them by hand, then try again"; return 1; }
}

"$python" -c 'import ensurepip, venv' 2>/dev/null || install python3-venv || exit 1

say "making $folder with $("$python" -V)"
rm -rf "$folder"
"$python" -m venv "$folder" || die "$python could not make a virtual environment in $folder"
PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
  "$folder/bin/python" -m pip install -q -e '.[dev]' >&2 ||
  die "pip could not install the packages in pyproject.toml; check the network connection"

# Only PDFs need this. Everything else works without it, including sheets as HTML; `hashi doctor` reports it later.
"$folder/bin/hashi" doctor >/dev/null 2>&1 ||
  install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 ||
  say "without these, sheets can be made as HTML but not as PDF"

# What checks the types of the page's JavaScript. Without it that is skipped, and says so.
command -v tsc >/dev/null 2>&1 || install node-typescript || say "until then the JavaScript is not type-checked"

# What the tests of the page are driven with. Without it they are skipped, and say so.
command -v chromium >/dev/null 2>&1 || install chromium || say "until then the page is not tested in a browser"

echo "$wanted" >"$folder/made-from"
say "ready"
