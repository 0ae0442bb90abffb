#!/usr/bin/env python3
"""Check a solution of a HASHI problem: python3 verify.py PROBLEM SOLUTION

One file, for any Python from 3.10 on, that needs nothing else and knows nothing of hashi.

PROBLEM is a file of `hashi export` (OPB, DIMACS, MiniZinc or CP-SAT's text), its JSON, or `instances.jsonl:NAME`.
SOLUTION is what a solver printed, or a record of play; `-` is standard input. It may have:

    v x1 -x2 ...  /  v 1 -2 ... 0  /  v 0110...     values, as in the competitions for SAT, PB and MaxSAT
    solution: [0, 1, ...]                           CP-SAT's response as text
    write_C4_7                                      names of true variables, as the MiniZinc model prints them
    Start: 4@C3                                     a record: a line for the start, then one a round
    1. 5@E1 C3-E3 E1=E3

If there are several solutions, the last one counts. Values are first put into every constraint of an OPB or DIMACS
file. Then the play is refereed by the rules, which this file states for itself, and its points are counted. Prints the
points and the play as a record. Exit code 0: legal; 1: not a solution, or worth less than is claimed; 2: unreadable.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

MARK = '"hashi-instance/1"'
START_NUMBERS = (3, 4)
MOST_ON_A_LINE, MOST_ON_AN_ISLAND = 2, 6
POINTS_FOR_AN_ISLAND = 2
BONUSES = {"red": (9, 5, 2), "blue": (7, 3, 1), "six": (8, 4, 2)}  # early, late, the piles that are early

Line = frozenset[str]  # its two islands
Start = tuple[int, str]
Round = tuple[str | None, list[Line]]  # where the number goes, and the bridges
Value = Callable[[int], bool]  # of the variable with this number


class Unreadable(Exception):  # noqa: N818 - it is what went wrong
    """A file that cannot be understood."""


class Wrong(Exception):  # noqa: N818 - it is what went wrong
    """A solution that breaks a constraint or a rule."""


# The rules: a board, and a referee who follows a play


class Board:
    """Islands by name with their flags, and the lines between neighbours with the lines that cross them."""

    def __init__(self, instance: dict[str, Any]) -> None:
        letters = {"o": "", "r": "red", "b": "blue"}
        cells = {(x, y): cell for y, row in enumerate(instance["grid"]) for x, cell in enumerate(row) if cell != "."}
        names = {(x, y): f"{chr(ord('A') + x)}{y + 1}" for x, y in cells}
        self.flags = {names[place]: letters[cell] for place, cell in cells.items()}
        left_out = {frozenset(pair) for pair in instance["no_line"]}
        self.crossed_by: dict[Line, set[Line]] = {}
        over: dict[tuple[int, int], list[Line]] = {}  # the lines over a cell of sea
        columns, rows = len(instance["grid"][0]), len(instance["grid"])
        for (x, y), name in names.items():
            for dx, dy in ((1, 0), (0, 1)):
                sea = []
                here = x + dx, y + dy
                while here not in names and here[0] < columns and here[1] < rows:
                    sea.append(here)
                    here = here[0] + dx, here[1] + dy
                line = frozenset((name, names.get(here, name)))
                if here in names and line not in left_out:
                    self.crossed_by[line] = set()
                    for cell in sea:
                        over.setdefault(cell, []).append(line)
        for lines in over.values():
            for line in lines:
                self.crossed_by[line].update(set(lines) - {line})


class Referee:
    """Follows a play round by round; raises Wrong at its first mistake."""

    def __init__(self, instance: dict[str, Any], start: Start) -> None:
        self.board = Board(instance)
        self.piles, self.group = instance["piles"], instance["group"]
        self.number: dict[str, int] = {}
        self.bridges: Counter[Line] = Counter()
        self.done: dict[str, int] = {}  # the round in which a bonus was first there
        self.round = 0
        number, island = start
        if self.board.flags.get(island, "none"):
            self.wrong("R2a", f"{island} is not an island without a flag")
        if number not in START_NUMBERS:
            self.wrong("R2a", f"a game starts with a 3 or a 4, not a {number}")
        self.number[island] = number

    def wrong(self, rule: str, what: str) -> None:
        raise Wrong(f"{f'round {self.round}' if self.round else 'start'}: {what} ({rule})")

    def leading(self, island: str) -> int:
        return sum(count for line, count in self.bridges.items() if island in line)

    def finished(self) -> set[str]:
        return {island for island, number in self.number.items() if self.leading(island) == number}

    def play(self, card: tuple[int, int], turn: Round) -> None:
        self.round += 1
        closed = self.finished()
        number, bridges = card
        island, drawn = turn
        if island is not None:
            self.write(number, island)
        if len(drawn) not in (0, bridges):
            self.wrong("R5", f"{len(drawn)} bridges, but the card has {bridges}")
        for line in drawn:
            self.draw(line, closed)
        for bonus in BONUSES:
            if bonus not in self.done and self.has(bonus):
                self.done[bonus] = self.round

    def write(self, number: int, island: str) -> None:
        if island not in self.board.flags:
            self.wrong("R4", f"there is no island {island}")
        if island in self.number:
            self.wrong("R4", f"{island} has a number already")
        if self.board.flags[island] and not self.leading(island):
            self.wrong("R4a", f"no bridge leads to the flag on {island}")
        if number < self.leading(island):
            self.wrong("R4b", f"{number} is less than the bridges that lead to {island}")
        self.number[island] = number

    def draw(self, line: Line, closed: set[str]) -> None:
        shown = "-".join(sorted(line))
        if line not in self.board.crossed_by:
            self.wrong("R5a", f"there is no line {shown}")
        self.bridges[line] += 1
        if self.bridges[line] > MOST_ON_A_LINE:
            self.wrong("R5a", f"more than {MOST_ON_A_LINE} bridges on {shown}")
        if not line & set(self.number):
            self.wrong("R5b", f"neither end of {shown} has a number")
        if self.board.crossed_by[line] & set(self.bridges):
            self.wrong("R5c", f"{shown} crosses another bridge")
        for island in line:
            if island in closed:
                self.wrong("R6", f"{island} was finished before")
            if self.leading(island) > self.number.get(island, MOST_ON_AN_ISLAND):
                self.wrong("R5d", f"too many bridges at {island}")

    def has(self, bonus: str) -> bool:
        if bonus == "six":
            return self.largest_group() >= int(self.group)
        flagged = {island for island, flag in self.board.flags.items() if flag == bonus}
        return bool(flagged) and flagged <= self.finished()

    def largest_group(self) -> int:
        left, most = self.finished(), 0
        while left:
            edge = [left.pop()]
            size = 0
            while edge:
                here = edge.pop()
                size += 1
                joined = {island for line in self.bridges if here in line for island in line} & left
                left -= joined
                edge += joined
            most = max(most, size)
        return most

    def points(self) -> dict[str, int]:
        found = {"islands": POINTS_FOR_AN_ISLAND * len(self.finished())}
        for bonus, (early, late, piles) in BONUSES.items():
            when = self.done.get(bonus)
            found[bonus] = 0 if when is None else early if when <= sum(self.piles[:piles]) else late
        return found


# Plays: as records, and as names of variables


def read_start(text: str) -> Start:
    match = re.fullmatch(r"\s*(\d+)\s*@\s*([A-Z]\d+)\s*", text)
    if not match:
        raise Unreadable(f"{text.strip()!r} is not a start; a start is 4@C3")
    return int(match[1]), match[2]


def read_round(text: str, card: str) -> Round:
    """Read `5@E1 C3-E3 E1=E3`; a dash is a pass."""
    island, drawn = None, []
    for word in text.split():
        bridge = re.fullmatch(r"([A-Z]\d+)([-=])([A-Z]\d+)", word)
        write = re.fullmatch(r"(\d+)@([A-Z]\d+)", word)
        if bridge:
            drawn += [frozenset((bridge[1], bridge[3]))] * (2 if bridge[2] == "=" else 1)
        elif write and island is None:
            if write[1] != card.partition("/")[0]:
                raise Wrong(f"{word} with the card {card} (R4)")
            island = write[2]
        elif word != "-":
            raise Unreadable(f"{word!r} is not understood; a round is 5@E1 C3-E3 E1=E3")
    return island, drawn


def given_start(instance: dict[str, Any]) -> Start | None:
    return None if instance["start"] is None else read_start(instance["start"])


def given_rounds(instance: dict[str, Any]) -> list[Round]:
    return [read_round(text, card) for text, card in zip(instance["rounds"], instance["cards"], strict=False)]


def play_of_record(instance: dict[str, Any], text: str) -> tuple[Start, list[Round]]:
    start, rounds, cards = given_start(instance), dict[int, Round](), instance["cards"]
    for written in text.splitlines():
        line = written.partition("#")[0]
        header = re.match(r"\s*Start\s*:(.*)", line)
        numbered = re.match(r"\s*(\d+)[.:)]\s*(.*)", line)
        if header:
            start = read_start(header[1])
        elif numbered:
            when = int(numbered[1])
            if not 1 <= when <= len(cards):
                raise Unreadable(f"there is no round {when}")
            rounds[when] = read_round(numbered[2], cards[when - 1])
    if start is None:
        raise Unreadable("the record has no Start line")
    return start, [rounds.get(when, (None, [])) for when in range(1, len(cards) + 1)]


def play_of_names(instance: dict[str, Any], names: Iterable[str]) -> tuple[Start, list[Round]]:
    """Return the play in which exactly the variables with these names are true."""
    starts: list[Start] = []
    writes: dict[int, list[str]] = {}
    counts: Counter[tuple[Line, int]] = Counter()  # bridges on a line by the end of a round
    for name in set(names):
        kind, *rest = name.split("_")
        if kind == "start":
            starts.append((int(rest[0]), rest[1]))
        elif kind == "write":
            writes.setdefault(int(rest[1]), []).append(rest[0])
        elif kind == "bridge":
            counts[frozenset(rest[:2]), int(rest[3])] += 1
    start = given_start(instance)
    if start is None:
        if len(starts) != 1:
            raise Wrong(f"{len(starts)} starts (R2a)")
        start = starts[0]
    rounds = given_rounds(instance)
    for when in range(len(rounds) + 1, len(instance["cards"]) + 1):
        here = writes.get(when, [])
        if len(here) > 1:
            raise Wrong(f"round {when}: {len(here)} numbers (R4)")
        drawn: list[Line] = []
        for line in sorted({line for line, _ in counts}, key=sorted):
            more = counts[line, when] - counts[line, when - 1]
            if more < 0:
                raise Wrong(f"round {when}: a bridge on {'-'.join(sorted(line))} vanishes (R5)")
            drawn += [line] * more
        rounds.append((here[0] if here else None, drawn))
    return start, rounds


def record_of(instance: dict[str, Any], start: Start, rounds: list[Round]) -> str:
    lines = [f"Deck: {' '.join(instance['cards'])}", f"Start: {start[0]}@{start[1]}"]
    for when, (card, (island, drawn)) in enumerate(zip(instance["cards"], rounds, strict=True), start=1):
        number = "-" if island is None else f"{card.partition('/')[0]}@{island}"
        bridges = sorted("-".join(sorted(line, key=lambda name: (int(name[1:]), name))) for line in drawn)
        lines.append(f"{when}. {number} {' '.join(bridges) or '-'}")
    return "\n".join(lines)


# Problems: the names of their variables, and what values are worth


class Formula(NamedTuple):
    """What a file says about its variables, which are numbered from 1."""

    names: dict[int, str]
    check: Callable[[Value], None] | None = None  # raises Wrong at a constraint that does not hold
    points: Callable[[Value], int] | None = None


NO_FORMULA = Formula({})


def named(text: str, pattern: str) -> dict[int, str]:
    return {int(number): name for number, name in re.findall(pattern, text, re.MULTILINE)}


def constant_in(text: str, what: str) -> int:
    found = re.search(rf"points = (-?\d+) - {what}", text)
    return int(found[1]) if found else 0


def read_opb(text: str) -> Formula:
    rows: list[tuple[int, list[tuple[int, int]], str, int]] = []
    objective: list[tuple[int, int]] | None = None
    for place, line in enumerate(text.splitlines(), start=1):
        if line.startswith("min:"):
            objective = list(terms_of(line[4:].partition(";")[0]))
        elif line.strip() and not line.startswith("*"):
            found = re.fullmatch(r"([^=>]*)(>=|=)\s*([-+]?\d+)\s*;\s*", line)
            if not found:
                raise Unreadable(f"line {place} of the problem is not a constraint")
            rows.append((place, list(terms_of(found[1])), found[2], int(found[3])))

    def check(value: Value) -> None:
        for place, terms, relation, bound in rows:
            total = sum(weight for weight, variable in terms if value(variable))
            if total < bound or (relation == "=" and total != bound):
                raise Wrong(f"line {place} of the problem does not hold")

    def points(value: Value) -> int:
        cost = sum(weight for weight, variable in objective or () if value(variable))
        return constant_in(text, "objective") - cost

    return Formula(named(text, r"^\* x(\d+) = (\w+)$"), check, None if objective is None else points)


def terms_of(text: str) -> Iterator[tuple[int, int]]:
    words = text.split()
    for weight, variable in zip(words[::2], words[1::2], strict=True):
        yield int(weight), int(variable[1:])


def read_dimacs(text: str) -> Formula:
    hard: list[tuple[int, list[int]]] = []
    soft: list[tuple[int, list[int]]] = []
    top: int | None = None
    for place, line in enumerate(text.splitlines(), start=1):
        if line.startswith("p"):
            top = int(line.split()[4]) if line.startswith("p wcnf") else None
        elif line.strip() and not line.startswith("c"):
            numbers = [int(word) for word in line.split()]
            if top is None:
                hard.append((place, numbers[:-1]))
            elif numbers[0] == top:
                hard.append((place, numbers[1:-1]))
            else:
                soft.append((numbers[0], numbers[1:-1]))

    def holds(clause: list[int], value: Value) -> bool:
        return any(value(abs(literal)) == (literal > 0) for literal in clause)

    def check(value: Value) -> None:
        for place, clause in hard:
            if not holds(clause, value):
                raise Wrong(f"line {place} of the problem does not hold")

    def points(value: Value) -> int:
        return constant_in(text, "cost") - sum(weight for weight, clause in soft if not holds(clause, value))

    return Formula(named(text, r"^c (\d+) = (\w+)$"), check, None if top is None else points)


def read_cp_sat(text: str) -> Formula:
    """Read the names only: of CP-SAT's files the play is checked, not the constraints."""
    names = re.findall(r'^variables \{ name: "(\w+)"', text, re.MULTILINE)
    return Formula(dict(enumerate(names, start=1)))


