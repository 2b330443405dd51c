// Requests to the server.

async function answer(response) {
  const object = await response.json();
  if (!response.ok) throw new Error(object.error);
  return object;
}

const get = async (path) => answer(await fetch(path));

const post = (path, object, signal) =>
  fetch(path, {
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

// Solves, and calls `onEvent` with each event. The signal stops it.
export async function solve(request, onEvent, signal) {
  const response = await post("/solve", { ...request, progress: true }, signal);
  if (!response.ok) throw new Error((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) onEvent(JSON.parse(line));
  }
}
