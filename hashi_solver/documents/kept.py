"""Challenges cached in a folder, one document each, because they take long to compute."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hashi_solver import __version__
from hashi_solver.challenge.challenges import Challenge, without_day
from hashi_solver.challenge.codes import encode
from hashi_solver.challenge.deals import Deal
from hashi_solver.documents.base import json_text, object_in, parse_json
from hashi_solver.documents.challenges import FORMAT, ChallengeDocument, challenge_json, challenge_of_document
from hashi_solver.errors import InputError
from hashi_solver.notation.files import make_folder, read_text, shown_path, write_text
from hashi_solver.provenance import account
from hashi_solver.targets import par_of

MOST_KEPT = 2000  # about 12 MB


def to_nobody(message: str) -> None:
    """Ignore a message."""


@dataclass(frozen=True, slots=True)
class ChallengeFolder:
    """The challenges in a folder, which is created with the first one.

    Several processes may use a folder at once. The oldest files are deleted when there are more than `most`. `tell`
    gets a message about each file that cannot be right; it is sent to other processes, so it must be picklable.
    """

    folder: Path
    tell: Callable[[str], None] = to_nobody
    most: int = MOST_KEPT

    def find(self, deal: Deal) -> Challenge | None:
        """Return the challenge that an earlier run saved for a deal, or None if there is none that can be trusted.

        It must come from this version, and its targets must have been measured as they would be now.
        """
        path = self.path(encode(deal))
        if not os.path.isfile(path):  # Path.is_file fails where the folder cannot be entered
            return None
        try:
            document = object_in(parse_json(read_text(path), ""), "a challenge", FORMAT)
            if (document.get("version"), document.get("yardstick")) != (__version__, account("targets")):
                return None
            challenge = challenge_of_document(document)
            if challenge.code != encode(deal):
                raise InputError(f"this is the challenge {challenge.code}")
            _expect_consistent(challenge)
        except InputError as error:
            self.tell(f"{shown_path(path)} cannot be right: {error.message}; computed again")
            return None
        return without_day(challenge) if challenge.deal == deal else None  # another board may share the code

    def keep(self, challenge: Challenge) -> None:
        """Write a challenge into the folder, or do nothing if it cannot be written."""
        document: ChallengeDocument = {**challenge_json(without_day(challenge)), "yardstick": account("targets")}
        with contextlib.suppress(InputError):
            make_folder(self.folder)
            write_text(self.path(challenge.code), json_text(document) + "\n", follow=False)
            self._delete_the_oldest()

    def path(self, code: str) -> Path:
        return self.folder / f"{code}.json"

    def _delete_the_oldest(self) -> None:
        names = os.listdir(self.folder)
        if len(names) <= self.most:
            return
        files = []
        for path in map(self.folder.joinpath, names):
            with contextlib.suppress(OSError):  # another process deleted it
                files.append((path.stat().st_mtime, path))
        for _, path in sorted(files)[: -self.most]:
            with contextlib.suppress(OSError):
                path.unlink()


def _expect_consistent(challenge: Challenge) -> None:
    """Refuse targets that do not follow from the shortfall, which is what was measured."""
    targets, game = challenge.targets, challenge.deal.game
    if targets.par != par_of(targets.perfect - targets.shortfall, targets.perfect, game):
        raise InputError(f'"par" is {targets.par}, which does not fit a shortfall of {targets.shortfall}')
    if targets.par > targets.bronze:
        raise InputError(f'"bronze" is {targets.bronze}, below par')
