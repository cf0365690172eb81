// The room to play in.
import assert from "node:assert/strict";
import { leave, ready, room } from "./browser.mjs";

export const OPEN = ".room.play[data-state=open]";
export const status = (page) => page.textContent(".play .status");
export const moves = (page) => page.locator(".play .moves li:not(.undone)").count();
const counts = async (page) =>
  (await page.locator(".play .count").allTextContents()).map(Number);

// Begins a game from the form; what is not named stays as it is.
export const newGame = async (page, { game, size, black, white, from, clock, values = {} }) => {
  const form = page.locator(".room.play details.card").first();
  const isOpen = await form.evaluate((details) => details.open);
  if (!isOpen) await form.locator("summary").first().click();
  const table = form.locator(".fields select");
  const choose = async (place, value) => {
    if (value === undefined) return;
    await table.nth(place).selectOption(String(value));
    // The players of another board are asked of the engine.
    await page.waitForTimeout(300);
  };
  await choose(0, game);
  await choose(1, size);
  await choose(2, clock);
  if (from !== undefined) await form.locator(".setting > .field input").fill(from);
  const players = form.locator(".player");
  if (black) await players.nth(0).locator("select").first().selectOption(black);
  if (white) await players.nth(1).locator("select").first().selectOption(white);
  for (const [name, value] of Object.entries(values)) {
    const field = players.nth(1).locator(`.field:has(> span:text-is("${name}"))`);
    const hidden = players.nth(1).locator("details:not([open]) > summary");
    if (!(await field.isVisible()) && (await hidden.count())) await hidden.click();
    const list = field.locator("select");
    if (await list.count()) await list.selectOption(value);
    else await field.locator("input").fill(value);
  }
  await form.locator("button[type=submit]").click();
  await form.locator("button[type=submit]").waitFor({ state: "hidden" });
};

// Every turn is the first legal square, clicked twice: one who is impatient makes one move.
const playsOn = async (page, turns) => {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.waitForSelector(`${OPEN} .legal, .play[data-state=over]`);
    if ((await page.getAttribute(".room.play", "data-state")) === "over") return;
    await page.locator(".play .legal").first().dblclick();
  }
};

// A full game by clicks; disc counts and moves belong together at the end.
export const playsToTheEnd = async (page, size) => {
  await newGame(page, { size, white: "random" });
  await page.waitForSelector(`${OPEN} .legal`);
  await playsOn(page, size * size);
  await page.waitForSelector(".play[data-state=over]");
  const [black, white] = await counts(page);
  if (black === white) assert.match(await status(page), /draw/);
  else
    assert.match(await status(page), RegExp(`${black > white ? "Black" : "White"} wins by \\d+`));
  assert.ok((await moves(page)) >= black + white - 4);
  const pieces = await page.locator(".play .grid .piece:not([data-piece=''])").count();
  assert.equal(pieces, black + white, "as many discs as are counted");
};

// A page that is loaded again has the same game on its board, the same players and a clock.
export const outlivesTheReload = async (page) => {
  await newGame(page, { size: 6, white: "random", clock: "1" });
  await playsOn(page, 2);
  await page.waitForSelector(`${OPEN} .legal`);
  const before = [await moves(page), await counts(page), await page.textContent(".play .moves")];
  await page.reload();
  await page.waitForSelector(`${OPEN} .legal`);
  const after = [await moves(page), await counts(page), await page.textContent(".play .moves")];
  assert.deepEqual(after, before);
  assert.match(await page.textContent(".play .sides"), /You[45]:\d\d\d+White · random/);
  await playsOn(page, 1);
  await page.waitForSelector(`${OPEN} .legal`);
  assert.ok((await moves(page)) > before[0], "it goes on");
  // What was said last is said in the other language, too.
  await page.locator(".play .status", { hasText: /^White: [a-f][1-6]/ }).waitFor();
  await page.click("#language");
  await page.locator(".play .status", { hasText: /^白 [a-f][1-6]。/ }).waitFor();
  await page.click("#language");
  // What a program of another version has kept is of no use.
  await page.evaluate(() => {
    const game = JSON.parse(sessionStorage.getItem("game"));
    game.form.game = "Chess";
    sessionStorage.setItem("game", JSON.stringify(game));
  });
  await page.reload();
  await page.waitForSelector(`${OPEN} .legal`);
  assert.equal(await page.locator(".play .grid [role=gridcell]").count(), 64);
  await newGame(page, { size: 8, clock: "" });
};