def read_problem(path: str) -> tuple[dict[str, Any], Formula]:
    """Return the instance and the formula in a file."""
    listed = re.fullmatch(r"(.*\.jsonl):([\w-]+)", path)
    text = read(listed[1] if listed else path)
    if listed:
        for line in text.splitlines():
            instance = json.loads(line)
            if instance["name"] == listed[2]:
                return instance, NO_FORMULA
        raise Unreadable(f"there is no game {listed[2]} in {listed[1]}")
    if text.startswith("{") and "\n{" not in text:
        return json.loads(text), NO_FORMULA
    found = next((line for line in text.splitlines() if MARK in line and not line.startswith("{")), None)
    if found is None:
        raise Unreadable(f"{path} has no game: name a file of hashi export, or instances.jsonl:NAME")
    readers = {"*": read_opb, "c": read_dimacs, "#": read_cp_sat}
    reader = readers.get(text[0])
    return json.loads(found[found.index("{") :]), reader(text) if reader else NO_FORMULA


# Solutions


def read_values(text: str) -> dict[int, bool] | None:
    """Return the values of the last solution that a solver printed, by variable; None if it printed none."""
    last: list[str] = []
    before = ""
    for line in text.splitlines():
        if line.startswith("v "):
            last = [*(last if before.startswith("v ") else ()), *line.split()[1:]]
        before = line
    if len(last) == 1 and re.fullmatch("[01]{2,}", last[0]):
        return {place: bit == "1" for place, bit in enumerate(last[0], start=1)}
    if last:
        return {int(word.lstrip("-x")): not word.startswith("-") for word in last if word != "0"}
    listed = re.findall(r"^\s*solution:\s*\[?([-\d, ]+)\]?\s*$", text, re.MULTILINE)
    numbers = re.findall(r"-?\d+", ",".join(listed))
    return {place: number == "1" for place, number in enumerate(numbers, start=1)} if numbers else None


