// The engine in WebAssembly against the native one: the same searches, games, tables and answers.
// Run by `scripts/test-web SITE`, with the native programs in YOMI and YOMI_LAB.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import "./browser.js";

const { SITE, YOMI, YOMI_LAB } = process.env;
const file = (path) => pathToFileURL(resolve(path)).href;
const { Engine, Stopped } = await import(file(join(SITE, "engine.js")));
const { japanese } = await import(file(join(SITE, "meanings.js")));

let engine;
let lines = [];

/** The lines up to the first that begins with `beginning`, since the last call. */
function heard(beginning) {
  return new Promise((resolve) => {
    const look = () => {
      const end = lines.findIndex((line) => line.startsWith(beginning));
      if (end >= 0) resolve(lines.splice(0, end + 1));
      return end >= 0;
    };
    engine.onLine = (line) => {
      lines.push(line);
      look();
    };
    look();
  });
}

/** What `yomi ugi` answers to lines, without the times in it. */
function native(asked) {
  const input = `${asked.join("\n")}\nquit\n`;
  const out = execFileSync(YOMI, ["ugi"], { input, encoding: "utf8", maxBuffer: 1 << 26 });
  return timeless(out.split("\n").filter(Boolean));
}

/** The same of the engine here. */
async function here(asked) {
  asked.forEach((line) => engine.send(line));
  engine.send("isready");
  return timeless((await heard("readyok")).slice(0, -1));
}

function timeless(told) {
  return told.map((line) => line.replace(/ time \d+/, "").replace(/ nps \d+/, ""));
}

/** A new engine: random numbers depend on how many games it has begun. */
async function restart() {
  engine?.close();
  lines = [];
  engine = await Engine.start({
    wasm: file(join(SITE, "yomi_web_bg.wasm")),
    weights: file("engine/weights/othello.eval"),
  });
  engine.onLine = (line) => lines.push(line);
}

before(restart);

after(() => engine.close());

test("it introduces itself as the native engine does", async () => {
  assert.deepEqual(await here(["ugi"]), native(["ugi"]));
});

test("it has the same bench signature", async () => {
  const version = execFileSync(YOMI, ["--version"], { encoding: "utf8" });
  const { version: own, signature } = await engine.call("bench");
  assert.ok(version.includes(own), `${own} in ${version}`);
  assert.ok(own.includes(`bench signature ${signature})`), `${signature} in ${own}`);
});

const PLAYERS = [
  ["Othello", 8, "expert(level=6,book=off,table=16)"],
  ["Othello", 8, "uct(playouts=300)"],
  ["Othello", 6, "alphabeta(depth=4)"],
  ["Othello", 10, "random"],
  ["Tic-tac-toe", 3, "flat_mc(playouts=50)"],
  ["Go", 5, "uct(playouts=100)"],
];

for (const [game, size, player] of PLAYERS) {
  const name = `${player} plays the same game of ${game} ${size}×${size}`;
  test(name, { timeout: 60_000 }, async () => {
    await restart();
    const setting = [
      "setoption name Player value random",
      `setoption name Game value ${game}`,
      `setoption name Size value ${size}`,
      "setoption name Seed value 11",
      `setoption name Player value ${player}`,
      "position startpos",
    ];
    setting.forEach((line) => engine.send(line));
    const moves = [];
    const told = [];
    for (;;) {
      engine.send("query gameover");
      if ((await heard("response")).at(-1) === "response true") break;
      engine.send("go");
      told.push(...(await heard("bestmove")));
      moves.push(told.at(-1).split(" ")[1]);
      assert.ok(moves.length < 500, "the game ends");
      engine.send(`moves ${moves.at(-1)}`);
    }
    assert.ok(moves.length >= size, `${moves}`);
    const script = [...setting, ...moves.flatMap((move) => ["go", `moves ${move}`])];
    assert.deepEqual(timeless(told), native(script));
    await here(["setoption name Player value random", "setoption name Game value Othello"]);
  });
}

