// The room to look closely: the value of every move as the search deepens, the graph and the report
// of a game, files, and a link to the position.

import { readAddress, writeAddress } from "./address.js";
import { Board } from "./board.js";
import { button, element, switchRow } from "./element.js";
import { Gone } from "./engine.js";
import { Files } from "./files.js";
import { Game, isPass, look, seat } from "./game.js";
import { Graph } from "./graph.js";
import { MoveList } from "./move-list.js";
import { verdict } from "./play.js";
import { Report } from "./report.js";
import { Sides } from "./sides.js";
import { number, say, sideName } from "./strings.js";
import { readCertainty, readExact, readInfo, readWins } from "./ugi.js";
import { told } from "./whole.js";

// Whose search of a position can be looked at.
const SEARCHER = {
  Othello: "alphabeta(depth=3,eval=discs)",
  Go: "uct(playouts=60)",
  "Tic-tac-toe": "alphabeta(depth=3)",
};

// More moves than any position of the page has.
const LINES = 100;

export class Analyse {
  #game = new Game();
  // The game that the reader has left to try other moves, as it stood then.
  #left = null;
  #view = null;
  #turn = 0;
  // The turn whose position stands on the board.
  #seen = 0;
  #lines = new Map();
  #exact = new Set();
  #certainty = null;
  // Says why the game that was wanted is not on the board.
  #wrong = null;
  // Why nobody thinks about the position.
  #refused = null;

  // The address that the game has come from, as long as it is that one that goes on.
  #address = "";

