// The room to look closely, and games in and out of it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { ready, room } from "./browser.mjs";

const unfold = async (page) => {
  const card = page.locator(".analyse details.card");
  const isOpen = await card.evaluate((details) => details.open);
  if (!isOpen) await card.locator("summary").click();
};
const shown = async (page) =>
  (await page.locator(".analyse .moves li").allTextContents()).join("").replaceAll("–", "");

export const paste = async (page, text) => {
  await unfold(page);
  await page.fill(".analyse textarea", text);
  await page.locator(".analyse button[data-word=load]").click();
};

// Loads a game and reports on it.
export const analyses = async (page, text) => {
  await room(page, "analyse");
  await paste(page, text);
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

// Who steps through a game by keyboard keeps the focus.
export const keepsTheFocus = async (page, text) => {
  await room(page, "analyse");
  await paste(page, text);
  await page.waitForSelector(".analyse .moves li");
  const moves = await page.locator(".analyse .moves li").count();
  const isAt = (ply) => page.waitForSelector(`.analyse li:nth-child(${ply}) [aria-current]`);
  await page.locator(".analyse .moves button").nth(moves - 2).focus();
  await page.keyboard.press("Enter");
  await isAt(moves - 1);
  const place = await page.evaluate(() =>
    [...document.querySelectorAll(".analyse .moves button")].indexOf(document.activeElement),
  );
  assert.equal(place, moves - 2);
  const label = () => page.evaluate("document.activeElement.dataset.label");
  await page.focus(".analyse [data-label=forward]");
  await page.keyboard.press("Enter");
  await isAt(moves);
  assert.equal(await label(), "back", "the way on is closed");
  await page.keyboard.press("Enter");
  await isAt(moves - 1);
  await page.focus(".analyse [data-label=first]");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".analyse .moves:not(:has([aria-current]))");
  assert.equal(await label(), "end", "the way back is closed");
};

// Games of a file that cannot be read are counted, and the others are there.
export const tellsOfBrokenGames = async (page) => {
  await paste(page, "f5d6c3\nf5f4a1\nd3c3c4\n");
  const problem = page.locator(".analyse .problem");
  await problem.filter({ hasText: /^1 of 3 games cannot be read: .*a1/ }).waitFor();
  const games = page.locator(".analyse .setting select").first().locator("option");
  assert.deepEqual(await games.allTextContents(), ["1. f5d6c3", "2. d3c3c4"]);
};

// The beginning's name, whichever way the board is turned.
export const namesOpenings = async (page) => {
  for (const tiger of ["f5d6c3d3c4", "d3c5f6f5e6"]) {
    await paste(page, tiger);
    await page.locator(".analyse .opening", { hasText: /^Tiger$/ }).waitFor();
  }
};

// Saves the game on the board; what is offered as a file stands in the text as well.
const save = async (page, format) => {
  await unfold(page);
  await page.locator(".analyse select").last().selectOption(format);
  const download = page.waitForEvent("download");
  await page.locator(".analyse button[data-word=save]").click();
  const file = await download;
  const text = await readFile(await file.path(), "utf8");
  assert.equal(await page.inputValue(".analyse textarea"), text);
  return { name: file.suggestedFilename(), text };
};

