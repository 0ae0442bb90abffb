"""Challenges that were published together: found by their code, read when they are first asked for, never added to."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from typing import Any

from hashi_solver.challenge.challenges import Challenge, without_day
from hashi_solver.challenge.codes import encode
from hashi_solver.challenge.deals import Deal
from hashi_solver.documents.challenges import challenge_of_document
from hashi_solver.errors import InputError


class Published:
    """The challenges of a `hashi-challenges/1` document. They take the place of a folder where challenges are kept."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _documents(self) -> dict[str, Any]:
        return {each["code"]: each for each in json.loads(self._text)["challenges"]}

    def find(self, deal: Deal) -> Challenge | None:
        """Return the challenge of a deal; None for one that was not published, or that cannot be right."""
        document = self._documents.get(encode(replace(deal, kind="open")))  # hidden cards are no other deal
        if document is None:
            return None
        try:
            challenge = challenge_of_document(document)
        except InputError:
            return None
        if replace(challenge.deal, kind=deal.kind) != deal:
            return None  # another board may share the code
        return replace(without_day(challenge), deal=deal, code=encode(deal))

    def keep(self, challenge: Challenge) -> None:
        """Do nothing: what was worked out is not published."""
