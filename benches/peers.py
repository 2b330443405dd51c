"""Other optimal solvers beside this one on the same positions: prints the table of benches/README.md as Markdown.

    python3 benches/peers.py positions.txt --number 100 --tables DIRECTORY \\
        cubesolve=target/release/cubesolve:1G:avx512 vcube=vc-optimal:112 h48=solve_file:h6 nxopt=nxopt31

It downloads and builds nothing. A solver is `kind=program:table`, the program built as its authors say: `vc-optimal` of
https://github.com/Voltara/vcube, the tool `solve_file` of https://github.com/sebastianotronto/nissy-core, built for one
thread, `nxopt31` or another of https://github.com/rokicki/cube20src; for cubesolve with the instruction set.
A peer runs in its own directory, where its tables are, and generates a missing one, which does not count. Let
transparent huge pages be "always", since only cubesolve asks for them. `kind*N=...` solves the first N positions only.
With `--at-once 2` two processes of a solver share the positions, each with one thread and a table of its own: in half
the time, with a neighbour that reads as much memory.

Peers read moves and only apply them. cubesolve reads facelets, since it would take the inverse of a scramble for a
solution. The lengths of all solvers have to agree. Each has one thread. Time is that of the processor, from one answer
to the next: what else runs beside it matters as far as it takes cache and memory. The first position is another, easy
one, and the clock starts with its answer. What loading, or generating a missing table, took until then is in a column of
its own, and so is the memory.
"""

import argparse
import atexit
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WEB = """
globalThis.navigator ??= { hardwareConcurrency: 1 };
import(process.argv[1]).then(async ({ default: create }) => {
    const solver = await create({ print: (line) => console.log(line) });
    solver.init(1, 1);
    solver.solve_scramble(require("fs").readFileSync(0, "utf8").trim(), 1, 1, 1);
    process.exit(0);
});
"""
EASY = "R U' F2 L D' B R2 U F' D2 L' B2 U' R"  # too far to be solved without a table


def rewritten(positions, suffixes):
    """A sequence on each line, the moves with these suffixes for a turn, two and three: `R3U1` is `R' U`."""
    turns = {"": 0, "1": 0, "2": 1, "'": 2, "3": 2}
    lines = (re.findall(r"([URFDLB])([123']?)", line) for line in positions)
    return "".join(" ".join(face + suffixes[turns[t]] for face, t in line) + "\n" for line in lines)


def cubesolve(options, positions, program, table, instructions):
    """The command, its input, its environment, and a pattern of an answer with `length` and `lookups`."""
    convert = [program, "convert", "--to", "facelets"]
    moves = rewritten(positions, ["", "2", "'"])
    facelets = subprocess.run(convert, input=moves, capture_output=True, check=True, text=True).stdout
    command = [program, "solve", "--json", "--table", table, "--tables", os.path.abspath(options.tables)]
    return (command + ["--threads", "1", "--load", "copy"], facelets, {"CUBESOLVE_INSTRUCTIONS": instructions},
            r'"length":(?P<length>\d+).*"probes":(?P<lookups>\d+)')


def vcube(_, positions, program, table):
    command = ["stdbuf", "-oL", program, "--coord", table, "--workers", "1"]  # a line as soon as it is found
    return command, rewritten(positions, ["", "2", "'"]), {}, r"^\d+ [\d.]+ (?P<length>\d+) [URFDLB]"


def h48(_, positions, program, table):
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(program), suffix=".txt", delete=False) as file:
        file.write(rewritten(positions, ["", "2", "'"]))
    atexit.register(os.remove, file.name)
    pattern = r"Lookups: (?P<lookups>\d+)|^(?P<moves>[URFDLB][URFDLB2' ]*)$"
    return [program, f"h48{table}", os.path.basename(file.name), "1", "0"], "", {}, pattern


def nxopt(_, positions, program):
    pattern = r"Solved \d+ in (?P<length>\d+) probes (?P<lookups>\d+)"
    return [program, "-t", "1", "-"], rewritten(positions, "123"), {}, pattern


def cube48opt(_, positions, program):
    command = ["node", "--eval", WEB, program]
    return command, rewritten(positions, ["", "2", "'"]), {}, r"^Cube\d+ finished in (?P<length>\d+)"


def processor_seconds(pid):
    """Of all threads of a process: Linux numbers its clock by the process."""
    return time.clock_gettime(~pid << 3 | 2)


def megabytes(pid):
    """The most memory that a process has taken, or None if it has ended."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return found and int(found[1]) * 1024 / 1e6


def answers(command, text, environment, pattern, directory):
    """The length, the look-ups (or None), the memory and the processor time until each answer, as it arrives."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               cwd=directory, env=os.environ | environment, text=True)
    process.stdin.write(text)
    process.stdin.close()
    lookups = None
    for found in filter(None, (re.search(pattern, line.strip()) for line in process.stdout)):
        groups = found.groupdict()
        lookups = groups.get("lookups") or lookups
        length = groups.get("length") or len((groups.get("moves") or "").split())
        if length:
            yield int(length), lookups and int(lookups), megabytes(process.pid), processor_seconds(process.pid)
    if process.wait() != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}")


def mean(values, digits):
    """With its standard error."""
    return f"{statistics.mean(values):.{digits}f} ± {statistics.stdev(values) / len(values) ** 0.5:.{digits}f}"


def measure(options, solver):
    """The lengths that a solver finds, and its line of the table."""
    kind, _, how = solver.partition("=")
    kind, _, number = kind.partition("*")
    positions = options.lines[:int(number) if number else None]
    program, *arguments = how.split(":")
    program = os.path.abspath(program)

    def share(first):
        """The first answer of a process, and the others with the processor time that each took."""
        lines = [EASY] + positions[first::options.at_once]
        found = list(answers(*KINDS[kind](options, lines, program, *arguments), os.path.dirname(program)))
        if len(found) != len(lines):
            sys.exit(f"{solver}: {len(found) - 1} answers")
        return found[0], [(*of[:2], of[3] - before[3]) for before, of in zip(found, found[1:])]

    with ThreadPoolExecutor(options.at_once) as processes:
        loaded, shares = zip(*processes.map(share, range(options.at_once)))
    lengths, lookups, seconds = zip(*(shares[n % options.at_once][n // options.at_once] for n in range(len(positions))))
    millions = mean([n / 1e6 for n in lookups], 1) if lookups[0] else ""
    name = " ".join([kind if arguments else os.path.basename(program)] + arguments)
    _, _, memory, loading = loaded[0]
    return lengths, f"| {name} | {len(seconds)} | {mean(seconds, 2)} | {millions} | {memory:.0f} | {loading:.1f} |"


KINDS = {"cubesolve": cubesolve, "vcube": vcube, "h48": h48, "nxopt": nxopt, "cube48opt": cube48opt}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path, help="a sequence of moves on each line")
    parser.add_argument("solvers", nargs="+")
    parser.add_argument("--number", type=int, default=100, help="how many of the positions")
    parser.add_argument("--at-once", type=int, default=1, help="how many processes share them")
    parser.add_argument("--tables", default="tables", help="the directory of cubesolve's tables")
    options = parser.parse_args()
    options.lines = options.positions.read_text().splitlines()[:options.number]
    print("| solver | positions | thread-seconds | M look-ups | MB | thread-seconds to load |\n|---|---|---|---|---|---|")
    longest = ()
    for solver in options.solvers:
        lengths, line = measure(options, solver)
        print(line, flush=True)
        if any(length != other for length, other in zip(lengths, longest)):
            sys.exit(f"{solver} finds other lengths than the solvers before it")
        longest = max(lengths, longest, key=len)


main()
