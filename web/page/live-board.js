// A board to try moves on, for both sides, with a way back; a player may answer for one of them.

import { Board } from "./board.js";
import { button, element } from "./element.js";
import { Game, isPass, look, seat } from "./game.js";
import { verdict } from "./play.js";
import { say, sideName } from "./strings.js";

export class LiveBoard {
  #turn = 0;
  // The turn whose position stands on the board.
  #seen = 0;
  // What was refused last.
  #problem = null;

  // `player` answers for the side `answers`; without it the reader moves for both. `say` may
  // speak another language than the page.
  constructor(ugi, facts, { player = null, answers = "white", say: own = say } = {}) {
    Object.assign(this, { ugi, player, answers, say: own });
    this.game = new Game(facts);
    this.board = new Board((move) => this.#play(move), own);
    this.status = element("p", { class: "status", role: "status" });
    this.undo = button("undo", () => this.#undo(), { disabled: true });
    this.pass = button("pass", () => this.#play(this.view.moves.find(isPass)), { hidden: true });
    const bar = element("div", { class: "bar" }, this.undo, this.pass, this.status);
    this.element = element("div", { class: "live-board" }, this.board.element, bar);
  }

  leave() {
    this.#turn += 1;
  }

  // Says what it says in another language; who thinks, thinks on.
  speak(own) {
    this.say = own;
    this.board.speak(own);
    if (this.view) this.#show();
    if (this.#problem) this.#tell(this.#problem);
  }

  async enter() {
    this.#turn += 1;
    this.#problem = null;
    const turn = this.#turn;
    let view;
    try {
      view = await look(this.ugi, this.game);
    } catch (problem) {
      // Where nothing is shown yet, whoever has made the board says why.
      if (!this.view) throw problem;
      if (turn !== this.#turn) return;
      this.#tell(problem);
      // What was played before it is still there.
      this.undo.disabled = this.game.moves.length === 0;
      return;
    }
    if (turn !== this.#turn) return;
    [this.view, this.#seen] = [view, turn];
    this.#show();
    if (!this.#isAsked()) return;
    const lines = () => [...seat(this.ugi, this.game, this.player), this.game.position()];
    try {
      const move = await this.ugi.go(lines, "");
      if (turn === this.#turn && move) await this.#play(move);
    } catch (problem) {
      if (turn === this.#turn) this.#tell(problem);
    }
  }

  // Whether it is the player's turn.
  #isAsked() {
    const { side, score } = this.view;
    return this.player !== null && side === this.answers && score === null;
  }

  #show() {
    const { side, score, game, moves } = this.view;
    const asked = this.#isAsked();
    this.board.show(this.view, { open: score === null && !asked });
    this.undo.textContent = this.say("undo");
    this.pass.textContent = this.say("pass");
    const isStart = this.game.moves.length === 0;
    // A button that goes off loses the focus.
    if (isStart && this.undo.matches(":focus")) this.board.focus();
    this.undo.disabled = isStart;
    const cannotPass = asked || !moves.some(isPass);
    if (cannotPass && this.pass.matches(":focus")) this.board.focus();
    this.pass.hidden = cannotPass;
    const word = asked ? "thinking" : "turn";
    this.status.textContent =
      score === null
        ? this.say(word, { side: sideName(game, side, this.say) })
        : verdict(game, score, this.say);
  }

  #tell(problem) {
    this.#problem = problem;
    this.status.textContent = this.say("refused", { problem: problem.message });
  }

  async #play(move) {
    // A second click comes too early.
    if (this.#seen !== this.#turn) return;
    this.board.show(this.view, { open: false });
    this.game.play(move);
    await this.enter();
  }

  // Back to the reader's turn; what the player is thinking of is not played any more.
  async #undo() {
    this.leave();
    const turn = this.#turn;
    this.ugi.stop();
    try {
      let view;
      do {
        this.game.undo();
        view = await look(this.ugi, this.game);
        if (turn !== this.#turn) return;
      } while (this.player && view.side === this.answers && this.game.moves.length > 0);
    } catch (problem) {
      return this.#tell(problem);
    }
    await this.enter();
  }
}
