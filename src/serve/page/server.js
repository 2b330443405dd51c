// Requests to the server.

// Fetches, with an error in words if the server is gone.
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new Error("the server does not answer; start cubesolve serve again");
  }
  if (response.status !== 401) return response;
  entering ??= enter().finally(() => (entering = undefined));
  await entering;
  return request(path, options);
}

// While the code is entered that other machines need.
let entering;

// Enters the code of the link that a phone has scanned, or prompts for it.
async function enter() {
  const scanned = new URLSearchParams(location.search).get("code");
  history.replaceState(null, "", `${location.pathname}${location.hash}`);
  const code = scanned ?? prompt("The code that cubesolve serve shows:");
  if (code === null) throw new Error("other machines need the code that cubesolve serve shows");
  await fetch("/enter", { method: "POST", body: code });
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

export const version = () => get("/version");

export const randomScramble = () => get("/scramble");

export const competitionScramble = () => get("/scramble/competition");

// Checks a cube by {facelets} or {scramble}.
export const check = async (entry) => answer(await post("/check", entry));

// The description of the interface, with the options of a request to solve.
export const description = () => get("/openapi.json");

export const goals = () => get("/goals");

export const tables = () => get("/tables");

// Solves, and calls `onEvent` with each event. The signal stops it.
export const solve = (request, onEvent, signal) =>
  stream("/solve", { ...request, progress: true }, onEvent, signal);

// Generates a table, and calls `onLine` with each line.
export const generate = (table, onLine, signal) => stream("/tables", { table }, onLine, signal);

async function stream(path, object, onLine, signal) {
  const response = await post(path, object, signal);
  if (!response.ok) throw new Error((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) onLine(JSON.parse(line));
  }
}
