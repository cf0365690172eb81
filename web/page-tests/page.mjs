// Drives the site in a headless Chromium as a reader would; see scripts/test-page.
//
//     node page.mjs BROWSER SITE WEIGHTS GAME YOMI [PICTURES]
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as analyse from "./analyse.mjs";
import * as boards from "./boards.mjs";
import { Browser, fits, isAccessible, leave, ready, room } from "./browser.mjs";
import * as form from "./form.mjs";
import * as gone from "./gone.mjs";
import { framingHost, ownHost, staticHost } from "./hosts.mjs";
import * as keyboard from "./keyboard.mjs";
import * as learn from "./learn.mjs";
import * as play from "./play.mjs";

const [browserPath, site, weights, gameFile, yomi, pictures] = process.argv.slice(2);
const game = await readFile(gameFile, "utf8");
const { address, close } = await staticHost(site, weights);
const browser = await Browser.launch(browserPath, pictures);
const log = (text) => console.log(`test-page: ${text}`);

// A position that is over: nothing is searched while files are tried on it.
const END = `${"X".repeat(40)}${"O".repeat(24)} X;`;
// Generous for slow machines; what was measured is printed.
const AT_ONCE = 8_000;

const begins = async () => {
  const { playable, played } = await play.beginsAtOnce(browser, address);
  const seconds = (time) => `${(time / 1000).toFixed(2)} s`;
  log(`playable after ${seconds(playable)}, first move shown after ${seconds(played)}`);
  assert.ok(played < AT_ONCE, `${played} ms until the first move`);
};

const everyRoom = async (name, size) => {
  const host = await staticHost(site, weights);
  const page = await browser.open(host.address, size);
  await ready(page);
  const step = (text) => log(`${name}: ${text}`);
  const look = async (where) => {
    await browser.shot(page, `${where}-${name}`);
    await fits(page, where);
    await isAccessible(page, where);
  };
  await play.playsToTheEnd(page, 6);
  await play.undoesAndRedoes(page);
  step("a full game by clicks, back and forward");
  await play.playsByKeyboard(page);
  await look("play");
  step("a move by keyboard against the expert");
  await analyse.analyses(page, game);
  await look("analyse");
  const link = await analyse.shares(browser, page, game);
  step("a game analysed, reported and shared");
  await learn.learns(page);
  await learn.asks(page);
  await look("learn");
  step("a lesson");
  const digest = await learn.reruns(page, 7, 10);
  await look("rerun");
  assert.equal(await learn.reruns(page, 7, 10), digest, "the same seed, the same games");
  await learn.refusesWrongNumbers(page);
  step("the table");
  await inJapanese(page, name);
  step("Japanese and dark");
  await withoutNetwork(page, link, host);
  step("without a network");
  await leave(page);
};

const inJapanese = async (page, name) => {
  await page.click("#theme");
  await learn.speaksBoth(page);
  await learn.drawsIn(page, /値 7、葉 [56]、ノード/);
  for (const where of ["play", "analyse", "learn", "rerun"]) {
    await room(page, where);
    await page.waitForTimeout(400);
    await fits(page, `${where} in Japanese`);
    await isAccessible(page, `${where} in Japanese and dark`);
    await browser.shot(page, `${where}-${name}-ja-dark`);
  }
};

const withoutNetwork = async (page, link, host) => {
  await page.waitForSelector("html[data-kept=yes]");
  // A browser that is told to be without a network lets workers ask on.
  host.close();
  await page.goto(link.replace(/\d+$/, "3"));
  await page.reload();
  await ready(page);
  await page.waitForSelector(".analyse .mark.best");
  await room(page, "learn");
  await page.waitForSelector(".explained .picture:not([hidden]) svg");
  await page.goto(`${host.address}board.html?position=f5d6`);
  await page.waitForSelector("yomi-board .legal");
};

// Who has seen one page of a new version finds all of it without a network.
const afterAnUpdate = async () => {
  const host = await staticHost(site, weights);
  const page = await browser.open(host.address);
  await page.waitForSelector("html[data-kept=yes]");
  for (const name of ["index.html", "board.html"]) {
    const text = await readFile(join(site, name), "utf8");
    host.change(name, text.replace("<body", "<body data-version=2"));
  }
  await page.reload();
  await ready(page);
  const kept = () => page.evaluate(async () => (await caches.match("board.html")).text());
  for (let tries = 0; tries < 200 && !(await kept()).includes("data-version=2"); tries += 1)
    await page.waitForTimeout(50);
  host.close();
  await page.goto(`${host.address}board.html?position=f5d6`);
  await page.waitForSelector("body[data-version='2'] yomi-board .legal");
  await leave(page);
  log("without a network after an update");
};

