"""Answers, as values: with the fields of the JSON that ``cubesolve solve --json`` prints."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Tuple


@dataclass(frozen=True)
class Step:
    """A step of a solution. It prints as its moves, those on the inverse scramble in ( )."""

    solution: str
    """The moves."""
    length: int
    """Length in the metric of the answer."""
    goal: Optional[str]
    """The goal that it leads to; None if the query had none."""
    case: Optional[str]
    """The case of the goal, such as 4a1 2e for corners and bad edges of domino reduction; None if it has none."""

    def __str__(self) -> str:
        return self.solution


@dataclass(frozen=True)
class Solution:
    """A solution. It prints as its moves, those on the inverse scramble in ( )."""

    solution: str
    """The moves of all steps."""
    length: int
    """Length in the metric of the answer."""
    steps: Tuple[Step, ...]
    """The steps: one, or one for each goal of the query."""
    target: int
    """Which of several targets it leads to, from 0."""
    count: int
    """How many solutions it stands for with ``unique=True``, otherwise 1."""
    auf: Tuple[int, int]
    """With ``auf=True`` the free clockwise quarter turns of U before and after the moves."""
    cost: Optional[float]
    """What it costs with ``cost``."""
    link: Optional[str]
    """With ``link=True`` a page of Twizzle that plays the solution from the scrambled cube on."""

    def __str__(self) -> str:
        return self.solution


@dataclass(frozen=True)
class Answer:
    """The answer to a query. It prints as its solutions, one a line, and is a sequence of them.

    A solved cube has one solution without moves. An answer without solutions is false.
    """

    solutions: Tuple[Solution, ...]
    """Shortest first; after a timeout the best one found so far."""
    metric: str
    """Metric of lengths: htm, qtm or stm; stm or sqtm if moves of slices or wide moves are allowed, etm or eqtm if rotations are."""
    optimal: bool
    """Whether the first solution is proven to be a shortest one."""
    lower_bound: int
    """Proven: no solution is shorter."""
    nodes: int
    """Positions expanded."""
    probes: int
    """Reads of the table, or moves tried without one."""
    seconds: float
    """Time of the search. Loading and generating tables does not count."""
    table: Optional[str]
    """Name of the pruning table, if one was used."""
    error: Optional[str]
    """What the answer lacks of what was requested and why, such as a timeout; None if nothing."""

    @property
    def length(self) -> Optional[int]:
        """Length of the first solution; None if there is none."""
        return self.solutions[0].length if self.solutions else None

    @property
    def steps(self) -> Tuple[Step, ...]:
        """The steps of the first solution; none if there is no solution."""
        return self.solutions[0].steps if self.solutions else ()

    def __str__(self) -> str:
        return "\n".join(map(str, self.solutions))

    def __len__(self) -> int:
        return len(self.solutions)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)

    def __getitem__(self, index: int) -> Solution:
        return self.solutions[index]


def from_json(record: str) -> Answer:
    """Reads an answer as the library writes it."""
    fields = json.loads(record)
    return Answer(
        solutions=tuple(map(_solution, fields["solutions"])),
        metric=fields["metric"],
        optimal=fields["optimal"],
        lower_bound=fields["lower_bound"],
        nodes=fields["nodes"],
        probes=fields["probes"],
        seconds=fields["seconds"],
        table=fields["table"],
        error=fields["error"],
    )


def _solution(fields: dict[str, Any]) -> Solution:
    steps = tuple(Step(**step) for step in fields["steps"])
    return Solution(**{**fields, "steps": steps, "auf": tuple(fields["auf"])})
