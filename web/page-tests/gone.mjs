// An engine that cannot be loaded, at first or again: the page says so and goes on once it can.
import assert from "node:assert/strict";
import { fits, isAccessible, leave, ready, room } from "./browser.mjs";
import { reruns } from "./learn.mjs";
import { newGame } from "./play.mjs";

const OPEN = ".room.play[data-state=open]";
const THINKING = ".room.play[data-state=thinking]";
const BAR = ".gone";
const WORKER = "**/worker.js";
const AWAY = "could not be loaded again";
const TRAP = 'throw new WebAssembly.RuntimeError("a trap");';

const again = (page) => page.click(`${BAR} [data-word=tryAgain]`);
const isRight = (page) => page.locator(BAR).waitFor({ state: "detached" });
const says = (page, text) => page.locator(`${BAR} .problem`, { hasText: text }).waitFor();

// A page without its files of an earlier visit.
const open = async (browser, address, path = "") => {
  const page = await browser.blank(address, { serviceWorkers: "block" });
  await page.goto(address + path);
  return page;
};

// From now on a file is not to be had, or is another one; what is returned brings it back.
const missing = (route) => route.fulfill({ status: 404 });
const without = async (page, file, answer = missing) => {
  let away = true;
  await page.context().route(file, (route) => (away ? answer(route) : route.continue()));
  return () => {
    away = false;
  };
};
// The text of the file in its place, changed.
const changed = (change) => async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: change(await response.text()) });
};

// The browser itself complains of what is missing.
const done = async (page, expected = /404|ERR_FAILED/) => {
  page.heard = page.heard.filter((text) => !expected.test(text));
  await leave(page);
};

// A game in which White thinks for long.
const thinks = async (page) => {
  await ready(page);
  await newGame(page, { size: 6, white: "uct", values: { playouts: "50000000" } });
  await page.click(`${OPEN} .legal`);
  await page.waitForSelector(THINKING);
  // The worker has begun to think.
  await page.waitForTimeout(300);
};
// What stops its thinking, and with it the worker.
const stops = (page) => page.click(".play [data-word=undo]");

const goesOn = async (page) => {
  await page.waitForSelector(`${OPEN} .legal`);
  await isRight(page);
  await page.click(".play .legal");
  await page.waitForSelector(`${THINKING} .moves li:not(.undone)`);
  assert.equal(await page.locator(".play .moves li:not(.undone)").count(), 1, "the game goes on");
};

const looks = async (browser, page) => {
  const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 375, height: 740 } };
  for (const language of ["en", "ja"]) {
    await says(page, language === "en" ? AWAY : "再び読み込めませんでした");
    for (const theme of ["light", "dark"]) {
      for (const [name, size] of Object.entries(sizes)) {
        await page.setViewportSize(size);
        const where = `gone-${name}-${language}-${theme}`;
        await browser.shot(page, where);
        await fits(page, where);
        await isAccessible(page, where);
        await page.evaluate("scrollTo(0, document.body.scrollHeight)");
        const { top } = await page.$eval(BAR, (bar) => bar.getBoundingClientRect());
        assert.ok(top >= 0, `${where} is seen from below, too`);
        await page.evaluate("scrollTo(0, 0)");
      }
      await page.click("#theme");
    }
    await page.click("#language");
  }
};

// The reader takes a move back while its answer is thought of, and goes on where he was.
export const comesBack = async (browser, address) => {
  for (const answer of [undefined, (route) => route.abort()]) {
    const page = await open(browser, address);
    await thinks(page);
    const back = await without(page, WORKER, answer);
    await stops(page);
    await says(page, AWAY);
    if (!answer) await looks(browser, page);
    await again(page);
    await says(page, AWAY);
    back();
    await again(page);
    await goesOn(page);
    await done(page);
  }
};

// Whoever goes on without a word to the bar is not told any longer of what is right again.
export const isForgotten = async (browser, address) => {
  const page = await open(browser, address);
  await thinks(page);
  const back = await without(page, WORKER);
  await stops(page);
  await says(page, AWAY);
  back();
  await page.click(".play [data-word=newGame]");
  await page.waitForSelector(`${OPEN} .legal`);
  await isRight(page);
  await done(page);
};

// The first engine of the page.
export const beginsLater = async (browser, address) => {
  for (const file of [WORKER, "**/yomi_web.js", "**/yomi_web_bg.wasm"]) {
    const page = await browser.blank(address, { serviceWorkers: "block" });
    const back = await without(page, file);
    await page.goto(address);
    await says(page, "The engine does not start");
    await page.click("#language");
    await says(page, "エンジンを起動できません");
    await page.click("#language");
    await isAccessible(page, "no engine");
    await browser.shot(page, "no-engine");
    await again(page);
    await says(page, "The engine does not start");
    back();
    await again(page);
    await ready(page);
    await page.click(`${OPEN} .legal`);
    await page.waitForSelector(".play .last");
    await isRight(page);
    await done(page);
  }
};