const everyGame = async () => {
  const page = await browser.open(address);
  await ready(page);
  await play.announcesPasses(page);
  await play.undoesPasses(page);
  await play.readsTranscripts(page);
  log("a forced pass");
  await play.playsTicTacToe(page);
  await analyse.provesEveryMove(page, 9);
  await browser.shot(page, "analyse-tic-tac-toe");
  await room(page, "play");
  log("tic-tac-toe, and its proved values");
  await play.playsGo(page);
  await page.click(".play [data-word=analyseThis]");
  await page.waitForSelector(".analyse .mark.best");
  await browser.shot(page, "analyse-go");
  await analyse.explains(page, /^Done: uct\(playouts=60\): .+, 60 playouts/);
  await browser.shot(page, "learn-go");
  log("Go 9×9, and a search of it");
  await leave(page);
  await play.losesOnTime(browser, address);
  await play.respectsReducedMotion(browser, address);
  log("a flag that falls, reduced motion");
};

// What a reader tries that is wrong, and looks back at.
const everyTrial = async () => {
  const page = await browser.open(address);
  await ready(page);
  await form.refusesWrongNumbers(page);
  await form.goesOnAfterARefusal(page);
  await form.choosesWhileSomebodyThinks(page);
  await play.tellsOfNoMemory(page);
  log("wrong numbers, a wrong position, a table too large");
  await play.looksBack(page);
  await play.outlivesTheReload(page);
  await analyse.keepsTheFocus(page, game);
  await analyse.tellsOfBrokenGames(page);
  await keyboard.skipsTheMenu(page);
  await keyboard.entersRooms(page);
  await keyboard.keepsTheFocus(page, game);
  await keyboard.stepsToBothEnds(page);
  log("a look back, a reload, broken games in a file, the keyboard's way through all rooms");
  await leave(page);
};

const everyFormat = async () => {
  const page = await browser.open(address);
  await ready(page);
  await room(page, "analyse");
  await analyse.savesAndLoads(page, game, END);
  await analyse.namesOpenings(page);
  await analyse.explains(page, /^Done: alphabeta\(depth=3,eval=discs\): /);
  await analyse.keepsWork(page);
  await analyse.followsLinks(page);
  await analyse.pastesTranscripts(page);
  await analyse.stopsOneJob(page, game);
  log("SGF, GGF, OBF and moves, by file and paste; an opening; its search; work kept and stopped");
  await leave(page);
};

// Without the files of the engine, and with them back.
const withoutEngine = async () => {
  for (const test of Object.values(gone)) await test(browser, address);
  log("an engine that does not start, has gone, or traps, and comes back");
};

const alone = async () => {
  for (const test of Object.values(boards)) await test(browser, address);
  log("the board for other pages");
};

// The page and the board inside the page of another host.
const framed = async () => {
  for (const path of ["", "board.html?position=f5d6&player=random"]) {
    const outer = await framingHost(address + path);
    const page = await browser.open(outer.address);
    page.heard.splice(0);
    const frame = page.frameLocator("iframe");
    await frame.locator(".legal").first().click();
    await frame.locator(".last").first().waitFor();
    const heard = page.heard.filter((text) => !text.startsWith(`asks ${address}`));
    assert.deepEqual(heard, [], "a frame asks its own host alone");
    await page.context().close();
    outer.close();
  }
  log("in a frame");
};

// The site as `yomi web` serves it, with its headers.
const served = async () => {
  const own = await ownHost(yomi);
  try {
    const page = await browser.blank(own.address);
    const response = await page.goto(own.address);
    const headers = response.headers();
    const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
    assert.equal(headers["content-security-policy"], policy, "the page's own policy");
    assert.equal(headers["x-content-type-options"], "nosniff");
    await play.playsToTheEnd(page, 4);
    await learn.learns(page);
    const foreign = "fetch('https://example.org').then(() => 'heard', () => 'refused')";
    assert.equal(await page.evaluate(foreign), "refused", "no other host is asked");
    page.heard = page.heard.filter((text) => !text.includes("example.org"));
    await leave(page);
  } finally {
    own.close();
  }
  log("as yomi web serves it");
};

try {
  await begins();
  await everyGame();
  await everyTrial();
  await withoutEngine();
  await everyFormat();
  await everyRoom("desktop", { width: 1280, height: 900 });
  await everyRoom("phone", { width: 375, height: 740 });
  await afterAnUpdate();
  await alone();
  await framed();
  await served();
  log("all pass");
} finally {
  await browser.close();
  close();
}
