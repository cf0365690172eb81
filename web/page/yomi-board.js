// `<yomi-board position="f5d6" player="expert(level=5)" size="8" language="en">`: a board for any
// page. Attributes: `position` (moves or a position), `player` (who answers; nobody if left out),
// `size` (4, 6, 8 or 10; 3 is tic-tac-toe), `game`, `language` (en or ja).

import { Engine, judges } from "./engine.js";
import { element } from "./element.js";
import { LiveBoard } from "./live-board.js";
import { Game, invite, look, other } from "./game.js";
import { begun } from "./reading.js";
import { speaker } from "./strings.js";
import { Ugi } from "./ugi.js";

// The lines of a board whose size is not said.
const SIZES = { Othello: 8, Go: 9, "Tic-tac-toe": 3 };

const beside = (name) => new URL(name, import.meta.url).href;

// The engine of all boards of the page that nobody answers on: it knows the rules, and needs no
// weights for that.
let common = null;
const arbiter = () => {
  common ??= talk(null).catch((problem) => {
    // Another try may have more luck.
    common = null;
    throw problem;
  });
  return common;
};
// A conversation with an engine of one's own; one that has failed is not asked again.
const begin = (weights) => {
  const own = { weights, ugi: talk(weights), failed: false };
  own.ugi
    .then((ugi) => ugi.whole)
    .catch(() => {
      own.failed = true;
    });
  return own;
};
const talk = async (weights) => new Ugi(await Engine.start({ weights }));

export class YomiBoard extends HTMLElement {
  static observedAttributes = ["position", "player", "size", "game", "language"];
  // The conversation with a player's engine, and the weights that it was started with.
  #own = null;
  #drawn = 0;

  connectedCallback() {
    const sheet = (name) => element("link", { rel: "stylesheet", href: beside(name) });
    this.place = element("div", { class: "place" });
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.replaceChildren(sheet("board.css"), sheet("yomi-board.css"), this.place);
    this.#draw();
  }

  disconnectedCallback() {
    this.#leave();
    this.#close();
  }

  attributeChangedCallback(name) {
    if (!this.isConnected || !this.place) return;
    // The game on the board goes on in another language.
    if (name === "language" && this.board?.view) this.board.speak(this.#speaker());
    else this.#draw();
  }

  #speaker() {
    this.say = speaker(this.getAttribute("language") ?? document.documentElement.lang);
    return this.say;
  }

  async #draw() {
    this.#leave();
    const drawn = this.#drawn;
    // All attributes that change together are read once.
    await Promise.resolve();
    if (drawn !== this.#drawn) return;
    this.place.textContent = this.#speaker()("loading");
    try {
      const board = await this.#board(drawn);
      if (!board) return;
      this.board = board;
      this.place.replaceChildren(board.element);
      await board.enter();
    } catch (problem) {
      this.#refuse(problem, drawn);
    }
  }

  // The board that the attributes ask for; null if they do so no longer.
  async #board(drawn) {
    const isOld = () => drawn !== this.#drawn;
    const player = this.getAttribute("player") || null;
    if (!player) this.#close();
    const ugi = await (player ? this.#conversation(player) : arbiter());
    if (isOld()) return null;
    ugi.whole.catch((problem) => this.#refuse(problem, drawn));
    this.ugi = ugi;
    const facts = await this.#facts(ugi);
    if (isOld()) return null;
    const game = new Game(facts);
    const view = await look(ugi, game);
    if (isOld()) return null;
    if (player) await invite(ugi, game, player);
    if (isOld()) return null;
    return new LiveBoard(ugi, facts, { player, answers: other(view.side), say: this.say });
  }

  // With an engine for this player; one that judges by hand does not load the weights.
  #conversation(player) {
    const weights = judges(player) ? beside("weights.eval") : null;
    if (this.#own?.failed || this.#own?.weights !== weights) this.#close();
    this.#own ??= begin(weights);
    return this.#own.ugi;
  }

  // Nobody thinks on about what stood here.
  #leave() {
    this.#drawn += 1;
    this.board?.leave();
    this.ugi?.stop();
    this.board = this.ugi = null;
  }

  #close() {
    this.#own?.ugi.then((ugi) => ugi.close(), () => {});
    this.#own = null;
  }

  #refuse(problem, drawn) {
    if (drawn !== this.#drawn) return;
    // What is still being drawn would cover it.
    this.#leave();
    this.place.textContent = this.say("refused", { problem: problem.message });
  }

  async #facts(ugi) {
    const named = this.getAttribute("size");
    const game = gameOf(this.getAttribute("game") ?? (named === "3" ? "Tic-tac-toe" : "Othello"));
    const size = Number(named ?? SIZES[game] ?? SIZES.Othello);
    const text = (this.getAttribute("position") ?? "").trim();
    return text ? begun(ugi, { game, size }, text) : { game, size };
  }
}

// The game as the page writes it, in whichever letters it was named.
const gameOf = (named) =>
  Object.keys(SIZES).find((game) => game.toLowerCase() === named.toLowerCase()) ?? named;

customElements.define("yomi-board", YomiBoard);
