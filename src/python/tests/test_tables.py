"""Tables are found or generated, and progress is reported."""

import contextlib
import os
import sys

import pytest
from cubesolve import Progress, Solver, TableError, solve


def test_missing_table_is_generated_and_then_found(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path / "new"))
    reports = []
    answer = Solver("32M", progress=reports.append).solve("R")
    assert (str(answer), answer.table) == ("R'", "32M")
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

    script = "import cubesolve; print(cubesolve.solve('R', table='32M'))"

    def directory(name):
        return {**os.environ, "CUBESOLVE_TABLES": str(tmp_path / name)}

    terminal, stderr = pty.openpty()
    options = {"capture_output": False, "stdout": -1}
    assert run_script(script, stderr=stderr, env=directory("a"), **options) == "R'\n"
    os.close(stderr)
    shown = ""
    with contextlib.suppress(OSError):  # at the end
        while chunk := os.read(terminal, 10_000):
            shown += chunk.decode()
    os.close(terminal)
    assert "generating the table 32M: 0%" in shown and shown.endswith("generated the table 32M\r\n")
    output = run_script(script, stderr=-2, env=directory("b"), **options)
    assert output == "R'\n"


def test_progress_is_reported_for_each_cube(superflip):
    reports = []
    solver = Solver("128M", progress=reports.append)
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

    solver = Solver("128M", progress=stop)
    with pytest.raises(Stopped):
        solver.solve(superflip)
    with pytest.raises(Stopped):
        next(solver.solve_many([superflip]))
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path))
    with pytest.raises(Stopped, match="128M"):
        Solver("128M", progress=stop).solve("R")
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".table")]


def test_table_that_is_no_table_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path))
    (tmp_path / "128M.table").write_bytes(b"no table")
    with pytest.raises(TableError, match="128M.table"):
        Solver("128M").solve("R")
    with pytest.raises(TableError, match="128M.table"):
        next(Solver().solve_many(["R"]))


def test_metric_chooses_the_table_of_the_same_kind(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBESOLVE_TABLES", str(tmp_path))
    answer = solve("R2 U", metric="qtm", table="32M")
    assert (answer.length, answer.metric, answer.table) == (3, "qtm", "32M-qtm")
