"""What can go wrong, and the exit code that goes with it."""

from __future__ import annotations

from dataclasses import dataclass


class HashiError(Exception):
    """Anything that `hashi` tells a person in one sentence instead of a traceback."""

    exit_code = 2


class InputError(HashiError):
    """A call or a file that cannot be understood. Knows where: source, line and column as far as they are known."""

    def __init__(
        self, message: str, *, source: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        super().__init__(message)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        return f"{place}: {self.message}" if place else self.message

    def at(self, source: str) -> InputError:
        """The same error, with the file that it came from."""
        return InputError(self.message, source=source, line=self.line, column=self.column)


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken in one round (the start is round 0) by what was done to these islands."""

    rule: str
    round: int
    islands: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        when = f"round {self.round}" if self.round else "start"
        return f"{when}: {self.message} ({self.rule})"


class IllegalError(HashiError):
    """Something that can be read but that the rules forbid."""

    exit_code = 1

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        self.violations = violations
        super().__init__("; ".join(str(violation) for violation in violations))


class NotFoundError(HashiError):
    """Something that was looked for and not found."""

    exit_code = 1


class Unproven(HashiError):  # noqa: N818 (not a mistake of anybody)
    """The work ended before its answer was known: it was stopped, or its time was up."""

    exit_code = 130

    def __init__(self, message: str = "interrupted") -> None:
        super().__init__(message)


class InternalError(HashiError):
    """A contradiction inside `hashi` itself: always a bug, never the user's fault."""

    exit_code = 70
