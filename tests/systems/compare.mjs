// node compare.mjs PROGRAM [PROGRAM...] [web]: compares the answers of builds to 200 cubes with those of the first one.
// Each program is a command, such as "qemu-aarch64 target/aarch64-unknown-linux-gnu/release/cubesolve"; "web" is the npm
// package, as `.ci/web` built it. Times are left out.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { argumentsOf } from "./arguments.mjs";

const TABLE = "32M";
const groups = JSON.parse(readFileSync(new URL("queries.json", import.meta.url), "utf8"));
const count = groups.reduce((count, [, cubes]) => count + cubes.length, 0);
const directory = mkdtempSync(`${tmpdir()}/cubesolve-`);

function comparable({ line, seconds, input, ...rest }) {
    return rest;
}

function run(program, args, input) {
    const [command, ...first] = program.split(" ");
    const { stdout, stderr, status, error } = spawnSync(command, [...first, ...args], { input, encoding: "utf8" });
    if (error) throw error;
    return { stdout, problem: `${program} ${args.join(" ")} exits with ${status}: ${stderr}` };
}

function answersOf(program) {
    return groups.flatMap(([options, cubes]) => {
        const args = ["solve", "--json", "--threads", "1", "--table", TABLE, "--tables", directory, ...argumentsOf(options)];
        const { stdout, problem } = run(program, args, `${cubes.join("\n")}\n`);
        const answers = stdout.split("\n").filter((line) => line.trim() !== "").map((line) => comparable(JSON.parse(line)));
        assert.equal(answers.length, cubes.length, problem);
        return answers;
    });
}

async function answersOfWeb() {
    const { Solver } = await import("../../src/web/package/index.js");
    const answers = [];
    for (const [options, cubes] of groups) {
        // the program looks for tables itself
        const table = options.metric === undefined ? TABLE : `${TABLE}-${options.metric}`;
        const solver = await Solver.create({ table, directory });
        for (const cube of cubes) {
            const answer = solver.solve(cube, options).then(comparable, ({ message }) => ({ error: message }));
            answers.push(await answer);
        }
        solver.close();
    }
    return answers;
}

const [first, ...others] = process.argv.slice(2);
for (const table of [TABLE, `${TABLE}-qtm`]) {
    run(first, ["gen-tables", "--table", table, "--tables", directory]);
}
const expected = answersOf(first);
const solved = expected.filter(({ error }) => error === null).length;
console.log(`${first}: ${solved} of ${count} have solutions`);
for (const program of others) {
    const answers = program === "web" ? await answersOfWeb() : answersOf(program);
    const differ = answers.filter((answer, n) => {
        const isRefused = program === "web" && answer.solutions === undefined;
        const own = isRefused ? { error: expected[n].error } : expected[n];
        try {
            assert.deepEqual(answer, own);
            return false;
        } catch (error) {
            console.log(`${program}, cube ${n + 1}: ${error.message}`);
            return true;
        }
    });
    console.log(`${program}: ${count - differ.length} of ${count} answers equal`);
    if (differ.length > 0) process.exitCode = 1;
}
rmSync(directory, { recursive: true });
