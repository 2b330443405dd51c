"""Signals, threads, forks and the end of the interpreter."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from cubesolve import Solver

if sys.platform == "win32":
    pytest.skip("needs signals and fork", allow_module_level=True)

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"

INTERRUPTED = {
    "solve": "solver.solve(SUPERFLIP)",
    "solve_many": "list(solver.solve_many(['R', SUPERFLIP, SUPERFLIP]))",
    "with progress": "cubesolve.Solver('64M', progress=lambda _: None).solve(SUPERFLIP)",
}


@pytest.mark.parametrize("call", INTERRUPTED.values(), ids=INTERRUPTED.keys())
def test_ctrl_c_ends_a_search(call):
    script = f"""
        import cubesolve, signal, time
        signal.signal(signal.SIGINT, signal.default_int_handler)
        SUPERFLIP = "{SUPERFLIP}"
        solver = cubesolve.Solver("64M")
        print(solver.solve("R"), flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        # and the solver can still be used
        print(solver.solve("U"), list(map(str, solver.solve_many(["F"]))))
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "R'\n"
        time.sleep(0.7)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted\n"
        assert time.monotonic() < start + 10
        assert child.stdout.readline() == "U' [\"F'\"]\n"
    assert child.returncode == 0


def test_ctrl_c_ends_the_generation_of_a_table(run_script, tmp_path):
    output = run_script(
        """
        import cubesolve, os, signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        FAR = "R U F' L2 D B' U2 R' F2 L D' B U"

        def interrupt(progress):
            if progress.table and not reports:
                reports.append(progress)
                os.kill(os.getpid(), signal.SIGINT)

        reports = []
        solver = cubesolve.Solver("32M", progress=interrupt)
        try:
            solver.solve(FAR)
        except KeyboardInterrupt:
            print(os.listdir(os.environ["CUBESOLVE_TABLES"]), solver.solve(FAR).table)
        """,
        env={**os.environ, "CUBESOLVE_TABLES": str(tmp_path)},
    )
    assert output == "[] 32M\n"


def test_handler_that_does_not_raise_leaves_the_search_alone(run_script):
    output = run_script(f"""
        import cubesolve, signal
        signal.signal(signal.SIGALRM, lambda *_: print("alarm", flush=True))
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        print(cubesolve.Solver("64M").solve("{SUPERFLIP}", timeout=1).error)
    """)
    alarm, error = output.splitlines()
    assert alarm == "alarm" and error.startswith("time is up")


def test_other_threads_run_during_a_search(superflip):
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.wait(0.005):
            ticks += 1

    ticking = threading.Thread(target=tick)
    ticking.start()
    solver = Solver("64M", threads=1)
    solver.solve(superflip, timeout=1)
    next(solver.solve_many([superflip], timeout=1))
    done.set()
    ticking.join()
    assert ticks > 40


def test_searches_in_several_threads(superflip):
    solver, answers = Solver("64M"), {}

    def search(scramble):
        answers[scramble] = solver.solve(scramble, timeout=1)

    threads = [threading.Thread(target=search, args=[s]) for s in ("R", "R U", superflip)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (str(answers["R"]), str(answers["R U"])) == ("R'", "U' R'")
    assert not answers[superflip].optimal


def test_no_thread_outlives_the_interpreter(run_script):
    """Handlers at exit run in reverse order: the first one here runs after that of the package."""
    output = run_script(f"""
        import atexit, os, threading, time

        def count_threads():
            start = time.monotonic()
            while (count := len(os.listdir("/proc/self/task"))) > 1:
                if time.monotonic() > start + 10:
                    break
                time.sleep(0.01)
            print(count, "thread")

        atexit.register(count_threads)
        import cubesolve

        SUPERFLIP = "{SUPERFLIP}"
        solver = cubesolve.Solver("64M", progress=lambda _: None)
        # these generate tables, or patterns, on all threads
        cubesolve.Cube("R").moves
        for options in (dict(fast=True), dict(goal="dr"), dict(moves="R,U,M"), dict(puzzle="2x2x2")):
            solver.solve("R U", **options)
        answers = solver.solve_many(["R", SUPERFLIP, SUPERFLIP])
        next(answers)
        search = lambda: print(solver.solve(SUPERFLIP).error)
        threading.Thread(target=search, daemon=True).start()
        time.sleep(1)
        print("end", flush=True)
    """)
    end, error, threads = output.splitlines()
    assert end == "end" and error.startswith("interrupted") and threads == "1 thread"


def test_no_generation_outlives_the_interpreter(run_script, tmp_path):
    """A timeout ends the search, not the generation of its table."""
    output = run_script(
        f"""
        import cubesolve
        began = []
        solver = cubesolve.Solver(progress=lambda progress: progress.table and began.append(1))
        while not began:
            error = solver.solve("{SUPERFLIP}", timeout=0.7).error
        print(error)
        """,
        env={**os.environ, "CUBESOLVE_TABLES": str(tmp_path)},
    )
    assert output.startswith("time is up")
    assert all(name.endswith(".table") for name in os.listdir(tmp_path))


def test_solving_at_exit_is_refused_after_the_package_has_shut_down(run_script):
    output = run_script("""
        import atexit

        def late():
            try:
                cubesolve.solve("R")
            except RuntimeError as error:
                print(error)

        atexit.register(late)
        import cubesolve
        atexit.register(lambda: print(cubesolve.solve("U")))
    """)
    assert output.splitlines() == [
        "U'",
        "cannot solve cubes while the interpreter shuts down",
    ]


FORK = f"""
    import multiprocessing, os, sys
    import cubesolve
    from cubesolve import Cube, Solver, solve, solve_many

    SUPERFLIP = "{SUPERFLIP}"
    # each of these generates tables of its own on all threads, in the child again with other options
    KINDS = [{{}}, {{"fast": True}}, {{"goal": "dr"}}, {{"moves": "R,U,M"}}, {{"puzzle": "2x2x2"}}]
    OTHERS = [
        {{"table": "64M"}},
        {{"fast": True, "metric": "qtm"}},
        {{"goal": "htr"}},
        {{"moves": "R,U,F,M"}},
        {{"puzzle": "2x2x2", "metric": "qtm"}},
    ]

    def work(options):
        stopped = Solver("64M").solve(SUPERFLIP, timeout=0.3)
        assert Cube(SUPERFLIP) * Cube(str(stopped)) == Cube()
        stream = [str(answer) for answer in solve_many(["R", "U"], **options)]
        return str(solve("R U2", **options)), stream, Cube("R U").moves
"""


def test_fork_after_a_solve_does_no_harm(run_script):
    output = run_script(
        FORK
        + """
    for options in KINDS:
        solve("R U", **options)
    running = Solver("64M").solve_many([SUPERFLIP, SUPERFLIP], timeout=3)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(work, OTHERS + KINDS).get(100)
    assert found == [work(options) for options in OTHERS + KINDS], found
    print("done", len(next(running)))
    """
    )
    assert output == "done 1\n"


def test_fork_during_a_search_does_no_harm(run_script):
    """The child has no use of the parent's searches, and ends without waiting for them."""
    output = run_script(
        FORK
        + """
    import threading, time
    answers = Solver("64M").solve_many(["R", SUPERFLIP, SUPERFLIP], timeout=4)
    next(answers)
    search = lambda: Solver("64M").solve(SUPERFLIP, timeout=4)
    searching = threading.Thread(target=search)
    searching.start()
    time.sleep(0.5)
    child = os.fork()
    if child == 0:
        try:
            next(answers)
        except RuntimeError as error:
            print(error, solve("R"), Cube("U").moves, flush=True)
        sys.exit(5)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), len(list(answers)))
    """
    )
    assert output.splitlines() == [
        "these answers belong to the process that was forked R' U",
        "5 2",
    ]


def test_spawned_processes_solve(tmp_path):
    """Cubes go to other processes, and answers come back."""
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent("""
        import multiprocessing
        from cubesolve import Cube, solve

        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(2) as pool:
                print(*pool.map_async(solve, [Cube("R U"), Cube("F")]).get(60))
        """)
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=90, check=True
    )
    assert done.stdout == "U' R' F'\n"
