"""What can go wrong, and the exit code that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class Sentence(str):
    """A message whose English template and values are still known, so that a page can say it in its language.

    A value can be a sentence as well, or a list of names. `plural` is the template for other counts than 1.
    """

    template: str
    values: dict[str, object]
    plural: str | None

    def __new__(cls, template: str, **values: object) -> Sentence:
        return cls._made(template % _listed(values), template, values, None)

    @classmethod
    def with_count(cls, one: str, many: str, count: int, **values: object) -> Sentence:
        """Return the sentence for a count, which its templates call `count`."""
        values["count"] = count
        return cls._made((one if count == 1 else many) % _listed(values), one, values, many)

    @classmethod
    def _made(cls, text: str, template: str, values: dict[str, object], plural: str | None) -> Sentence:
        made = super().__new__(cls, text)
        made.template, made.values, made.plural = template, values, plural
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return Sentence._made, (str(self), self.template, self.values, self.plural)

    def with_option(self, hint: str) -> Sentence:
        """Return the sentence with a hint at an option of the command line, which only the command line shows."""
        return self._made(self + hint, self.template, self.values, self.plural)


def _listed(values: dict[str, object]) -> dict[str, object]:
    return {name: " and ".join(value) if isinstance(value, list) else value for name, value in values.items()}


class HashiError(Exception):
    """Anything that `hashi` reports in one sentence instead of a traceback."""

    exit_code = 2


class InputError(HashiError):
    """A call or a file that cannot be understood. Knows where: source, line and column as far as they are known.

    `quote` is the line itself with a caret below its column, where the line can be shown.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        quote: tuple[str, ...] = (),
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.quote = quote
        super().__init__(message)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        return f"{place}: {self.message}" if place else self.message

    @property
    def errors(self) -> tuple[InputError, ...]:
        """Everything that cannot be understood, one error each."""
        return (self,)

    def at(self, source: str) -> InputError:
        """The same error, with the file that it came from."""
        return InputError(self.message, source=source, line=self.line, column=self.column, quote=self.quote)


class UnreadableError(InputError):
    """Several places that cannot be understood, in one text or in several. As an InputError it is the first of them."""

    def __init__(self, errors: Sequence[InputError]) -> None:
        first, more = errors[0], len(errors) - 1
        rest = "" if not more else f" (and {more} more {'mistake' if more == 1 else 'mistakes'})"
        super().__init__(
            first.message + rest, source=first.source, line=first.line, column=first.column, quote=first.quote
        )
        self._errors = tuple(errors)

    @property
    def errors(self) -> tuple[InputError, ...]:
        return self._errors

    def at(self, source: str) -> UnreadableError:
        return UnreadableError([error.at(source) for error in self._errors])


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


class NoSolverError(InputError):
    """A search where there is no solver: in a browser that does not let pages use threads."""

    def __init__(self) -> None:
        super().__init__("there is no solver here")


class InternalError(HashiError):
    """A contradiction inside `hashi` itself: always a bug, never the user's fault."""

    exit_code = 70
