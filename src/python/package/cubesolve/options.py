"""The options of `solve`, written by tests/program/options.rs from their table."""

from typing import Dict, Optional, Sequence, TypedDict, Union

from ._native import Cube

CubeLike = Union[Cube, str]
"""A cube, or a text in any notation that the program reads."""


class Options(TypedDict, total=False):
    """The options of `solve`."""

    metric: Optional[str]
    all: bool
    n: Optional[int]
    extra: Union[None, int, str, Sequence[Union[int, str]]]
    max_moves: Union[None, int, str, Sequence[Union[int, str]]]
    fast: bool
    goal: Optional[str]
    niss: bool
    moves: Optional[str]
    to: Union[None, CubeLike, Sequence[CubeLike]]
    puzzle: Optional[str]
    then: Optional[str]
    cost: Optional[str]
    auf: bool
    unique: bool
    link: bool


ABOUT: Dict[str, str] = {
    "metric": "Metric: half turns count 1 (htm) or 2 (qtm), or turns of slices count 1, too (stm)",
    "all": "Find all optimal solutions",
    "n": "Find the N shortest solutions that extra admits. If the last quarter turn of a step can go in either direction, only the clockwise one counts; all finds both",
    "extra": "Also find solutions up to K moves longer than optimal: all of them, or n. With several steps in goal, find the shortest chain whose steps are each up to K moves longer than necessary; any is any length, and 1,0,any,0 has a value for each step",
    "max_moves": "Find solutions of at most N moves; with several steps in goal, 5,9,any,4 limits each of them",
    "fast": "Find a short solution at once: about 20 moves, not proven to be optimal, fewer with timeout. Needs no table, but finds shorter ones with that of gen-tables --fast",
    "goal": "Solve steps instead of the whole cube, one after the other: eo,dr,htr,solved",
    "niss": "Allow moves on the inverse scramble (NISS) in the steps of goal; they are printed in ( )",
    "moves": "Use only these moves, each of which counts one: R,U or RUF, slices M, wide moves Rw; R2 is the half turn alone. The solved cube may be held in any orientation. If the moves cannot solve a cube, that is proven",
    "to": "Solve to this cube, in any notation, instead of the solved one. Facelets or a net with dots are a pattern, where a dot is any colour. If several are given, the nearest is found",
    "puzzle": "Puzzle; 2x2x2 solves the corners of the given cube",
    "then": "Of the shortest solutions, find one that is shortest in this metric, too: with qtm one that has the fewest quarter turns, with htm after stm one that has the fewest slices. With all or n, several of these",
    "cost": "Order solutions by a cost, cheapest first: htm, qtm, stm, mcc (comfort for speedcubing), or lines of weights such as \"*2 1.5\". Finds the cheapest of all lengths, or with extra K (0 too) of those up to K moves longer than the shortest; with fast the cheapest of those that are found",
    "auf": "Turns of the upper layer before the first and after the last move are free; they are printed in ( )",
    "unique": "Of the solutions that symmetries of the scrambled cube carry into each other, find the first with their number. Needs all, n or extra",
    "link": "Add to each solution a link to Twizzle, where it is played from the scrambled cube on",
}

LONG: Dict[str, str] = {
    "n": "number",
}

TIMEOUT: str = "Stop after SECONDS per cube, with the best solution found and the proven minimum. With fast: keep looking for shorter solutions this long"
