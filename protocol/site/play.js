// The room to play in: any player of the roster or the reader on either side.

import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { button, element, switchRow } from "./element.js";
import { Gone, judges } from "./engine.js";
import { Game, invite, isPass, look, other, seat } from "./game.js";
import { keep, kept } from "./kept-game.js";
import { MoveList } from "./move-list.js";
import { HUMAN } from "./player-form.js";
import { GameForm } from "./game-form.js";
import { Sides } from "./sides.js";
import { say, sideName } from "./strings.js";
import { told } from "./whole.js";

// What is said before nothing has happened.
const nothing = () => "";

// What a pass is shown before the game goes on, in milliseconds.
const PAUSE = 900;

export class Play {
  #game = new Game();
  #view = null;
  // Whether the view is of the position that the game has come to.
  #seen = false;
  // The turn that is being taken; a change of the game begins another one.
  #turn = 0;
  // Tells what was played before the position on the board.
  #before = nothing;
  // Whether the reader is in the room.
  #here = false;
  #over = null;
  // Whether the reader looks at earlier moves: nobody moves by himself then.
  #looks = false;
  // Why a player has no move.
  #refused = null;

  // Short questions are asked of a helper where somebody may think; `analyse` takes the game along.
  constructor(ugi, short, analyse) {
    this.ugi = ugi;
    this.board = new Board((move) => this.#move(move));
    this.sides = new Sides();
    this.moves = new MoveList((ply) => this.#goTo(ply));
    this.clock = new Clock(
      () => this.sides.show(this.#view, this.#names(), this.clock),
      (side) => this.#flag(side),
    );
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.form = new GameForm(
      async () => (this.#isComputed() ? short() : ugi),
      (setting) => this.begin(setting),
      () => this.board.focus(),
    );
    this.buttons = {
      undo: button("undo", () => this.#back()),
      redo: button("redo", () => this.#forward()),
      pass: button("pass", () => this.#pass()),
      goOn: button("goOn", () => this.#goOn(), { hidden: true }),
      again: button("newGame", () => this.form.submit()),
      analyse: button("analyseThis", () => analyse(this.#game.whole())),
    };
    const bar = element("div", { class: "bar" }, ...Object.values(this.buttons));
    const main = element("div", { class: "table" }, this.board.element);
    const aside = element(
      "div",
      { class: "beside" },
      this.sides.element,
      this.status,
      bar,
      this.moves.element,
      this.form.element,
    );
    this.element = element("div", { class: "room play" }, main, aside);
    document.addEventListener("languagechange", () => this.#view && this.#show());
  }

  // Begins the game of the form's setting, or goes on with one that was kept: with its first `ply`
  // moves on the board, what was `left` of the clock, and the side whose time is `over`.
  async begin({ facts, players, clock, ply = facts.moves?.length ?? 0, left, over = null }) {
    const game = new Game(facts);
    game.goTo(ply);
    this.#stop();
    if (this.#view) this.#changes();
    const turn = this.#turn;
    let view;
    try {
      view = await look(this.ugi, game);
      for (const player of Object.values(players)) {
        if (player !== HUMAN) await invite(this.ugi, game, player);
      }
    } catch (problem) {
      // The game on the board goes on.
      if (this.#view && turn === this.#turn) this.#next();
      throw problem;
    }
    [this.#game, this.#view, this.players, this.#over] = [game, view, players, over];
    this.#looks = game.undone.length > 0;
    this.clock.set(clock, left);
    // Who has left the room since then finds the game when coming back; who has gone back in the
    // game before, by a click at the same time, is in the new one, too.
    if (this.#here) this.#next();
  }

  // Shows the position and has whoever is to move take a turn; what `before` tells is said first.
  async #next(before = nothing) {
    this.#stop();
    const turn = this.#turn;
    this.#view = await look(this.ugi, this.#game);
    if (turn !== this.#turn) return;
    this.#seen = true;
    this.#refused = null;
    const { side, moves, score } = this.#view;
    this.#before = before;
    this.#show();
    if (score !== null || this.#over || this.#waits()) return;
    if (isStuck(this.#view) && this.players[side] === HUMAN) {
      await pause(PAUSE);
      if (turn !== this.#turn) return;
      this.clock.start(side);
      await this.#played(moves[0], nothing);
      return;
    }
    if (judges(this.players[side])) {
      // It costs nobody time that the weights are on their way.
      await this.ugi.whole.catch(() => {});
      if (turn !== this.#turn) return;
    }
    this.clock.start(side);
    if (this.players[side] !== HUMAN) await this.#think(turn);
  }

  async #think(turn) {
    const { side } = this.#view;
    const started = performance.now();
    const lines = () => [...seat(this.ugi, this.#game, this.players[side]), this.#game.position()];
    let move;
    try {
      move = await this.ugi.go(lines, this.clock.limit());
    } catch (problem) {
      if (turn === this.#turn) this.#refuse(problem);
      return;
    }
    if (turn === this.#turn) this.clock.press();
    // A move that comes at once is shown when the one before has been seen.
    await pause(Math.max(0, 450 - (performance.now() - started)));
    if (turn === this.#turn && move !== null) await this.#played(move);
  }

  // A player without a move has the reader decide how the game goes on.
  #refuse(problem) {
    this.clock.stop();
    this.#refused = problem;
    this.#show();
  }

  // Goes on after a move, of which `said` tells.
  async #played(move, said = this.#telling(move)) {
    this.clock.press();
    this.#changes();
    this.#looks = false;
    this.#game.play(move);
    await this.#next(said);
  }

  // Nobody moves until the engine has said where the game stands: a second click comes too early.
  #changes() {
    this.#seen = false;
    this.board.show(this.#view, { open: false });
    this.element.dataset.state = "thinking";
  }

  #telling(move) {
    const { game, side, moves } = this.#view;
    const forced = moves.length === 1 ? "passed" : "passesFreely";
    return () => say(isPass(move) ? forced : "played", { side: sideName(game, side), move });
  }

  #move(move) {
    if (this.#isMine()) this.#played(move);
  }

  #pass() {
    const pass = this.#view.moves.find(isPass);
    if (pass && this.#isMine()) this.#played(pass);
  }

  // Whether a player of this program is in the game.
  #isComputed() {
    return Object.values(this.players ?? {}).some((player) => player !== HUMAN);
  }

  #isMine() {
    const { score, side } = this.#view;
    return this.#seen && score === null && !this.#over && this.players[side] === HUMAN;
  }

  // Whether whoever is to move would do so by himself but is kept from it until the reader goes on.
  #waits() {
    const { score, side } = this.#view;
    if (score !== null || this.#over) return false;
    if (this.#refused) return true;
    return this.#looks && (this.players[side] !== HUMAN || isStuck(this.#view));
  }

  // Plays on from the position on the board, whatever was played there before.
  #goOn() {
    this.#looks = false;
    // The button goes away.
    this.board.focus();
    this.#next();
  }

  // Back to the reader's own last choice, which no forced pass is, forward the same way.
  async #back() {
    await this.#travel(
      () => this.#game.moves.length > 0,
      () => this.#game.undo(),
    );
  }

  async #forward() {
    await this.#travel(
      () => this.#game.undone.length > 0,
      () => this.#game.redo(),
    );
  }

  async #travel(can, step) {
    this.#reopen();
    const turn = this.#turn;
    const people = Object.values(this.players).includes(HUMAN);
    const isChoice = () => this.players[this.#view.side] === HUMAN && !isStuck(this.#view);
    do {
      if (!can()) break;
      step();
      // Who leaves now finds the game waiting here.
      this.#looks = this.#game.undone.length > 0;
      this.#view = await look(this.ugi, this.#game);
      if (turn !== this.#turn) return;
    } while (people && !isChoice());
    await this.#look();
  }

  async #goTo(ply) {
    this.#reopen();
    this.#game.goTo(ply);
    await this.#look();
  }

  // A game that is gone back in is not over any more, and both have their time again.
  #reopen() {
    this.#stop();
    this.#over = null;
    this.clock.renew();
    this.#changes();
  }

  // Shows a position of the game that the reader has gone to. The game goes on at its end alone:
  // elsewhere a move would make those that were played there forgotten.
  async #look() {
    this.#looks = this.#game.undone.length > 0;
    await this.#next();
  }

  #stop() {
    this.#turn += 1;
    this.clock.stop();
    this.ugi.stop();
  }

  // Leaves the room: nobody thinks on.
  leave() {
    this.#here = false;
    this.#stop();
  }

  // Comes back to it.
  async enter() {
    this.#here = true;
    if (this.#view) this.#next();
    else if (!(await this.#resumes())) await this.form.begin();
  }

  // Goes on where the page was when it was loaded before; whether it could.
  async #resumes() {
    const game = kept();
    if (!game) return false;
    const usual = this.form.state;
    try {
      await this.form.restore(game.form);
      await this.begin(game);
      return true;
    } catch (problem) {
      if (problem instanceof Gone) throw problem;
      await this.form.restore(usual);
      return false;
    }
  }

  #keep() {
    const { limits, remaining } = this.clock;
    keep({
      facts: this.#game.whole(),
      ply: this.#game.moves.length,
      players: this.players,
      clock: limits,
      left: remaining,
      over: this.#over,
      form: this.form.state,
    });
  }

  #flag(side) {
    this.#stop();
    this.#over = side;
    this.#show();
  }

  #names() {
    const name = (side) => (this.players[side] === HUMAN ? say("human") : this.players[side]);
    return { black: name("black"), white: name("white") };
  }

  #show() {
    const view = this.#view;
    this.board.show(view, { open: this.#isMine() });
    this.sides.show(view, this.#names(), this.clock);
    this.moves.show(this.#game.line(), this.#game.moves.length);
    const over = view.score !== null || this.#over;
    const going = this.#waits() ? "waiting" : this.#isMine() ? "open" : "thinking";
    this.element.dataset.state = over ? "over" : going;
    this.status.textContent = this.#before() + this.#says();
    const { undo, redo } = this.buttons;
    switchRow([undo, redo], [this.#game.moves.length > 0, this.#game.undone.length > 0]);
    this.buttons.goOn.hidden = !this.#waits();
    const pass = view.moves.find(isPass);
    const isOffered = pass && view.moves.length > 1;
    // A button that goes off loses the focus.
    if (!(isOffered && this.#isMine()) && this.buttons.pass.matches(":focus")) this.board.focus();
    this.buttons.pass.hidden = !isOffered;
    this.buttons.pass.disabled = !this.#isMine();
    this.#keep();
  }

  #says() {
    const { game, side, score } = this.#view;
    if (this.#over) {
      const [lost, won] = [this.#over, other(this.#over)].map((side) => sideName(game, side));
      return say("flag", { lost, won });
    }
    if (score !== null) return verdict(game, score);
    if (this.#refused) return told(this.#refused);
    if (this.#waits()) return say("waits", { side: sideName(game, side) });
    if (isStuck(this.#view)) return say("passes", { side: sideName(game, side) });
    return say(this.players[side] === HUMAN ? "turn" : "thinking", { side: sideName(game, side) });
  }
}

// Who has won; `score` is Black's.
export const verdict = (game, score, tell = say) => {
  if (score === 0) return tell("draw");
  const side = sideName(game, score > 0 ? "black" : "white", tell);
  if (game === "Tic-tac-toe") return tell("winsGame", { side });
  return tell("wins", { side, by: Math.abs(score) });
};

// Whether the side to move can only pass.
const isStuck = ({ moves }) => moves.length === 1 && isPass(moves[0]);

const pause = (time) => new Promise((later) => setTimeout(later, time));