test("it solves endgames to their known scores", async () => {
  // FForum 1, 2, 20 and 40, with best move and score for the side to move.
  const problems = [
    ["--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- b", "g8", 18],
    ["-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- b", "a4", 10],
    ["O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- b", "a2", 38],
  ];
  engine.send("setoption name Player value expert(level=30,book=off)");
  for (const [position, best, score] of problems) {
    engine.send(`position fen ${position}`);
    engine.send("go");
    const told = await heard("bestmove");
    const last = told.findLast((line) => line.includes(" score cp "));
    assert.match(last, new RegExp(` score cp ${100 * score} .*pv ${best} `));
    assert.equal(told.at(-1), `bestmove ${best}`);
  }
});

const PATIENT = "setoption name Player value expert(level=30,book=off)";

test("it stops at once, with a move, and goes on in the same session", async () => {
  await here([PATIENT]);
  for (const pause of [0, 5, 300]) {
    await here(["position startpos moves f5 d6"]);
    engine.send("go infinite");
    await new Promise((resolve) => setTimeout(resolve, pause));
    const since = performance.now();
    engine.stop();
    const best = (await heard("bestmove")).at(-1);
    const elapsed = performance.now() - since;
    assert.match(best, /^bestmove [a-h][1-8]$/);
    // Stopped before it has told any move, it needs its next worker for one.
    if (pause > 100) assert.ok(elapsed < 50, `${elapsed} ms`);
    const [player] = (await here(["ugi"])).filter((line) => line.includes("name Player"));
    assert.ok(player.includes("expert(level=30,book=off)"), player);
    assert.deepEqual(await here(["moves f5", "query p1turn"]), [
      "info string move 1: f5 is not legal",
      "response true",
    ]);
  }
});

test("endless thinking that is over early waits for its stop", async () => {
  await here(["setoption name Player value negamax(depth=1)", "position startpos"]);
  engine.send("go infinite");
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(!lines.some((line) => line.startsWith("bestmove")), `${lines}`);
  engine.stop();
  assert.match((await heard("bestmove")).at(-1), /^bestmove [a-h][1-8]$/);
});

test("what was asked behind a stopped search is answered", async () => {
  await here([PATIENT, "position startpos moves f5 d6"]);
  const asked = ["go infinite", "position startpos moves f5", "query p1turn"];
  asked.forEach((line) => engine.send(line));
  setTimeout(() => engine.stop(), 100);
  const told = await heard("response");
  assert.ok(told.some((line) => line.startsWith("bestmove")));
  assert.equal(told.at(-1), "response false");
});

test("who asks for a move hears of no memory for the player", { timeout: 30_000 }, async () => {
  await here(["position startpos"]);
  for (const player of ["expert(table=4000)", "alphabeta(table=4000)"]) {
    engine.send(`setoption name Player value ${player}`);
    engine.send("go");
    assert.deepEqual(await heard("bestmove"), [
      "info string no memory for a table of 4000 MiB",
      "bestmove 0000",
    ]);
  }
  await here(["setoption name Player value negamax(depth=1)"]);
  engine.send("go");
  assert.match((await heard("bestmove")).at(-1), /^bestmove [a-h][1-8]$/);
});

test("a search that fails ends without a move", { timeout: 30_000 }, async () => {
  await here(["setoption name Player value negamax(depth=1)", "position startpos moves f5"]);
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function fail() {
    setTimeout(() => this.onmessage({ data: { failed: "unreachable", fatal: true } }));
  };
  engine.send("go");
  Worker.prototype.postMessage = postMessage;
  assert.deepEqual(await heard("bestmove"), ["info string unreachable", "bestmove 0000"]);
  engine.send("go");
  assert.match((await heard("bestmove")).at(-1), /^bestmove (d6|f4|f6)$/);
});

