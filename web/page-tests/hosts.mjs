// Hosts of the site: any server of static files, `yomi web`, and a foreign page around it.
import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

// Listens on a free port of this machine; `answer` is given each request's path without its slash.
const listen = async (answer) => {
  const server = createServer((request, response) =>
    answer(new URL(request.url, "http://host").pathname.slice(1), response),
  );
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, close };
};

// The files of a folder and the weights, with nothing but their types. `change` puts another file
// in the place of one.
export const staticHost = async (site, weights) => {
  const files = new Set(await readdir(site));
  const changed = new Map();
  const host = await listen(async (asked, response) => {
    const name = asked || "index.html";
    if (name !== "weights.eval" && !files.has(name)) return response.writeHead(404).end();
    const path = name === "weights.eval" ? weights : join(site, name);
    const data = changed.get(name) ?? (await readFile(path));
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type }).end(data);
  });
  return { ...host, change: (name, data) => changed.set(name, data) };
};

// A page that has another one in a frame.
export const framingHost = (framed) =>
  listen((path, response) => {
    const type = { "Content-Type": TYPES[".html"] };
    const page = `<!doctype html><html lang="en"><title>A page</title>
      <link rel="icon" href="data:,"><iframe title="Yomi" width="800" height="700"
      src="${framed}"></iframe></html>`;
    response.writeHead(200, type).end(path ? "" : page);
  });

// The program itself as the server.
export const ownHost = async (yomi) => {
  const program = spawn(yomi, ["web", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((found, refuse) => {
    createInterface({ input: program.stdout }).once("line", found);
    program.once("exit", () => refuse(new Error(`${yomi} web has ended`)));
  });
  return { address: line.split(" ")[0], close: () => program.kill() };
};
