"""Tables are found or generated, and progress is reported."""

import contextlib
import os
import sys

import pytest
from cubesolve import Progress, Solver, TableError, solve

# a cube that is not solved without a table
FAR = "R U F' L2 D B' U2 R' F2 L D' B U"


def test_near_cube_needs_no_table(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path / "new"))
    for table in (None, "64M"):
        answer = Solver(table).solve("R U F' L2 D B' U2 R' F2 L", metric="htm")
        assert (answer.length, answer.optimal, answer.table) == (10, True, None)
    assert not os.path.exists(tmp_path / "new")


def test_timeout_covers_the_generation(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path / "new"))
    answer = Solver().solve(FAR[:-2], timeout=0)
    assert answer.error.startswith("time is up before the table ")
    assert answer.length == 12 and answer.lower_bound <= 12
    assert not os.path.exists(tmp_path / "new")


def test_missing_table_is_generated_and_then_found(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path / "new"))
    reports = []
    answer = Solver("32M", progress=reports.append).solve(FAR)
    assert (answer.optimal, answer.table) == (True, "32M")
    assert os.listdir(tmp_path / "new") == ["32M.table"]
    generation = [report for report in reports if report.table]
    assert {report.table for report in generation} == {"32M"}
    assert generation[-1].done == 1 and sorted(r.done for r in generation) == [
        r.done for r in generation
    ]
    reports.clear()
    assert Solver(progress=reports.append).solve("R").table == "32M"
    assert not any(report.table for report in reports)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_generation_is_shown_on_a_terminal_only(tmp_path, run_script):
    import pty

    script = f"import cubesolve; print(cubesolve.solve({FAR!r}, table='32M').optimal)"

    def directory(name):
        return {**os.environ, "CUBESOLVE_TABLES": str(tmp_path / name)}

    terminal, stderr = pty.openpty()
    options = {"capture_output": False, "stdout": -1}
    assert run_script(script, stderr=stderr, env=directory("a"), **options) == "True\n"
    os.close(stderr)
    shown = ""
    with contextlib.suppress(OSError):  # at the end
        while chunk := os.read(terminal, 10_000):
            shown += chunk.decode()
    os.close(terminal)
    assert "generating the table 32M: 0%" in shown and shown.endswith("generated the table 32M\r\n")
    output = run_script(script, stderr=-2, env=directory("b"), **options)
    assert output == "True\n"


def test_progress_is_reported_for_each_cube(superflip):
    reports = []
    solver = Solver("64M", progress=reports.append)
    answer = solver.solve(superflip, timeout=1.5)
    assert len(reports) > 5 and all(isinstance(report, Progress) for report in reports)
    last = reports[-1]
    assert (last.cube, last.table) == (0, None)
    assert last.lower_bound <= answer.lower_bound and last.depth > 10 and last.probes > 0
    assert 0 <= last.done <= 1
    assert any(report.best for report in reports)
    reports.clear()
    list(solver.solve_many(["R", superflip], timeout=1))
    assert 1 in {report.cube for report in reports}


class Stopped(Exception):
    pass


def test_exception_of_the_callback_ends_the_search(superflip, tmp_path, monkeypatch):
    def stop(progress):
        raise Stopped(progress.table)

    solver = Solver("64M", progress=stop)
    with pytest.raises(Stopped):
        solver.solve(superflip)
    with pytest.raises(Stopped):
        next(solver.solve_many([superflip]))
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path))

    def stop_generation(progress):
        if progress.table:
            stop(progress)

    with pytest.raises(Stopped, match="64M"):
        Solver("64M", progress=stop_generation).solve(FAR)
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".table")]


def test_table_that_is_no_table_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path))
    (tmp_path / "64M.table").write_bytes(b"no table")
    with pytest.raises(TableError, match="64M.table"):
        Solver("64M").solve("R")
    with pytest.raises(TableError, match="64M.table"):
        next(Solver().solve_many(["R"]))


def test_metric_chooses_the_table_of_the_same_kind(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path))
    answer = solve("R U F' L D B' U R' F L D' B R' U F'", metric="qtm", table="32M")
    assert (answer.optimal, answer.metric, answer.table) == (True, "qtm", "32M-qtm")
