// The board for other pages, alone and among others.
import assert from "node:assert/strict";
import { isAccessible, leave } from "./browser.mjs";

const board = (page, place = 0) => page.locator("yomi-board").nth(place);
const said = (page, place, text) =>
  board(page, place).locator(".place", { hasText: text }).waitFor();
const discs = (page) => board(page).locator(".piece:not([data-piece=''])").count();
const click = (page, what) => board(page).locator(what).first().click();
const asking = (player) => `board.html?player=${encodeURIComponent(player)}`;

export const answers = async (browser, address) => {
  const path = "board.html?position=f5d6&player=random&language=ja";
  const page = await browser.open(address, { width: 480, height: 640, path });
  await page.waitForSelector("yomi-board .legal");
  await click(page, ".legal");
  await page.waitForSelector("yomi-board .last");
  await page.waitForFunction(
    () =>
      document
        .querySelector("yomi-board")
        .shadowRoot.querySelectorAll(".piece:not([data-piece=''])").length === 8,
  );
  // Heard before axe copies the sheets of the shadow into the page, which its policy forbids.
  assert.deepEqual(page.heard, []);
  await isAccessible(page, "the board alone");
  await browser.shot(page, "board");
  await page.context().close();
};

// A page with these boards, each of which is given as its attributes.
const boards = async (browser, address, ...wishes) => {
  const page = await browser.open(address, { path: "board.html" });
  await page.waitForSelector("yomi-board .legal");
  await page.evaluate((all) => {
    document.body.innerHTML = all.map((wish) => `<yomi-board ${wish}></yomi-board>`).join("");
  }, wishes);
  return page;
};

// Boards of several games and languages on one page, and what is wrong with others.
export const standTogether = async (browser, address) => {
  const page = await boards(
    browser,
    address,
    "language=ja size=4 position=b1a1",
    "language=en game=Tic-tac-toe position=b1a1",
    "language=en game=Go",
    "language=en player=nobody",
  );
  await said(page, 0, "黒の番です");
  await said(page, 1, "X to move");
  await said(page, 2, "Black to move");
  await said(page, 3, "nobody");
  await click(page, ".legal");
  await said(page, 0, "白の番です");
  await leave(page);
};

// A move that is thought of while the reader takes the last one back is not played.
export const takesBackDuringThinking = async (browser, address) => {
  const page = await browser.open(address, { path: asking("expert(time=4000)") });
  await click(page, ".legal");
  await said(page, 0, "White is thinking");
  await click(page, "[data-word=undo]");
  await said(page, 0, "Black to move");
  assert.equal(await discs(page), 4);
  await click(page, ".legal");
  await said(page, 0, "White is thinking");
  await leave(page);
};

// Who clicks twice makes one move.
export const ignoresSecondClicks = async (browser, address) => {
  const page = await browser.open(address, { path: "board.html" });
  await board(page).locator(".legal").first().dblclick();
  await said(page, 0, "White to move");
  assert.equal(await discs(page), 5);
  await click(page, ".legal");
  await said(page, 0, "Black to move");
  assert.equal(await discs(page), 6);
  await leave(page);
};
