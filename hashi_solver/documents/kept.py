"""Challenges kept in a folder, a document each, so that what took long to compute is computed once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from hashi_solver import __version__
from hashi_solver.challenge.challenges import Challenge
from hashi_solver.challenge.codes import encode
from hashi_solver.challenge.deals import Deal
from hashi_solver.documents.base import json_text, object_in, parse_json
from hashi_solver.documents.challenges import FORMAT, ChallengeDocument, challenge_json, challenge_of_document
from hashi_solver.errors import InputError
from hashi_solver.notation.files import make_folder, read_text, write_text
from hashi_solver.provenance import account


@dataclass(frozen=True, slots=True)
class ChallengeFolder:
    """The challenges of one folder, which is made when the first is kept."""

    folder: Path

    def find(self, deal: Deal) -> Challenge | None:
        """What an earlier run left of a deal; None where there is nothing good.

        It must be of this version, and its targets measured with the same as they would be now.
        """
        path = self.path(encode(deal))
        if not path.exists():
            return None
        try:
            document = object_in(parse_json(read_text(path), ""), "a challenge", FORMAT)
            challenge = challenge_of_document(document)
        except InputError:
            return None  # it will be written anew
        by = (document.get("version"), document.get("yardstick"))
        fits = challenge.deal == deal and by == (__version__, account("targets"))
        return replace(challenge, day=None) if fits else None

    def keep(self, challenge: Challenge) -> None:
        document: ChallengeDocument = {**challenge_json(challenge), "yardstick": account("targets")}
        make_folder(self.folder)
        write_text(self.path(challenge.code), json_text(document) + "\n", follow=False)

    def path(self, code: str) -> Path:
        return self.folder / f"{code}.json"
