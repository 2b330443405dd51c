"""`python -m cubesolve` is the command."""

import subprocess
import sys

import cubesolve


def run(*arguments, **options):
    command = [sys.executable, "-m", "cubesolve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


def test_command_solves_its_arguments_and_lines():
    assert run("solve", "R U F'").stdout == "F U' R'\n"
    done = run("solve", input="R U R' U'\nR2 L2\n")
    assert (done.returncode, done.stdout) == (0, "U R U' R'\nR2 L2\n")


def test_exit_codes_are_those_of_the_command():
    assert run("solve", "R Q").returncode == 1
    assert run("solve", "--nonsense").returncode == 2
    assert run("solve", "--max-moves", "1", "R U").returncode == 1
    assert run().returncode == 2


def test_version_and_help_name_the_program():
    assert run("--version").stdout.startswith("cubesolve ")
    help = run("solve", "--help").stdout
    assert "Usage: cubesolve solve" in help


def test_all_names_are_documented():
    for name in cubesolve.__all__:
        assert getattr(cubesolve, name).__doc__
