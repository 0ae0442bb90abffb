"""What was found lately, so that another language, or a look at what is known so far, takes no second search."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Question = TypeVar("Question")
Found = TypeVar("Found")
MOST_KEPT = 20


@dataclass(slots=True)
class KeptAnswer(Generic[Found]):
    """What is known of a question; None until something is."""

    found: Found | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Lately(Generic[Question, Found]):
    """The last questions and what is known of them. Only one request works on a question at a time.

    Work that is stopped leaves here what it knows by then, and the next request for it finds that.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Question, KeptAnswer[Found]] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def about(self, question: Question) -> Iterator[KeptAnswer[Found]]:
        with self._lock:
            known = self._kept.setdefault(question, KeptAnswer())
            self._kept.move_to_end(question)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        with known.lock:
            yield known
