// Lessons, the table, and both languages.
import assert from "node:assert/strict";
import { room } from "./browser.mjs";

export const learns = async (page) => {
  await room(page, "learn");
  await page.click("a[href='#learn/alpha-beta']");
  await page.waitForSelector(".explained .picture:not([hidden]) svg");
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

export const reruns = async (page, seed, games) => {
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
    assert.match(
      text,
      new RegExp(`^\\d+\\.\\d % .* of ${games} published \\d\\d\\.0 % \\d+\\.\\d % by discs$`),
    );
  return (await page.textContent(".digest")).slice(-64);
};

export const speaksBoth = async (page) => {
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

// A drawn search is shown, and named, in the page's language.
export const drawsIn = async (page, word) => {
  await room(page, "learn");
  // From another lesson, so that no pictures are those of before.
  await page.click("a[href='#learn/two-plies']");
  await page.waitForSelector("a[href='#learn/two-plies'][aria-current]");
  await page.click("a[href='#learn/alpha-beta']");
  const shown = page.locator(".explained .picture:visible");
  // One of each search, and none in another language.
  await shown.nth(1).waitFor();
  assert.equal(await shown.count(), 2);
  for (const picture of await shown.all()) {
    assert.match(await picture.getAttribute("aria-label"), word);
    assert.match(await picture.locator(".title").textContent(), word);
  }
  await page.click(".explained summary >> nth=0");
  assert.match(await page.locator(".explained pre:visible").textContent(), word);
};

// The quiz asks about the first search that has a question and says whether the answer is right.
export const asks = async (page) => {
  await page.click(".explained [data-part=first]");
  await page.check(".explained [data-part=quiz]");
  const question = page.locator(".explained [data-part=question]");
  for (let step = 0; step < 20 && !(await question.isVisible()); step += 1)
    await page.click(".explained [data-part=forward]");
  assert.match(await question.locator("p").textContent(), /^(minimax|alphabeta).*: .+\?$/);
  await question.locator("button").first().click();
  await page.waitForSelector(".explained .right, .explained .wrong");
  await page.uncheck(".explained [data-part=quiz]");
};

// Numbers that are none are said, and large seeds are not rounded.
export const refusesWrongNumbers = async (page) => {
  await room(page, "rerun");
  const said = page.locator(".rerun .status");
  for (const [place, value, text] of [
    [1, "0", "Games a cell: expected a whole number from 1 to 10000"],
    [0, "-1", "Seed: expected a whole number from 0 to 18446744073709551615"],
  ]) {
    const field = page.locator(".rerun input").nth(place);
    const before = await field.inputValue();
    await field.fill(value);
    await page.click(".rerun .primary");
    await said.filter({ hasText: text }).waitFor();
    await field.fill(before);
  }
  const digests = [];
  for (const seed of ["9007199254740992", "9007199254740993"])
    digests.push(await reruns(page, seed, 4));
  assert.notEqual(digests[0], digests[1], "two seeds, two tables");
};
