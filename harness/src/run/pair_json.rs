//! Pairs of games as JSON, by hand: they are written after every two games, and writing them must
//! not take a tenth of two games of random moves. The bytes are those of `serde_json`, which reads
//! them; its own writer looks at each letter of the moves.

use serde::Serialize;

use super::record::{Game, Pair};

/// Appends a record of `pair` to `json`.
pub(super) fn write(pair: &Pair<'_>, json: &mut Vec<u8>) {
    let Pair { variant, players, round, games } = pair;
    json.extend_from_slice(br#"{"pair":{"variant":"#);
    write_text(variant, json);
    json.extend_from_slice(br#","players":"#);
    write_both(players, json, |name, json| write_text(name, json));
    json.extend_from_slice(br#","round":"#);
    write_number(*round, json);
    json.extend_from_slice(br#","games":["#);
    for (place, game) in games.iter().enumerate() {
        if place > 0 {
            json.push(b',');
        }
        write_game(game, json);
    }
    json.extend_from_slice(b"]}}");
}

fn write_game(game: &Game<'_>, json: &mut Vec<u8>) {
    let Game { points, difference, plies, end, nodes, moves, forfeit, times } = game;
    json.extend_from_slice(br#"{"points":"#);
    write_both(points, json, |points, json| write_number(*points, json));
    json.extend_from_slice(br#","difference":"#);
    write_number(*difference, json);
    json.extend_from_slice(br#","plies":"#);
    write_number(*plies, json);
    json.extend_from_slice(br#","end":"#);
    write_text(end, json);
    json.extend_from_slice(br#","nodes":"#);
    write_both(nodes, json, |nodes, json| match nodes {
        Some(nodes) => write_number(*nodes, json),
        None => json.extend_from_slice(b"null"),
    });
    json.extend_from_slice(br#","moves":"#);
    write_text(moves, json);
    // These are rare.
    if let Some(forfeit) = forfeit {
        json.extend_from_slice(br#","forfeit":"#);
        write_any(forfeit, json);
    }
    if let Some(times) = times {
        json.extend_from_slice(br#","times":"#);
        write_any(times, json);
    }
    json.push(b'}');
}

fn write_both<T>(both: &[T; 2], json: &mut Vec<u8>, mut write: impl FnMut(&T, &mut Vec<u8>)) {
    json.push(b'[');
    write(&both[0], json);
    json.push(b',');
    write(&both[1], json);
    json.push(b']');
}

fn write_number(number: impl itoa::Integer, json: &mut Vec<u8>) {
    json.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// A text, as it is if nothing in it has to be escaped.
fn write_text(text: &str, json: &mut Vec<u8>) {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    // Without a branch for each byte, so that the compiler looks at many at once.
    if text.bytes().fold(true, |all, byte| all & plain(byte)) {
        json.reserve(text.len() + 2);
        json.push(b'"');
        json.extend_from_slice(text.as_bytes());
        json.push(b'"');
    } else {
        write_any(text, json);
    }
}

fn write_any(value: &(impl Serialize + ?Sized), json: &mut Vec<u8>) {
    serde_json::to_writer(json, value).expect("records are plain data");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::record::{Forfeit, Record, Times};

    fn game(text: &str, number: u32) -> Game<'_> {
        let forfeit = Forfeit { black: number > 7, words: text.into() };
        let times = Times { micros: [number.into(), u64::MAX], moves: [number, 0] };
        Game {
            points: [number, u32::MAX],
            difference: 5 - number.cast_signed(),
            plies: number,
            end: text.into(),
            nodes: [(number > 1).then_some(number.into()), Some(u64::MAX)],
            moves: text.into(),
            forfeit: (number % 3 == 1).then_some(forfeit),
            times: (number % 2 == 1).then_some(times),
        }
    }

    #[test]
    fn the_bytes_are_those_of_serde_json() {
        let every: String = (0..=0x250).filter_map(char::from_u32).collect();
        let one_each = every.chars().map(String::from);
        let words = ["", "f5d6", "board full", "a\"b", "読み\\", "\u{10ffff}\u{2028}"];
        let texts = one_each.chain(words.map(String::from)).chain([every.clone()]);
        for (number, text) in texts.enumerate() {
            let number = number as u32;
            let games = (0..number % 3).map(|more| game(&text, number + more)).collect();
            let players = [text.as_str().into(), "other".into()];
            let pair = Pair { variant: text.as_str().into(), players, round: number, games };
            let mut json = b"before".to_vec();
            write(&pair, &mut json);
            let record = Record::Pair(pair);
            let expected = serde_json::to_string(&record).expect("plain data");
            assert_eq!(str::from_utf8(&json[6..]), Ok(expected.as_str()));
            assert_eq!(serde_json::from_slice::<Record<'_>>(&json[6..]).ok(), Some(record));
        }
    }
}
