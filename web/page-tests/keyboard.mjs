// What somebody finds who has no pointer, or does not see the page.
import assert from "node:assert/strict";
import { room } from "./browser.mjs";
import { paste } from "./analyse.mjs";
import { newGame } from "./play.mjs";

const focused = (page) => page.evaluate("document.activeElement.outerHTML.slice(0, 200)");
const hasFocus = (page, selector) => page.waitForSelector(`${selector}:focus`);

// The first link leads past the menu, in the room that is there.
export const skipsTheMenu = async (page) => {
  await room(page, "learn");
  await page.focus("a[href='#learn/alpha-beta']");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".explained .picture:not([hidden]) svg");
  // Who has chosen a lesson goes on from there.
  await hasFocus(page, "a[href='#learn/alpha-beta']");
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  await hasFocus(page, "#content");
  assert.match(await page.evaluate("location.hash"), /^#learn.alpha-beta$/);
};

// A room has a name of its own and begins at its top.
export const entersRooms = async (page) => {
  await room(page, "analyse");
  assert.equal(await page.title(), "Analyse – Yomi");
  await page.evaluate("scrollTo(0, 200)");
  await page.click(".analyse [data-word=explainThis]");
  await page.waitForSelector(".room.learn");
  assert.equal(await page.title(), "Learn – Yomi");
  assert.equal(await page.evaluate("scrollY"), 0);
  await hasFocus(page, "#content");
};

// Who has no pointer goes on where the work goes on.
export const keepsTheFocus = async (page, text) => {
  await room(page, "play");
  await newGame(page, {});
  await hasFocus(page, ".play [role=gridcell]");
  await room(page, "analyse");
  await paste(page, text);
  await page.waitForSelector(".analyse .moves li");
  await page.fill(".report input", "20");
  for (const [where, start] of [
    [".report", "makeReport"],
    [".rerun", "runTable"],
  ]) {
    if (where === ".rerun") {
      await room(page, "rerun");
      await page.fill(".rerun input >> nth=1", "10000");
    }
    await page.focus(`${where} [data-word=${start}]`);
    await page.keyboard.press("Enter");
    await hasFocus(page, `${where} [data-word=stop]`);
    // What is stopped has begun.
    await page.waitForTimeout(500);
    await page.keyboard.press("Enter");
    await hasFocus(page, `${where} [data-word=${start}]`);
  }
};

// At either end of a search the keys go on working.
export const stepsToBothEnds = async (page) => {
  await room(page, "learn");
  await page.click("a[href='#learn/alpha-beta']");
  await page.waitForSelector(".explained .picture:not([hidden]) svg");
  const place = page.locator(".explained [data-part=place]");
  for (const [button, key, end] of [
    ["last", "ArrowLeft", /^(\d+) \/ \1$/],
    ["first", "ArrowRight", /^0 \//],
  ]) {
    await page.focus(`.explained [data-part=${button}]`);
    await page.keyboard.press("Enter");
    assert.match(await place.textContent(), end);
    await page.keyboard.press(key);
    assert.doesNotMatch(await place.textContent(), end, await focused(page));
  }
};
