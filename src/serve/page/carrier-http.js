// How a page of `cubesolve serve` reaches the program: by HTTP. Its path is carrier.js.

import { enter } from "./code.js";

export const GONE = "the server does not answer; start cubesolve serve again";

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

const send = (path, object, signal) =>
  request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(object),
    signal,
  });

export const get = async (path) => answer(await request(path));

export const post = async (path, object) => answer(await send(path, object));

// Calls `onLine` with each line of an answer. The signal stops it.
export async function stream(path, object, onLine, signal) {
  const response = await send(path, object, signal);
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

// Where the cube goes that is entered.
export function privacy() {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return isHere ? "Your cube stays on this machine." : `Your cube goes to the machine ${location.hostname}, and no further.`;
}

// The program itself is at work.
export const nativeSeconds = () => undefined;
