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
  const text = await (await fetch(name)).text();
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
  await cache.addAll([...FILES, ...found]);
};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(fill());
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const fresh = async (request) => {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    // One copy whatever is searched for, and none where there is no room for it.
    const { origin, pathname } = new URL(request.url);
    if (response.ok) await cache.put(origin + pathname, response.clone()).catch(() => {});
    return response;
  } catch (problem) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw problem;
  }
};

addEventListener("fetch", (event) => {
  const own = new URL(event.request.url).origin === location.origin;
  if (own && event.request.method === "GET") event.respondWith(fresh(event.request));
});