// A game goes out in every format and comes back by file and by paste.
export const savesAndLoads = async (page, text, end) => {
  await paste(page, text);
  await page.waitForSelector(".analyse .moves li");
  const line = await shown(page);
  for (const [format, name, beginning] of [
    ["sgf", "yomi.sgf", /^\(;/],
    ["ggf", "yomi.ggf", /^\(;GM\[Othello\]/],
    ["transcript", "yomi.txt", /^([a-h][1-8])+\s*$/],
  ]) {
    const saved = await save(page, format);
    assert.equal(saved.name, name);
    assert.match(saved.text, beginning);
    for (const way of ["paste", "file"]) {
      await paste(page, end);
      await page.waitForSelector(".analyse .move-list[hidden]", { state: "attached" });
      if (way === "paste") await paste(page, saved.text);
      else {
        const buffer = Buffer.from(saved.text);
        const file = { name, mimeType: "text/plain", buffer };
        await page.locator(".analyse input[type=file]").setInputFiles(file);
      }
      await page.waitForSelector(".analyse .moves li");
      assert.equal(await shown(page), line, `${format} by ${way}`);
    }
  }
  // A position goes as OBF, and what is no game is refused.
  await paste(page, end);
  await page.waitForSelector(".analyse .move-list[hidden]", { state: "attached" });
  const saved = await save(page, "obf");
  assert.equal(saved.name, "yomi.obf");
  assert.ok(saved.text.startsWith(end.split(";")[0]), saved.text);
  await paste(page, "<b>no game</b>");
  await page.waitForSelector(".analyse .problem:not(:empty)");
  assert.equal(await page.locator(".analyse .problem b").count(), 0, "a problem is text");
};

// A link leads somebody else to the same position.
export const shares = async (browser, page, text) => {
  await paste(page, text);
  await page.waitForSelector(".analyse .moves li");
  await page.locator(".analyse .moves li button").nth(9).click();
  await page.waitForSelector(".analyse .moves li:nth-child(10) [aria-current]");
  const board = () => page.locator(".analyse .grid .piece[data-piece=black]").count();
  await page.locator(".analyse button[data-word=share]").click();
  const link = await page.inputValue(".analyse textarea");
  assert.match(link, /#analyse\/Othello\/8\/\//);
  const host = new URL("/", link).href;
  const other = await browser.open(host, { path: link.slice(host.length) });
  await ready(other);
  await other.waitForSelector(".analyse .moves li:nth-child(10) [aria-current]");
  assert.equal(await shown(other), await shown(page));
  const same = await other.locator(".analyse .grid .piece[data-piece=black]").count();
  assert.equal(same, await board());
  await other.context().close();
  return link;
};

// The start of the game that is played, where every move's value is exact.
export const provesEveryMove = async (page, moves) => {
  await page.click(".play [data-word=analyseThis]");
  await page.click(".analyse [data-label=first]");
  await page.waitForFunction(
    (count) => document.querySelectorAll(".analyse .mark.exact").length === count,
    moves,
  );
  const said = await page.locator(".analyse .legal").first().getAttribute("aria-label");
  assert.match(said, /exact/);
};

// The search of the position on the board, whatever game it is.
export const explains = async (page, said) => {
  await page.click(".analyse [data-word=explainThis]");
  await page.waitForSelector(".learn .explained .picture:not([hidden]) svg");
  await page.click(".explained [data-part=last]");
  assert.match(await page.textContent(".explained .says"), said);
};

// What an address says wrongly does no harm, and who comes back finds what was reported. What is
// tried beside the game takes nothing away; a report goes with its game.
export const keepsWork = async (page) => {
  const address = (await page.evaluate("location.href")).replace(/#.*/, "");
  await page.goto(`${address}#analyse/%`);
  await page.goto(`${address}#analyse/Othello/8//f5.d6.c3/-5`);
  await page.locator(".analyse .moves li.undone").nth(2).waitFor();
  await page.goto(`${address}#analyse/Othello/8//f5.d6/2`);
  await page.waitForSelector(".analyse .moves li:nth-child(2):last-child [aria-current]");
  await page.click(".analyse [data-square=c3].legal");
  await page.waitForSelector(".analyse .moves li:nth-child(3)");
  const report = ".report tbody tr, .report .scroll p";
  await page.fill(".analyse .report input", "1");
  await page.click(".analyse .report .primary");
  await page.waitForSelector(report);
  await room(page, "play");
  await page.goBack();
  await page.waitForSelector(".room.analyse");
  assert.equal(await shown(page), "f5d6c3");
  assert.ok(await page.locator(report).count(), "the report is still there");
  // A click is heard when the position has been asked for again.
  await page.waitForTimeout(500);
  for (const [back, square] of [
    [false, "d3"],
    [true, "c5"],
  ]) {
    if (back) await page.click(".analyse [data-label=back]");
    await page.click(`.analyse [data-square=${square}].legal`);
    await page.waitForSelector(`.analyse .moves li:last-child button:text-is("${square}")`);
    assert.ok(await page.locator(report).count(), "the report is of the game");
    await page.click(".analyse [data-word=backToGame]");
    await page.waitForSelector('.analyse .moves li:last-child button:text-is("c3")');
    assert.equal(await shown(page), "f5d6c3");
    await page.waitForTimeout(500);
  }
  await paste(page, "f5d6c5");
  await page.waitForSelector('.analyse .moves li:last-child button:text-is("c5")');
  assert.equal(await page.locator(report).count(), 0, "it was another game's");
  assert.equal(await page.textContent(".report .status"), "");
};

// A game that is loaded is not lost to the link before it, and what a link says wrongly is told, in
// either language.
export const followsLinks = async (page) => {
  const address = (await page.evaluate("location.href")).replace(/#.*/, "");
  await page.goto(`${address}#analyse/Othello/8//f5.d6/2`);
  await page.waitForSelector(".analyse .moves li:nth-child(2):last-child [aria-current]");
  await paste(page, "f5f6e6f4e3");
  await page.waitForSelector(".analyse .moves li:nth-child(5)");
  await page.click(".analyse [data-word=explainThis]");
  await page.waitForSelector(".learn .explained .picture:not([hidden]) svg");
  await page.goBack();
  await page.waitForSelector(".analyse .moves li:nth-child(5):last-child");
  assert.equal(await shown(page), "f5f6e6f4e3");
  await page.goto(`${address}#analyse/Othello/8//f5.d6.!!.c3/9`);
  const status = (text) => page.locator(".analyse .status", { hasText: text }).waitFor();
  await status(/^This cannot be read: move 3: .*!!/);
  await page.click("#language");
  await status(/^読み込めません: move 3/);
  await page.click("#language");
};

// A table and a report, of which each is stopped alone, while a game is saved.
export const stopsOneJob = async (page, text) => {
  await room(page, "analyse");
  await paste(page, text);
  await page.waitForSelector(".analyse .moves li:nth-child(50)");
  await page.fill(".analyse .report input", "20");
  await page.click(".analyse .report .primary");
  await room(page, "rerun");
  await page.fill(".rerun input >> nth=1", "9000");
  await page.click(".rerun .primary");
  await page.click(".rerun [data-word=stop]");
  await page.locator(".rerun .status", { hasText: "Stopped." }).waitFor();
  await room(page, "analyse");
  assert.equal((await save(page, "sgf")).name, "yomi.sgf");
  assert.ok(
    await page.isVisible(".report [data-word=stop]"),
    `a report under way: ${await page.textContent(".report .status")}`,
  );
  await page.click(".report [data-word=stop]");
  await page.locator(".report .status", { hasText: "Stopped." }).waitFor();
};

// Moves are those of the board that is shown, if they can be played there.
export const pastesTranscripts = async (page) => {
  const address = (await page.evaluate("location.href")).replace(/#.*/, "");
  for (const [board, line, read] of [
    ["Tic-tac-toe/3", "b1a1", "b1a1"],
    ["Othello/10", "E4f4", "e4f4"],
    ["Go/9", "e5d3", "E5D3"],
    ["Othello/10", "f5d6c3", "f5d6c3"],
    // As a letter breaks it, and as a Japanese keyboard writes it.
    ["Othello/8", "f5d6\nc3-d3\nc4", "f5d6c3d3c4"],
    ["Othello/8", "ｆ５ ｄ６", "f5d6"],
  ]) {
    await page.goto(`${address}#analyse/${board}`);
    const size = Number(board.split("/")[1]);
    await page.waitForFunction(
      (squares) => document.querySelectorAll(".analyse [role=gridcell]").length === squares,
      size * size,
    );
    await paste(page, line);
    await page.waitForFunction(
      (line) => document.querySelector(".analyse .moves").textContent === line,
      read,
    );
  }
  await paste(page, "f5f5");
  await page.locator(".analyse .problem", { hasText: "move 2: f5 is not legal" }).waitFor();
};
