// How a page without a server reaches the program: as WebAssembly, in workers of this tab. Its path is carrier.js.

import { Solver } from "./program/index.js";

export const GONE = "the search has ended without an answer";

// How many times as long searches take here as in the program, with as many threads (benches/README.md).
const SLOWDOWN = 1.5;

// More threads take memory that a browser may not have.
const MAX_THREADS = 16;

const processors = navigator.hardwareConcurrency ?? 1;

let threads = globalThis.crossOriginIsolated ? Math.min(processors, MAX_THREADS) : 1;

// One is for requests that take milliseconds, also while the other searches.
const desk = Solver.create();
const searcher = Solver.create({ threads }).catch(() => {
  threads = 1;
  return Solver.create();
});

// What quick solutions need takes a second to make, and is made before somebody waits for it.
const EXAMPLE = { scramble: "R U F' L2 D B", fast: true };
searcher.then((solver) => solver.request("/solve", EXAMPLE)).catch(() => {});

export async function get(path) {
  return path === "/tables" ? tables() : (await desk).request(path);
}

export const post = async (path, object) => (await desk).request(path, object);

// Calls `onLine` with each line of an answer. The signal stops it.
export async function stream(path, object, onLine, signal) {
  const solver = await searcher;
  signal?.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise((_, reject) => {
    const stop = () => {
      solver.stop();
      reject(signal.reason);
    };
    signal?.addEventListener("abort", stop, { signal: ended.signal });
  });
  const onLineInTime = (line) => signal?.aborted || onLine(line);
  try {
    await Promise.race([solver.request(path, object, onLineInTime), aborted]);
  } finally {
    ended.abort();
  }
}

// The tables, with the times of one thread here, which take a while to measure.
let measured;

async function measure() {
  const solver = await Solver.create();
  const { tables } = await solver.request("/tables");
  solver.close();
  return tables;
}

// The tables as this browser has them.
async function tables() {
  measured ??= measure();
  const [all, kept, { tables: used }] = await Promise.all([measured, desk.then((solver) => solver.kept()), searcher]);
  // that of the whole machine in GB, 8 at most
  const memory = (navigator.deviceMemory ?? 4) * 2 ** 30;
  const describe = (table) => ({
    ...table,
    installed: kept.includes(table.name),
    used: used.has(table.name),
    // its generation takes twice its size
    fits: table.fits && 4 * table.bytes <= memory,
    generation_seconds: table.fits ? table.generation_seconds / threads : null,
    cube_seconds: table.cube_seconds === null ? null : table.cube_seconds / threads,
  });
  return { tables: all.map(describe), generates: true };
}

export const privacy = () => "The program runs in this page; your cube stays on this device.";

// The seconds that the program itself would take on this machine for a search that takes `seconds` here.
export const nativeSeconds = (seconds) => (seconds * threads) / processors / SLOWDOWN;

// keeps the page for use without a network
navigator.serviceWorker?.register("offline.js").catch(() => {});
