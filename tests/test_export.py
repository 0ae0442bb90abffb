"""Problems for other solvers: the four formats say the same, and what is found in them is a play of the game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import text_format
from ortools.sat import cp_model_pb2
from ortools.sat.python import cp_model

from bench import verify
from bench.best import Known, families, improved, known, refereed, rows, taken
from bench.instances import INSTANCES, everything, instances
from hashi_solver.bonuses import BONUSES
from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.documents.instances import instance_json
from hashi_solver.export import GameProblem, cp_sat_bytes, cp_sat_text, dimacs, minizinc, opb
from hashi_solver.notation.records import format_record
from hashi_solver.record import WrittenStart
from hashi_solver.referee import record_of
from hashi_solver.rules import (
    State,
    Turn,
    advance,
    empty,
    legal_bridges,
    legal_numbers,
    legal_starts,
    violations,
    with_start,
)
from hashi_solver.scoring import breakdown
from hashi_solver.solver import solve
from tests.command import ROOT, hashi, refused
from tests.own_boards import POND
from tests.tiny import best, tiny_position

pytestmark = pytest.mark.usefixtures("own_boards")

CODE = encode(deal_of_seed("1", POND))


class Reader:
    """What another program would understand of a file, in CP-SAT, so that it can be solved here."""

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self.variables: dict[str, cp_model.IntVar] = {}

    def variable(self, name: str) -> cp_model.IntVar:
        if name not in self.variables:
            self.variables[name] = self.model.new_bool_var(name)
        return self.variables[name]

    def literal(self, text: str) -> Any:
        return self.variable(text[1:]).negated() if text.startswith("-") else self.variable(text)

    def solved(self) -> tuple[str, dict[str, bool]]:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.status_name(solver.solve(self.model))
        if status not in ("OPTIMAL", "FEASIBLE"):
            return status, {}
        values = {name: bool(solver.value(variable)) for name, variable in self.variables.items()}
        return status, values


def of_opb(text: str) -> Reader:
    reader = Reader()
    sizes = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    assert sizes
    rows = 0
    for line in text.splitlines():
        if line.startswith("*"):
            continue
        words = line.replace("min:", "").replace(";", "").split()
        if line.startswith("min:"):
            reader.model.minimize(linear(reader, words))
            continue
        rows += 1
        total = linear(reader, words[:-2])
        reader.model.add(total == int(words[-1]) if words[-2] == "=" else total >= int(words[-1]))
    for number in range(1, int(sizes[1]) + 1):
        reader.variable(f"x{number}")
    assert (len(reader.variables), rows) == (int(sizes[1]), int(sizes[2]))
    return reader


def linear(reader: Reader, words: Sequence[str]) -> Any:
    return sum(int(weight) * reader.variable(name) for weight, name in zip(words[::2], words[1::2], strict=True))


def of_dimacs(text: str) -> Reader:
    reader, cost, clauses = Reader(), [], 0
    header = re.search(r"^p (w?cnf) (\d+) (\d+)(?: (\d+))?$", text, re.MULTILINE)
    assert header
    weighted, top = header[1] == "wcnf", header[4]
    for line in text.splitlines():
        if line[0] in "cp":
            continue
        clauses += 1
        words = line.split()
        assert words.pop() == "0"
        weight = words.pop(0) if weighted else None
        literals = [reader.literal(word) for word in words]
        if weight == top:
            reader.model.add_bool_or(literals)
        else:
            (only,) = literals
            assert weight is not None
            cost.append(int(weight) * (1 - only))
    assert (clauses, len(reader.variables) <= int(header[2])) == (int(header[3]), True)
    if cost:
        reader.model.minimize(sum(cost))
    return reader


def of_minizinc(text: str) -> Reader:
    """Read the part of MiniZinc that the export uses; a real MiniZinc reads it in `bench.strangers`."""
    reader = Reader()
    points: Any = None
    for line in text.splitlines():
        if match := re.fullmatch(r"var (\d+)\.\.(\d+): (\w+);", line):
            reader.variables[match[3]] = reader.model.new_int_var(int(match[1]), int(match[2]), match[3])
        elif match := re.fullmatch(r"var bool: (\w+);", line):
            assert match[1] not in reader.variables
            reader.variable(match[1])
        elif match := re.fullmatch(r"var int: points = (.*);", line):
            points = expression(reader, match[1])
        elif match := re.fullmatch(r"constraint clause\(\[(.*)\], \[(.*)\]\);", line):
            negated = [reader.variables[name].negated() for name in match[2].split(", ") if name]
            reader.model.add_bool_or(*(reader.variables[name] for name in match[1].split(", ") if name), *negated)
        elif match := re.fullmatch(r"constraint (not )?(\w+);", line):
            reader.model.add(reader.variables[match[2]] == (0 if match[1] else 1))
        elif match := re.fullmatch(r"constraint (.*) (<=|>=|=) (-?\d+);", line):
            total, bound = expression(reader, match[1]), int(match[3])
            if match[2] in ("<=", "="):
                reader.model.add(total <= bound)
            if match[2] in (">=", "="):
                reader.model.add(total >= bound)
        elif line == "  maximize points;":
            reader.model.maximize(points)
        else:
            assert re.match(r"(%|array \[|output \[|solve :: int_search\(|  satisfy;$|$)", line), line
    return reader


def expression(reader: Reader, text: str) -> Any:
    total: Any = 0
    if match := re.match(r"sum\(\[(.*?)\]\)", text):
        total = sum(reader.variables[name] for name in match[1].split(", "))
        text = text[match.end() :]
    for sign, factor, word in re.findall(r"([-+]?) ?(?:(\d+)\*)?(\w+)", text):
        value = int(word) if word.isdigit() else reader.variables[word]
        total += (-1 if sign == "-" else 1) * int(factor or 1) * value
    return total


def of_cp_sat(text: str) -> Reader:
    reader = Reader()
    assert reader.model.proto.parse_text_format(text)
    for place, variable in enumerate(reader.model.proto.variables):
        reader.variables[variable.name] = reader.model.get_int_var_from_proto_index(place)
    return reader


def values_said(values: dict[str, bool]) -> str:
    """Values as the solvers of the competitions print them."""
    return f"v {' '.join(name if value else f'-{name}' for name, value in values.items())}\n"


def names_said(values: dict[str, bool]) -> str:
    """The names of what is true, as the MiniZinc model prints them."""
    return "\n".join(name for name, value in values.items() if value)


def agreed(problem: GameProblem) -> int:
    """Solve a problem in all its formats; every solution has to pass the checker, and all have to be as good."""
    found = []
    formats: list[tuple[str, Callable[[str], Reader], Callable[[dict[str, bool]], str]]] = [
        (opb(problem), of_opb, values_said),
        (dimacs(problem), of_dimacs, values_said),
        (minizinc(problem), of_minizinc, names_said),
        (cp_sat_text(problem), of_cp_sat, names_said),
    ]
    for text, read, said in formats:
        status, values = read(text).solved()
        assert status == "OPTIMAL"
        points, _ = checked(text, said(values))
        found.append(sum(points.values()))
    assert len(set(found)) == 1, found
    return found[0]


def checked(text: str, solution: str) -> tuple[dict[str, int], str]:
    readers = {"*": verify.read_opb, "c": verify.read_dimacs, "#": verify.read_cp_sat}
    instance = next(line for line in text.splitlines() if verify.MARK in line)
    formula = readers[text[0]](text) if text[0] in readers else verify.NO_FORMULA
    return verify.verify(json.loads(instance[instance.index("{") :]), formula, solution)


def tiny_problems(count: int) -> Iterator[tuple[State, tuple[Any, ...]]]:
    chance = random.Random(22)
    while count:
        state, cards = tiny_position(chance)
        if cards and not state.void and not state.round:
            count -= 1
            yield state, cards


def test_all_formats_have_the_optimum_of_exhaustive_search() -> None:
    for state, cards in tiny_problems(8):
        assert agreed(GameProblem(state, cards, instance_json(state, cards))) == best(state, cards)


def test_a_total_can_be_asked_for() -> None:
    for state, cards in tiny_problems(4):
        optimum = best(state, cards)
        for total, possible in ((optimum, True), (optimum + 1, False)):
            problem = GameProblem(state, cards, instance_json(state, cards), total)
            assert "\np cnf " in dimacs(problem)
            assert "\nmin:" not in opb(problem)
            for reader in (of_opb(opb(problem)), of_dimacs(dimacs(problem)), of_minizinc(minizinc(problem))):
                assert (reader.solved()[0] == "OPTIMAL") is possible


@pytest.mark.parametrize("name", ["t1-small-03", "t1-late-01"])
def test_games_of_the_benchmark(name: str) -> None:
    """One from its start, one after some rounds."""
    (game,) = instances([name])
    assert agreed(game.problem()) == solve(game.state, game.cards).score


def test_the_bytes_are_the_text() -> None:
    state, cards = next(tiny_problems(1))
    problem = GameProblem(state, cards, instance_json(state, cards))
    of_bytes = cp_model_pb2.CpModelProto.FromString(cp_sat_bytes(problem))
    of_text = text_format.Parse(cp_sat_text(problem), cp_model_pb2.CpModelProto())
    assert json.loads(of_bytes.name)["format"] == "hashi-instance/1"
    assert of_bytes.variables == of_text.variables
    assert of_bytes.objective == of_text.objective
    assert sorted(map(str, of_bytes.constraints)) == sorted(map(str, of_text.constraints))


def test_the_set_is_made_anew_byte_for_byte() -> None:
    lines = [json.dumps(document, separators=(", ", ": ")) for document in everything()]
    assert INSTANCES.read_text(encoding="ascii").splitlines() == lines
    assert len({json.loads(line)["name"] for line in lines}) == len(lines)


def test_games_that_a_search_found_belong_to_the_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["# a comment"]
    for game in instances(["t2-f"]):
        said = game.document
        lines.append(f"{' '.join(said['grid'])} | {said['start'] or 'free'} | {' '.join(said['cards'])} | ? | 90000+")
    monkeypatch.setattr("bench.instances.HARD", tmp_path / "hard.txt")
    (tmp_path / "hard.txt").write_text("\n".join([*lines, ""]), encoding="ascii")
    found = instances(["t3-hard"])
    assert len({game.name for game in found}) == len(found) == len(lines) - 1
    for game, other in zip(found, instances(["t2-f"]), strict=True):
        assert {**game.document, "name": ""} == {**other.document, "name": ""}


def test_the_best_known_plays_are_worth_what_is_said() -> None:
    results = known()
    games = {game.name: game for game in instances()}
    assert {name for name in games if not name.startswith("t3-hard")} <= set(results)
    for name, result in results.items():
        if name in games:
            assert refereed(games[name], result["start"], result["rounds"]) == result["best"] <= result["bound"]
            assert result["proofs"]


def test_an_open_game_is_closed_from_below_and_above(tmp_path: Path) -> None:
    (game,) = instances(["t1-small-03"])
    closed = known()[game.name]
    nothing: Known = {**closed, "best": 0, "bound": 60, "start": "3@E5", "rounds": [], "proofs": ["hashi"]}
    climbed = improved(game, nothing, 20)
    assert (climbed["best"], climbed["bound"]) == (closed["best"], closed["best"])
    record = tmp_path / "play.txt"
    record.write_text(
        f"Start: {closed['start']}\n1. {closed['rounds'][0]}\n2. {closed['rounds'][1]}\n", encoding="ascii"
    )
    everything = {game.name: nothing}
    taken(everything, f"{INSTANCES}:{game.name}", str(record))
    better = everything[game.name]
    assert 0 < better["best"] == refereed(game, better["start"], better["rounds"]) < closed["best"]
    taken({game.name: closed}, f"{INSTANCES}:{game.name}", str(record))
    assert closed == known()[game.name]


def test_the_documentation_has_the_table_of_best_results() -> None:
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    assert "\n".join(families(known())) in page
    assert "\n".join(rows(known())) in (ROOT / "bench" / "BEST.md").read_text(encoding="utf-8")


def test_the_checker_referees_as_the_engine_does() -> None:
    """Random plays, some of them illegal: the same first mistake, and the same points where there is none."""
    chance = random.Random(5)
    legal = illegal = 0
    for _ in range(150):
        state, cards = tiny_position(chance)
        if state.void or state.round or not cards:
            continue
        game = state.game
        now = with_start(empty(game), chance.choice(list(legal_starts(game))))
        begun = now
        turns: list[Turn] = []
        rules: set[str] = set()
        for card in cards:
            on = chance.choice([None, *legal_numbers(now, card)])
            drawings = [*legal_bridges(now, card, on)]
            turn = Turn(on, chance.choice(drawings))
            if chance.random() < 0.15:
                island = chance.choice([None, *range(len(now.numbers))])
                lines = tuple(sorted(chance.choices(range(len(now.bridges)), k=card.bridges)))
                turn = Turn(island, lines)
            turns.append(turn)
            rules = {violation.rule for violation in violations(now, card, turn)}
            if rules:
                break
            now = advance(now, card, turn)
        assert begun.start is not None
        record = format_record(record_of(game, cards, WrittenStart.of(game.layout, begun.start), turns))
        instance: dict[str, Any] = dict(instance_json(begun, cards))
        if not rules:
            points, _ = verify.verify(instance, verify.NO_FORMULA, record)
            legal += 1
            assert list(points.values()) == [breakdown(now).islands, *(breakdown(now).of(bonus) for bonus in BONUSES)]
        else:
            illegal += 1
            with pytest.raises(verify.Wrong) as error:
                verify.verify(instance, verify.NO_FORMULA, record)
            assert any(f"({each})" in str(error.value) for each in rules), (rules, str(error.value))
    assert min(legal, illegal) > 30


def test_the_checker_takes_no_false_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = instances(["t1-small-03"])
    text = opb(game.problem())
    _, values = of_opb(text).solved()
    problem, solution = tmp_path / "game.opb", tmp_path / "solution.txt"
    problem.write_text(text, encoding="utf-8")

    def judged(said: str) -> tuple[int, str]:
        solution.write_text(said, encoding="utf-8")
        code = verify.main([str(problem), str(solution)])
        return code, "".join(capsys.readouterr())

    code, said = judged(values_said(values))
    assert (code, said.partition(":")[0]) == (0, "26 points")
    record = said.partition("\n")[2]
    assert judged(record) == (0, said)
    assert judged(re.sub(r"Start: (.)", "Start: 6", record))[0] == 1
    written = next(name for name, value in values.items() if value)
    assert judged(values_said({**values, written: False}))[0] == 1
    code, said = judged("points = 60\nwrite_A1_1\n----------\n")
    assert (code, said.count("\n")) == (1, 1)
    for nonsense in ("", "v x1\n", "1. fish", "s UNKNOWN"):
        code, said = judged(nonsense)
        assert (code, said.count("\n")) == (2, 1), nonsense


def test_hashi_export(tmp_path: Path) -> None:
    instance = json.loads(hashi("export", CODE, "--json").out)
    for form, ending, head in (
        ("opb", "opb", "* #variable= "),
        ("dimacs", "wcnf", "c A game"),
        ("mzn", "mzn", "% A game"),
        ("cpsat", "txt", "# A game"),
    ):
        path = tmp_path / f"game.{ending}"
        ran = hashi("export", CODE, "--format", form, "--out", path)
        assert (ran.code, ran.out, ran.err) == (0, "", f"{path}: the problem\n")
        assert path.read_text(encoding="utf-8").startswith(head)
        assert verify.read_problem(str(path))[0] == instance
        assert hashi("export", CODE, "--format", form, "--out", path).code == 0
    assert hashi("export", CODE).out == (tmp_path / "game.opb").read_text(encoding="utf-8")
    path = tmp_path / "game.pb"
    assert hashi("export", CODE, "--format", "cpsat", "--out", path).code == 0
    assert cp_model_pb2.CpModelProto.FromString(path.read_bytes()).objective.scaling_factor == -1
    path.write_text("mine")
    assert "hashi did not write it" in refused("export", CODE, "--out", path)


def test_hashi_export_after_some_rounds(tmp_path: Path) -> None:
    play = tmp_path / "play.txt"
    assert hashi("solve", CODE, "--record", play).code == 0
    lines = play.read_text(encoding="utf-8").splitlines(keepends=True)
    for rounds, cards in ((12, 17), (0, 17)):
        play.write_text("".join(line for line in lines if not line[0].isdigit() or int(line.split(".")[0]) <= rounds))
        instance = json.loads(hashi("export", "--after", play, "--json").out)
        assert (len(instance["rounds"]), len(instance["cards"])) == (rounds, cards)
    play.write_text("".join(lines))
    assert "nothing left to solve" in refused("export", "--after", play)
    assert "give RECORD or --after" in refused("export", CODE, "--after", play)
    assert "which cards?" in refused("export")
