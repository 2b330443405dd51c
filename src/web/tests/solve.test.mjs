// The module in Node.js against the program. CUBESOLVE is its path, by default that of a release build.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Solver } from "../package/index.js";
import { argumentsOf } from "../../../tests/systems/arguments.mjs";

const program =
    process.env.CUBESOLVE ??
    fileURLToPath(new URL("../../../target/release/cubesolve", import.meta.url));
const directory = mkdtempSync(`${tmpdir()}/cubesolve-`);
const table = "32M";
const reports = [];
let solver;

function run(...args) {
    const { stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
    if (error) throw error;
    return { stdout, stderr };
}

before(async () => {
    const onProgress = (progress) => reports.push(progress);
    solver = await Solver.create({ table, directory, onProgress });
});

after(() => {
    solver.close();
    rmSync(directory, { recursive: true });
});

test("generated table is that of the program, byte for byte", () => {
    const own = mkdtempSync(`${tmpdir()}/cubesolve-`);
    run("gen-tables", "--table", table, "--tables", own);
    const [generated, expected] = [directory, own].map((d) => readFileSync(`${d}/${table}.table`));
    assert.ok(generated.equals(expected));
    rmSync(own, { recursive: true });
    assert.ok(reports.length > 0 && reports.every((report) => report.table === table));
});

/** Without times, which differ. */
function comparable(answer) {
    const { seconds, ...rest } = answer;
    return rest;
}

const FACELETS = "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB";
const CASES = [
    ["R U F'"],
    ["R U F L D2 B' R2 U L' F2 D"],
    ["U2 F2 R' D B2 L U' R F' D2 L2 B"],
    ["R U' F2 D L' B2 R2 U F' D2 L B' R' U2", { all: true }],
    [FACELETS],
    ["2340199207225155584"],
    ["(R U) F", { format: "niss" }],
    ["x R U M'"],
    ["R U' F2 L", { all: true }],
    ["R U F L", { extra: 1, number: 5 }],
    ["R U F L", { max_moves: 3 }],
    ["R U F' L2", { goal: "eo,dr", niss: true }],
    ["R U F' L2 D B2 R'", { goal: "dr,htr" }],
    ["M' U2 M U2", { moves: "M,U" }],
    ["R U R' U'", { moves: "R,U" }],
    ["R U", { moves: "F" }],
    ["U D", { to: "R L" }],
    ["U D", { to: ["R L", "F"] }],
    ["R U R' F2", { puzzle: "2x2x2" }],
    ["R U F L", { auf: true }],
    ["R2 U F'", { cost: "qtm" }],
    ["R U F", { then: "qtm", link: true }],
    ["R U F L D B", { fast: true }],
];

test("answers are those of the program", async () => {
    for (const [cube, options = {}] of CASES) {
        const { stdout, stderr } = run(
            "solve", "--json", "--threads", "1", "--table", table, "--tables", directory,
            ...argumentsOf(options), "--", cube,
        );
        const answer = await solver.solve(cube, options);
        assert.notEqual(stdout, "", `${cube}: ${stderr}`);
        assert.deepEqual(comparable(answer), comparable(JSON.parse(stdout)), cube);
    }
});

test("example of the README prints what it says", async () => {
    const readme = readFileSync(new URL("../package/README.md", import.meta.url), "utf8");
    const [, code] = readme.match(/```js\n([^]*?)```/);
    const index = new URL("../package/index.js", import.meta.url);
    const printed = [];
    const { log } = console;
    console.log = (text) => printed.push(String(text));
    await import(`data:text/javascript,${encodeURIComponent(code.replace('"cubesolve"', `"${index}"`))}`);
    console.log = log;
    assert.deepEqual(printed, [...code.matchAll(/\/\/ (.*)/g)].map(([, text]) => text));
});

test("errors have the messages of the program", async () => {
    const twisted = "UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    await assert.rejects(solver.solve(twisted), {
        message: "impossible cube: a corner is twisted clockwise, at URF (U9 R1 F3)",
    });
    await assert.rejects(solver.solve("R", { metric: "atm" }), {
        message: "metric: expected htm or qtm or stm",
    });
    await assert.rejects(solver.solve(""), { message: "expected a cube, found an empty line" });
    await assert.rejects(solver.solve("// R"), { message: "expected a cube, found a comment" });
    await assert.rejects(solver.solve("R", { colour: 1 }), { message: "unknown field colour" });
    await assert.rejects(Solver.create({ table: "9T" }), /9T/);
});

test("requests of the server are answered", async () => {
    const { problems, missing } = await solver.request("/check", { scramble: "R U F'" });
    assert.deepEqual([problems, missing], [[], 0]);
    const lines = [];
    await solver.request("/solve", { scramble: "R U F'" }, (line) => lines.push(line));
    assert.equal(lines.at(-1).event, "answer");
    assert.equal(lines.at(-1).solution, "F U' R'");
    assert.equal((await solver.request("/scramble")).facelets.length, 54);
    await assert.rejects(solver.request("/nothing"), { message: "not found" });
    await assert.rejects(solver.request("/check", {}), { message: "expected either facelets or scramble" });
});

test("kept table is read again", async () => {
    const started = reports.length;
    const again = await Solver.create({ table, directory, onProgress: (p) => reports.push(p) });
    assert.equal(reports.length, started);
    assert.equal((await again.solve("R U F'")).solution, "F U' R'");
    // a generation that was stopped leaves a file without bytes in a browser
    writeFileSync(`${directory}/64M.table`, "");
    assert.deepEqual(await again.kept(), [table]);
    rmSync(`${directory}/64M.table`);
    again.close();
    await assert.rejects(again.solve("R"), { message: "closed" });
});

const hasThreads = existsSync(new URL("../package/cubesolve-threads.wasm", import.meta.url));
test("two threads generate the same table, and answer the same", { skip: !hasThreads }, async () => {
    const other = mkdtempSync(`${tmpdir()}/cubesolve-`);
    const two = await Solver.create({ table, directory: other, threads: 2 });
    const files = [directory, other].map((d) => readFileSync(`${d}/${table}.table`));
    assert.ok(files[0].equals(files[1]));
    for (const cube of ["U D2 F2 D2 F' L2 U' L' U2 F D2 B", "R U F L D2 B' R2 U L' F2 D"]) {
        const answers = await Promise.all([solver, two].map((solver) => solver.solve(cube)));
        assert.equal(answers[0].length, answers[1].length);
        assert.ok(answers.every((answer) => answer.optimal));
    }
    const all = [solver, two].map(async (solver) => {
        const { solutions } = await solver.solve("R U2 F L R' D2 L R", { all: true });
        return solutions.map(({ solution }) => solution).sort();
    });
    assert.deepEqual(await all[0], await all[1]);
    two.close();
    rmSync(other, { recursive: true });
});

test("stopped search reports what is proven", async () => {
    const superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let depth = 0;
    const onProgress = (progress) => {
        if (progress.event !== "progress") return;
        depth = progress.depth;
        solver.stop();
    };
    const answer = await solver.solve(superflip, { onProgress });
    assert.ok(depth > 0 && answer.lower_bound > 5 && !answer.optimal);
    const limited = await solver.solve(superflip, { timeout: 0.5 });
    assert.ok(!limited.optimal);
    assert.equal((await solver.solve("R U F'")).solution, "F U' R'");
});