test("a question that fails is told of", { timeout: 30_000 }, async () => {
  await here(["setoption name Player value negamax(depth=1)", "position startpos moves f5"]);
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function fail() {
    setTimeout(() => this.onmessage?.({ data: { failed: "unreachable", fatal: true } }));
  };
  const gone = new Promise((hear) => {
    engine.onGone = hear;
  });
  engine.send("query board");
  const asked = assert.rejects(engine.call("catalogue"), { name: "Gone", begun: true });
  assert.equal((await gone).message, "unreachable");
  await asked;
  Worker.prototype.postMessage = postMessage;
  engine.onGone = () => {};
  const back = new Promise((hear) => {
    engine.onBack = hear;
  });
  engine.send("go");
  await back;
  engine.onBack = () => {};
  assert.match((await heard("bestmove")).at(-1), /^bestmove (d6|f4|f6)$/);
});

test("an engine that cannot begin again is told of, and tries", { timeout: 30_000 }, async () => {
  await here(["setoption name Player value expert(level=30)", "position startpos moves f5"]);
  const Working = globalThis.Worker;
  globalThis.Worker = class {
    constructor() {
      setTimeout(() => this.onerror?.({}));
    }
    postMessage() {}
    terminate() {}
  };
  const gone = new Promise((hear) => {
    engine.onGone = hear;
  });
  engine.send("go");
  await heard("info depth");
  const asked = assert.rejects(engine.call("catalogue"), { name: "Gone" });
  engine.stop();
  assert.match((await heard("bestmove")).at(-1), /^bestmove (d6|f4|f6)$/);
  await asked;
  assert.deepEqual(
    [(await gone).message, (await gone).begun],
    ["its files could not be loaded", false],
  );
  // Once more in vain, then with luck; the session is as it was.
  engine.send("go depth 1");
  assert.equal((await heard("bestmove")).at(-1), "bestmove 0000");
  globalThis.Worker = Working;
  engine.send("go depth 1");
  assert.match((await heard("bestmove")).at(-1), /^bestmove (d6|f4|f6)$/);
  engine.onGone = () => {};
});

const GAME = {
  game: "Othello",
  size: 8,
  start: null,
  moves: "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6 d8 e8".split(" "),
  players: ["Nakamori", "<b>Feinstein</b>"],
};

test("a game comes back from every format as it was saved", async () => {
  for (const format of ["sgf", "ggf", "transcript"]) {
    const text = await engine.call("save", GAME, format);
    const { games, problems } = await engine.call("load", text);
    assert.deepEqual([games.length, problems], [1, []], text);
    assert.deepEqual(games[0].moves, GAME.moves);
  }
  const { games, problems } = await engine.call("load", "f5d6z9\n");
  assert.deepEqual([games.length, problems.length], [0, 1]);
  await assert.rejects(engine.call("save", GAME, "png"), /expected ggf, sgf/);
});

