#!/bin/sh
# setup_tests.sh: what only the tests need besides the environment: a browser, and what checks the JavaScript's types.
# Where one cannot be had, its tests are skipped and say so.
set -eu
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }

command -v tsc >/dev/null 2>&1 || sh tools/install.sh node-typescript || say "until then the JavaScript is not type-checked"
.venv/bin/playwright --version >/dev/null 2>&1 || sh tools/install.sh libatomic1 || say "until then no browser can be driven"
command -v chromium >/dev/null 2>&1 || sh tools/install.sh chromium || say "until then the page is not tested in a browser"
sh tools/site.sh || say "until then the site is not tested in a browser"
