//! What Lizzie, Sabaki and other frontends for Go draw while the player thinks (Leela Zero's
//! `lz-analyze`): lines that go on until the next command comes.

use std::fmt::Write;
use std::time::Duration;

use yomi_engine::score::Value;

use super::commands::syntax_error;
use super::syntax::side;
use super::{Failure, Gtp, Purpose, Reply};
use crate::session::{Bounds, SearchInfo};

/// `lz-analyze [COLOUR] [CENTISECONDS]`, or with `interval` before the number as KataGo has it.
/// Other arguments ask for more than there is and are left out.
pub(super) fn lz_analyze(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let mover = arguments.first().and_then(|colour| side(colour));
    let mover = mover.unwrap_or(gtp.session.game().side());
    let interval = arguments.iter().find_map(|number| number.parse::<u32>().ok()).unwrap_or(0);
    if arguments.len() > 20 {
        return Err(syntax_error());
    }
    let bounds = Bounds { endless: true, ..Bounds::default() };
    let task = gtp.session.think_of(Some(mover), usize::MAX, bounds)?;
    gtp.interval = Duration::from_millis(10 * u64::from(interval));
    Ok(Reply::Think(Purpose::Analysis, task))
}

/// How many points ahead by a guess make it e times as likely to win: discs of Othello, of which a
/// judgement is off by about six.
const POINTS: f64 = 4.0;

/// All moves on one line: visits, the share of the win in hundredths of a per cent, the expected
/// line.
pub(super) fn info(info: &SearchInfo) -> String {
    let mut text = String::new();
    for (order, line) in info.lines.iter().enumerate() {
        let share = match line.value {
            Some(Value::Wins(share)) => share,
            // A point ahead is as good as won where that is proved.
            Some(Value::Points(points)) if line.exact => (0.5 + points / 2.0).clamp(0.0, 1.0),
            Some(Value::Points(points)) => 1.0 / (1.0 + (-points / POINTS).exp()),
            Some(Value::Own(count)) => f64::from(count.signum() + 1) / 2.0,
            None => 0.5,
        };
        let moves: Vec<String> = line.moves.iter().map(|mv| vertex(mv)).collect();
        let separator = if order == 0 { "" } else { " " };
        let winrate = (10_000.0 * share).round();
        let _ = write!(
            text,
            "{separator}info move {} visits {} winrate {winrate} prior 0 lcb {winrate} order \
             {order} pv {}",
            moves[0],
            line.samples,
            moves.join(" ")
        );
    }
    text
}

fn vertex(mv: &str) -> String {
    if mv == "pass" { mv.to_owned() } else { mv.to_uppercase() }
}
