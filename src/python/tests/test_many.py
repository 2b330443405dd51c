import itertools
import os
import random
import threading
import time

import pytest
from cubesolve import Cube, CubeError, Solver, solve, solve_many

WINDOW = 1000


def easy(count, seed=1):
    """Scrambles of up to 6 moves."""
    draw = random.Random(seed)
    turns = [face + turn for face in "URFDLB" for turn in ("", "2", "'")]
    return [" ".join(draw.choices(turns, k=draw.randint(0, 6))) for _ in range(count)]


def test_answers_are_those_to_single_cubes_in_order():
    scrambles = easy(300)
    cubes = [Cube(s) if n % 2 else s for n, s in enumerate(scrambles)]
    answers = list(solve_many(cubes, all=True))
    assert [a.solutions for a in answers] == [solve(c, all=True).solutions for c in cubes]


def test_long_stream_is_solved():
    scrambles = easy(20_000)
    count = 0
    for scramble, answer in zip(scrambles, solve_many(iter(scrambles))):
        assert answer.optimal and answer.length <= len(scramble.split())
        count += 1
        if count % 100 == 0:
            assert Cube(f"{scramble} {answer}") == Cube()
    assert count == len(scrambles)


def test_slow_cube_keeps_its_place():
    slow = Cube.random(5)
    answers = Solver("64M").solve_many([slow, "R", "U", slow], timeout=0.3)
    lengths = [answer.length for answer in answers]
    assert lengths[1:3] == [1, 1] and lengths[0] > 15 < lengths[3]


def test_only_a_window_is_read_ahead():
    read = 0

    def endless():
        nonlocal read
        for move in itertools.cycle("URFDLB"):
            read += 1
            yield move

    answers = solve_many(endless())
    assert read == 0
    for count in range(1, 2500):
        next(answers)
        assert read <= count + WINDOW
    del answers


def test_wrong_cube_is_an_error_in_its_place():
    answers = solve_many(["R", "U Q", "F"])
    assert str(next(answers)) == "R'"
    with pytest.raises(CubeError, match="cube 1: column 3"):
        next(answers)
    assert str(next(answers)) == "F'"
    with pytest.raises(StopIteration):
        next(answers)


def test_error_of_the_source_follows_the_answers_before():
    def broken():
        yield "R"
        yield "U"
        raise OSError("unplugged")

    answers = solve_many(broken())
    assert [str(next(answers)) for _ in range(2)] == ["R'", "U'"]
    with pytest.raises(OSError, match="unplugged"):
        next(answers)
    with pytest.raises(StopIteration):
        next(answers)
    with pytest.raises(TypeError):
        list(solve_many(["R", 5]))
    with pytest.raises(TypeError):
        solve_many(5)


def test_interruption_of_the_source_ends_at_once():
    def interrupted():
        yield "R"
        raise KeyboardInterrupt

    answers = solve_many(interrupted())
    with pytest.raises(KeyboardInterrupt):
        next(answers)
    assert list(answers) == []


def test_no_cubes_have_no_answers():
    assert list(solve_many([])) == []


def test_abandoned_answers_stop_their_searches(superflip):
    def threads():
        # without Python's, of which other packages have some
        return len(os.listdir("/proc/self/task")) - threading.active_count()

    solver = Solver("64M", threads=2)
    answers = solver.solve_many(["R", superflip, superflip])
    next(answers)
    assert threads() > 0
    before = time.monotonic()
    del answers
    list(solver.solve_many(["R"]))
    # those that searched end within milliseconds; the pool for tables stays
    while threads() > os.cpu_count() and time.monotonic() < before + 20:
        time.sleep(0.01)
    assert threads() <= os.cpu_count()


def test_second_thread_cannot_take_the_same_answer(superflip):
    answers = Solver("64M").solve_many([superflip], timeout=1)
    first = threading.Thread(target=lambda: next(answers))
    first.start()
    time.sleep(0.3)
    with pytest.raises(ValueError, match="another thread"):
        next(answers)
    first.join()
