"""All tests share a directory with the small table, which is generated once."""

import os
import subprocess
import sys
import textwrap

import pytest


@pytest.fixture(scope="session", autouse=True)
def tables(tmp_path_factory):
    """The directory of the tables, for this process and its children."""
    directory = tmp_path_factory.mktemp("tables")
    os.environ["CUBESOLVE_TABLES"] = str(directory)
    command = [sys.executable, "-m", "cubesolve", "--quiet", "gen-tables", "--table", "64M"]
    subprocess.run(command, check=True)
    return directory


@pytest.fixture
def run_script():
    """Runs a script in a process of its own, and returns what it prints."""

    def run(script, **options):
        options = {"text": True, "timeout": 120, "capture_output": True, **options}
        command = [sys.executable, "-c", textwrap.dedent(script)]
        done = subprocess.run(command, **options)
        assert done.returncode == 0, done
        return done.stdout

    return run


@pytest.fixture(scope="session")
def superflip():
    """A cube that takes hours to solve with the small table."""
    return "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
