//! Moves as people type them.

/// What a pass may be called; the first is its name in every game.
const PASSES: [&str; 3] = ["pass", "pa", "--"];

/// The moves on a line: `d3`, `f5 d6 c3`, `f5d6c3`, `a10b9` or `1. f5 d6 2. c3`. What can be none
/// is one for whoever knows the rules.
pub(super) fn listed(line: &str) -> Vec<String> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',');
    let without_number = |word: &'_ str| {
        word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned()
    };
    let words = words.map(without_number).filter(|word| !word.is_empty());
    let moves: Vec<String> =
        words.flat_map(|word| divided(&word).unwrap_or_else(|| vec![word])).collect();
    if moves.is_empty() { vec![line.to_owned()] } else { moves }
}

/// The moves of a word without blanks, if it has nothing else.
fn divided(word: &str) -> Option<Vec<String>> {
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let begins = |pass: &&&str| {
            rest.get(..pass.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(pass))
        };
        let length = match PASSES.iter().find(begins) {
            Some(pass) => {
                moves.push(PASSES[0].to_owned());
                pass.len()
            }
            None => {
                let row = rest.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
                let digits = row.bytes().take_while(u8::is_ascii_digit).count();
                moves.push(rest[..=digits].to_owned());
                if digits > 0 { 1 + digits } else { return None }
            }
        };
        rest = &rest[length..];
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_however_they_are_written() {
        let same = [
            ("f5 d6 c3", "f5 d6 c3"),
            ("f5d6c3", "f5 d6 c3"),
            ("1. f5 d6 2. c3", "f5 d6 c3"),
            ("1.f5d6, 2.c3", "f5 d6 c3"),
            ("a10b9j10", "a10 b9 j10"),
            ("f5--d6PAc3pass", "f5 pass d6 pass c3 pass"),
            ("nonsense", "nonsense"),
            ("é", "é"),
            ("f5d", "f5d"),
        ];
        for (line, moves) in same {
            assert_eq!(listed(line).join(" "), moves, "{line}");
        }
        assert_eq!(listed("12"), ["12"]);
    }
}
