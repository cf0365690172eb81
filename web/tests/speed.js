// How fast the engine of a site is in node: `node web/tests/speed.js protocol/site`. Times are of
// the clock and, behind them, of the processor, which a busy machine disturbs less.
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import "./browser.js";

const site = process.argv[2] ?? "protocol/site";
const file = (path) => pathToFileURL(resolve(path)).href;
const { Engine } = await import(file(join(site, "engine.js")));

// FForum #40 to #44, with the score for the side to move.
const ENDGAMES = [
  ["O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- b", 38],
  ["-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- b", 0],
  ["--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- b", 6],
  ["--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- w", -12],
  ["--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- w", -14],
];

async function timed(what, act) {
  const [began, worked] = [performance.now(), process.cpuUsage()];
  const result = await act();
  const { user, system } = process.cpuUsage(worked);
  const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
  const took = performance.now() - began;
  const note = `${seconds(took)} (processor ${seconds((user + system) / 1000)})`;
  console.log(`${what.padEnd(32)} ${note}`);
  return result;
}

let engine;

function answer(...lines) {
  return new Promise((resolve) => {
    const told = [];
    engine.onLine = (line) => {
      told.push(line);
      if (line.startsWith("bestmove")) resolve(told);
    };
    lines.forEach((line) => engine.send(line));
  });
}

const wasm = join(site, "yomi_web_bg.wasm");
const packed = gzipSync(await readFile(wasm), { level: 9 }).length;
console.log(`${"module, compressed".padEnd(32)} ${packed} bytes`);
await timed("from nothing to the first move", async () => {
  engine = await Engine.start({ wasm: file(wasm), weights: file("engine/weights/othello.eval") });
  await answer("position startpos moves f5", "go movetime 10");
});
await timed("FForum #40 to #44", async () => {
  engine.send("setoption name Player value expert(level=30)");
  for (const [position, score] of ENDGAMES) {
    const told = await answer(`position fen ${position}`, "go");
    if (!told.some((line) => line.includes(` score cp ${100 * score} `))) {
      throw new Error(`${position}: expected ${score}\n${told.join("\n")}`);
    }
  }
});
await timed("100,000 playouts of uct", async () => {
  await answer("setoption name Player value uct(playouts=100000)", "position startpos", "go");
});
await timed("the table, 1,000 games a cell", async () => engine.call("rerun", { games: 1000 }));
engine.close();
