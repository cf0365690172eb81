//! Scores as pictures show them.

use serde::Serialize;
use yomi_engine::score::{Score, Unit, Value};

/// A score with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// The score as the search counts, seen by the player at the root.
    pub score: i32,
    /// The same as people are shown it: `7`, `-2.5`, `∞`, `W+3` for a game that is won by 3 where
    /// the other values are no points, `0.464` for a share of the win.
    pub text: String,
}

impl Number {
    /// `score`, which counts `unit`, in a game with `units_per_point`.
    pub fn of(Score(score): Score, unit: Unit, units_per_point: i32) -> Self {
        let (size, sign) = (score.unsigned_abs(), if score < 0 { "-" } else { "" });
        let text = if size >= Score::INFINITY.0.unsigned_abs() {
            format!("{sign}∞")
        } else if size >= Score::WIN.0.unsigned_abs() / 2 {
            let margin = f64::from(size - Score::WIN.0.unsigned_abs()) / f64::from(units_per_point);
            format!("{}{}", if score < 0 { "L-" } else { "W+" }, plain(margin))
        } else {
            match Value::of(Score(score), unit, units_per_point) {
                Value::Points(points) => plain(points),
                Value::Wins(share) => decimal(share),
                Value::Own(count) => plain(f64::from(count)),
            }
        };
        Self { score, text }
    }
}

/// A number with at most two decimals.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A share of the win or a bound: three decimals.
pub(super) fn decimal(value: f64) -> String {
    if value.is_finite() { format!("{value:.3}") } else { "∞".to_owned() }
}

/// A text with real minus signs, for pictures.
pub(super) fn typeset(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_shown_in_their_unit() {
        let text = |score, unit| Number::of(Score(score), unit, 2).text;
        assert_eq!(text(-7, Unit::Points(1)), "-7");
        assert_eq!(text(-250, Unit::Points(100)), "-2.5");
        assert_eq!(text(0, Unit::Points(100)), "0");
        assert_eq!(text(-1, Unit::Points(1000)), "0");
        assert_eq!(text(-Score::INFINITY.0, Unit::Own), "-∞");
        assert_eq!(text(Score::decided(Score(-6)).0, Unit::Own), "L-3");
        assert_eq!(text(Score::decided(Score(-7)).0, Unit::Own), "L-3.5");
        assert_eq!(text(17, Unit::Own), "17");
        assert_eq!([-72, 1000].map(|score| text(score, Unit::Wins)), ["0.464", "1.000"]);
    }
}
