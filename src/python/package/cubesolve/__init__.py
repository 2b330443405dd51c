"""Optimal Rubik's cube solving: provably shortest solutions.

>>> import cubesolve
>>> answer = cubesolve.solve("R U F'")
>>> print(answer)
F U' R'
>>> answer.length, answer.optimal
(3, True)
"""

import atexit

from . import _native
from ._native import Cube, CubeError, TableError
from .answer import Answer, Solution, Step
from .solver import Progress, Solver, solve, solve_many

__all__ = [
    "Answer",
    "Cube",
    "CubeError",
    "Progress",
    "Solution",
    "Solver",
    "Step",
    "TableError",
    "solve",
    "solve_many",
]

atexit.register(_native.shut_down)
