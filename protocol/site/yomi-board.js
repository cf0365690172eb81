// `<yomi-board position="f5d6" player="expert(level=5)" size="8" language="en">`: a board for any
// page. Attributes: `position` (moves or a position), `player` (who answers; nobody if left out),
// `size` (4, 6, 8 or 10; 3 is tic-tac-toe), `game`, `language` (en or ja).

import { Engine } from "./engine.js";
import { element } from "./element.js";
import { LiveBoard } from "./live-board.js";
import { Game, invite, look, other } from "./game.js";
import { begun } from "./reading.js";
import { speaker } from "./strings.js";
import { Ugi } from "./ugi.js";

// The lines of a board whose size is not said.
const SIZES = { Othello: 8, Go: 9, "Tic-tac-toe": 3 };

const beside = (name) => new URL(name, import.meta.url).href;

export class YomiBoard extends HTMLElement {
  static observedAttributes = ["position", "player", "size", "game", "language"];
  #engine = null;
  #drawn = 0;

  connectedCallback() {
    const sheet = (name) => element("link", { rel: "stylesheet", href: beside(name) });
    this.place = element("div", { class: "place" });
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.replaceChildren(sheet("board.css"), sheet("yomi-board.css"), this.place);
    this.#draw();
  }

  disconnectedCallback() {
    this.#drawn += 1;
    this.#engine?.then((engine) => engine.close());
    this.#engine = this.ugi = null;
  }

  attributeChangedCallback() {
    if (this.isConnected && this.place) this.#draw();
  }

  async #draw() {
    this.#drawn += 1;
    const drawn = this.#drawn;
    // All attributes that change together are read once.
    await Promise.resolve();
    if (drawn !== this.#drawn) return;
    this.say = speaker(this.getAttribute("language") ?? document.documentElement.lang);
    this.place.textContent = this.say("loading");
    try {
      this.#engine ??= Engine.start({ weights: beside("weights.eval") });
      const engine = await this.#engine;
      engine.whole.catch((problem) => this.#refuse(problem, drawn));
      const ugi = (this.ugi ??= new Ugi(engine));
      const facts = await this.#facts(ugi);
      const view = await look(ugi, new Game(facts));
      const player = this.getAttribute("player") || null;
      if (player) await invite(ugi, player);
      if (drawn !== this.#drawn) return;
      const board = new LiveBoard(ugi, facts, { player, answers: other(view.side), say: this.say });
      this.place.replaceChildren(board.element);
      await board.enter();
    } catch (problem) {
      this.#refuse(problem, drawn);
    }
  }

  #refuse(problem, drawn) {
    if (drawn !== this.#drawn) return;
    this.place.textContent = this.say("refused", { problem: problem.message });
  }

  async #facts(ugi) {
    const named = this.getAttribute("size");
    const game = this.getAttribute("game") ?? (named === "3" ? "Tic-tac-toe" : "Othello");
    const size = Number(named ?? SIZES[game] ?? SIZES.Othello);
    const text = (this.getAttribute("position") ?? "").trim();
    return text ? begun(ugi, { game, size }, text) : { game, size };
  }
}

customElements.define("yomi-board", YomiBoard);
