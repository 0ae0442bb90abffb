#!/bin/sh
# install.sh PACKAGE...: with apt if that needs no password; otherwise says what to do, and fails.
set -eu

say() { echo "setup: $*" >&2; }

if ! command -v apt-get >/dev/null 2>&1; then
  say "please install the equivalents of these Debian packages, then try again: $*"
  exit 1
elif [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  as_root="sudo -n"
else
  say "please run this, then try again: sudo apt-get install $*"
  exit 1
fi
say "installing $*"
# shellcheck disable=SC2086 # empty or two words
apt_get() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" >&2 </dev/null; }
apt_get install --no-install-recommends "$@" || { apt_get update && apt_get install --no-install-recommends "$@"; } ||
  { say "apt-get could not install $*; please install them by hand, then try again"; exit 1; }
