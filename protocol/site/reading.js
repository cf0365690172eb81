// Games and positions as a reader brings them: moves, a position, or files of any format.

import { Game, isPass, look } from "./game.js";
import { say } from "./strings.js";

// Moves as every game of the page names them, and nothing else.
const MOVE = /[a-z]\d{1,2}|pass/gi;
const MOVES = /^(?:[\s,-]*(?:[a-z]\d{1,2}|pass))+[\s,-]*$/i;
// A board of Othello or tic-tac-toe written out. Go has no files here, so nothing else.
const BOARD = /^[-xo*.;\s]+$/i;

// Where a game of the board begins, as it was typed. Rejects with what is wrong with it.
export const begun = async (ugi, { game, size }, typed) => {
  const text = narrow(typed);
  if (MOVES.test(text)) return played(ugi, { game, size }, text.match(MOVE));
  if (game === "Go" || BOARD.test(text)) return { game, size, start: text.replace(/;$/, "") };
  const { games, problems } = await read(ugi, text);
  if (problems.length > 0) throw new Error(problems[0]);
  return games[0];
};

// The games of a pasted text, at least one, and what is wrong with those that cannot be read. Moves
// without a board are those of the one that is shown, if they can be played there. Lines of moves
// are a game each if they can be, and else one game together.
export const pasted = async (ugi, { game, size }, typed) => {
  const text = narrow(typed);
  if (!MOVES.test(text)) return read(ugi, typed);
  const isLong = text.trim().includes("\n");
  const several = isLong ? await read(ugi, text).catch(() => null) : null;
  if (several?.problems.length === 0) return several;
  return played(ugi, { game, size }, text.match(MOVE)).then(
    (facts) => ({ games: [facts], problems: [] }),
    async (problem) => {
      if (several) return several;
      return read(ugi, text).catch(() => {
        throw problem;
      });
    },
  );
};

// Letters and digits as wide as Japanese ones are the same moves.
const narrow = (text) => text.normalize("NFKC");

const read = async (ugi, text) => {
  const { games, problems } = await ugi.call("load", text);
  if (games.length === 0) throw new Error(problems[0] ?? say("noGame"));
  return { games, problems };
};

// A game from its start, with the forced passes that transcripts leave out.
const played = async (ugi, facts, words) => {
  const game = new Game(facts);
  for (const text of words) {
    let { moves } = await look(ugi, game);
    if (moves.length === 1 && isPass(moves[0]) && !isPass(text)) {
      game.play(moves[0]);
      ({ moves } = await look(ugi, game));
    }
    const move = moves.find((name) => name.toLowerCase() === text.toLowerCase());
    // The engine says what is wrong with another one.
    if (!move) await look(ugi, game, [...game.moves, text]);
    game.play(move ?? text);
  }
  return game.facts();
};
