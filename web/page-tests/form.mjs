// The form of a game, and what it refuses.
import assert from "node:assert/strict";
import { moves, newGame, OPEN, status } from "./play.mjs";

// Presses Start where that begins no game.
const startsNothing = async (page, reason) => {
  const start = page.locator(".play .setting button[type=submit]");
  if (!(await start.isVisible())) await page.locator(".play details.card > summary").click();
  await start.click();
  await page.locator(".play .problem", { hasText: reason }).waitFor();
  assert.ok(await start.isVisible(), "the form stays");
};

// A number beyond its limits begins no game, also where it is folded away.
export const refusesWrongNumbers = async (page) => {
  await newGame(page, { black: "human", white: "expert", values: { level: "1", exact: "0" } });
  await page.locator(".play .sides", { hasText: "expert(level=1,exact=0)" }).waitFor();
  await page.click(`${OPEN} .legal`);
  await page.locator(".play .moves li").nth(1).waitFor();
  const field = (name) => page.locator(`.play .field:has(> span:text-is("${name}")) input`);
  const focused = () => page.evaluate("document.activeElement.parentElement.textContent");
  await page.locator(".play details.card > summary").click();
  await field("level").fill("99");
  await page.locator(".play details.card > summary").click();
  await page.click(".play [data-word=newGame]");
  const problem = page.locator(".play .problem");
  await problem.filter({ hasText: "level: expected a whole number from 0 to 30" }).waitFor();
  assert.equal(await focused(), "level");
  await field("level").fill("2");
  await field("exact").fill("-50");
  await page.locator(".play .player details[open] > summary").click();
  await startsNothing(page, "exact: expected a whole number from ");
  assert.equal(await focused(), "exact");
  assert.equal(await moves(page), 2, "the game still stands");
  await newGame(page, { values: { exact: "0" } });
  await page.locator(".play .sides", { hasText: "expert(level=2,exact=0)" }).waitFor();
};

// Players play on when another game has been refused.
export const goesOnAfterARefusal = async (page) => {
  await newGame(page, { black: "random", white: "random" });
  await page.locator(".play .moves li").first().waitFor();
  await page.locator(".play details.card > summary").click();
  await page.locator(".play .setting > .field input").fill("--- X");
  await startsNothing(page, "The engine says: ");
  const before = await moves(page);
  await page.locator(".play .moves li").nth(before + 1).waitFor();
  await newGame(page, { black: "human", white: "human", from: "" });
};

// The form does not wait for whoever thinks.
export const choosesWhileSomebodyThinks = async (page) => {
  await newGame(page, { black: "human", white: "expert", values: { time: "60000" } });
  await page.click(`${OPEN} .legal`);
  await page.locator(".play .status", { hasText: "White is thinking" }).waitFor();
  await page.locator(".play details.card > summary").click();
  const table = page.locator(".room.play details.card .fields select");
  await table.nth(0).selectOption("Go");
  await page.locator(".play .player option[value=expert]").first().waitFor({ state: "detached" });
  await table.nth(0).selectOption("Othello");
  await page.locator(".play .player option[value=expert]").first().waitFor({ state: "attached" });
  assert.match(await status(page), /White is thinking/);
  await newGame(page, { white: "human" });
};
