"""Results in one SQLite file: a stopped run resumes, and nothing is computed twice.

Each answer is a transaction of its own: in WAL mode without waiting for the disk that takes a fraction of a
millisecond, a process that is killed loses nothing that was written, and a machine that loses power at most the last
seconds. Several processes may write at once.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal
from zlib import crc32

from hashi_solver.bonuses import BONUSES
from hashi_solver.errors import InputError
from hashi_solver.lab.jobs import Subject
from hashi_solver.lab.outcome import Outcome, fault
from hashi_solver.library import cache_folder
from hashi_solver.loading import Library, is_installed
from hashi_solver.notation.files import make_folder, shown, shown_path

if TYPE_CHECKING:
    import sqlite3
else:
    sqlite3 = Library("sqlite3")  # a browser's tab has none

APPLICATION = 0x48415348  # "HASH", in the header of the file
VERSION = 2  # 1 had no checksums
SECONDS_TO_WAIT = 60.0  # for another process that writes
SECONDS_BETWEEN = 0.01  # two tries, where SQLite does not wait by itself
LEAST_FREE = 1_000_000  # bytes; where less is left, an error of the disk is that of a full one

Table = Literal["optima", "games"]
STORE_ADVICE = "; name another one with --store"
TABLES: tuple[Table, ...] = ("optima", "games")
Key = tuple[str, str]  # deck and start
Judge = Callable[[Outcome], str | None]  # says what cannot be right about an answer
JudgeFor = Callable[["Subject", Key], Judge]

_BONUSES = " INTEGER NOT NULL, ".join(bonus.name for bonus in BONUSES)
_COLUMNS = (
    "score INTEGER NOT NULL, bound INTEGER NOT NULL, start_number INTEGER NOT NULL, start_island INTEGER NOT NULL, "
    f"play TEXT NOT NULL, finished TEXT NOT NULL, bridges TEXT NOT NULL, {_BONUSES} INTEGER NOT NULL, "
    "seconds REAL NOT NULL, time_limit REAL, checksum INTEGER"
)
_SUBJECTS = """
CREATE TABLE IF NOT EXISTS subjects (
    id INTEGER PRIMARY KEY, board TEXT NOT NULL, rules TEXT NOT NULL, answerer TEXT NOT NULL,
    UNIQUE (board, rules, answerer)
)"""
_ANSWERS = f"""
CREATE TABLE IF NOT EXISTS %s (
    subject INTEGER NOT NULL REFERENCES subjects, deck TEXT NOT NULL, start TEXT NOT NULL, {_COLUMNS},
    PRIMARY KEY (subject, deck, start)
) WITHOUT ROWID"""
_KINDS = (int, int, int, int, str, str, str, *(int for _ in BONUSES), float, float | None)
_TUPLES = {"start": ("start_number", "start_island"), "done": tuple(bonus.name for bonus in BONUSES)}
_FIELDS = tuple(name for field in fields(Outcome) for name in _TUPLES.get(field.name, (field.name,)))
_NAMES = ", ".join((*_FIELDS, "checksum"))
_MARKS = ", ".join("?" * (4 + len(_FIELDS)))


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two answers to one question that cannot both be right."""

    subject: Subject
    key: Key
    kept: Outcome
    other: Outcome

    def __str__(self) -> str:
        deck, start = self.key
        return (
            f"{self.subject.by}, start {start}, deck {deck}: {_told(self.kept)} and {_told(self.other)} "
            "cannot both be right"
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that cannot be right, and why: it is not used, and a new answer takes its place."""

    store: Path
    subject: Subject
    key: Key
    why: str

    def __str__(self) -> str:
        deck, start = self.key
        deal = f"start {shown(start)}, deck {shown(deck, 80)}"
        return f"{shown_path(self.store)}: {shown(self.subject.by, 150)}, {deal}: {self.why}"


class Store:
    """The file, opened to read and write, or only to read where it cannot be written to.

    Every error that the disk can raise becomes one sentence; `advice` ends those about a store that cannot be written.
    `refusals` are the answers that were found to be wrong.
    """

    def __init__(self, path: Path, advice: str = "") -> None:
        self.path, self.advice = path, advice
        self.writable = True
        self.refusals: list[Refusal] = []
        self._refused: set[tuple[Table, Subject, Key]] = set()
        self._subjects: dict[Subject, int] = {}
        with self._told():
            self._open()

    def _open(self) -> None:
        try:
            self._connect(str(self.path), self._prepare)
            return
        except sqlite3.OperationalError as error:
            not_writable = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
            if _primary_code(error) not in not_writable or not self.path.is_file():
                raise
        self.writable = False
        # In a folder that takes no new file SQLite reads a store in WAL mode only if it may trust that nobody writes.
        # Nobody can, but a log that was left beside the store has to be read as well.
        log = self.path.with_name(f"{self.path.name}-wal")
        mode = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
        self._connect(f"{self.path.absolute().as_uri()}?{mode}", self._prepare_to_read)

    def _connect(self, path: str, prepare: Callable[[], None]) -> None:
        self._db = sqlite3.connect(path, timeout=SECONDS_TO_WAIT, isolation_level=None, uri=not self.writable)
        self._db.text_factory = _text
        try:
            prepare()
        except BaseException:
            self._db.close()
            raise

    def _prepare_to_read(self) -> None:
        if self._check() < VERSION:
            message = "an earlier version of hashi wrote this store; put a copy where it can be written to"
            raise InputError(message, source=shown_path(self.path))

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with suppress(sqlite3.Error):  # what is written is written; the rest is a tidying up that another may be doing
            self._db.close()

    def outcomes(
        self, table: Table, subject: Subject, judge_for: JudgeFor = lambda *_: fault
    ) -> Iterator[tuple[Key, Outcome]]:
        """Yield every answer of a subject that is not refused, in the order of its key."""
        with self._told():
            rows = self._db.execute(
                f"SELECT deck, start, {_NAMES} FROM {table} WHERE subject = ? ORDER BY deck, start",
                (self._id(subject),),
            )
            for deck, start, *values in rows:
                key = (deck, start)
                outcome = self._believed(table, subject, key, values, judge_for(subject, key))
                if outcome is not None:
                    yield key, outcome

    def find(self, table: Table, subject: Subject, key: Key, judge: Judge = fault) -> Outcome | None:
        """Return the answer to one deal, or None if it is not known or refused."""
        if (table, subject, key) in self._refused:
            return None
        with self._told():
            row = self._db.execute(
                f"SELECT {_NAMES} FROM {table} WHERE subject = ? AND deck = ? AND start = ?",
                (self._id(subject), *key),
            ).fetchone()
        return None if row is None else self._believed(table, subject, key, row, judge)

    def _believed(self, table: Table, subject: Subject, key: Key, row: Sequence[Any], judge: Judge) -> Outcome | None:
        """Return the answer in a row; refuse one that is damaged, or that the judge finds wrong."""
        *values, checksum = row
        if all(isinstance(value, kind) for value, kind in zip(values, _KINDS, strict=True)):
            outcome = _outcome(values)
            why = judge(outcome)
            if why is None and checksum not in (None, _checksum(table, subject, key, values)):
                why = f"it claims {_told(outcome)}, but its checksum is wrong"
            if why is None:
                return outcome
        else:
            why = "it is damaged"
        if (table, subject, key) not in self._refused:
            self._refused.add((table, subject, key))
            self.refusals.append(Refusal(self.path, subject, key, why))
        return None

    def save(self, key: Key, found: Mapping[tuple[Table, Subject], Outcome]) -> list[Conflict]:
        """Keep the answers to one deal, all or none; of two answers to one question, keep the one that says more."""
        self.expect_writable()
        conflicts: list[Conflict] = []
        with self._told(), self._transaction():
            for (table, subject), outcome in found.items():
                self._put(table, subject, key, outcome, conflicts)
        return conflicts

    def expect_writable(self) -> None:
        """Raise InputError if nothing can be saved here."""
        if not self.writable:
            raise InputError(f"this store cannot be written to{self.advice}", source=shown_path(self.path))

    def merge(self, other: Store, judge_for: JudgeFor = lambda *_: fault) -> tuple[int, list[Conflict]]:
        """Copy the answers of another store; return how many were new or better, and the contradictions.

        An answer with a fault is refused in both stores.
        """
        self.expect_writable()
        believed = [  # before the transaction, for which others may have to wait
            (table, subject, *each)
            for table in TABLES
            for subject in other.subjects()
            for each in other.outcomes(table, subject, judge_for)
        ]
        taken = 0
        conflicts: list[Conflict] = []
        with self._told(), self._transaction():
            for table, subject, key, outcome in believed:
                taken += self._put(table, subject, key, outcome, conflicts, judge_for(subject, key))
        return taken, conflicts

    def subjects(self) -> list[Subject]:
        with self._told():
            rows = self._db.execute("SELECT board, rules, answerer FROM subjects ORDER BY board, rules, answerer")
            return [Subject(*row) for row in rows if all(isinstance(name, str) for name in row)]

    def _prepare(self) -> None:
        """Make sure that the file is a store and can be written; in one transaction, since others may open it too."""
        self._db.execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            version = self._check()
            if version < VERSION:
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")
                for statement in (_SUBJECTS, *(_ANSWERS % table for table in TABLES)):
                    self._db.execute(statement)
            if version == 1:
                for table in TABLES:
                    self._db.execute(f"ALTER TABLE {table} ADD COLUMN checksum INTEGER")
            self._db.execute(f"PRAGMA user_version = {VERSION}")  # fails now if the store cannot be written
        self._write_ahead()

    def _check(self) -> int:
        """Return the version of the file, which must be a store."""
        (mark,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and mark != APPLICATION:
            raise InputError("this is a database, but not one of hashi's", source=shown_path(self.path))
        if version > VERSION:
            raise InputError("a later version of hashi wrote this store; update hashi", source=shown_path(self.path))
        return int(version)

    def _write_ahead(self) -> None:
        """Switch to WAL mode. For this, unlike everything else, SQLite does not wait its turn, so we do."""
        until = time.monotonic() + SECONDS_TO_WAIT
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if not _is_locked(error) or time.monotonic() > until:
                    raise
            time.sleep(SECONDS_BETWEEN)

    def _put(
        self,
        table: Table,
        subject: Subject,
        key: Key,
        outcome: Outcome,
        conflicts: list[Conflict],
        judge: Judge = fault,
    ) -> bool:
        """Keep an answer and return whether it said anything new; add contradictions to the conflicts."""
        known = self.find(table, subject, key)
        if known not in (None, outcome):
            known = self.find(table, subject, key, judge)
        if known is not None and contradict(known, outcome):
            conflicts.append(Conflict(subject, key, known, outcome))
            return False
        better = outcome if known is None else combined(known, outcome)
        if better == known:
            return False
        values = _values(better)
        values = (self._made_id(subject), *key, *values, _checksum(table, subject, key, values))
        self._db.execute(f"INSERT OR REPLACE INTO {table} (subject, deck, start, {_NAMES}) VALUES ({_MARKS})", values)
        self._refused.discard((table, subject, key))
        return True

    def _id(self, subject: Subject) -> int | None:
        if subject not in self._subjects:
            row = self._db.execute(
                "SELECT id FROM subjects WHERE board = ? AND rules = ? AND answerer = ?", astuple(subject)
            ).fetchone()
            if row is None:
                return None
            self._subjects[subject] = row[0]
        return self._subjects[subject]

    def _made_id(self, subject: Subject) -> int:
        known = self._id(subject)
        if known is None:
            made = self._db.execute("INSERT INTO subjects (board, rules, answerer) VALUES (?, ?, ?)", astuple(subject))
            assert made.lastrowid is not None
            known = self._subjects[subject] = made.lastrowid
        return known

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._subjects.clear()  # an id that was given within is given back
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise InputError(_sentence(error, self.path, self.advice), source=shown_path(self.path)) from None


def contradict(one: Outcome, other: Outcome) -> bool:
    """Return whether one answer has a play with a total that the other rules out."""
    return one.score > other.bound or other.score > one.bound


def combined(one: Outcome, other: Outcome) -> Outcome:
    """Combine two answers to one question, in any order: the best play and the lowest bound."""
    best = min(one, other, key=lambda outcome: (-outcome.score, outcome.bound, *_values(outcome)[2:-2]))
    bound = min(one.bound, other.bound)
    limits = [outcome.time_limit for outcome in (one, other) if outcome.time_limit is not None]
    return replace(best, bound=bound, time_limit=None if bound == best.score else max(limits, default=None))


def default_store() -> Path:
    return cache_folder() / "lab.sqlite"


def have_stores() -> bool:
    """Return whether answers can be stored here: a browser's tab has no database."""
    return is_installed("sqlite3")


def open_default() -> Store:
    path = default_store()
    make_folder(path.parent, STORE_ADVICE)
    return Store(path, STORE_ADVICE)


def _values(outcome: Outcome) -> tuple[Any, ...]:
    found: list[Any] = []
    for value in astuple(outcome):
        found += value if isinstance(value, tuple) else (value,)
    *others, seconds, time_limit = found
    return (*others, float(seconds), None if time_limit is None else float(time_limit))


def _checksum(table: Table, subject: Subject, key: Key, values: Sequence[Any]) -> int:
    return crc32(repr((table, astuple(subject), key, tuple(values))).encode("utf-8", "replace"))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _outcome(values: Sequence[Any]) -> Outcome:
    score, bound, number, island, play, finished, bridges, *done, seconds, time_limit = values
    return Outcome(score, bound, (number, island), play, finished, bridges, tuple(done), seconds, time_limit)


def _told(outcome: Outcome) -> str:
    return f"{outcome.score} proven" if outcome.proven else f"{outcome.score} to {outcome.bound}"


def _primary_code(error: sqlite3.Error) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _is_locked(error: sqlite3.Error) -> bool:
    return _primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _sentence(error: sqlite3.Error, path: Path, advice: str) -> str:
    """Return a sentence about what went wrong with the file."""
    primary = _primary_code(error)
    cannot_open, cannot_write = primary == sqlite3.SQLITE_CANTOPEN, primary == sqlite3.SQLITE_IOERR
    if cannot_open and not path.parent.is_dir():
        return "the folder of this store does not exist"
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) or (cannot_open and not _writable(path)):
        return f"this store cannot be written to{advice}"
    if primary == sqlite3.SQLITE_FULL or (cannot_write and _free(path) < LEAST_FREE):
        return "the disk is full; what was found so far is kept, and the same command resumes from there"
    if _is_locked(error):
        return f"another process has kept this store locked for {SECONDS_TO_WAIT:.0f} seconds"
    if primary in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return f"this is not a store of hashi, or it is damaged; move it away{advice.replace(';', ', or')}"
    return f"the store cannot be used: {error}"


def _writable(path: Path) -> bool:
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _free(path: Path) -> int:
    return shutil.disk_usage(path.parent).free
