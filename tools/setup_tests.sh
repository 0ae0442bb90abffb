#!/bin/sh
# setup_tests.sh: what only the tests need besides the environment: a browser, what checks the JavaScript's types, other
# shells, what reads man pages, and what separates inks.
# Where one cannot be had, its tests are skipped and say so.
set -eu
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }

command -v tsc >/dev/null 2>&1 || sh tools/install.sh node-typescript || say "until then the JavaScript is not type-checked"
.venv/bin/playwright --version >/dev/null 2>&1 || sh tools/install.sh libatomic1 || say "until then no browser can be driven"
command -v chromium >/dev/null 2>&1 || sh tools/install.sh chromium || say "until then the page is not tested in a browser"
command -v gs >/dev/null 2>&1 || sh tools/install.sh ghostscript || say "until then no other program looks at the inks of --press"
sh tools/site.sh || say "until then the site is not tested in a browser"
for program in zsh fish groff mandoc; do
  command -v "$program" >/dev/null 2>&1 || sh tools/install.sh "$program" || say "until then $program is not tested"
done
