// The page of `cubesolve page` in Chromium, from a server that only has its files. CUBESOLVE is the path of the program,
// by default that of a release build. Skipped where there is no Chromium, unless CUBESOLVE_TEST_BROWSER is "require".
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
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

async function enter(cube) {
    await window.visit("about:blank");
    await window.visit(`${address}#${encodeURIComponent(cube)}`);
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

test("options, checks and random cubes work", { skip }, async () => {
    await window.run("history.replaceState(null, '', location.pathname)");
    await window.visit("about:blank");
    await window.visit(address);
    await window.wait("document.querySelectorAll('#goals option').length > 5");
    await window.click("#surprise");
    await window.sees("#state", "The cube is complete");
    await window.run("document.querySelector('#options').open = true");
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

test("table is generated with progress, and kept", { skip }, async () => {
    await enter("R U F'");
    await window.run("document.querySelector('#tables-section').open = true");
    const button = "[...document.querySelectorAll('#tables button')].find((b) => b.textContent === 'Generate 64M')";
    await window.wait(`${button} !== undefined`);
    await window.run(`${button}.click()`);
    await window.sees("#table-state", "Generating the table 64M");
    await window.sees("#table-state", "The table 64M is in use");
    await solve(FAR);
    await window.sees("#result", "proven to be the shortest");
});

test("nothing is complained of", { skip }, async () => {
    const serious = (await window.complaints()).filter(({ level }) => level === "SEVERE");
    assert.deepEqual(serious, []);
});
