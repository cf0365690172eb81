// What is played by whom: the game, the board, where it begins, the clock and both players.

import { choices, element, field } from "./element.js";
import { HUMAN, PlayerForm } from "./player-form.js";
import { begun } from "./reading.js";
import { say, translate } from "./strings.js";
import { Mistyped, told } from "./whole.js";

// The games with their boards; `Go` is offered small, as the textbook players play it.
const GAMES = [
  ["Othello", [4, 6, 8, 10], 8],
  ["Go", [5, 7, 9], 9],
  ["Tic-tac-toe", [3], 3],
];

// Minutes a side and seconds a move.
const CLOCKS = [
  [1, 0],
  [5, 0],
  [5, 5],
  [15, 10],
];

export class GameForm {
  #known = new Map();

  #problem = null;

  // Resolves when the players are those of the game and the board.
  #offered = Promise.resolve();

  // `rules` gives a conversation that answers at once, whoever thinks. `onbegin` hears of a
  // setting; what it rejects with is shown. `ondone` hears that the form has done its work.
  constructor(rules, onbegin, ondone) {
    Object.assign(this, { rules, onbegin, ondone });
    this.game = "Othello";
    this.size = 8;
    this.clock = "";
    this.players = {
      black: new PlayerForm("black", HUMAN),
      white: new PlayerForm("white", "expert", { level: "5", book: "on" }),
    };
    this.table = element("div", { class: "fields" });
    this.from = element("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    this.problem = element("p", { class: "problem", role: "alert" });
    const begin = element("button", {
      type: "submit",
      class: "primary",
      data: { word: "startAgain" },
    });
    const fields = element(
      "form",
      // A browser points at no number that is folded away, and does not speak the page's language.
      { class: "setting", novalidate: true },
      this.table,
      field("from", this.from),
      element("div", { class: "both" }, this.players.black.element, this.players.white.element),
      this.problem,
      begin,
    );
    fields.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!(await this.submit())) return;
      // The board is what matters now.
      this.element.open = false;
      this.ondone();
      scrollTo({ top: 0 });
    });
    const summary = element("summary", { data: { word: "settings" } });
    this.element = element("details", { class: "card" }, summary, fields);
    document.addEventListener("languagechange", () => {
      this.#show();
      this.#tell();
    });
  }

  // The first game of the page.
  async begin() {
    await this.#offer();
    await this.submit();
  }

  // What the form says, as plain data.
  get state() {
    const { game, size, clock, players } = this;
    const [black, white] = [players.black.state, players.white.state];
    return { game, size, clock, from: this.from.value, black, white };
  }

  // Has the form say that again.
  async restore({ game, size, clock, from, black, white }) {
    Object.assign(this, { game, size, clock });
    this.from.value = from;
    this.players.black.state = black;
    this.players.white.state = white;
    await this.#offer();
  }

  // Begins a game as the form says; whether it has begun.
  async submit() {
    this.#problem = null;
    try {
      await this.#offered.catch(() => this.#offer());
      this.#check();
      const facts = await this.#facts();
      const clock = this.clock ? CLOCKS[Number(this.clock)] : null;
      await this.onbegin({
        facts,
        players: { black: this.players.black.text, white: this.players.white.text },
        clock: clock && { minutes: clock[0], seconds: clock[1] },
      });
    } catch (problem) {
      this.element.open = true;
      this.#problem = problem;
    }
    this.#tell();
    return this.#problem === null;
  }

  #tell() {
    this.problem.textContent = this.#problem ? told(this.#problem) : "";
  }

  // Throws what is wrong with the first number that is, and leads the reader to it.
  #check() {
    const wrong = this.element.querySelector("input:invalid");
    if (!wrong) return;
    this.element.open = true;
    wrong.closest("details").open = true;
    wrong.focus();
    const { name, min: least, max: most, step } = wrong;
    const word = step === "any" ? "numberWithin" : "wholeNumber";
    throw new Mistyped(() => say(word, { name, least, most }));
  }

  // Where the game begins: what was typed is read by the engine.
  async #facts() {
    const { game, size } = this;
    const text = this.from.value.trim();
    if (!text) return { game, size };
    const facts = await begun(await this.rules(), { game, size }, text).catch((problem) => {
      // The reader is led to what cannot be read.
      this.element.open = true;
      this.from.focus();
      throw problem;
    });
    if (facts.game !== game || facts.size !== size) {
      // A file names a board of its own.
      Object.assign(this, { game: facts.game, size: facts.size });
      await this.#offer();
    }
    return facts;
  }

  #offer() {
    this.#offered = this.#ask();
    return this.#offered;
  }

  async #ask() {
    const { game, size } = this;
    const name = `${game} ${size}`;
    if (!this.#known.has(name)) {
      this.#known.set(name, await (await this.rules()).call("players", game, size));
    }
    // The reader may want another one by now.
    if (game !== this.game || size !== this.size) return;
    for (const player of Object.values(this.players)) player.offer(this.#known.get(name));
    this.#show();
  }

  #show() {
    const [, sizes] = GAMES.find(([name]) => name === this.game);
    const games = choices(
      GAMES.map(([name]) => [name, null, name]),
      this.game,
      (game) => {
        this.game = game;
        this.size = GAMES.find(([name]) => name === game)[2];
        this.#offer().then(() => this.table.querySelector("select").focus());
      },
    );
    const boards = choices(
      sizes.map((size) => [String(size), `${size} × ${size}`]),
      String(this.size),
      (size) => {
        this.size = Number(size);
        this.#offer().then(() => this.table.querySelectorAll("select")[1].focus());
      },
    );
    const clocks = choices(
      [
        ["", say("untimed")],
        ...CLOCKS.map(([minutes, seconds], number) => [
          String(number),
          say("minutes", { minutes, seconds }),
        ]),
      ],
      this.clock,
      (clock) => {
        this.clock = clock;
      },
    );
    this.table.replaceChildren(field("game", games), field("size", boards), field("clock", clocks));
    for (const player of Object.values(this.players)) player.show();
    translate(this.element);
  }
}