test("a report is that of yomi report", async () => {
  const folder = mkdtempSync(join(tmpdir(), "yomi-"));
  try {
    const saved = join(folder, "game.sgf");
    writeFileSync(saved, await engine.call("save", GAME, "sgf"));
    const options = ["report", saved, "--level", "6", "--format", "json"];
    const expected = JSON.parse(execFileSync(YOMI, options, { encoding: "utf8" }));
    const heard = [];
    const review = await engine.call("review", GAME, { level: 6 }, (known) => heard.push(known));
    assert.deepEqual(review, expected);
    assert.deepEqual(heard.at(-1), { done: 15, total: 15 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("openings have their names, from any side", async () => {
  const tiger = ["f5", "d6", "c3", "d3", "c4"];
  const turned = ["d3", "c5", "f6", "f5", "e6"];
  assert.equal(await engine.call("openingName", null, tiger), "Tiger");
  assert.equal(await engine.call("openingName", null, turned), "Tiger");
  assert.equal(await engine.call("openingName", null, []), null);
});

test("the roster has every player with its parameters", async () => {
  const { players, evaluators } = await engine.call("players", "Othello", 8);
  const expert = players.find((player) => player.name === "expert");
  const level = expert.parameters.find((parameter) => parameter.name === "level");
  assert.deepEqual([level.kind, level.least, level.most], ["integer", 0, 30]);
  assert.ok(evaluators.some((evaluator) => evaluator.name === "tutorial"));
  await assert.rejects(engine.call("players", "Othello", 5), /there is no Othello on 5 lines/);
});

test("every meaning of the roster has one in Japanese", async () => {
  const said = new Map();
  for (const [game, size] of [
    ["Othello", 4],
    ["Othello", 8],
    ["Go", 9],
    ["Tic-tac-toe", 3],
  ]) {
    const { players } = await engine.call("players", game, size);
    for (const { name, meaning, parameters } of players) {
      said.set(meaning, japanese(name));
      for (const parameter of parameters) {
        said.set(parameter.meaning, japanese(name, parameter.name));
        assert.match(japanese(name, parameter.name) ?? "", /[ぁ-ん]/, `${name}.${parameter.name}`);
      }
      assert.match(japanese(name) ?? "", /[ぁ-んァ-ン]/, name);
    }
  }
  assert.ok(said.size > 50, `${said.size} meanings`);
});

test("the board is there before the weights, and the expert waits for them", async () => {
  const { fetch } = globalThis;
  let release;
  const wait = new Promise((go) => {
    release = go;
  });
  const weights = `${file("engine/weights/othello.eval")}?late`;
  globalThis.fetch = async (address) => {
    if (String(address) === weights) await wait;
    return fetch(address);
  };
  engine.close();
  lines = [];
  engine = await Engine.start({ wasm: file(join(SITE, "yomi_web_bg.wasm")), weights });
  engine.onLine = (line) => lines.push(line);
  const expert = "setoption name Player value expert(level=6,book=off,table=16)";
  assert.deepEqual(await here([expert, "query gameover"]), ["response false"]);
  await here(["setoption name Player value alphabeta(depth=2)", "go"]);
  // A search that waits is stopped at once, and is none.
  for (const line of [expert, "go"]) engine.send(line);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(lines, []);
  engine.stop();
  assert.deepEqual(await heard("bestmove"), ["bestmove 0000"]);
  assert.deepEqual(await here(["query p1turn"]), ["response true"]);
  engine.send("go");
  release();
  await engine.whole;
  globalThis.fetch = fetch;
  const told = timeless(await heard("bestmove"));
  assert.deepEqual(told, native([expert, "go"]));
});

test("a wrong call says what is wrong and harms nothing", async () => {
  await assert.rejects(engine.call("nonsense"), /there is no call nonsense/);
  await assert.rejects(engine.call("review", { ...GAME, moves: ["a1"] }, { level: 1 }), /legal/);
  assert.equal(await engine.call("openingName", null, ["f5", "f4"]), "Parallel Opening");
});

test("a call can be stopped", async () => {
  const review = engine.call("review", GAME, { level: 30 }, () => {});
  setTimeout(() => engine.stop(), 100);
  await assert.rejects(review, Stopped);
  assert.deepEqual(await here(["query gameover"]), ["response false"]);
});

test("the table played again has the digest of yomi-lab run", { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "yomi-"));
  try {
    const out = join(folder, "run");
    const options = ["run", "tutorial-tables", "--games", "20", "--seed", "5", "--out", out];
    execFileSync(YOMI_LAB, options, { stdio: "ignore" });
    const manifest = readFileSync(join(out, "run.toml"), "utf8");
    const heard = [];
    const wish = { seed: 5, games: 20 };
    const standing = await engine.call("rerun", wish, (known) => heard.push(known));
    assert.ok(manifest.includes(standing.digest), `${standing.digest} in ${manifest}`);
    assert.equal(standing.done, standing.total);
    for (const { games, wins, draws, losses, rate, low, high } of standing.cells) {
      assert.equal(games, 20);
      assert.equal(wins + draws + losses, 20);
      assert.ok(low <= rate && rate <= high);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
