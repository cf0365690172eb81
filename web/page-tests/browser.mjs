// A headless Chromium and what every page in it must hold to; see scripts/test-page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export class Browser {
  #browser;

  // `pictures` is the folder that screenshots go to, if they are wanted.
  static async launch(executablePath, pictures) {
    const browser = new Browser();
    browser.#browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    browser.pictures = pictures;
    return browser;
  }

  close() {
    return this.#browser.close();
  }

  // A page of a reader without any memory of the site, still empty. It writes down in `heard` what
  // it complains of and whom else than the host of `address` it asks.
  async blank(address, { width = 1280, height = 900, ...options } = {}) {
    const viewport = { width, height };
    const context = await this.#browser.newContext({ viewport, locale: "en-GB", ...options });
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
    return page;
  }

  async open(address, options = {}) {
    const page = await this.blank(address, options);
    await page.goto(address + (options.path ?? ""));
    return page;
  }

  async shot(page, name) {
    // Hiding the caret would take a style that the page's policy forbids.
    const path = join(this.pictures ?? "", `${name}.png`);
    if (this.pictures) await page.screenshot({ path, caret: "initial" });
  }
}

export const ready = (page) => page.waitForSelector("html[data-ready=yes]");

export const room = async (page, name) => {
  await page.click(`nav a[href="#${name}"]`);
  await page.waitForSelector(`.room.${name}`);
};

// Ends a page that must have had nothing to complain about and asked nobody else.
export const leave = async (page) => {
  assert.deepEqual(page.heard, [], "nothing to complain about, nobody else asked");
  await page.context().close();
};

export const fits = async (page, where) => {
  const full = await page.evaluate("document.documentElement.scrollWidth");
  const { width } = page.viewportSize();
  assert.ok(full <= width, `${where} is ${full} pixels wide, no more than ${width}`);
};

export const isAccessible = async (page, where) => {
  // As a debugger does, past the page's policy.
  await page.evaluate(axe);
  const { violations } = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const bad = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const told = bad.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`);
  assert.deepEqual(told, [], `${where} is accessible`);
};
