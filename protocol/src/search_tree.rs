//! `yomi explain`: the tree that a search has walked.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use yomi_protocol::console::{Failure, say, whole};
use yomi_protocol::explain::{Explanation, Language, Subject, View, page, svg, text};

/// Draw what a search does at a position: every node it enters, with window, value and cuts, or
/// the rounds of a Monte-Carlo search.
#[derive(Args)]
pub(crate) struct Explain {
    /// `start`, the moves from the start of Othello (f5d6…), a board with the side to move
    /// (Othello of any size, tic-tac-toe, rows of Go between slashes), or a tree in brackets.
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// The player that searches; several can be compared. Without one alphabeta looks two plies
    /// ahead, and at a tree in brackets to its leaves.
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// What to print: text, svg (one picture), json (one line a player) or html (a page with
    /// buttons for each step).
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The most nodes to draw: the chosen line first, then level by level; the rest is folded.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    max_nodes: Option<u32>,
    /// Unfold this line first: the moves that lead there, with commas between them.
    #[arg(long, value_name = "MOVES", value_delimiter = ';')]
    expand: Vec<String>,
    /// Of a Monte-Carlo search, show the tree after this number of rounds.
    #[arg(long, value_parser = whole::<usize>(0..=u64::MAX))]
    rounds: Option<usize>,
    /// The language of texts and pictures, and the one a page begins in.
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Lang,
    /// Where random numbers start.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Svg,
    Json,
    Html,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lang {
    En,
    Ja,
}

/// Runs the command.
pub(crate) fn run(options: &Explain) -> Result<ExitCode, Failure> {
    let subject = Subject::parse(&options.position)?;
    let usual =
        [if matches!(subject, Subject::Tree(_)) { "alphabeta" } else { "alphabeta(depth=2)" }];
    let named: Vec<&str> = options.players.iter().map(String::as_str).collect();
    let players = if named.is_empty() { &usual } else { &*named };
    let explain = |player: &&str| Explanation::of(&subject, player, options.seed);
    let explained: Result<Vec<_>, _> = players.iter().map(explain).collect();
    let explanations = explained.map_err(|problem| problem.to_string())?;
    let usual = match options.format {
        Format::Svg => 60,
        _ => 300,
    };
    let view = View {
        most: options.max_nodes.unwrap_or(usual) as usize,
        expand: options
            .expand
            .iter()
            .map(|line| line.split(',').map(|mv| mv.trim().to_owned()).collect())
            .collect(),
        rounds: options.rounds,
        language: match options.lang {
            Lang::En => Language::English,
            Lang::Ja => Language::Japanese,
        },
    };
    check_lines(&view.expand, &explanations)?;
    check_rounds(view.rounds, &explanations)?;
    if let (Format::Html | Format::Json, Some(rounds)) = (options.format, view.rounds) {
        let expected = "expected --format text or svg, for the others have every round";
        return Err(format!("--rounds {rounds}: {expected}").into());
    }
    let each = |draw: &dyn Fn(&Explanation) -> String| -> String {
        explanations.iter().map(draw).collect::<Vec<_>>().join("\n")
    };
    let out = match (options.format, explanations.as_slice()) {
        (Format::Text, _) => each(&|explanation| text(explanation, &view)),
        (Format::Json, _) => each(&Explanation::json) + "\n",
        (Format::Svg, [only]) => svg(only, &view),
        (Format::Svg, _) => {
            return Err("--format svg draws one player: expected one --player".to_owned().into());
        }
        (Format::Html, all) => page(all, &view),
    };
    say(out)?;
    Ok(ExitCode::SUCCESS)
}

/// Every line to unfold must be one that a search has gone.
fn check_lines(lines: &[Vec<String>], explanations: &[Explanation]) -> Result<(), String> {
    for line in lines {
        let stops: Option<Vec<_>> = explanations.iter().map(|search| stop(line, search)).collect();
        // The search that goes furthest along the line says most about where it ends.
        let furthest = stops.into_iter().flatten().rev().max_by_key(|(gone, _)| *gone);
        if let Some((_, why)) = furthest {
            return Err(format!("--expand {}: {why}", line.join(",")));
        }
    }
    Ok(())
}

/// The rounds to show must be rounds that every Monte-Carlo search has played, one at least.
fn check_rounds(rounds: Option<usize>, explanations: &[Explanation]) -> Result<(), String> {
    let Some(rounds) = rounds else { return Ok(()) };
    let played = |search: &Explanation| Some(search.sampling.as_ref()?.rounds.len());
    let fewest = explanations.iter().filter_map(|search| Some((played(search)?, &search.player)));
    match fewest.min() {
        None => Err(format!("--rounds {rounds}: expected a Monte-Carlo search, found none")),
        Some((most, player)) if rounds > most => {
            Err(format!("--rounds {rounds}: expected 0 to {most}, the rounds of `{player}`"))
        }
        Some(_) => Ok(()),
    }
}

/// How many moves of a line a search has gone, and why not the next; `None` if it has gone them
/// all.
fn stop(line: &[String], search: &Explanation) -> Option<(usize, String)> {
    let is_gone = |gone: &usize| search.find(&line[..*gone]).len() == gone + 1;
    let Some(gone) = (0..=line.len()).take_while(is_gone).last() else {
        return Some((0, "expected a tree search, found rounds of playouts".to_owned()));
    };
    let mv = line.get(gone)?;
    let place = match line[..gone].last() {
        Some(last) => format!("after {last}"),
        None => "here".to_owned(),
    };
    let node = &search.nodes[*search.find(&line[..gone]).last()?];
    let why = if node.left_out.contains(mv) {
        let reason = node.reason.iter().map(|reason| format!(", since {reason}"));
        format!("{mv} was not searched {place}{}", reason.collect::<String>())
    } else if node.children.is_empty() {
        format!("{mv} was not searched {place}, where the search ends")
    } else {
        format!("{mv} is no move {place}")
    };
    Some((gone, why))
}
