//! What `help` says.

const MOVES: &str = "play there (the dots show where you may); several moves, or a \
    whole game, are played one after the other
  hint      what Yomi would play, and how it would go on
  eval      what each of your moves is worth
  undo      take your last move back
  level N   how well Yomi plays, if its player has levels
";

const FILES: &str = "  load F    go on with the game in F.sgf, F.ggf, F.obf or F.txt
  save F    save the game as F.sgf, F.ggf, F.obf or F.txt
";

const TABLE: &str = "  new       start again
  board     show the board again
  quit      leave
While Yomi thinks, Enter makes it play at once, and any other line is carried out before its move
(typed ones; those of a pipe wait).
";

/// All commands; those for files only where the game has some. `square` is one of the board.
pub(super) fn text(square: &str, has_files: bool) -> String {
    let files = if has_files { FILES } else { "" };
    format!("  {square:<10}{MOVES}{files}{TABLE}")
}
