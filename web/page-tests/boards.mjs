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

// Its words have the colour of the page around it, whatever the system likes.
export const suitsItsPage = async (browser, address) => {
  const options = { path: "board.html", colorScheme: "dark" };
  const page = await browser.open(address, options);
  await page.waitForSelector("yomi-board .legal");
  const colours = await page.evaluate(() => {
    document.documentElement.style.colorScheme = "light";
    document.body.style.color = "rgb(1, 2, 3)";
    const root = document.querySelector("yomi-board").shadowRoot;
    const of = (name, key) => getComputedStyle(root.querySelector(name))[key];
    return [of(".status", "color"), of("button", "color"), of("button", "backgroundColor")];
  });
  assert.deepEqual(colours, ["rgb(1, 2, 3)", "rgb(34, 38, 42)", "rgb(255, 254, 251)"]);
  await leave(page);
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
    "language=ja-JP size=4 position=b1a1",
    "language=en game=Tic-tac-toe position=b1a1",
    "language=en game=go",
    "language=en player=nobody",
    "language=en size=5",
    "language=en size=5",
  );
  await said(page, 0, "黒の番です");
  await said(page, 1, "X to move");
  await said(page, 2, "Black to move");
  assert.equal(await board(page, 2).locator(".board").getAttribute("data-game"), "Go");
  await said(page, 3, "nobody");
  await click(page, ".legal");
  await said(page, 0, "白の番です");
  // A game goes on in another language.
  await board(page).evaluate((board) => board.setAttribute("language", "en"));
  await said(page, 0, "White to move");
  assert.equal(await discs(page), 7, "four, two that were named and one");
  // What is wrong stays wrong when something else changes.
  for (const place of [4, 5]) {
    await said(page, place, "The engine says: ");
    await board(page, place).evaluate((board) => board.setAttribute("language", "ja"));
    await said(page, place, "エンジンからの返答: ");
  }
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

// A player that there is no memory for says so.
export const tellsOfNoMemory = async (browser, address) => {
  const page = await browser.open(address, { path: asking("expert(table=4000)") });
  await click(page, ".legal");
  await said(page, 0, "no memory for a table of 4000 MiB");
  // It stays refused in another language.
  for (const [language, words] of [
    ["ja", "エンジンからの返答: "],
    ["en", "The engine says: "],
  ]) {
    await board(page).evaluate((board, it) => board.setAttribute("language", it), language);
    await said(page, 0, words);
  }
  await click(page, "[data-word=undo]");
  await said(page, 0, "Black to move");
  await leave(page);
};

// A board that its page moves to another place while it is loaded.
export const movesWhileItLoads = async (browser, address) => {
  const page = await boards(browser, address);
  await page.evaluate(async () => {
    for (const player of ["", "random"]) {
      for (const wait of [0, 5, 10, 20, 40]) {
        const board = document.createElement("yomi-board");
        board.setAttribute("player", player);
        document.body.append(board);
        await new Promise((later) => setTimeout(later, wait));
        document.body.prepend(board);
      }
    }
  });
  for (let place = 0; place < 10; place += 1)
    await board(page, place).locator(".legal").first().waitFor();
  await leave(page);
};

// Nothing waits for thinking about what stands there no more.
export const changesDuringThinking = async (browser, address) => {
  const page = await browser.open(address, { path: asking("expert(time=60000)") });
  await click(page, ".legal");
  await said(page, 0, "White is thinking");
  await board(page).evaluate((board) => board.setAttribute("position", "f5d6c3d3"));
  await board(page).locator(".legal").first().waitFor({ timeout: 20_000 });
  assert.equal(await discs(page), 8);
  await leave(page);
};

// Diagrams have one engine together, without weights, as have players that need none.
export const sharesItsEngine = async (browser, address) => {
  const page = await boards(browser, address, ...Array(20).fill("position=f5d6"), "player=random");
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  for (let place = 0; place < 21; place += 1)
    await board(page, place).locator(".legal").first().waitFor();
  assert.equal(page.workers().length, 2, "one engine for diagrams, one for a player");
  const isWeights = (url) => url.endsWith("weights.eval");
  assert.ok(!asked.some(isWeights), "no weights");
  const weights = page.waitForRequest((request) => isWeights(request.url()));
  await board(page, 20).evaluate((board) => board.setAttribute("player", "expert(level=1)"));
  await weights;
  await board(page, 20).locator(".legal").first().click();
  await board(page, 20).locator(".status", { hasText: "Black to move" }).waitFor();
  await leave(page);
};

// What could not be loaded is asked for again, and the engine of a player who goes is given up.
export const triesAgain = async (browser, address) => {
  for (const [file, player] of [
    ["yomi_web_bg.wasm", "random"],
    ["weights.eval", "expert(level=1)"],
  ]) {
    const page = await browser.open(address, { path: "board.html" });
    await page.waitForSelector("yomi-board .legal");
    const asked = new RegExp(`/${file}$`);
    await page.route(asked, (route) => route.abort());
    // Anew, so that nothing has been loaded yet.
    await page.reload();
    await page.evaluate((wish) => {
      document.body.innerHTML = `<yomi-board language=en player="${wish}"></yomi-board>`;
    }, player);
    await said(page, 0, "Failed to fetch");
    await page.unroute(asked);
    await board(page).evaluate((board) => board.setAttribute("position", "f5d6"));
    await board(page).locator(".legal").first().waitFor();
    await board(page).evaluate((board) => board.removeAttribute("player"));
    await board(page).locator(".legal").first().waitFor();
    // The browser tells of the end of a worker when it gets to it.
    for (let tries = 0; page.workers().length > 1 && tries < 100; tries += 1)
      await page.waitForTimeout(50);
    assert.equal(page.workers().length, 1, "the engine of all diagrams alone");
    page.heard = page.heard.filter((text) => !text.includes("ERR_FAILED"));
    await leave(page);
  }
};
