// Drives the site in a headless Chromium as a reader would; see scripts/test-page.
//
//     node page.mjs BROWSER SITE WEIGHTS GAME [PICTURES]
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [browserPath, site, weights, gameFile, pictures] = process.argv.slice(2);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

// Any host of files will do.
const files = new Set(await readdir(site));
const server = createServer(async (request, response) => {
  const name = new URL(request.url, "http://host").pathname.slice(1) || "index.html";
  if (name !== "weights.eval" && !files.has(name)) return response.writeHead(404).end();
  const data = await readFile(name === "weights.eval" ? weights : join(site, name));
  response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" });
  response.end(data);
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });

// A page that must not complain and must ask nobody else.
const open = async (width, height, path = "") => {
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.heard = [];
  page.on("console", (said) => {
    if (said.type() === "error") page.heard.push(`${said.location().url}: ${said.text()}`);
  });
  page.on("pageerror", (error) => page.heard.push(error.stack));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) page.heard.push(`asks ${url}`);
  });
  await page.goto(address + path);
  return page;
};
const ready = (page) => page.waitForSelector("html[data-ready=yes]");
const shot = async (page, name) => {
  // Hiding the caret would take a style that the page's policy forbids.
  const path = join(pictures ?? "", `${name}.png`);
  if (pictures) await page.screenshot({ path, caret: "initial" });
};
const fits = async (page, width, where) => {
  const full = await page.evaluate("document.documentElement.scrollWidth");
  assert.ok(full <= width, `${where} is ${full} pixels wide, no more than ${width}`);
};
const isAccessible = async (page, where) => {
  // As a debugger does, past the page's policy.
  await page.evaluate(axe);
  const { violations } = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const bad = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const told = bad.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`);
  assert.deepEqual(told, [], `${where} is accessible`);
};
const room = async (page, name) => {
  await page.click(`nav a[href="#${name}"]`);
  await page.waitForSelector(`.room.${name}`);
};

const newGame = async (page, size, player) => {
  const form = page.locator(".room.play details.card").first();
  if (!(await form.evaluate((details) => details.open)))
    await form.locator("summary").first().click();
  await form.locator(".fields select").nth(1).selectOption(String(size));
  await page.waitForTimeout(300);
  await form.locator(".player").nth(1).locator("select").first().selectOption(player);
  await form.locator("button[type=submit]").click();
  await page.waitForSelector(".room.play[data-state=open] .legal");
};

// A full game by clicks; disc counts and moves belong together at every turn.
const playsToTheEnd = async (page, size) => {
  for (let turn = 0; turn < size * size; turn += 1) {
    await page.waitForSelector(".play[data-state=open], .play[data-state=over]");
    if ((await page.getAttribute(".room.play", "data-state")) === "over") break;
    const legal = page.locator(".play .legal");
    if ((await legal.count()) === 0) {
      await page.waitForTimeout(200);
      continue;
    }
    await legal.first().click();
  }
  await page.waitForSelector(".play[data-state=over]");
  const status = await page.textContent(".play .status");
  const counts = (await page.locator(".play .count").allTextContents()).map(Number);
  const [black, white] = counts;
  if (black === white) assert.match(status, /draw/);
  else assert.match(status, new RegExp(`${black > white ? "Black" : "White"} wins by \\d+`));
  assert.ok((await page.locator(".play .moves li").count()) >= black + white - 4);
  const pieces = await page.locator(".play .grid .piece:not([data-piece=''])").count();
  assert.equal(pieces, black + white, "as many discs as are counted");
};

const undoes = async (page) => {
  const before = await page.locator(".play .moves li:not(.undone)").count();
  await page.click(".play .bar button:nth-child(1)");
  await page.waitForSelector(".play[data-state=open]");
  assert.ok(
    (await page.locator(".play .moves li:not(.undone)").count()) < before,
    "a move is back",
  );
};

const playsByKeyboard = async (page) => {
  await page.waitForSelector(".play[data-state=open] .legal");
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
};

// Loads the game of the documentation and reports on it.
const analyses = async (page, text) => {
  await room(page, "analyse");
  await page.locator(".analyse details.card > summary").click();
  await page.fill(".analyse textarea", text);
  await page.locator(".analyse button[data-word=load]").click();
  await page.waitForSelector(".analyse .moves li");
  const moves = await page.locator(".analyse .moves li").count();
  await page.locator(".analyse .moves li button").nth(3).click();
  await page.waitForSelector(".analyse .mark.best");
  assert.match(await page.textContent(".analyse .mark.best"), /^[+−]?\d+(\.\d)?$/);
  assert.match(await page.textContent(".analyse .search-line"), /Depth \d+/);
  await page.fill(".analyse .report input", "1");
  await page.locator(".analyse .report .primary").click();
  await page.waitForSelector(".analyse .report tbody tr, .analyse .report .scroll p");
  const points = (await page.getAttribute(".graph polyline", "points")).split(" ");
  assert.equal(points.length, moves + 1, "a point for every position");
  const losses = (await page.locator(".report tbody td:last-child").allTextContents()).map(
    parseFloat,
  );
  assert.deepEqual(
    losses,
    losses.toSorted((one, other) => other - one),
    "the worst first",
  );
  const graph = page.locator(".graph svg");
  const { width, height } = await graph.boundingBox();
  await graph.click({ position: { x: width * 0.98, y: height / 2 } });
  await page.waitForSelector(`.analyse .moves li:nth-child(${moves}) [aria-current]`);
  // Six moves before the end everything is proved.
  await page
    .locator(".analyse .moves li button")
    .nth(moves - 7)
    .click();
  await page.waitForSelector(".analyse .mark.exact");
  assert.match(await page.textContent(".analyse .mark.exact"), /^[+−]?\d+$/);
};

const saves = async (page) => {
  await page.locator(".analyse select").last().selectOption("transcript");
  const download = page.waitForEvent("download");
  await page.locator(".analyse button[data-word=save]").click();
  assert.equal((await download).suggestedFilename(), "yomi.txt");
  assert.match(await page.inputValue(".analyse textarea"), /^([a-h][1-8])+\s*$/);
  await page.locator(".analyse button[data-word=share]").click();
  const link = await page.inputValue(".analyse textarea");
  assert.match(link, /#analyse\/Othello\/8\/\//);
  return link;
};

const learns = async (page) => {
  await room(page, "learn");
  await page.click("a[href='#learn/alpha-beta']");
  await page.waitForSelector(".explained svg");
  await page.click(".explained [data-part=last]");
  const said = await page.locator(".explained .says").allTextContents();
  assert.deepEqual(said, [
    "Done: minimax: N1, value 7, 6 leaves, 10 nodes.",
    "Done: alphabeta: N1, value 7, 5 leaves, 9 nodes.",
  ]);
  const own = await page.evaluate(
    "document.querySelectorAll('.picture script, .picture style').length",
  );
  assert.equal(own, 0, "a picture has shapes only");
};

const reruns = async (page, seed, games) => {
  await room(page, "rerun");
  await page.fill(".rerun input >> nth=0", String(seed));
  await page.fill(".rerun input >> nth=1", String(games));
  await page.click(".rerun .primary");
  await page.waitForFunction(() =>
    /[0-9a-f]{64}$/.test(document.querySelector(".digest").textContent),
  );
  const cells = await page.locator(".rerun .cell").count();
  assert.equal(cells, 6, "three players in two colours");
  for (const text of await page.locator(".rerun .figure").allTextContents())
    assert.match(text, new RegExp(`^\\d+\\.\\d % .* of ${games}$`));
  return (await page.textContent(".digest")).slice(-64);
};

const speaksBoth = async (page) => {
  const before = await page.textContent("nav");
  await page.click("#language");
  assert.notEqual(await page.textContent("nav"), before);
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  const words = await page.evaluate(() =>
    [...document.querySelectorAll("[data-word]")].map((place) => place.textContent),
  );
  assert.ok(
    words.every((word) => word.length > 0),
    "every word has a text",
  );
};

const game = await readFile(gameFile, "utf8");
for (const [name, width, height] of [
  ["desktop", 1280, 900],
  ["phone", 375, 740],
]) {
  const page = await open(width, height);
  await ready(page);
  const step = (text) => console.log(`test-page: ${name}: ${text}`);
  await newGame(page, 6, "random");
  await playsToTheEnd(page, 6);
  await undoes(page);
  step("a full game by clicks");
  await newGame(page, 8, "expert");
  await playsByKeyboard(page);
  await page.waitForSelector(".play[data-state=open]");
  await shot(page, `play-${name}`);
  await fits(page, width, "play");
  await isAccessible(page, "play");
  step("a move by keyboard against the expert");
  await analyses(page, game);
  await shot(page, `analyse-${name}`);
  await fits(page, width, "analyse");
  await isAccessible(page, "analyse");
  const link = await saves(page);
  step("a game analysed, reported and saved");
  await learns(page);
  await shot(page, `learn-${name}`);
  await fits(page, width, "learn");
  await isAccessible(page, "learn");
  step("a lesson");
  const digest = await reruns(page, 7, 10);
  await shot(page, `rerun-${name}`);
  await fits(page, width, "rerun");
  await isAccessible(page, "rerun");
  assert.equal(await reruns(page, 7, 10), digest, "the same seed, the same games");
  step("the table");
  await page.click("#theme");
  await speaksBoth(page);
  for (const where of ["play", "analyse", "learn", "rerun"]) {
    await room(page, where);
    await page.waitForTimeout(400);
    await fits(page, width, `${where} in Japanese`);
    await isAccessible(page, `${where} in Japanese and dark`);
    await shot(page, `${where}-${name}-ja-dark`);
  }
  step("Japanese and dark");
  await page.waitForSelector("html[data-kept=yes]");
  await page.context().setOffline(true);
  await page.goto(link.replace(/\d+$/, "3"));
  await page.reload();
  await ready(page);
  await page.waitForSelector(".analyse .mark.best");
  await room(page, "learn");
  await page.waitForSelector(".explained svg");
  step("without a network");
  assert.deepEqual(page.heard, [], "nothing to complain about, nobody else asked");
  await page.context().close();
}

const page = await open(480, 640, "board.html?position=f5d6&player=random&language=ja");
await page.waitForSelector("yomi-board .legal");
await page.locator("yomi-board .legal").first().click();
await page.waitForSelector("yomi-board .last");
await page.waitForFunction(
  () =>
    document.querySelector("yomi-board").shadowRoot.querySelectorAll(".piece:not([data-piece=''])")
      .length === 8,
);
// Heard before axe copies the sheets of the shadow into the page, which its policy forbids.
assert.deepEqual(page.heard, []);
await isAccessible(page, "the board alone");
await shot(page, "board");
console.log("test-page: all pass");
await browser.close();
server.close();
