"""The recipe for Dask beside those for GNU parallel and Slurm, as it stands there, with a worker that is killed."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cubesolve import Cube

distributed = pytest.importorskip("distributed")
README = Path(__file__).parents[3] / "tests/program/fleet/README.md"


def test_killed_worker_loses_and_doubles_no_answer(tmp_path):
    draw = random.Random(1)
    turns = [face + turn for face in "URFDLB" for turn in ("", "2", "'")]
    scrambles = [" ".join(draw.choices(turns, k=10)) for _ in range(2000)]
    (tmp_path / "cubes.txt").write_text("".join(f"{scramble}\n" for scramble in scrambles))
    (recipe,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.S)

    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": str(tmp_path)}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        for old, new in (("scheduler:8786", cluster.scheduler_address), ("1000", "20"), ("4G", "64M")):
            assert old in recipe
            recipe = recipe.replace(old, new)
        workers = set(client.run(os.getpid).values())
        running = subprocess.Popen([sys.executable, "-c", recipe], cwd=tmp_path)
        answers = tmp_path / "answers.txt"
        while not (answers.exists() and answers.read_text()):
            assert running.poll() is None
            time.sleep(0.01)
        os.kill(workers.pop(), signal.SIGKILL)
        assert running.wait(600) == 0

    solutions = answers.read_text().splitlines()
    assert len(solutions) == len(scrambles)
    for scramble, solution in zip(scrambles, solutions):
        assert Cube(f"{scramble} {solution}") == Cube(), scramble
