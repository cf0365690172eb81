use std::fs;
use std::path::{Path, PathBuf};

use crate::engines::{experiment, lab, rows, said};

/// The program `yomi`, which `cargo test --workspace` builds beside this one.
pub(crate) fn yomi() -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_yomi-lab")).with_file_name("yomi");
    assert!(path.exists(), "no program `yomi` beside yomi-lab; `cargo build` makes it");
    path
}

/// Yomi plays the same games over every protocol as in this program, also where GTP has other names
/// for the squares.
#[test]
fn yomi_plays_the_same_games_over_every_protocol() {
    [8, 10].into_iter().for_each(plays_the_same_games);
}

fn plays_the_same_games(size: u32) {
    let yomi = yomi();
    let player = "alphabeta(depth=3,eval=mobility)";
    let moves = |text: &str| -> Vec<[String; 4]> {
        let folder = tempfile::tempdir().unwrap();
        let plan = experiment(text, "alphabeta(depth=2,eval=discs)");
        let plan = plan.replace("\"othello\"", &format!("\"othello\"\nsize = {size}"));
        fs::write(folder.path().join("a.toml"), plan).unwrap();
        let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--strict"]);
        assert_eq!(output.status.code(), Some(0), "{text}: {}", said(&output));
        rows(folder.path())
            .iter()
            .map(|row| [3, 7, 12, 15].map(|field| row[field].to_owned()))
            .collect()
    };
    let expected = moves(player);
    assert_eq!(expected.len(), 6);
    for protocol in ["gtp", "nboard", "ugi"] {
        let player = player.replace('(', "\\(").replace(')', "\\)");
        let engine = format!(
            "engine(cmd=\"{} {protocol} --size {size} --player {player}\",protocol={protocol})",
            yomi.display()
        );
        assert_eq!(moves(&engine), expected, "{protocol} on {size}");
    }
}

/// What yomi plays with over every protocol in the test below.
const DRAWN: &str = "uct(playouts=40)";

/// `DRAWN` as an engine; `own` are more of its options, `seed` more of its command line.
fn drawn(yomi: &Path, protocol: &str, own: &str, seed: &str) -> String {
    let player = DRAWN.replace('(', "\\(").replace(')', "\\)");
    let cmd = format!("{} {protocol}{seed} --player {player}", yomi.display());
    format!("engine(cmd=\"{cmd}\",protocol={protocol}{own})")
}

/// The moves, without passes, of the game that a row of games.csv is about, played in this program
/// from the end of its opening; `engine` is `DRAWN` with the seed that the lab gives it.
fn played_here(row: &csv::StringRecord, engine: &str) -> String {
    use yomi_engine::game::{Game as _, Side};
    use yomi_engine::games::othello::{Othello8, parse_moves};
    use yomi_engine::limits::Limits;
    use yomi_engine::random::Random;
    use yomi_engine::roster::Player;
    use yomi_harness::plan::key::GameKey;

    let texts = [4, 5].map(|column| if &row[column] == "engine" { engine } else { "random" });
    let round = row[2].parse().unwrap();
    let key = GameKey::new(5, "othello 8", Side::First, texts[0], texts[1], round);
    let mut players = Side::BOTH.map(|side| match texts[side as usize] {
        "random" => Player::<Othello8>::parse("random").unwrap().searcher(key.player(side)),
        _ => {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&key.seed(side).to_le_bytes());
            Player::parse(DRAWN).unwrap().searcher(Random::from_key(seed, 0))
        }
    });
    let start = Othello8::default();
    let opening = parse_moves(&start, &row[3]).unwrap();
    let mut position = opening.iter().fold(start, |position, &mv| position.play(mv));
    let mut moves = row[3].to_owned();
    while position.moves().len() > 0 {
        let side = position.side_to_move() as usize;
        // A program is not asked for a forced pass.
        let pass = position.moves().next().filter(|&mv| Othello8::is_pass(mv));
        let skipped = pass.filter(|_| texts[side] != "random");
        let asked = || players[side].search(&position, &Limits::default(), &mut |_| ()).best;
        let mv = skipped.or_else(asked).unwrap();
        if pass.is_none() {
            moves += &mv.to_string();
        }
        position = position.play(mv);
    }
    moves
}

/// The games of a player that draws random numbers, with the seed of each game, are those that it
/// plays in this program with the same seeds.
#[test]
fn yomi_plays_the_same_random_games_over_every_protocol() {
    let yomi = yomi();
    let gtp = drawn(&yomi, "gtp", ",each_game=\"yomi-param Seed {seed}\"", "");
    let ugi = drawn(&yomi, "ugi", ",each_game=\"setoption name Seed value {seed}\"", "");
    let [again, nboard] = ["ugi", "nboard"].map(|name| drawn(&yomi, name, "", " --seed {seed}"));
    for engine in [gtp, ugi, again, nboard] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.toml"), experiment(&engine, "random")).unwrap();
        let all = ["run", "a.toml", "--out", "out", "--threads", "1", "--strict"];
        let output = lab(folder.path(), &all);
        assert_eq!(output.status.code(), Some(0), "{engine}: {}", said(&output));
        for row in rows(folder.path()) {
            assert_eq!(played_here(&row, &engine), row[15], "{engine} in game {}", &row[0]);
        }
    }
}

/// A limit that the lab gives a player without a depth says the same over UGI as in this program.
#[test]
fn a_limit_of_nodes_is_the_same_over_a_protocol() {
    let yomi = yomi();
    let moves = |text: &str| -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let plan = experiment(text, "alphabeta(depth=2,eval=discs)");
        let limited = format!("text = '{text}'\nlimits = {{ nodes = 200 }}");
        let plan = plan.replace(&format!("text = '{text}'"), &limited);
        assert!(plan.contains("limits"), "{plan}");
        fs::write(folder.path().join("a.toml"), plan).unwrap();
        let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--strict"]);
        assert_eq!(output.status.code(), Some(0), "{text}: {}", said(&output));
        rows(folder.path()).iter().map(|row| row[15].to_owned()).collect()
    };
    let player = "alphabeta\\(eval=mobility\\)";
    let cmd = format!("{} ugi --player {player}", yomi.display());
    let engine = format!("engine(cmd=\"{cmd}\",protocol=ugi)");
    assert_eq!(moves(&engine), moves("alphabeta(eval=mobility)"));
}
