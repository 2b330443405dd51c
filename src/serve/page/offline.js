// Keeps a page without a server for use without a network. It also adds the headers with which browsers allow the page
// threads: from the second visit on, wherever the page comes from.

// Both are set where the page is written.
const VERSION = "";
const FILES = [];

// Of all that is kept for this origin, what belongs to this page.
const PREFIX = `cubesolve ${registration.scope} `;
const NAME = PREFIX + VERSION;

const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

async function install() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

async function respond(request) {
  const cache = await caches.open(NAME);
  const response = (await cache.match(request, { ignoreSearch: true })) ?? (await fetch(request));
  if (response.type === "opaqueredirect") return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  if (event.request.url.startsWith(registration.scope)) event.respondWith(respond(event.request));
});
