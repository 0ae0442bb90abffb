"""Python's standard library for the tab, as Pyodide brings it, without what only other programs use."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from hashi_solver.documents.base import json_text, parse_json
from hashi_solver.errors import InputError
from hashi_solver.notation.files import shown_path
from hashi_solver.web.tab.package import archived

ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_16", "utf_32", "utf_8", "utf_8_sig")

# Mail and the web, other data formats, tools for developers, what has no use without processes or a terminal, and
# Python's own doubles of what is compiled in.
_WITHOUT = """
    email.* http imaplib mailbox poplib smtplib ftplib mimetypes netrc nturl2path socketserver quopri
    urllib.error urllib.request urllib.response urllib.robotparser webbrowser wsgiref xmlrpc pyodide.http
    _markupbase configparser csv html.parser plistlib shelve sqlite3 tarfile wave xml zipapp
    _pyrepl argparse bdb cProfile cmd code compileall ctypes doctest fileinput filecmp getopt getpass
    json.__main__ json.tool modulefinder optparse pdb pickletools profile pstats py_compile pyclbr pydoc
    pyodide.console rlcompleter sched symtable tabnanny timeit trace tracemalloc unittest
    asyncio.__main__ asyncio.proactor_events asyncio.windows_events asyncio.windows_utils
    concurrent.futures.interpreter concurrent.futures.process concurrent.interpreters importlib.metadata._adapters
    logging.config logging.handlers multiprocessing.connection multiprocessing.dummy multiprocessing.forkserver
    multiprocessing.heap multiprocessing.managers multiprocessing.pool multiprocessing.resource_tracker
    multiprocessing.shared_memory multiprocessing.sharedctypes
    __hello__ __phello__ _pydatetime _pyio antigravity colorsys pty this tty
"""
WITHOUT = frozenset(_WITHOUT.split())


def in_a_tab(path: Path) -> bytes:
    """Return a file of Pyodide's as a site has it: without libraries, and of Python's own with what we may use."""
    data = path.read_bytes()
    if path.name == "pyodide-lock.json":
        found = parse_json(data.decode(errors="replace"), shown_path(path))
        return json_text({**(found if isinstance(found, dict) else {}), "packages": {}}).encode()
    return trimmed(data, shown_path(path)) if path.name == "python_stdlib.zip" else data


def trimmed(archive: bytes, source: str) -> bytes:
    """Return an archive of the standard library without the modules above; the same bytes for the same archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as whole:
            files = [name for name in whole.namelist() if not name.endswith("/")]
            return archived((name, whole.read(name)) for name in files if not is_left_out(module_of(name)))
    except zipfile.BadZipFile as error:
        raise InputError("is no zip archive: fetch Pyodide anew", source=source) from error


def module_of(name: str) -> str:
    """Return the module that a file in the archive is, or the package that it belongs to."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_left_out(module: str) -> bool:
    parts = module.split(".")
    if parts[0] == "encodings" and len(parts) > 1:
        return parts[1] not in ENCODINGS
    above = [".".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
    return any(each in WITHOUT for each in above) or any(f"{each}.*" in WITHOUT for each in above[:-1])