// Opened as a file it has no script that could say so.
export const isNoFile = async (browser) => {
  const file = new URL("../page/index.html", import.meta.url).href;
  const page = await browser.blank(file);
  await page.goto(file);
  const patience = page.locator(".patience");
  assert.ok(!(await patience.isVisible()), "a reader is not told before he wonders");
  await page.evaluate("document.getAnimations().forEach((animation) => animation.finish())");
  assert.ok(await patience.isVisible(), "a page that never starts says what helps");
  await isAccessible(page, "a file");
  await browser.shot(page, "opened-as-a-file");
  await page.context().close();
};

// Without weights the board is there all the same.
export const lacksWeights = async (browser, address) => {
  const page = await browser.blank(address, { serviceWorkers: "block" });
  const back = await without(page, "**/weights.eval");
  await page.goto(address);
  await says(page, "weights");
  await page.waitForSelector(`${OPEN} .legal`);
  back();
  await page.click(`${BAR} [data-word=reload]`);
  await page.waitForSelector(`${OPEN} .legal`);
  await isRight(page);
  await done(page);
};

// The site has changed since the page was loaded: only a new page fits its files.
export const isReloaded = async (browser, address) => {
  const page = await open(browser, address);
  await thinks(page);
  const renamed = changed((text) => text.replaceAll("__wbg_", "__new_"));
  const back = await without(page, "**/yomi_web.js", renamed);
  await stops(page);
  await says(page, AWAY);
  await again(page);
  await says(page, AWAY);
  back();
  await page.click(`${BAR} [data-word=reload]`);
  await isRight(page);
  // The game is the same, and White thinks again.
  await page.waitForSelector(THINKING);
  assert.equal(await page.locator(".play .moves li").count(), 1);
  await stops(page);
  await goesOn(page);
  await done(page);
};

// A worker that traps over a question about the board.
export const traps = async (browser, address) => {
  const page = await open(browser, address);
  await thinks(page);
  const line = "return engine.line(";
  const trap = `if (message.line === "query position") ${TRAP}`;
  const back = await without(page, WORKER, changed((text) => text.replace(line, trap + line)));
  await stops(page);
  await says(page, "The engine has ended with an error: a trap");
  await again(page);
  await says(page, "The engine has ended with an error: a trap");
  back();
  await again(page);
  await goesOn(page);
  await done(page);
};

// One that traps when it is first asked something that is no line; the next one does not.
export const trapsAtOnce = async (browser, address) => {
  const page = await browser.blank(address, { serviceWorkers: "block" });
  const call = "return call(";
  const trap = `if (message.call === "players") ${TRAP}`;
  const change = changed((text) => text.replace(call, trap + call));
  const back = await without(page, WORKER, (route) => {
    back();
    return change(route);
  });
  await page.goto(address);
  await says(page, "The engine says: a trap");
  await again(page);
  await page.waitForSelector(`${OPEN} .legal`);
  await isRight(page);
  await done(page, /a trap/);
};

// An engine beside the first one: stopped by its button, or not begun yet.
export const helps = async (browser, address) => {
  const page = await open(browser, address);
  await ready(page);
  await room(page, "rerun");
  const variant = page.locator(".rerun select");
  const usual = await variant.inputValue();
  await variant.selectOption("");
  await page.fill(".rerun input >> nth=1", "10000");
  await page.click(".rerun .primary");
  await page.locator(".rerun .status", { hasText: / of \d+ games/ }).waitFor();
  const back = await without(page, WORKER);
  await page.click(".rerun [data-word=stop]");
  await page.locator(".rerun .status", { hasText: "Stopped." }).waitFor();
  await says(page, AWAY);
  await page.click(".rerun .primary");
  await page.locator(".rerun .status", { hasText: AWAY }).waitFor();
  await room(page, "learn");
  await says(page, "does not start");
  back();
  await again(page);
  await page.waitForSelector(".explained .picture:not([hidden]) svg");
  await isRight(page);
  await room(page, "rerun");
  await variant.selectOption(usual);
  await reruns(page, 7, 4);
  await done(page);
};

// The game that is looked at stays, with what was tried after its address.
export const keepsTheGame = async (browser, address) => {
  const page = await open(browser, address, "#analyse/Othello/8//f5.d6.c3.d3.c4/5");
  await page.waitForSelector(".analyse .mark.best");
  const line = page.locator(".analyse .moves li");
  await page.locator(".analyse .legal").first().click();
  await line.nth(5).waitFor();
  await page.waitForSelector(".analyse .mark.best");
  const before = await line.allTextContents();
  const back = await without(page, WORKER);
  await page.click(".analyse [data-label=back]");
  await says(page, AWAY);
  back();
  await again(page);
  await page.waitForSelector(".analyse .moves li:nth-child(5) [aria-current]");
  await page.waitForSelector(".analyse .mark.best");
  assert.deepEqual(await line.allTextContents(), before);
  assert.ok((await page.locator(".analyse .mark").count()) > 1, "every move has its value");
  await done(page);
};
