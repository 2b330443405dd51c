// The page of `cubesolve page` in Chromium: from a server that only has its files, and as one file. CUBESOLVE is the path of the program,
// by default that of a release build. Skipped where there is no Chromium, unless CUBESOLVE_TEST_BROWSER is "require".
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Window } from "./webdriver.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const program = process.env.CUBESOLVE ?? path("../../../target/release/cubesolve");
const installed = ["chromium", "chromedriver"].every((name) => spawnSync(name, ["--version"]).status === 0);
const skip = !installed && process.env.CUBESOLVE_TEST_BROWSER !== "require";
const hasThreads = existsSync(path("../package/cubesolve-threads.wasm"));

/** Not solved without a table. */
const FAR = "U D2 F2 D2 F' L2 U' L' U2 F D2 B R";

let directory, server, address, window;

async function serve(port) {
    server = spawn("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", directory, port]);
    const line = await new Promise((resolve) => server.stdout.once("data", resolve));
    server.stderr.resume();
    const [, bound] = String(line).match(/port (\d+)/);
    address = `http://127.0.0.1:${bound}/`;
}

before(async () => {
    if (skip) return;
    directory = mkdtempSync(`${tmpdir()}/cubesolve-`);
    const written = spawnSync(program, ["page", "--out", directory, "--web", path("../package")]);
    assert.equal(written.status, 0, String(written.stderr));
    await serve("0");
    window = await Window.open();
});

after(async () => {
    await window?.close();
    server?.kill();
    if (directory) rmSync(directory, { recursive: true });
});

async function enter(cube, page = address) {
    await window.visit("about:blank");
    await window.visit(`${page}#${encodeURIComponent(cube)}`);
    await window.sees("#state", "The cube is complete");
}

async function solve(cube) {
    await enter(cube);
    await window.click("#solve");
}

const moves = () => window.run("return [...document.querySelectorAll('#moves button')].map((b) => b.textContent).join(' ')");

test("page without a server proves a solution", { skip }, async () => {
    await solve("R U F'");
    await window.sees("#result", "3 moves, proven to be the shortest");
    assert.equal(await moves(), "F U' R'");
    await window.sees("#about", "stays on this device");
});

test("one file from the disk proves a solution, and draws a cube", { skip }, async () => {
    await enter("R U F'", `file://${directory}/cubesolve.html`);
    await window.click("#solve");
    await window.sees("#result", "3 moves, proven to be the shortest");
    assert.equal(await moves(), "F U' R'");
    await window.wait("document.querySelectorAll('#goals option').length > 5");
    await window.click("#edit");
    await window.click("#random");
    await window.sees("#state", "The cube is complete");
});

test("page says what the program would take for a long search", { skip }, async () => {
    await enter("R U F'");
    // workers that have measured no table, and would need another hour if they had as many threads as there are processors
    const processors = await window.run("return navigator.hardwareConcurrency");
    const isolated = hasThreads && (await window.run("return crossOriginIsolated"));
    const left = 3600 * (isolated ? 1 : processors);
    await window.run(`
        const { postMessage } = Worker.prototype;
        const progress = { event: "progress", depth: 17, done: 0.5, probes: 9, seconds_left: ${left} };
        const answers = { "/solve": { line: progress }, "/tables": { result: { tables: [] } } };
        Worker.prototype.postMessage = function (message) {
            const answer = answers[message.path];
            if (answer) setTimeout(() => this.onmessage({ data: { id: message.id, ...answer } }));
            else postMessage.call(this, message);
        };`);
    await window.click("#solve");
    // how much faster each of its processors is than a worker, as the page has it
    const source = readFileSync(path("../../serve/page/carrier-worker.js"), "utf8");
    const slowdown = Number(/^const SLOWDOWN = (.+);$/m.exec(source)[1]);
    const minutes = Math.round(60 / slowdown);
    await window.sees("#advice", `The program cubesolve takes about ${minutes} min for this with the same table.`);
});

test("impossible cube is explained, and random ones are drawn", { skip }, async () => {
    await window.visit("about:blank");
    await window.visit(`${address}#UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB`);
    await window.sees("#state", "This cube is impossible");
    await window.wait("document.querySelectorAll('#goals option').length > 5");
    await window.click("#random");
    await window.sees("#state", "The cube is complete");
});

test("short solution comes before the table, whose generation can be stopped", { skip }, async () => {
    await solve(FAR);
    await window.sees("#now", "generating the table 64M");
    await window.sees("#result", "Looking for the shortest");
    await window.click("#stop");
    await window.sees("#result", "Stopped. Best so far");
    await solve("R U F'");
    await window.sees("#result", "3 moves, proven");
});

test("page works without a network after the first visit", { skip }, async () => {
    await window.wait("navigator.serviceWorker.controller !== null");
    server.kill();
    await new Promise((resolve) => server.once("exit", resolve));
    await solve("R U F' L");
    await window.sees("#result", "4 moves, proven to be the shortest");
    // by the headers that the page's own service worker adds
    assert.equal(await window.run("return crossOriginIsolated"), true);
});

// which takes a while
test("table is generated with progress, and kept", { skip: skip || process.env.QUICK }, async () => {
    const row = "[...document.querySelectorAll('#tables tr')].find((row) => row.cells[0].textContent === '64M')";
    const openTables = "document.querySelector('#tables-section').open = true";
    await enter("R U F'");
    await window.run(openTables);
    await window.wait(`${row}?.querySelector('button') !== null && ${row} !== undefined`);
    await window.run(`${row}.querySelector('button').click()`);
    await window.sees("#table-state", "Generating the table 64M");
    await window.sees("#table-state", "The table 64M is in use");
    await enter("R U F'");
    await window.run(openTables);
    await window.wait(`${row}?.innerText.includes('installed')`);
    await window.click("#solve");
    await window.sees("#result", "proven");
    await solve(FAR);
    await window.sees("#result", "proven to be the shortest");
    await window.run(openTables);
    await window.wait(`${row}?.innerText.includes('in use')`);
});

test("nothing is complained of", { skip }, async () => {
    const serious = (await window.complaints()).filter(({ level }) => level === "SEVERE");
    assert.deepEqual(serious, []);
});