def last_answer(text: str) -> str:
    """Return the last of several answers that a line of dashes ends, as MiniZinc prints them."""
    answers = re.split(r"^-{10,}\s*$", text, flags=re.MULTILINE)
    return answers[-2] if len(answers) > 1 else text


def verify(instance: dict[str, Any], formula: Formula, text: str) -> tuple[dict[str, int], str]:
    """Return the points by source and the record of a solution; raise Wrong or Unreadable."""
    values = read_values(text)
    claimed: int | None = None
    if values is not None:
        given = values
        if not formula.names:
            raise Unreadable("these are values of variables, but this problem does not name its variables")
        for variable in formula.names:
            if variable not in given:
                raise Unreadable(f"the solution has no value for variable {variable}")

        def value(variable: int) -> bool:
            return given.get(variable, False)

        if formula.check is not None:
            formula.check(value)
        if formula.points is not None:
            claimed = formula.points(value)
        start, rounds = play_of_names(instance, (name for number, name in formula.names.items() if value(number)))
    else:
        answer = last_answer(text)
        said = re.search(r"^points = (\d+)", answer, re.MULTILINE)
        names = re.findall(r"\b(?:start|write|bridge)_\w+", answer)
        if said or names:
            claimed = int(said[1]) if said else None
            start, rounds = play_of_names(instance, names)
        elif re.search(r"^\s*(?:Start\s*:|\d+[.:)]\s)", text, re.MULTILINE):
            start, rounds = play_of_record(instance, text)
        else:
            raise Unreadable("there is no solution in this text")
    if given_start(instance) not in (None, start):
        raise Wrong("the start is not the one of the problem")
    referee = Referee(instance, start)
    for when, (card, turn) in enumerate(zip(instance["cards"], rounds, strict=True)):
        if when < len(instance["rounds"]):
            island, drawn = given_rounds(instance)[when]
            if turn[0] != island or Counter(turn[1]) != Counter(drawn):
                raise Wrong(f"round {when + 1} is not the one of the problem")
        number, bridges = card.split("/")
        referee.play((int(number), int(bridges)), turn)
    points = referee.points()
    total = sum(points.values())
    if claimed is not None and claimed > total:
        raise Wrong(f"{claimed} points are claimed, but this play is worth {total}")
    return points, record_of(instance, start, rounds)


def read(path: str) -> str:
    try:
        if path == "-":
            return sys.stdin.read()
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be read: {error}") from None


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    try:
        points, record = verify(*read_problem(arguments[0]), read(arguments[1]))
    except Wrong as error:
        print(f"not a solution: {error}")
        return 1
    except Unreadable as error:
        print(f"verify: {error}", file=sys.stderr)
        return 2
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        print(f"verify: a file is damaged ({type(error).__name__}: {error})", file=sys.stderr)
        return 2
    print(f"{sum(points.values())} points: {', '.join(f'{name} {count}' for name, count in points.items())}")
    print(record)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
