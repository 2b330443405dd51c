"""Other optimal solvers beside this one on the same positions: prints a table of benches/README.md as Markdown.

    python3 benches/peers.py positions.txt --number 100 --threads 1 --tables DIRECTORY \\
        cubesolve=target/release/cubesolve:1G:avx512 vcube=vc-optimal:112 h48=runtool:h6 nxopt=nxopt31

It downloads and builds nothing. A solver is `kind=program:table`, the program built as its authors say: `vc-optimal` of
https://github.com/Voltara/vcube, the tool `solve_file` of https://github.com/sebastianotronto/nissy-core (built for the
number of threads), `nxopt31` or another of https://github.com/rokicki/cube20src; for cubesolve with the instruction set.
A peer runs in its own directory, where its tables are or will be generated. Let transparent huge pages be "always",
since only some ask for them, and nothing else run.

Peers read moves and only apply them. cubesolve reads facelets, since it would take the inverse of a scramble for a
solution. The lengths of all solvers have to agree. The first position is another, easy one, and the clock starts with
its answer, so loading does not count; what a thread does is compared, so seconds are multiplied by the number of
threads.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

EASY = "R U' F2 L D' B R2 U F' D2 L' B2 U' R"  # too far to be solved without a table


def normalised(line):
    """Moves with spaces and apostrophes: `R3U1` is `R' U`."""
    suffixes = {"3": "'", "1": ""}
    return " ".join(face + suffixes.get(turns, turns) for face, turns in re.findall(r"([URFDLB])([123']?)", line))


def cubesolve(options, program, table, instructions):
    """The command, its input, its environment, and a pattern of an answer with `length` and `lookups`."""
    convert = [program, "convert", "--to", "facelets"]
    facelets = subprocess.run(convert, input=options.input, capture_output=True, check=True, text=True).stdout
    command = [program, "solve", "--json", "--table", table, "--tables", os.path.abspath(options.tables)]
    return (command + ["--threads", str(options.threads)], facelets, {"CUBESOLVE_INSTRUCTIONS": instructions},
            r'"length":(?P<length>\d+).*"probes":(?P<lookups>\d+)')


def vcube(options, program, table):
    command = [program, "--ordered", "--coord", table, "--workers", str(options.threads)]
    return command, options.input, {}, r"^\d+ [\d.]+ (?P<length>\d+) [URFDLB]"


def h48(options, program, table):
    positions = Path(program).parent / "positions.txt"
    positions.write_text(options.input)
    pattern = r"Lookups: (?P<lookups>\d+)|^(?P<moves>[URFDLB][URFDLB2' ]*)$"
    return [program, f"h48{table}", positions.name, "1", "0"], "", {}, pattern


def nxopt(options, program):
    pattern = r"Solved \d+ in (?P<length>\d+) probes (?P<lookups>\d+)"
    return [program, "-t", str(options.threads), "-"], options.input, {}, pattern


def answers(command, text, environment, pattern, directory):
    """The length, the look-ups (or None) and the time of each answer, as it arrives."""
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
            yield int(length), lookups and int(lookups), time.monotonic()
    if process.wait() != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}")


def measure(options, solver):
    """The lengths that a solver finds, and its line of the table."""
    kind, _, how = solver.partition("=")
    program, *arguments = how.split(":")
    program = os.path.abspath(program)
    command = KINDS[kind](options, program, *arguments)
    lengths, lookups, times = zip(*answers(*command, os.path.dirname(program)))
    if len(lengths) != options.number + 1:
        sys.exit(f"{solver}: {len(lengths) - 1} answers")
    seconds = [options.threads * (end - start) for start, end in zip(times, times[1:])]
    error = statistics.stdev(seconds) / len(seconds) ** 0.5
    millions = f"{statistics.mean(lookups[1:]) / 1e6:.1f}" if lookups[1] else ""
    return lengths, f"| {kind} {' '.join(arguments)} | {statistics.mean(seconds):.2f} ± {error:.2f} | {millions} |"


KINDS = {"cubesolve": cubesolve, "vcube": vcube, "h48": h48, "nxopt": nxopt}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path, help="a sequence of moves on each line")
    parser.add_argument("solvers", nargs="+")
    parser.add_argument("--number", type=int, default=100, help="how many of the positions")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--tables", default="tables", help="the directory of cubesolve's tables")
    options = parser.parse_args()
    positions = options.positions.read_text().splitlines()[:options.number]
    options.number = len(positions)
    options.input = "".join(line + "\n" for line in map(normalised, [EASY] + positions))
    print(f"| {options.number} positions, {options.threads} threads | thread-seconds | M look-ups |\n|---|---|---|")
    first = None
    for solver in options.solvers:
        lengths, line = measure(options, solver)
        print(line, flush=True)
        first = first or lengths
        if lengths != first:
            sys.exit(f"{solver} finds other lengths than {options.solvers[0]}")


main()