  // Reports and short questions are asked of helpers.
  constructor(ugi, helpers) {
    this.ugi = ugi;
    this.board = new Board((move) => this.#play(move));
    this.sides = new Sides();
    this.moves = new MoveList((ply) => this.#goTo(ply));
    // What was judged is the game, not what is tried beside it.
    this.graph = new Graph((ply) => this.#return(ply));
    this.report = new Report(helpers.report, this.graph, {
      game: () => (this.#left ?? this.#game).whole(),
      ongo: (ply) => this.#return(ply),
      onshow: () => this.#show(),
    });
    this.files = new Files(helpers.short, {
      game: () => this.#game.whole(),
      position: () => this.#game.facts(),
      onload: (facts) => {
        this.open(facts);
        // It is shown when the reader who has left while it was read comes back.
        if (!this.element.isConnected) return null;
        // Who goes away and comes back finds it, not what a link had shown before.
        history.replaceState(null, "", "#analyse");
        return this.enter();
      },
      // The reader who comes back to the link finds what was tried after it.
      onshare: (address) => {
        this.#address = address;
      },
    });
    this.status = element("p", { class: "status", role: "status" });
    this.search = element("p", { class: "search-line" });
    this.live = element("input", { type: "checkbox", checked: true, onchange: () => this.enter() });
    this.#build();
    document.addEventListener("languagechange", () => this.#view && this.#show());
  }

  // Takes a game to look at; `enter` shows it.
  open(facts) {
    [this.#game, this.#left] = [new Game(facts), null];
    this.#address = "";
  }

  leave() {
    this.#turn += 1;
    this.ugi.stop();
  }

  // Shows the position; an address may name another one.
  async enter(address = []) {
    this.#follow(address);
    this.leave();
    const turn = this.#turn;
    this.#wrong = null;
    try {
      this.#view = await look(this.ugi, this.#game);
    } catch (problem) {
      // That is not the game's fault.
      if (problem instanceof Gone) throw problem;
      if (turn !== this.#turn) return;
      this.#wrong = () => say("unreadable", { problem: problem.message });
      this.open({});
      this.#view = await look(this.ugi, this.#game);
    }
    if (turn !== this.#turn) return;
    this.#seen = turn;
    this.#lines = new Map();
    this.#exact = new Set();
    this.#certainty = null;
    this.#refused = null;
    this.#show();
    this.#name(turn);
    // It thinks until something else is asked.
    if (!this.live.checked || this.#view.score !== null) return;
    this.#think(turn).catch((problem) => {
      if (turn !== this.#turn) return;
      this.#refused = problem;
      this.#showValues();
    });
  }

  // Opens the game of an address, but not again when the reader comes back to it.
  #follow(address) {
    const facts = readAddress(address);
    const name = facts && writeAddress(facts);
    if (!facts || name === this.#address) return;
    const { ply, ...rest } = facts;
    this.open(rest);
    this.#address = name;
    this.#game.goTo(ply);
  }

  async #think(turn) {
    const eight = this.#view.game === "Othello" && this.#view.size === 8;
    const player = eight ? "expert(book=off)" : "strongest";
    // A playout player has judged one move when another one has judged all.
    const most = this.#view.game === "Go" ? 1 : LINES;
    const lines = () => [...seat(this.ugi, this.#game, player, most), this.#game.position()];
    let waiting = false;
    await this.ugi.go(lines, "infinite", (line) => {
      if (turn !== this.#turn) return;
      this.#hear(line);
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        if (turn === this.#turn) this.#showValues();
      });
    });
  }

  #hear(line) {
    const info = readInfo(line);
    // Where one move at a time is judged, what was said of others before is old.
    if (info && this.#view.game === "Go") this.#lines.clear();
    if (info) this.#lines.set(info.moves[0], info);
    for (const move of readExact(line) ?? []) this.#exact.add(move);
    // It follows what it is about.
    if (info || readCertainty(line)) this.#certainty = readCertainty(line);
    const [move, share] = readWins(line) ?? [];
    if (move) this.#lines.set(move, { ...this.#lines.get(move), share });
  }

  async #name(turn) {
    const { game, size, start, moves } = this.#game;
    this.opening.textContent = "";
    if (game !== "Othello" || size !== 8) return;
    const name = await this.ugi.call("openingName", start, moves);
    if (turn === this.#turn) this.opening.textContent = name ?? "";
  }

  #play(move) {
    // A second click comes too early.
    if (this.#seen !== this.#turn) return;
    const next = this.#game.undone.at(-1);
    // Another move than the game's, or one more than was judged, is tried: nothing gets lost.
    const tries = next ? next !== move : this.report.isMade;
    if (tries && !this.#left) {
      this.#left = this.#game;
      this.#game = new Game(this.#left.facts());
    }
    this.#game.play(move);
    this.enter();
  }

  #goTo(ply) {
    this.#game.goTo(ply);
    this.enter();
  }

  // Goes to a position of the game, where the reader has left it if none is named.
  #return(ply = this.#left.moves.length) {
    if (this.#left) [this.#game, this.#left] = [this.#left, null];
    this.#goTo(ply);
  }

  #build() {
    const ply = () => this.#game.moves.length;
    const step = (word, text, to) =>
      button(null, () => this.#goTo(to()), { data: { label: word }, text });
    this.steps = [
      step("first", "|◀", () => 0),
      step("back", "◀", () => ply() - 1),
      step("forward", "▶", () => ply() + 1),
      step("end", "▶|", () => this.#game.line().length),
    ];
    this.again = button("backToGame", () => {
      // The button goes away.
      this.board.focus();
      this.#return();
    });
    this.pass = button("pass", () => this.#play(this.#view.moves.find(isPass)));
    this.explain = button("explainThis", () => {
      const { game, line } = this.#view;
      location.hash = `#learn/explain/${[line, SEARCHER[game]].map(encodeURIComponent).join("/")}`;
    });
    this.opening = element("p", { class: "opening" });
    const live = element("label", { class: "check" }, this.live, button.text("live"));
    this.element = element(
      "div",
      { class: "room analyse" },
      element("div", { class: "table" }, this.board.element, this.graph.element),
      element(
        "div",
        { class: "beside" },
        this.sides.element,
        this.status,
        this.opening,
        element("div", { class: "bar" }, ...this.steps, this.pass, this.again, live),
        this.search,
        this.moves.element,
        element("div", { class: "bar" }, this.explain),
        this.report.element,
        this.files.element,
      ),
    );
  }

  #show() {
    const view = this.#view;
    const [ply, line] = [this.#game.moves.length, this.#game.line()];
    const [black, white] = this.#game.players ?? ["", ""];
    this.sides.show(view, { black, white });
    this.report.offer(view.game === "Othello" && view.size === 8 && line.length > 0);
    // How far the game and what is tried are the same.
    const shared = this.#left?.moves.length ?? line.length;
    const marks = [...this.report.marks].filter(([number]) => number <= shared);
    this.moves.show(line, ply, new Map(marks));
    this.graph.show(Math.min(ply, shared));
    this.again.hidden = this.#left === null;
    const ended = view.score !== null && verdict(view.game, view.score);
    const turn = () => say("turn", { side: sideName(view.game, view.side) });
    this.status.textContent = this.#wrong?.() ?? (ended || turn());
    const [isBack, isForward] = [ply > 0, ply < line.length];
    switchRow(this.steps, [isBack, isBack, isForward, isForward]);
    this.explain.hidden = view.score !== null;
    const cannotPass = !view.moves.some(isPass);
    // A button that goes away loses the focus.
    if (cannotPass && this.pass.matches(":focus")) this.board.focus();
    this.pass.hidden = cannotPass;
    this.#showValues();
    this.files.offer(view.game === "Othello");
    this.files.address = writeAddress({ ...this.#game.whole(), ply });
  }

  #showValues() {
    const worth = ({ value, share }) => value ?? share ?? null;
    const infos = [...this.#lines.values()].filter((info) => worth(info) !== null);
    const best = Math.max(...infos.map(worth));
    const marks = infos.map(({ moves: [move], value, share }) => {
      const exact = this.#exact.has(move);
      const text = value === null ? `${number(share)}%` : signed(value, exact);
      const said = exact ? `${text} ${say("exact")}` : text;
      const shown = [(value ?? share) === best && "best", exact && "exact"]
        .filter(Boolean)
        .join(" ");
      return [move, { text, class: shown, said }];
    });
    this.board.show(this.#view, { open: true, marks: new Map(marks) });
    const top = infos.find((info) => worth(info) === best);
    const [certainty, line] = [this.#certainty, top?.moves.join(" ")];
    const searched = () => (top ? say("searched", { ...top, certainty, line }) : "");
    this.search.textContent = this.#refused ? told(this.#refused) : searched();
  }
}

// A value with its sign; what is proved has no fraction.
export const signed = (value, exact = false) => {
  const text = number(value, exact && Number.isInteger(value) ? 0 : 1);
  return value > 0 ? `+${text}` : text;
};
