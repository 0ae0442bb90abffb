"""Codes: `3F9ZK-0T2WB-7Q8MD`, a whole number in 15 characters that reveals typing errors.

The alphabet is Crockford's base 32: no I, L, O and U. What is written is the number times 251. That is a prime above
31 that does not divide 31, so one wrong character, or two neighbours that changed places, never give a multiple of it.
"""

from __future__ import annotations

from hashi_solver.errors import InputError, Sentence
from hashi_solver.notation.files import shown

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH, GROUP = 15, 5
CHECK = 251
SCANNED = "HASHI:"  # what a telephone reads off a sheet begins so
IN_A_SITE = "#/challenge/"  # or, where the sheet belongs to a site, is an address with this before the code

_VALUES = {char: value for value, char in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_BETWEEN = "-\u2010\u2011\u2012\u2013\u2014\u2212"  # also what word processors make of a dash


def format_code(value: int) -> str:
    """Return the code of a whole number from 0 up."""
    left, chars = value * CHECK, ""
    while left or len(chars) < LENGTH:
        left, digit = divmod(left, len(ALPHABET))
        chars = ALPHABET[digit] + chars
    if len(chars) > LENGTH:
        raise ValueError(f"{value} is too large for a code")
    return "-".join(chars[place : place + GROUP] for place in range(0, LENGTH, GROUP))


def parse_code(text: str, *, line: int | None = None, column: int | None = None) -> int:
    """Return the number of a code. Small letters, O for 0, I and L for 1, blanks and dashes anywhere are fine.

    So is a code as a telephone reads it off a sheet.
    """
    bare = text.strip().rpartition(IN_A_SITE)[2]
    if bare.upper().startswith(SCANNED):
        bare = bare[len(SCANNED) :]
    chars = [char for char in bare if not char.isspace() and char not in _BETWEEN]
    strange = [char for char in chars if char.upper() not in _VALUES]
    if strange:
        message = Sentence(
            "%(sign)r cannot be in a code: a code has digits, and letters except I, L, O and U",
            sign=shown(strange[0]),
        )
        raise InputError(message, line=line, column=column)
    if len(chars) != LENGTH:
        message = Sentence(
            "a code has %(length)s characters in three groups of five, but here are %(count)s",
            length=LENGTH,
            count=len(chars),
        )
        raise InputError(message, line=line, column=column)
    total = 0
    for char in chars:
        total = total * len(ALPHABET) + _VALUES[char.upper()]
    value, rest = divmod(total, CHECK)
    if rest:
        raise mistyped(line=line, column=column)
    return value


def canonical_code(text: str, *, line: int | None = None, column: int | None = None) -> str:
    """Return the code as `hashi` writes it: capitals, three groups."""
    return format_code(parse_code(text, line=line, column=column))


def mistyped(*, line: int | None = None, column: int | None = None) -> InputError:
    message = Sentence("this code is mistyped: compare it with the sheet, one character is wrong or two are swapped")
    return InputError(message, line=line, column=column)
