// The package in Chromium: a page posts what the module answers. Skipped where there is no Chromium, unless
// CUBESOLVE_TEST_BROWSER is "require".
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname } from "node:path";
import { test } from "node:test";
import { removeProfile } from "./webdriver.mjs";

const installed = spawnSync("chromium", ["--version"]).status === 0;
const skip = !installed && process.env.CUBESOLVE_TEST_BROWSER !== "require";

const PAGE = `<!doctype html><script type="module">
import { Solver } from "/index.js";
const tables = new Set();
const onProgress = ({ table }) => tables.add(table);
let report;
try {
    const threads = crossOriginIsolated ? 2 : 1;
    const solver = await Solver.create({ table: "32M", threads, onProgress });
    const answer = await solver.solve("R U F'");
    const stopped = solver.solve("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", {
        onProgress: () => solver.stop(),
    });
    const end = await stopped.then(({ optimal }) => ({ optimal }), ({ message }) => ({ message }));
    const next = await solver.solve("R U R'");
    report = { generated: tables.has("32M"), solution: answer.solution, end, next: next.solution };
    solver.close();
} catch (error) {
    report = { error: String(error) };
}
await fetch("/report", { method: "POST", body: JSON.stringify(report) });
</script>`;

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const ISOLATED = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
};

let report;
const server = createServer((request, response) => {
    if (request.method === "POST") {
        let body = "";
        request.on("data", (part) => (body += part));
        request.on("end", () => report(JSON.parse(body)));
        response.end();
        return;
    }
    const isPage = ["/", "/isolated"].includes(request.url);
    const file = new URL(`../package${isPage ? "/README.md" : request.url}`, import.meta.url);
    const content = isPage ? PAGE : existsSync(file) ? readFileSync(file) : undefined;
    response.writeHead(content === undefined ? 404 : 200, {
        "content-type": TYPES[extname(request.url)] ?? "text/html",
        ...(request.url === "/isolated" || !isPage ? ISOLATED : {}),
    });
    response.end(content);
});

/** What the page at a path reports in a browser with this profile. */
async function open(profile, path) {
    const reported = new Promise((resolve) => (report = resolve));
    const address = `http://127.0.0.1:${server.address().port}${path}`;
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    const browser = spawn("chromium", [...flags, `--user-data-dir=${profile}`, address], { stdio: "ignore" });
    try {
        return await reported;
    } finally {
        browser.kill();
        await new Promise((resolve) => browser.on("exit", resolve));
    }
}

test("package solves in a page, with and without isolation, and keeps its table", { skip }, async () => {
    const profile = mkdtempSync(`${tmpdir()}/cubesolve-`);
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const same = { solution: "F U' R'", next: "R U' R'" };
    try {
        const isolated = await open(profile, "/isolated");
        assert.deepEqual(isolated, { generated: true, end: { optimal: false }, ...same });
        const other = await open(profile, "/");
        assert.deepEqual(other, { generated: false, end: { message: "stopped" }, ...same });
    } finally {
        server.closeAllConnections();
        server.close();
        await removeProfile(profile);
    }
});
