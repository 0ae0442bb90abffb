#!/bin/sh
# Makes .venv with hashi and everything it needs in it. Does nothing, at once, while what it was made from is unchanged.
set -eu
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }
die() { say "$*"; exit 1; }

python=
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
  if command -v "$candidate" >/dev/null 2>&1 &&
    "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] || die "hashi needs Python 3.11 or newer; on Debian and Ubuntu: apt-get install python3 python3-venv"

wanted=$({ cat pyproject.toml constraints.txt hatch_build.py tools/setup.sh; pwd; "$python" -V; } | cksum)
if [ -x .venv/bin/hashi ] && [ "$(cat .venv/made-from 2>/dev/null)" = "$wanted" ]; then
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

say "making .venv with $("$python" -V)"
rm -rf .venv
"$python" -m venv .venv || die "$python could not make a virtual environment in .venv"
PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
  .venv/bin/python -m pip install -q -e '.[dev]' >&2 || die "pip could not install the packages in pyproject.toml; check the network connection"

# Only PDFs need this. Everything else works without it, including sheets as HTML; `hashi doctor` reports it later.
.venv/bin/hashi doctor >/dev/null 2>&1 ||
  install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 ||
  say "without these, sheets can be made as HTML but not as PDF"

# What the tests of the page are driven with. Without it they are skipped, and say so.
command -v chromium >/dev/null 2>&1 || install chromium || say "until then the page is not tested in a browser"

echo "$wanted" >.venv/made-from
say "ready"
