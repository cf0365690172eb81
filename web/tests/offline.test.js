// What the service worker keeps for those without a network is the whole site, of one version.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const { SITE } = process.env;
const ADDRESS = "http://host/yomi/";
const absolute = (name) => new URL(name, ADDRESS).href;

// The worker of a site whose files `read` gives by name; it throws where there is no network.
const worker = (read) => {
  const [listeners, kept] = [{}, new Map()];
  const response = (text) => ({
    ok: true,
    headers: { get: () => null },
    text: async () => text,
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
    clone: () => response(text),
  });
  const nameOf = (asked) => absolute(asked.url ?? asked);
  const fetch = async (asked) => response(read(nameOf(asked).slice(ADDRESS.length)));
  const cache = {
    addAll: async (asked) => {
      const found = await Promise.all(asked.map(async (one) => [nameOf(one), await fetch(one)]));
      for (const [name, file] of found) kept.set(name, file);
    },
    put: async (asked, file) => kept.set(nameOf(asked), file),
    match: async (asked, { ignoreSearch = false } = {}) =>
      kept.get(ignoreSearch ? nameOf(asked).replace(/\?.*/, "") : nameOf(asked)),
  };
  class Request {
    constructor(name) {
      this.url = absolute(name);
    }
  }
  const addEventListener = (name, listener) => {
    listeners[name] = listener;
  };
  const caches = { open: async () => cache };
  const location = { origin: new URL(ADDRESS).origin };
  const globals = { addEventListener, skipWaiting() {}, fetch, caches, Request, URL, location };
  const script = readFileSync(join(SITE, "offline.js"), "utf8");
  runInContext(script, createContext({ ...globals, Uint8Array }));
  // What an event makes the worker do, until all of it is done.
  const event = async (name, more = {}) => {
    const waiting = [];
    let answer;
    const respondWith = (promise) => {
      answer = promise;
    };
    listeners[name]({ waitUntil: (work) => waiting.push(work), respondWith, ...more });
    const text = await (await answer)?.text();
    await Promise.all(waiting);
    return text;
  };
  const get = (name) => event("fetch", { request: { method: "GET", url: absolute(name) } });
  const names = () => [...kept.keys()].map((name) => name.slice(ADDRESS.length));
  const text = async (name) => (await kept.get(absolute(name))).text();
  return { install: () => event("install"), get, names, text };
};

const onDisk = (name) => readFileSync(join(SITE, name || "index.html"), "utf8");

test("without a network every file of the site is there", async () => {
  const site = worker((name) => (name === "weights.eval" ? "weights" : onDisk(name)));
  await site.install();
  const files = readdirSync(SITE).filter((name) => name !== "offline.js");
  // The page is asked for by the folder, and the weights come from the program.
  const wanted = [...files, "", "weights.eval"];
  assert.deepEqual(
    wanted.filter((name) => !site.names().includes(name)),
    [],
  );
});

test("what is kept is of one version", async () => {
  let [version, broken] = [1, null];
  const site = worker((name) => {
    if (broken === "all" || broken === name) throw new Error("no network");
    const text = name === "weights.eval" ? "weights" : onDisk(name);
    return `${text} ${version}`;
  });
  const kept = async () => {
    const versions = await Promise.all(site.names().map((name) => site.text(name)));
    return [...new Set(versions.map((text) => text.slice(-1)))];
  };
  await site.install();
  assert.deepEqual(await kept(), ["1"]);
  await site.get("index.html");
  assert.deepEqual(await kept(), ["1"]);
  // An update of which a file cannot be fetched is no update yet.
  [version, broken] = [2, "board.html"];
  assert.match(await site.get("site.js"), / 2$/);
  assert.deepEqual(await kept(), ["1"]);
  broken = null;
  await site.get("site.js");
  assert.deepEqual(await kept(), ["2"]);
  broken = "all";
  assert.match(await site.get("board.html?position=f5d6"), / 2$/);
});
