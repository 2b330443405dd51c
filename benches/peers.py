"""Other optimal solvers beside this one on the same positions: prints a table in Markdown, as in benches/README.md.

    python3 benches/peers.py positions.txt --number 100 --tables DIRECTORY \\
        cubesolve=target/release/cubesolve:1G:avx512 vcube=vc-optimal:112 h48=solve_file:h3 nxopt=nxopt31

It downloads and builds nothing. A solver is `kind=program:table`, the program built as its authors say: `vc-optimal` of
https://github.com/Voltara/vcube, the tool `solve_file` of https://github.com/sebastianotronto/nissy-core, built for one
thread, `nxopt31` or another of https://github.com/rokicki/cube20src, `cube48opt3.mjs` or another of
https://github.com/cs0x7f/cubeopt-wasm for Node.js, its table any file, which is generated if missing; for cubesolve with
the instruction set; `web` is this project's package for the web in Node.js (`src/web/package/index.js`, built by
`.ci/web`).
A peer runs in its own directory, where its tables are. Let transparent huge pages be "always", in `enabled` and in
`defrag`, since only cubesolve asks for them: the table says how much of the memory they are. `kind*N=...` solves the
first N positions only. With `--at-once 2` two processes of a solver share the positions, each with one thread and a
table of its own: in half the time, with a neighbour that reads as much memory.

First each solver is started once for an easy position, and what it takes until its answer, to load its table or to
generate a missing one, is in columns of their own. Then the solvers take turns, twenty positions each, so that a
machine that grows slower does so for all, and the rows so far are printed to stderr; again, the clock starts with the
answer to an easy position. Each has one thread. Time is that of the processor, from one answer to the next: what else
runs beside it matters as far as it takes cache and memory. "Times" is how many times as long as the first solver
takes for the same positions. Errors are standard errors; nearly all of that of a time comes from how different the
positions are, which that of "times" leaves out.

Peers read moves and only apply them. cubesolve and its package read facelets, since they would take the inverse of a
scramble for a solution. The lengths of all solvers have to agree.
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
const [index, table, directory] = process.argv.slice(1);
import(index).then(async ({ Solver }) => {
    const solver = await Solver.create({ table, directory });
    for (const scramble of require("fs").readFileSync(0, "utf8").trim().split("\\n")) {
        const { facelets } = await solver.request("/check", { scramble });
        const { length, probes } = await solver.solve(facelets);
        console.log(JSON.stringify({ length, probes }));
    }
    solver.close();
});
"""
CUBE48OPT = """
globalThis.navigator ??= { hardwareConcurrency: 1 };
const fs = require("fs"), [program, file] = process.argv.slice(1);
import(program).then(async ({ default: create }) => {
    const solver = await create({ print: (line) => console.log(line) });
    const table = () => {
        const start = Number(solver._get_mem_ptr());
        return solver.HEAPU8.subarray(start, start + Number(solver.get_table_size()));
    };
    if (fs.existsSync(file)) {
        table().set(fs.readFileSync(file));
        solver.init(0, 1);
    } else {
        solver.init(1, 1);
        fs.writeFileSync(file, table());
    }
    solver.solve_scramble(fs.readFileSync(0, "utf8").trim(), 1, 1, 1);
    process.exit(0);
});
"""
PROBES = r'"length":(?P<length>\d+).*"probes":(?P<lookups>\d+)'
TURN = 20
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
    command += ["--threads", "1", "--load", "copy"]
    return command, facelets, {"CUBESOLVE_INSTRUCTIONS": instructions}, PROBES


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


def web(options, positions, program, table):
    command = ["node", "--eval", WEB, program, table, os.path.abspath(options.tables)]
    return command, rewritten(positions, ["", "2", "'"]), {}, PROBES


def cube48opt(_, positions, program, table):
    command = ["node", "--eval", CUBE48OPT, program, table]
    return command, rewritten(positions, ["", "2", "'"]), {}, r"^Cube\d+ finished in (?P<length>\d+)"


def processor_seconds(pid):
    """Of all threads of a process: Linux numbers its clock by the process."""
    return time.clock_gettime(~pid << 3 | 2)


