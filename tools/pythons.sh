#!/bin/sh
# Prints the Pythons of this machine that hashi can be set up with, oldest first: the version and the path of each.
# Looks along PATH and into pyenv's folder. Of each minor version it prints one: python3 itself, or else the latest.
set -eu

# CPython 3.11 or newer, released, with what setting up needs. The path is that of the Python behind a virtual
# environment or a shim, which may be gone by the time it is used.
about='
import ensurepip, ssl, sys, sysconfig, venv
version = sys.version_info
if version < (3, 11) or version.releaselevel != "final" or sys.implementation.name != "cpython":
    sys.exit(1)
if sysconfig.get_config_var("Py_GIL_DISABLED"):
    sys.exit(1)
print("%d %d %d %s" % (*version[:3], getattr(sys, "_base_executable", sys.executable)))
'

# tried RANK PYTHON: of one minor version, the higher rank comes first, then the later patch.
tried() {
  [ -x "$2" ] || return 0
  found=$("$2" -c "$about" 2>/dev/null </dev/null) || return 0
  echo "$1 $found"
}

IFS=:
{
  tried 1 "$(command -v python3 || true)"
  for folder in $PATH; do
    for python in "$folder"/python3 "$folder"/python3.[0-9][0-9]; do
      tried 0 "$python"
    done
  done
  for python in "${PYENV_ROOT:-${HOME:-}/.pyenv}"/versions/*/bin/python3; do
    tried 0 "$python"
  done
} | sort -t ' ' -k 2,2n -k 3,3n -k 1,1nr -k 4,4nr |
  awk '$2 "." $3 != last { last = $2 "." $3; version = last "." $4; sub(/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ /, ""); print version, $0 }'
