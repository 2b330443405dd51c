"""Queries: keyword arguments become the fields of the query that the library reads."""

from __future__ import annotations

import inspect
import json
import sys
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Optional,
    TypeVar,
)

from . import _native
from ._native import Cube
from .answer import Answer, from_json
from .options import ABOUT, LONG, TIMEOUT, CubeLike, Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

@dataclass(frozen=True)
class Progress:
    """How far a search has got, or the generation of a table that it waits for."""

    cube: int = 0
    """Number of the cube in solve_many, from 0."""
    depth: int = 0
    """Length of the solutions that are being searched for."""
    done: float = 0.0
    """Fraction of this depth that is done, or of the table that is generated."""
    lower_bound: int = 0
    """Proven: no solution is shorter."""
    best: Optional[str] = None
    """The shortest solution found so far."""
    nodes: int = 0
    """Positions expanded."""
    probes: int = 0
    """Reads of the table, or moves tried without one."""
    seconds_left: Optional[float] = None
    """Expected remaining time, once it can be estimated."""
    table: Optional[str] = None
    """Name of the table that is generated; None during a search."""


def _query(options: Mapping[str, Any]) -> str:
    """The query with these options, as the library reads it."""
    unknown = options.keys() - ABOUT.keys()
    if unknown:
        raise TypeError(f"unexpected keyword argument {min(unknown)!r}")
    fields = {LONG.get(name, name): value for name, value in options.items()}
    to = fields.get("to")
    if to is not None and not isinstance(to, (str, Cube)):
        fields["to"] = list(to)
    return json.dumps(fields, default=_facelets)


def _facelets(value: object) -> str:
    if isinstance(value, Cube):
        return value.facelets()
    raise TypeError(f"expected a Cube or a str, found {type(value)}")


_Function = TypeVar("_Function", bound=Callable[..., Any])


def _with_options(function: _Function) -> _Function:
    """Lists the options in the signature and the text that help() shows, instead of ``**options``."""
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=..., annotation=annotation)
        for name, annotation in Options.__annotations__.items()
    ]
    function.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*own, *options]
    )
    if function.__doc__ is not None:
        lines = (f"- {name}: {about}" for name, about in {**ABOUT, "timeout": TIMEOUT}.items())
        about = "\n".join(textwrap.fill(line, 100, subsequent_indent="  ") for line in lines)
        about = textwrap.indent(about, "    ").lstrip()
        function.__doc__ = function.__doc__.replace("{options}", about)
    return function


class Solver:
    """Solves cubes with the tables and threads of its own.

    ``table`` names a pruning table, such as "1G", which is generated if it is missing (see the
    README of the project for times and sizes). By default the best one that is installed is used, and
    a small one generated if there is none.

    ``threads`` is their number, by default one for each processor.

    ``progress`` is called with a `Progress` about every tenth of a second, from any thread. If it raises
    an exception, the search ends with that. Without it a line on stderr shows the generation of a table,
    if stderr is a terminal.
    """

    def __init__(
        self,
        table: Optional[str] = None,
        *,
        threads: Optional[int] = None,
        progress: Optional[Callable[[Progress], Any]] = None,
    ) -> None:
        if progress is None:
            self._native = _native.Solver(table, threads, None, _show_generation)
            return

        def on_progress(*fields: Any) -> None:
            progress(Progress(*fields))

        def on_table(name: str, done: float, error: Optional[str]) -> None:
            if error is None:
                progress(Progress(table=name, done=done))
            else:
                _show_generation(name, done, error)

        self._native = _native.Solver(table, threads, on_progress, on_table)

    @_with_options
    def solve(
        self,
        cube: CubeLike,
        *,
        timeout: Optional[float] = None,
        **options: Unpack[Options],
    ) -> Answer:
        """As the function `solve`."""
        return from_json(self._native.answer(cube, _query(options), timeout))

    @_with_options
    def solve_many(
        self,
        cubes: Iterable[CubeLike],
        *,
        timeout: Optional[float] = None,
        **options: Unpack[Options],
    ) -> Iterator[Answer]:
        """As the function `solve_many`."""
        return map(from_json, self._native.answers(cubes, _query(options), timeout))


@lru_cache(maxsize=None)
def _shared(table: Optional[str]) -> Solver:
    """The solver of the functions."""
    return Solver(table)


@_with_options
def solve(
    cube: CubeLike,
    *,
    table: Optional[str] = None,
    timeout: Optional[float] = None,
    **options: Unpack[Options],
) -> Answer:
    """Solves a cube: by default with one provably shortest solution.

    ``cube`` is a `Cube` or a text in any notation that the program reads: moves, facelets and others.
    If it is moves with rotations, the solution is for the cube as it is held after them.

    The options are those of the command ``cubesolve solve``:

    {options}
    - table: name of the pruning table, see `Solver`

    Raises `CubeError`, a ValueError, if the text is no cube or an impossible one, ValueError if options do
    not fit together, and `TableError` if there is no table. That there is no solution within the limits
    is no exception: see `Answer.error`.
    """
    return _shared(table).solve(cube, timeout=timeout, **options)


@_with_options
def solve_many(
    cubes: Iterable[CubeLike],
    *,
    table: Optional[str] = None,
    timeout: Optional[float] = None,
    **options: Unpack[Options],
) -> Iterator[Answer]:
    """Solves many cubes on all processors and returns an iterator over their answers, in order.

    The options are those of `solve`. At most 1000 cubes are read ahead of the answer that is returned
    next. An answer that raises `CubeError` leaves the iterator at the next cube; other exceptions end it.
    """
    return _shared(table).solve_many(cubes, timeout=timeout, **options)


def _show_generation(name: str, done: float, error: Optional[str]) -> None:
    """Shows the generation of a table as a line on stderr, if that is a terminal."""
    stderr = sys.stderr
    if stderr is None or not stderr.isatty():
        return
    if error is not None:
        text, end = f"continuing without the table {name}: {error}", "\n"
    elif done < 1:
        text, end = f"generating the table {name}: {done:.0%}", ""
    else:
        text, end = f"generated the table {name}", "\n"
    stderr.write(f"\r\x1b[2Kcubesolve: {text}{end}")
    stderr.flush()
