// The only module that knows how the page reaches the program: by HTTP.

import { enter } from "./code.js";

const GONE = "the server does not answer; start cubesolve serve again";

// Waits for the server, with an error in words if it is gone.
async function arrived(promise, signal) {
  try {
    return await promise;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error(GONE);
  }
}

const sendCode = (code) =>
  fetch("/enter", { method: "POST", body: code }).then(({ status }) => status, () => undefined);

async function request(path, options) {
  const response = await arrived(fetch(path, options), options?.signal);
  if (response.status !== 401) return response;
  await enter(sendCode);
  return request(path, options);
}

async function answer(response) {
  const object = await response.json();
  if (!response.ok) throw new Error(object.error);
  return object;
}

const get = async (path) => answer(await request(path));

const post = (path, object, signal) =>
  request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(object),
    signal,
  });

// Where the cube goes that is entered.
export function privacy() {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return isHere ? "Your cube stays on this machine." : `Your cube goes to the machine ${location.hostname}, and no further.`;
}

export const version = () => get("/version");

export const randomScramble = () => get("/scramble");

export const competitionScramble = () => get("/scramble/competition");

// Checks a cube by {facelets} or {scramble}.
export const check = async (entry) => answer(await post("/check", entry));

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

async function stream(path, object, onLine, signal) {
  const response = await post(path, object, signal);
  if (!response.ok) throw new Error((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await arrived(reader.read(), signal);
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) onLine(JSON.parse(line));
  }
}
