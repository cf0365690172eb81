// The room to run the win-rate table again: the reader's seed, growing game by game.

import { button, choices, element, field, swap } from "./element.js";
import { Stopped } from "./engine.js";
import { number, say } from "./strings.js";
import { SEEDS, told, whole } from "./whole.js";

// The variant of the experiment that made the published table.
const VARIANT = "C++ listing (pass=penalty), Black first";

// The words for wins by another way to count winners.
const COUNTED = { discs: "countedByDiscs", tutorial: "countedByTutorial" };

export class Rerun {
  #known = null;
  #job = null;
  // Whether the reader wants no more, perhaps before there is a job.
  #stopped = false;
  #problem = null;

  constructor(helper) {
    this.helper = helper;
    this.seed = element("input", {
      type: "number",
      min: 0,
      max: SEEDS,
      step: 1,
      value: 20261122,
    });
    this.games = element("input", { type: "number", min: 1, max: 10000, value: 1000 });
    this.variant = choices(
      [
        [VARIANT, VARIANT],
        ["", "", "allVariants"],
      ],
      VARIANT,
      () => {},
    );
    this.start = button("runTable", () => this.run(), { class: "primary" });
    this.end = button("stop", () => this.#stop(), { hidden: true });
    this.progress = element("progress", {
      max: 1,
      value: 0,
      hidden: true,
      data: { label: "rerun" },
    });
    this.said = element("p", { class: "status", role: "status" });
    this.table = element("div", { class: "cells" });
    this.digest = element("p", { class: "digest" });
    this.element = this.#build();
    document.addEventListener("languagechange", () => this.#show());
  }

  #build() {
    return element(
      "div",
      { class: "room rerun" },
      element(
        "article",
        { class: "lesson" },
        element("h2", { data: { word: "tableTitle" } }),
        element("p", { data: { word: "tableText" } }),
        element(
          "div",
          { class: "bar end" },
          field("seed", this.seed),
          field("gamesEach", this.games),
          field("variant", this.variant),
          this.start,
          this.end,
        ),
        this.progress,
        this.said,
        this.table,
        this.digest,
      ),
    );
  }

  enter() {}

  leave() {}

  #stop() {
    this.#stopped = true;
    this.#job?.cancel();
  }

  async run() {
    swap(this.start, this.end);
    this.progress.hidden = false;
    this.#known = this.#problem = null;
    this.#stopped = false;
    this.#show();
    try {
      const wish = { seed: whole("seed", this.seed), games: whole("gamesEach", this.games) };
      if (this.variant.value) wish.variant = this.variant.value;
      const ugi = await this.helper();
      if (this.#stopped) throw new Stopped();
      const take = (known) => {
        this.#known = known;
        this.#show();
      };
      this.#job = ugi.begin("rerun", wish, take);
      take(await this.#job.answer);
    } catch (problem) {
      this.#problem = problem;
      this.#show();
    }
    this.#job = null;
    swap(this.end, this.start);
    this.progress.hidden = true;
    this.said.textContent = "";
    this.#show();
  }

  // Shows what is known, in the language of the page.
  #show() {
    const { done, total, cells, digest } = this.#known ?? NOTHING;
    this.progress.value = done / total;
    if (this.table.children.length !== cells.length) {
      this.table.replaceChildren(...cells.map(() => row()));
    }
    cells.forEach((cell, place) => {
      const line = this.table.children[place];
      const begins = cell.variant !== cells[place - 1]?.variant;
      line.querySelector(".variant").textContent = begins ? cell.variant : "";
      fill(line, cell);
    });
    // It changes many times a second; what it comes to is said.
    this.said.setAttribute("aria-live", this.#job ? "off" : "polite");
    const count = this.#known ? say("gamesDone", { done, total }) : "";
    this.said.textContent = this.#problem ? told(this.#problem) : count;
    this.digest.textContent = digest ? `${say("digest")} ${digest}` : "";
  }
}

// Before the first game.
const NOTHING = { done: 0, total: 1, cells: [], digest: null };

// A cell of the table: who, the rate as a bar with its interval, and the figures.
const row = () =>
  element(
    "div",
    { class: "cell" },
    element("strong", { class: "variant" }),
    element("span", { class: "who" }),
    element(
      "span",
      { class: "rate", "aria-hidden": "true" },
      element("span", { class: "part" }),
      element("span", { class: "published", hidden: true }),
      element("span", { class: "interval" }),
    ),
    element("span", { class: "figure" }),
  );

const fill = (line, cell) => {
  const { black, white, side, games, wins, rate, low, high, published, recounts } = cell;
  const part = (name) => line.querySelector(`.${name}`);
  const percent = (value) => number(100 * value, 1);
  const [name, opponent] = side === "white" ? [white, black] : [black, white];
  part("who").textContent = say("cell", { name, side: say(side), opponent });
  if (games === 0) return;
  part("part").style.width = `${100 * rate}%`;
  part("interval").style.left = `${100 * low}%`;
  part("interval").style.width = `${100 * (high - low)}%`;
  const values = { rate: percent(rate), low: percent(low), high: percent(high), wins, games };
  part("published").hidden = published === null;
  part("published").style.left = `${100 * published}%`;
  const more = [
    ...(published === null ? [] : [say("published", { rate: percent(published) })]),
    ...recounts.map(({ rule, rate }) => say(COUNTED[rule], { rate: percent(rate) })),
  ];
  part("figure").replaceChildren(
    say("rate", values),
    ...more.flatMap((words) => [" ", element("span", { class: "beside" }, words)]),
  );
};