// Back to the reader's turn and forward again, to the same discs.
export const undoesAndRedoes = async (page) => {
  const [before, discs] = [await moves(page), await counts(page)];
  await page.click(".play [data-word=undo]");
  await page.waitForSelector(OPEN);
  assert.ok((await moves(page)) < before, "a move is back");
  assert.ok((await page.locator(".play .moves .undone").count()) > 0, "and still in the list");
  await page.click(".play [data-word=redo]");
  await page.waitForSelector(".play[data-state=over]");
  assert.deepEqual([await moves(page), await counts(page)], [before, discs]);
  assert.ok(await page.locator(".play [data-word=redo]").isDisabled(), "nothing is left to redo");
};

export const playsByKeyboard = async (page) => {
  await newGame(page, { game: "Othello", size: 8, white: "expert", values: { level: "1" } });
  // A field is a parameter.
  await page.locator(".play .sides", { hasText: "expert(level=1)" }).waitFor();
  await page.waitForSelector(`${OPEN} .legal`);
  await page.focus(".play [role=gridcell][tabindex='0']");
  for (const key of ["Home", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"])
    await page.keyboard.press(key);
  const first = await page.evaluate("document.activeElement.dataset.square");
  assert.equal(first, "a1", "arrows move the focus");
  const square = await page.getAttribute(".play .legal", "data-square");
  const [right, down] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
  for (let step = 0; step < right; step += 1) await page.keyboard.press("ArrowRight");
  for (let step = 0; step < down; step += 1) await page.keyboard.press("ArrowDown");
  const label = await page.evaluate("document.activeElement.getAttribute('aria-label')");
  assert.match(label, new RegExp(`^${square}, empty, can be played`));
  await page.keyboard.press("Enter");
  await page.waitForSelector(`.play [data-square=${square}] .piece:not([data-piece=''])`);
  await page.waitForSelector(OPEN);
};

// Black has no move: it is said, and White goes on.
export const announcesPasses = async (page) => {
  const from = "OX-------------- X";
  await newGame(page, { size: 4, black: "human", white: "human", from });
  const said = page.locator(".play .status");
  await said.filter({ hasText: "Black cannot move and passes" }).waitFor();
  await said.filter({ hasText: "White to move" }).waitFor();
  await page.click(`${OPEN} [data-square=c1]`);
  await page.waitForSelector(".play[data-state=over]");
  assert.match(await status(page), /White wins by 16/, "empty squares are the winner's");
  // A player's pass is said beside the turn that follows.
  await newGame(page, { black: "random" });
  await said.filter({ hasText: "Black cannot move and passes. White to move" }).waitFor();
  await newGame(page, { size: 8, black: "human", white: "random", from: "" });
};

// The reader's own forced passes are no choice to go back to.
export const undoesPasses = async (page) => {
  const line =
    "d3c5c6e3b5c3f5e6d7g5h5f6e7d6b2c4d2b3e2e1a3b4a4a5c1a2c2f7g7f1f2g3g1d1h4h1b1g2h2f3f4c8c7d8e8" +
    "a1b8h8g6a6g8b6a7f8g4a8b7h3h7h6";
  await newGame(page, { from: line });
  await page.waitForSelector(".play[data-state=over]");
  const last = page.locator(".play .moves li:not(.undone)").last();
  assert.equal(await last.textContent(), "h6");
  await page.click(".play [data-word=undo]");
  await page.waitForSelector(OPEN);
  assert.equal(await last.textContent(), "f8");
  await newGame(page, { from: "" });
};

// Moves are read on the board that is chosen, and refused for what is wrong with them.
export const readsTranscripts = async (page) => {
  const problem = page.locator(".play .problem");
  const people = { black: "human", white: "human" };
  for (const [game, size, from, count] of [
    ["Tic-tac-toe", 3, "b1 a1", 2],
    ["Go", 9, "e5D3pass", 3],
    ["Othello", 4, "b1a1", 2],
    ["Othello", 6, "C2b2", 2],
    // One cannot move before b4.
    ["Othello", 4, "b1a1a2a3a4c1d1d3b4", 10],
    ["Othello", 10, "E4f4", 2],
    ["Othello", 8, "f5d6c3", 3],
  ]) {
    await newGame(page, { game, size, from, ...people });
    await page.locator(".play .moves li").nth(count - 1).waitFor();
    assert.equal(await moves(page), count, `${game} ${size}: ${from}`);
  }
  const form = page.locator(".room.play details.card").first();
  for (const [from, reason] of [
    ["f5f5", /move 2: f5 is not legal/],
    ["rubbish", /./],
  ]) {
    if (!(await form.evaluate((details) => details.open)))
      await form.locator("summary").first().click();
    await form.locator(".setting > .field input").fill(from);
    await form.locator("button[type=submit]").click();
    await problem.filter({ hasText: reason }).waitFor();
    assert.doesNotMatch(await problem.textContent(), /square a1/);
  }
  await newGame(page, { from: "" });
};

// A player that there is no memory for says so, and holds nothing else up.
export const tellsOfNoMemory = async (page) => {
  await newGame(page, { black: "human", white: "expert", values: { table: "4000" } });
  await page.click(`${OPEN} .legal`);
  const problem = /no memory for a table of 4000 MiB/;
  await page.locator(".play .status", { hasText: problem }).waitFor();
  await page.waitForSelector(".play[data-state=waiting]");
  await room(page, "analyse");
  await page.waitForSelector(".analyse .mark.best");
  await room(page, "play");
  await page.locator(".play .status", { hasText: problem }).waitFor();
  await page.click(".play [data-word=undo]");
  await page.waitForSelector(OPEN);
  await newGame(page, { white: "human" });
};

// Who looks back at a game of two players loses none of it, until it is to go on from there.
export const looksBack = async (page) => {
  await newGame(page, { size: 4, black: "random", white: "random" });
  await page.waitForSelector(".play[data-state=over]");
  const all = page.locator(".play .moves li");
  const line = await all.allTextContents();
  const stays = async (ply) => {
    await page.waitForSelector(".play[data-state=waiting]");
    await page.waitForTimeout(700);
    assert.deepEqual([await moves(page), await all.allTextContents()], [ply, line]);
  };
  await all.nth(3).locator("button").click();
  await stays(4);
  assert.match(await status(page), /waits while you look back/);
  await page.click(".play [data-word=undo]");
  await stays(3);
  await room(page, "learn");
  await room(page, "play");
  await stays(3);
  for (let ply = 4; ply < line.length; ply += 1) {
    await page.click(".play [data-word=redo]");
    await page.locator(`.play .moves li:nth-child(${ply}) [aria-current]`).waitFor();
    await page.waitForSelector(".play[data-state=waiting]");
  }
  await page.click(".play [data-word=redo]");
  await page.waitForSelector(".play[data-state=over]");
  assert.deepEqual(await all.allTextContents(), line);
  assert.ok(await page.locator(".play [data-word=goOn]").isHidden());
  await all.nth(1).locator("button").click();
  await stays(2);
  await page.click(".play [data-word=goOn]");
  await page.waitForSelector(".play[data-state=over]");
  await newGame(page, { size: 8, black: "human", white: "human" });
};

// Two stones, then both pass; White has komi.
export const playsGo = async (page) => {
  await newGame(page, { game: "Go", size: 9, black: "human", white: "human" });
  for (const square of ["E5", "C3"]) {
    await page.click(`${OPEN} [data-square=${square}]`);
    await page.waitForSelector(`.play [data-square=${square}] .piece:not([data-piece=''])`);
  }
  assert.deepEqual(await counts(page), [1, 1]);
  for (const side of ["Black", "White"]) {
    await page.locator(".play .status", { hasText: `${side} to move` }).waitFor();
    await page.click(".play [data-word=pass]");
  }
  await page.waitForSelector(".play[data-state=over]");
  assert.match(await status(page), /White wins by \d+(\.5)?/);
  await newGame(page, { white: "uct", values: { playouts: "30" } });
  await page.click(`${OPEN} [data-square=E5]`);
  await page.locator(".play .moves li").nth(1).waitFor();
  assert.deepEqual(await counts(page), [1, 1], "the player has answered");
};

// Whoever plays against the perfect player does not win.
export const playsTicTacToe = async (page) => {
  await newGame(page, { game: "Tic-tac-toe", black: "human", white: "perfect" });
  await page.waitForSelector(`${OPEN} .legal`);
  await playsOn(page, 9);
  await page.waitForSelector(".play[data-state=over]");
  assert.match(await status(page), /A draw|O wins/);
  const squares = page.locator(".play [role=gridcell]");
  const said = await squares.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.ok(said.some((name) => /^[a-c][1-3], X/.test(name)), "marks are named as they are shown");
  assert.ok(!said.some((name) => /Black|White/.test(name)), said.join("; "));
};

// The minutes of a clock go by; who is to move then has lost.
export const losesOnTime = async (browser, address) => {
  const page = await browser.blank(address);
  await page.clock.install();
  await page.goto(address);
  await ready(page);
  await newGame(page, { white: "human", clock: "0" });
  await page.waitForSelector(OPEN);
  assert.match(await page.textContent(".play .clock"), /^(1:00|0:5\d)$/);
  await page.click(".play .legal");
  await page.locator(".play .status", { hasText: "White to move" }).waitFor();
  await page.clock.runFor(58_000);
  assert.match(await page.locator(".play .clock").nth(1).textContent(), /^0:0[0-9]$/);
  await page.clock.runFor(5_000);
  await page.waitForSelector(".play[data-state=over]");
  assert.match(await status(page), /White has run out of time. Black wins$/);
  assert.equal(await page.locator(".play .legal").count(), 0, "nothing can be played any more");
  // Back in the list of moves the game is open again, and both have their time.
  await page.locator(".play .moves li button").first().click();
  await page.locator(".play .status", { hasText: "White to move" }).waitFor();
  await page.clock.runFor(3_000);
  assert.match(await page.locator(".play .clock").nth(1).textContent(), /^0:5\d$/);
  assert.doesNotMatch(await status(page), /run out of time/);
  await leave(page);
};

// Discs turn over unless the reader wants no motion.
export const respectsReducedMotion = async (browser, address) => {
  for (const [reducedMotion, moves] of [
    ["reduce", false],
    ["no-preference", true],
  ]) {
    const page = await browser.open(address, { reducedMotion });
    await page.click(`${OPEN} .legal`);
    const piece = await page.waitForSelector(".play .last .piece.new");
    const style = await piece.evaluate((piece) => {
      const { animationName, transitionDuration } = getComputedStyle(piece);
      return { animationName, transitionDuration };
    });
    const isStill = style.animationName === "none" && /^0s(, 0s)*$/.test(style.transitionDuration);
    assert.equal(isStill, !moves, `${reducedMotion}: ${JSON.stringify(style)}`);
    await leave(page);
  }
};

// The board can be played on before the weights are there; the expert waits for them.
export const beginsAtOnce = async (browser, address) => {
  const page = await browser.blank(address);
  let release;
  const wait = new Promise((go) => {
    release = go;
  });
  await page.route("**/weights.eval", async (route) => {
    await wait;
    await route.continue();
  });
  const since = performance.now();
  await page.goto(address);
  await page.waitForSelector(`${OPEN} .legal`);
  const playable = performance.now() - since;
  await page.click(".play .legal");
  await page.waitForSelector(".play .last");
  const played = performance.now() - since;
  assert.match(await status(page), /White is thinking/);
  await page.waitForTimeout(300);
  assert.equal(await moves(page), 1, "the expert waits for its weights");
  release();
  await page.waitForSelector(`${OPEN} .legal`);
  assert.equal(await moves(page), 2);
  await leave(page);
  return { playable, played };
};
