// The report of a game: what every move lost against the best, the worst first.

import { button, element, field } from "./element.js";
import { number, say, translate } from "./strings.js";

// A move that lost less than this, in discs, is no mistake.
const LEAST = 0.5;

export class Report {
  #found = null;

  // `game` gives the game, `ongo` leads to a position, `onshow` hears which moves to mark.
  constructor(helper, graph, { game, ongo, onshow }) {
    Object.assign(this, { helper, graph, game, ongo, onshow });
    this.level = element("input", { type: "number", min: 1, max: 20, value: 8 });
    this.start = button("makeReport", () => this.make(), { class: "primary" });
    this.progress = element("progress", {
      hidden: true,
      max: 1,
      value: 0,
      data: { label: "makeReport" },
    });
    this.said = element("p", { class: "status", role: "status" });
    this.table = element("div", { class: "scroll" });
    this.element = element(
      "section",
      { class: "card report" },
      element("h2", { data: { word: "report" } }),
      element("div", { class: "bar end" }, field("level", this.level), this.start),
      this.progress,
      this.said,
      this.table,
    );
    document.addEventListener("languagechange", () => this.#show());
  }

  // Shows whether there is a game to report on.
  offer(possible) {
    this.element.hidden = !possible;
  }

  clear() {
    this.#found = null;
    this.graph.draw([], []);
    this.#show();
  }

  async make() {
    this.start.disabled = true;
    this.progress.hidden = false;
    this.said.textContent = "";
    const game = this.game();
    try {
      const ugi = await this.helper();
      const level = Number(this.level.value) || 8;
      const found = await ugi.call("review", game, { level }, ({ done, total }) => {
        this.progress.value = done / total;
      });
      // Another game may be on the board by now.
      if (this.game().moves.join() === game.moves.join()) this.#take(found);
    } catch (problem) {
      this.said.textContent = say("refused", { problem: problem.message });
    }
    this.start.disabled = false;
    this.progress.hidden = true;
  }

  #take(found) {
    this.#found = found;
    const { moves } = found;
    const first = typeof found.start === "number" ? found.start : (moves[0]?.before ?? 0);
    this.graph.draw(
      [first, ...moves.map(({ after }) => after)],
      moves.map(({ loss }) => loss),
    );
    this.#show();
    const bad = moves.filter(({ loss }) => loss >= 2).map((move) => [move.number, "bad"]);
    this.onshow(new Map(bad));
  }

  #show() {
    const found = this.#found;
    if (!found) return this.table.replaceChildren();
    const mistakes = found.moves
      .filter(({ loss }) => loss >= LEAST)
      .sort((one, other) => other.loss - one.loss || one.number - other.number);
    const sum = (side) =>
      found.moves.filter((move) => move.side === side).reduce((all, { loss }) => all + loss, 0);
    this.said.textContent = say("losses", { black: sum("Black"), white: sum("White") });
    const head = ["number", "side", "played2", "best", "loss"].map((word) =>
      element("th", { scope: "col", data: { word } }),
    );
    const table = element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...mistakes.map((move) => this.#row(move))),
    );
    const none = element("p", { text: say("noMistake") });
    this.table.replaceChildren(mistakes.length > 0 ? table : none);
    translate(this.table);
  }

  #row(move) {
    const cell = (text) => element("td", { text });
    const go = button(null, () => this.ongo(move.number - 1), {
      class: "link",
      text: String(move.number),
      "aria-label": say("toMove", { ply: move.number }),
    });
    const loss = number(move.loss, move.exact ? 0 : 1) + (move.exact ? ` ${say("exact")}` : "");
    return element(
      "tr",
      {},
      element("td", {}, go),
      cell(say(move.side.toLowerCase())),
      cell(move.move),
      cell(move.best),
      cell(loss),
    );
  }
}
