// A game: where it starts and what was played. What may be played, what turns over and who has won
// is asked of the engine.

export class Game {
  constructor({ game = "Othello", size = 8, start = null, moves = [], players = ["", ""] } = {}) {
    Object.assign(this, { game, size, start, players, moves: [...moves], undone: [] });
  }

  // Adds a move, or goes along those that were taken back.
  play(move) {
    if (this.undone.at(-1) === move) this.undone.pop();
    else this.undone = [];
    this.moves.push(move);
  }

  undo() {
    if (this.moves.length > 0) this.undone.push(this.moves.pop());
  }

  redo() {
    if (this.undone.length > 0) this.moves.push(this.undone.pop());
  }

  // Goes to the position after the first `ply` moves, as far as so many are known.
  goTo(ply) {
    const line = this.line();
    this.moves = line.slice(0, Math.max(0, ply));
    this.undone = line.slice(this.moves.length).reverse();
  }

  // All moves, those that were taken back as well.
  line() {
    return [...this.moves, ...[...this.undone].reverse()];
  }

  // The same game up to its end.
  whole() {
    return { ...this.facts(), moves: this.line() };
  }

  facts() {
    const { game, size, start, players, moves } = this;
    return { game, size, start, players, moves: [...moves] };
  }

  // The line of UGI that sets the position up.
  position(moves = this.moves) {
    const from = this.start ? `fen ${this.start}` : "startpos";
    return `position ${from}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`;
  }
}

const PIECES = { X: "black", O: "white", "-": null };

// What a board shows of the game as it stands: its lines, what lies on every square, names of the
// squares, side to move, legal moves, and the score for Black once it is over.
export const look = async (ugi, game, moves = game.moves) => {
  const [board, squares, legal, score, line] = await ugi.ask(
    () => [...table(ugi, game), game.position(moves)],
    ["board", "squares", "moves", "score", "position"],
  );
  const [size, cells, side] = board.split(" ");
  return {
    game: game.game,
    size: Number(size),
    pieces: [...cells].map((cell) => PIECES[cell]),
    names: squares.split(" "),
    side: side === "b" ? "black" : "white",
    moves: legal === "none" ? [] : legal.split(" "),
    line,
    last: moves.findLast((move) => !isPass(move)) ?? null,
    score: legal === "none" ? Number(score) : null,
  };
};

// What sets the game and the size, if they are others than before: the player is the game's own
// then, since the one before may not play it.
const table = (ugi, { game, size }) => {
  const [name, lines] = [`${game} ${size}`, []];
  if (ugi.table !== name) {
    lines.push("setoption name Player value strongest", `setoption name Game value ${game}`);
    lines.push(`setoption name Size value ${size}`);
    Object.assign(ugi, { table: name, player: "strongest" });
  }
  return lines;
};

// What names the player who is asked next in a game, if it is another one than before: in between
// another game may have been asked about. `lines` is how many moves it is to compare.
export const seat = (ugi, game, player, lines = 1) => {
  const said = table(ugi, game);
  if (ugi.seed === null) {
    // No two games are to be the same by chance.
    [ugi.seed] = crypto.getRandomValues(new Uint32Array(1));
    said.push(`setoption name Seed value ${ugi.seed}`);
  }
  if (ugi.player !== player) said.push(`setoption name Player value ${player}`);
  if (ugi.lines !== lines) said.push(`setoption name MultiPV value ${lines}`);
  Object.assign(ugi, { player, lines });
  return said;
};

// Names a player to see whether there is one; rejects with what is wrong with its text.
export const invite = (ugi, game, player) => ugi.ask(() => seat(ugi, game, player), ["board"]);

export const isPass = (move) => move.toLowerCase() === "pass";

export const other = (side) => (side === "black" ? "white" : "black");
