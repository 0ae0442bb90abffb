"""Read text files and write files: one sentence for whatever cannot be read, and never half a file."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import unicodedata
from pathlib import Path

from hashi_solver.errors import InputError

MOST_BYTES = 1_000_000
MOST_PATH_SHOWN = 150
READABLE = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/", os.devnull)  # how a shell passes what is not a file


def read_text(path: Path) -> str:
    """The text of a file that a user named. A byte order mark and any kind of line ending are fine."""
    return decode(read_bytes(path), shown_path(path))


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file that a user named, up to one byte more than `most`."""
    source = shown_path(path)
    try:
        kind = path.stat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or str(path).startswith(READABLE)):
            raise InputError("cannot be read: this is not a regular file", source=source)  # a FIFO blocks for ever
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", source=source) from None


def decode(data: bytes, source: str) -> str:
    if len(data) > MOST_BYTES:
        raise InputError(f"too big (limit {MOST_BYTES // 1_000_000} MB)", source=source)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("this is not text in UTF-8", source=source, line=line) from None
    if "\0" in text:
        raise InputError("this is not a text file", source=source, line=text.count("\n", 0, text.index("\0")) + 1)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: Path, text: str, *, follow: bool = True, sync: bool = True) -> None:
    """Write a new file, then rename it: a reader sees the old file or the whole new one.

    Without `sync` this does not wait for the disk, and whoever asked calls `sync_file` soon.
    """
    write_bytes(path, text.encode("utf-8"), follow=follow, sync=sync)


def write_bytes(path: Path, data: bytes, *, follow: bool = True, sync: bool = True) -> None:
    """Write like `write_text`: through a link into its target, and straight into what is not a file, as /dev/stdout.

    A file that is replaced keeps its mode. Without `follow` a link is replaced, not its target, which nobody named.
    """
    beside: str | None = None
    try:
        if _is_device(path) and (follow or not path.is_symlink()):
            with path.open("wb") as device:
                device.write(data)
            return
        path = Path(os.path.realpath(path)) if follow else path
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(handle)  # or after a power cut the new name may exist without its contents
        os.chmod(beside, _mode(path))
        os.replace(beside, path)
        beside = None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {_reason(error)}", source=shown_path(path)) from None
    finally:
        if beside is not None:  # on any failure, also Ctrl-C
            with contextlib.suppress(OSError):
                os.unlink(beside)


def sync_file(path: Path) -> None:
    """Wait until a file is on the disk; one that is gone by now needs it no more."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        os.fsync(file)


def _mode(path: Path) -> int:
    """Return the mode of a file that exists, or what the umask leaves for a new one."""
    if not path.is_symlink() and path.is_file():
        return stat.S_IMODE(path.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def exists(path: Path) -> bool:
    """Return whether a file exists; Path.exists() raises OSError for a name that is too long."""
    return os.path.exists(path)


def _is_device(path: Path) -> bool:
    return path.parent == Path("/dev") or (exists(path) and not path.is_file())


def make_folder(path: Path, advice: str = "") -> None:
    """Create a folder and those above it, if they do not exist; `advice` ends the error message."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be created: {_reason(error)}{advice}", source=shown_path(path)) from None


def expect_name(path: Path) -> None:
    """Refuse a name that no file can have."""
    try:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            os.lstat(path)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {_reason(error)}", source=shown_path(path)) from None


def expect_writable(folder: Path) -> None:
    """Refuse a folder that cannot be created or written, before any work starts."""
    there = folder
    expect_name(folder)
    try:
        while not exists(there) and there != there.parent:
            there = there.parent
        is_folder = there.is_dir()
        if is_folder:
            with tempfile.TemporaryFile(dir=there):  # permissions say little about root, on /proc for instance
                pass
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {_reason(error)}", source=shown_path(there)) from None
    if not is_folder:
        raise InputError("cannot be written: this is a file, not a folder", source=shown_path(there))


def shown(text: str, most: int = 60) -> str:
    """Make foreign text safe to print: no control characters, not too long."""
    safe = "".join(char if is_plain(char) else "\N{REPLACEMENT CHARACTER}" for char in text)
    return safe if len(safe) <= most else f"{safe[: most - 1]}…"


def shown_path(path: Path | str) -> str:
    """Make a path safe to print; only the end of a very long one."""
    safe = shown(str(path), MOST_PATH_SHOWN * 100)
    return safe if len(safe) <= MOST_PATH_SHOWN else f"…{safe[1 - MOST_PATH_SHOWN :]}"


def is_plain(char: str) -> bool:
    """Return whether a character is harmless: no control character, bidi override or lone surrogate."""
    return unicodedata.category(char)[0] != "C" and char not in "\u2028\u2029"


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return "this cannot be the name of a file"  # a ValueError: a NUL in the name
