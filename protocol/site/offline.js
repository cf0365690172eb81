// A service worker: the site's own files, from the network while there is one, else as they were
// last seen.

const KEPT = "yomi";
const FILES = [
  "./",
  "weights.eval",
  "yomi_web.js",
  "yomi_web_bg.wasm",
  "worker.js",
  "yomi-board.css",
];

// Without its modules the page would not begin; their names stand in it and in each other.
const modules = async (name, found) => {
  if (found.has(name)) return;
  found.add(name);
  const text = await (await fetch(name, { cache: "no-cache" })).text();
  const names = [...text.matchAll(/from "\.\/([a-z-]+\.js)"|(?:href|src)="([a-z-]+\.[a-z]+)"/g)];
  for (const [, module, file] of names) {
    if (module) await modules(module, found);
    else if (file.endsWith(".js")) await modules(file, found);
    else found.add(file);
  }
};

const fill = async () => {
  const found = new Set();
  for (const page of ["index.html", "board.html"]) await modules(page, found);
  const cache = await caches.open(KEPT);
  // What the browser has kept by itself may be older.
  const asked = [...FILES, ...found].map((name) => new Request(name, { cache: "no-cache" }));
  await cache.addAll(asked);
  return new Set(asked.map(({ url }) => url));
};

// Whether a file is another one than that which was kept, by what the server says of both, or by
// their bytes if it says nothing.
const differs = async (kept, response) => {
  for (const name of ["etag", "last-modified"]) {
    const [old, now] = [kept.headers.get(name), response.headers.get(name)];
    if (old && now) return old !== now;
  }
  const bytes = async (file) => new Uint8Array(await file.arrayBuffer());
  const [old, now] = [await bytes(kept), await bytes(response)];
  return old.length !== now.length || old.some((byte, place) => byte !== now[place]);
};

// After an update all files are fetched, or none: those of two versions do not fit together. What
// cannot be fetched now is still another file at the next look.
let renewal = null;
const renew = async (cache, name, kept, response) => {
  if (!(await differs(kept, response.clone()))) return;
  renewal ??= fill().finally(() => {
    renewal = null;
  });
  // What is not of the site's own list is renewed alone.
  if (!(await renewal).has(name)) await cache.put(name, response);
};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(fill());
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const fresh = async (event) => {
  const { request } = event;
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    // One copy whatever is searched for, and none where there is no room for it.
    const { origin, pathname } = new URL(request.url);
    if (!response.ok) return response;
    const [name, copy] = [origin + pathname, response.clone()];
    const kept = await cache.match(name);
    const done = kept ? renew(cache, name, kept, copy) : cache.put(name, copy);
    event.waitUntil(done.catch(() => {}));
    return response;
  } catch (problem) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw problem;
  }
};

addEventListener("fetch", (event) => {
  const own = new URL(event.request.url).origin === location.origin;
  if (own && event.request.method === "GET") event.respondWith(fresh(event));
});
