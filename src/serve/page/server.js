// What the page asks of the program. Only carrier.js knows how it is reached: carrier-http.js of `cubesolve serve`, or
// carrier-worker.js of a page without a server.

import { GONE, get, post, stream } from "./carrier.js";

export { nativeSeconds, privacy } from "./carrier.js";

export const version = () => get("/version");

export const randomScramble = () => get("/scramble");

export const competitionScramble = () => get("/scramble/competition");

// Checks a cube by {facelets} or {scramble}.
export const check = (entry) => post("/check", entry);

// The description of the interface, with the options of a request to solve.
export const description = () => get("/openapi.json");

export const goals = () => get("/goals");

export const tables = () => get("/tables");

// Solves, and calls `onEvent` with each event, the last of which is the answer. The signal stops it.
export async function solve(request, onEvent, signal) {
  let isAnswered = false;
  const onLine = (event) => {
    isAnswered ||= event.event === "answer";
    onEvent(event);
  };
  await stream("/solve", { ...request, progress: true }, onLine, signal);
  if (!isAnswered) throw new Error(GONE);
}

// Generates a table, and calls `onLine` with each line.
export const generate = (table, onLine, signal) => stream("/tables", { table }, onLine, signal);