def memory(pid):
    """The megabytes that a process takes, and those of them in huge pages; none if it has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0, 0
    found = [re.search(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE) for name in ["Rss", "AnonHugePages"]]
    return tuple(int(number[1]) * 1024 / 1e6 if number else 0 for number in found)


class Answer:
    """To a position: the length, the look-ups (or None), and the processor time since the start of its process."""

    def __init__(self, length, lookups, seconds):
        self.length, self.lookups, self.seconds = length, lookups, seconds


def answers(solver, options, positions):
    """Those of one process, started for these positions; the most memory that it takes at one of them; and the most
    megabytes that it has ever taken."""
    command, text, environment, pattern = solver.kind(options, positions, solver.program, *solver.arguments)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               cwd=os.path.dirname(solver.program), env=os.environ | environment, text=True)
    process.stdin.write(text)
    process.stdin.close()
    found, lookups, taken = [], None, (0, 0)
    for groups in (match.groupdict() for match in (re.search(pattern, line.strip()) for line in process.stdout) if match):
        lookups = int(groups.get("lookups") or 0) or lookups
        length = int(groups.get("length") or 0) or len((groups.get("moves") or "").split())
        if length:
            found.append(Answer(length, lookups, processor_seconds(process.pid)))
            taken = max(taken, memory(process.pid))  # at the last one it may be ending
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or len(found) != len(positions):
        sys.exit(f"{solver.name}: {len(found)} answers, ended with {process.returncode}")
    return found, taken, usage.ru_maxrss * 1024 / 1e6


def with_error(values, digits):
    """The mean with its standard error."""
    return f"{statistics.mean(values):.{digits}f} ± {statistics.stdev(values) / len(values) ** 0.5:.{digits}f}"


def ratio(values, others):
    """How many times the others are in sum, with the standard error of that over pairs."""
    times = sum(values) / sum(others)
    error = statistics.stdev(a - times * b for a, b in zip(values, others)) / len(values) ** 0.5
    return f"{times:.2f} ± {error / statistics.mean(others):.2f}"


class Solver:
    def __init__(self, text):
        kind, _, how = text.partition("=")
        kind, _, number = kind.partition("*")
        program, *self.arguments = how.split(":")
        self.kind, self.program = KINDS[kind], os.path.abspath(program)
        self.number = int(number) if number else None
        self.name = " ".join([kind if self.arguments else os.path.basename(program)] + self.arguments)
        self.lengths, self.lookups, self.seconds, self.taken = [], [], [], (0, 0)

    def start(self, options):
        """Once, for an easy position: loads or generates the table."""
        before = time.monotonic()
        (answer,), _, most = answers(self, options, [EASY])
        self.started = f"{answer.seconds:.1f} | {time.monotonic() - before:.1f} | {most:.0f}"

    def solve(self, options, positions):
        """These positions, by processes that share them."""
        def share(first):
            return answers(self, options, [EASY] + positions[first::options.at_once])

        with ThreadPoolExecutor(options.at_once) as processes:
            found, taken, _ = zip(*processes.map(share, range(options.at_once)))
        self.taken = max(self.taken, taken[0])
        for number in range(len(positions)):
            of = found[number % options.at_once][number // options.at_once:]
            self.lengths.append(of[1].length)
            self.lookups.append(of[1].lookups)
            self.seconds.append(of[1].seconds - of[0].seconds)

    def row(self, first):
        now, huge = self.taken
        millions = with_error([n / 1e6 for n in self.lookups], 1) if self.lookups[0] else "not printed"
        times = ratio(self.seconds, first.seconds[:len(self.seconds)])
        return (f"| {self.name} | {len(self.seconds)} | {with_error(self.seconds, 2)} | {times} | {millions} "
                f"| {now:.0f} | {huge:.0f} | {self.started} |")


KINDS = {"cubesolve": cubesolve, "web": web, "vcube": vcube, "h48": h48, "nxopt": nxopt, "cube48opt": cube48opt}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path, help="a sequence of moves on each line")
    parser.add_argument("solvers", nargs="+")
    parser.add_argument("--number", type=int, default=100, help="how many of the positions")
    parser.add_argument("--at-once", type=int, default=1, help="how many processes share them")
    parser.add_argument("--tables", default="tables", help="the directory of cubesolve's tables")
    options = parser.parse_args()
    positions = options.positions.read_text().splitlines()[:options.number]
    solvers = [Solver(text) for text in options.solvers]
    for solver in solvers:
        solver.start(options)
        print(f"{solver.name} started", file=sys.stderr)
    for first in range(0, len(positions), TURN):
        for solver in solvers:
            turn = positions[:solver.number][first:first + TURN]
            if not turn:
                continue
            solver.solve(options, turn)
            print(solver.row(solvers[0]), file=sys.stderr)
            if any(length != other for length, other in zip(solver.lengths, solvers[0].lengths)):
                sys.exit(f"{solver.name} finds other lengths than {solvers[0].name}")
    print("| solver | positions | thread-seconds | times | M look-ups | MB | MB in huge pages | thread-seconds to start "
          "| seconds | MB at most |\n|---|---|---|---|---|---|---|---|---|---|")
    for solver in solvers:
        print(solver.row(solvers[0]))


main()
