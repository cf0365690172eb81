// What the service worker keeps for those without a network is the whole site.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const { SITE } = process.env;

test("without a network every file of the site is there", async () => {
  let kept;
  const listeners = {};
  const world = createContext({
    addEventListener: (name, listener) => {
      listeners[name] = listener;
    },
    skipWaiting: () => {},
    fetch: async (name) => ({ text: async () => readFileSync(join(SITE, name), "utf8") }),
    caches: {
      open: async () => ({
        addAll: async (names) => {
          kept = [...names];
        },
      }),
    },
  });
  runInContext(readFileSync(join(SITE, "offline.js"), "utf8"), world);
  let filled;
  listeners.install({
    waitUntil: (promise) => {
      filled = promise;
    },
  });
  await filled;
  const files = readdirSync(SITE).filter((name) => name !== "offline.js");
  // The page is asked for by the folder, and the weights come from the program.
  const wanted = [...files, "./", "weights.eval"];
  assert.deepEqual(
    wanted.filter((name) => !kept.includes(name)),
    [],
  );
});
