// The report of a game: what every move lost against the best, the worst first.

import { button, element, field, swap } from "./element.js";
import { Stopped } from "./engine.js";
import { number, say, translate } from "./strings.js";
import { told, whole } from "./whole.js";

// A move that lost less than this, in discs, is no mistake.
const LEAST = 0.5;

export class Report {
  #found = null;
  // The game that is or was judged, and the judging that goes on.
  #about = null;
  #job = null;
  // Whether the reader wants no more, perhaps before there is a job.
  #stopped = false;
  #problem = null;
  // Classes of moves by their numbers.
  marks = new Map();

  // `game` gives the game, `ongo` leads to a position, `onshow` hears that moves are marked.
  constructor(helper, graph, { game, ongo, onshow }) {
    Object.assign(this, { helper, graph, game, ongo, onshow });
    this.level = element("input", { type: "number", min: 1, max: 20, value: 8 });
    this.start = button("makeReport", () => this.make(), { class: "primary" });
    this.end = button("stop", () => this.#stop(), { hidden: true });
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
      element("div", { class: "bar end" }, field("level", this.level), this.start, this.end),
      this.progress,
      this.said,
      this.table,
    );
    document.addEventListener("languagechange", () => this.#show());
  }

  // Shows whether there is a game to report on; what was said of another one goes.
  offer(possible) {
    this.element.hidden = !possible;
    if (this.#about !== null && this.#about !== lineOf(this.game())) this.#clear();
  }

  // Whether there is one, or will be.
  get isMade() {
    return this.#found !== null || this.#job !== null;
  }

  #clear() {
    this.#job?.cancel();
    this.#about = this.#found = this.#problem = null;
    this.marks = new Map();
    this.graph.draw([], []);
    this.#show();
  }

  #stop() {
    this.#stopped = true;
    this.#job?.cancel();
  }

  async make() {
    this.#clear();
    this.#stopped = false;
    this.onshow();
    swap(this.start, this.end);
    this.progress.hidden = false;
    this.progress.value = 0;
    const game = this.game();
    this.#about = lineOf(game);
    try {
      const found = await this.#judged(game, whole("level", this.level));
      // Another game may be on the board by now.
      if (this.#about === lineOf(game)) this.#take(found);
    } catch (problem) {
      if (this.#about !== null) this.#problem = problem;
      this.#show();
    }
    this.#job = null;
    swap(this.end, this.start);
    this.progress.hidden = true;
  }

  async #judged(game, level) {
    const ugi = await this.helper();
    // Another game may be on the board by now.
    if (this.#stopped || this.#about !== lineOf(game)) throw new Stopped();
    this.#job = ugi.begin("review", game, { level }, ({ done, total }) => {
      this.progress.value = done / total;
    });
    return this.#job.answer;
  }

  #take(found) {
    this.#found = found;
    const { moves } = found;
    const first = typeof found.start === "number" ? found.start : (moves[0]?.before ?? 0);
    this.graph.draw(
      [first, ...moves.map(({ after }) => after)],
      moves.map(({ loss }) => loss),
    );
    const bad = moves.filter(({ loss }) => loss >= 2).map((move) => [move.number, "bad"]);
    this.marks = new Map(bad);
    this.#show();
    this.onshow();
  }

  #show() {
    const found = this.#found;
    if (!found) {
      this.said.textContent = this.#problem ? told(this.#problem) : "";
      return this.table.replaceChildren();
    }
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

// The moves of a game and where they begin, whatever else is known of it.
const lineOf = ({ game, size, start, moves }) => [game, size, start, ...moves].join(" ");
