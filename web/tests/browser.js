// What engine.js and worker.js need of a browser, for node: workers, and fetch of files.
import { readFile } from "node:fs/promises";
import { Worker as Thread } from "node:worker_threads";

const MEDIA_TYPES = { wasm: "application/wasm" };

// A worker's first script: the page's worker with the names it knows from browsers.
const FRAME = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.onmessage = null;
  const waiting = [];
  const hear = (data) => globalThis.onmessage({ data });
  parentPort.on("message", (data) => (globalThis.onmessage ? hear(data) : waiting.push(data)));
  import(workerData).then(() => waiting.splice(0).forEach(hear));
`;

globalThis.Worker = class {
  #thread;

  constructor(address) {
    this.#thread = new Thread(FRAME, { eval: true, workerData: address.href });
    this.#thread.on("message", (data) => this.onmessage?.({ data }));
    this.#thread.on("error", (error) => this.onerror?.(error));
  }

  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    this.#thread.terminate();
  }
};

globalThis.fetch = async (address) => {
  const extension = new URL(address).pathname.split(".").at(-1);
  const headers = { "Content-Type": MEDIA_TYPES[extension] ?? "application/octet-stream" };
  return new Response(await readFile(new URL(address)), { headers });
};
