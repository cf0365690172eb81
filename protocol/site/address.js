// A game and a position in it as a part of the page's address, and back.

// `analyse/Othello/8/START/MOVES/PLY`; the usual start is left out.
export const writeAddress = ({ game, size, start, moves, ply }) => {
  const parts = ["analyse", game, size, start ?? "", moves.join("."), ply];
  return `#${parts.map(encodeURIComponent).join("/")}`;
};

// What the parts after `analyse` say; null if they say nothing.
export const readAddress = ([game, size, start, moves, ply]) => {
  if (!game || !size) return null;
  // What is no move stays, for the engine to refuse; it is told one a word.
  const word = (move) => move.replace(/[^\x21-\x7e]/g, "?") || "?";
  const line = moves ? moves.split(".").map(word) : [];
  const place = ply ? Math.trunc(Number(ply)) || 0 : line.length;
  return {
    game,
    size: Number(size) || 8,
    start: start || null,
    moves: line,
    ply: Math.max(0, Math.min(line.length, place)),
  };
};
