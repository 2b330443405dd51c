import json
import pickle
import subprocess
import sys
from dataclasses import asdict

import cubesolve
import pytest
from cubesolve import Cube, Solver, solve

FREE_CROSS = "....U.......R..R.....F..F...D.D.D.D....L..L.....B..B.."


def test_answer_prints_as_moves():
    answer = solve("R U F'")
    assert str(answer) == "F U' R'"
    assert (answer.length, answer.optimal, answer.lower_bound) == (3, True, 3)
    assert (answer.metric, answer.table, answer.error) == ("htm", "64M", None)
    assert answer.seconds >= 0 and answer.nodes >= 0 and answer.probes >= 0
    assert [str(step) for step in answer.steps] == ["F U' R'"]


def test_answer_is_a_sequence_of_solutions():
    answer = solve("R2 F2 R2 F2 R2 F2", all=True)
    assert len(answer) == len(answer.solutions) == len(list(answer)) == len(str(answer).split("\n"))
    assert len(answer) > 1
    assert answer[0] in answer
    assert all(solution.length == 6 for solution in answer)
    for solution in answer:
        assert Cube(f"R2 F2 R2 F2 R2 F2 {solution}") == Cube()


def test_solved_cube_has_an_empty_solution():
    for cube in ("", "R R'", Cube()):
        answer = solve(cube)
        assert (str(answer), answer.length, answer.optimal, answer.error) == ("", 0, True, None)
        assert answer


def test_cubes_and_all_notations_are_solved():
    for cube in (Cube("R U"), Cube("R U").facelets(), "2340199207225155584", "R U // two"):
        assert str(solve(cube)) == "U' R'"


def test_solution_is_for_the_cube_as_it_is_held():
    assert str(solve("x R U")) == "U' R'"


OPTIONS = [
    ({}, []),
    ({"metric": "htm"}, []),
    ({"all": True}, ["--all"]),
    ({"n": 3}, ["-n", "3"]),
    ({"n": 4, "extra": 2}, ["-n", "4", "--extra", "2"]),
    ({"goal": "eo"}, ["--goal", "eo"]),
    ({"goal": "eo,dr", "extra": [1, 0]}, ["--goal", "eo,dr", "--extra", "1,0"]),
    ({"goal": "eo,dr", "max_moves": ["any", 9]}, ["--goal", "eo,dr", "--max-moves", "any,9"]),
    ({"goal": "eo", "niss": True, "all": True}, ["--goal", "eo", "--niss", "--all"]),
    ({"moves": "R,U,F"}, ["--moves", "R,U,F"]),
    ({"moves": "M,U", "max_moves": 5}, ["--moves", "M,U", "--max-moves", "5"]),
    ({"moves": "R,U,F", "metric": "qtm"}, ["--moves", "R,U,F", "--metric", "qtm"]),
    ({"to": "R L"}, ["--to", "R L"]),
    ({"to": Cube("R L")}, ["--to", "R L"]),
    ({"to": ["R L", Cube("F2")]}, ["--to", "R L", "--to", "F2"]),
    ({"to": FREE_CROSS}, ["--to", FREE_CROSS]),
    ({"max_moves": 3}, ["--max-moves", "3"]),
    ({"puzzle": "2x2x2"}, ["--puzzle", "2x2x2"]),
    ({"fast": True}, ["--fast"]),
    ({"fast": True, "metric": "qtm"}, ["--fast", "--metric", "qtm"]),
    ({"table": "64M"}, ["--table", "64M"]),
    ({"auf": True}, ["--auf"]),
    ({"moves": "R,U,F", "cost": "mcc"}, ["--moves", "R,U,F", "--cost", "mcc"]),
    ({"goal": "eo,dr,htr,solved", "extra": "any"}, ["--goal", "eo,dr,htr,solved", "--extra", "any"]),
]


@pytest.mark.parametrize("options, arguments", OPTIONS)
def test_options_are_those_of_the_command(options, arguments):
    """Every option gives the same answer here and on the command line."""
    for scramble in ("R U F' R2", "R2 U2"):
        command = [sys.executable, "-m", "cubesolve", "solve", "--json", *arguments, scramble]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        expected = json.loads(done.stdout)
        answer = solve(scramble, **options)
        for field in ("metric", "optimal", "lower_bound", "nodes", "table", "error"):
            assert getattr(answer, field) == expected[field], field
        assert answer.length == expected["length"]
        found = json.dumps([asdict(solution) for solution in answer])
        assert json.loads(found) == expected["solutions"]


def test_steps_of_a_chain_are_named():
    answer = solve("R U F' L2 D B2 R'", goal="eo,dr")
    assert [step.goal.split("-")[0] for step in answer.steps] == ["eo", "dr"]
    assert Cube(f"R U F' L2 D B2 R' {answer}") != Cube()


def test_no_solution_is_no_exception():
    answer = solve("R U F", max_moves=2)
    assert not answer and list(answer) == []
    assert (answer.length, answer.steps, answer.lower_bound) == (None, (), 3)
    assert answer.error == "no solution within 2 moves"
    assert solve("F", moves="R,U").error.startswith("impossible")


def test_timeout_returns_the_best_solution(superflip):
    answer = Solver("64M").solve(superflip, timeout=0.5)
    assert answer.error.startswith("time is up")
    assert not answer.optimal and answer.length >= 20 > answer.lower_bound
    assert Cube(superflip) * Cube(str(answer)) == Cube()


@pytest.mark.parametrize(
    "options, problem",
    [
        ({"metric": "atm"}, "metric: expected htm or qtm or stm"),
        ({"n": 0}, "at least 1"),
        ({"n": -1}, "number: "),
        ({"extra": 300}, "extra: "),
        ({"goal": "nowhere"}, "goal: .*nowhere"),
        ({"niss": True}, "niss needs a goal"),
        ({"moves": "Q"}, "moves: column 1"),
        ({"to": "R Q"}, "to: column 3"),
        ({"all": True, "n": 2}, "exclude each other"),
        ({"fast": True, "all": True}, "fast"),
        ({"timeout": -1}, "timeout: "),
        ({"timeout": float("nan")}, "timeout: "),
        ({"table": "h3"}, "table: .*h3"),
    ],
)
def test_wrong_options_are_value_errors(options, problem):
    with pytest.raises(ValueError, match=problem) as error:
        solve("R", **options)
    assert not isinstance(error.value, cubesolve.CubeError)
    with pytest.raises(ValueError, match=problem):
        cubesolve.solve_many(["R"], **options)


def test_unknown_options_and_types_are_type_errors():
    for call in (lambda: solve("R", metrik="htm"), lambda: solve(5), lambda: solve("R", to=5)):
        with pytest.raises(TypeError):
            call()
    for threads in (0, 2000):
        with pytest.raises(ValueError, match="threads"):
            Solver(threads=threads)


def test_answer_survives_pickle_and_is_a_value():
    answer = solve("R U F' L2 D B2 R'", goal="eo,dr", n=3)
    copy = pickle.loads(pickle.dumps(answer))
    assert copy == answer and hash(copy) == hash(answer) and copy is not answer
    assert str(copy) == str(answer)
    with pytest.raises(AttributeError):
        answer.optimal = True


def test_help_lists_the_options():
    import inspect

    for function in (solve, cubesolve.solve_many, Solver.solve, Solver.solve_many):
        assert {"metric", "all", "n", "fast", "timeout"} <= set(inspect.signature(function).parameters)
