//! Figures as people read them.

use std::fmt::Display;

/// A figure with its sign and this number of decimals; what rounds to zero is `+0`, never `-0`.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    let is_zero = text.chars().all(|c| "+-0.".contains(c));
    if is_zero { text.replace('-', "+") } else { text }
}

/// A figure with this number of decimals; what rounds to zero is `0`, never `-0`.
#[must_use]
pub fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|c| "-0.".contains(c));
    if is_zero { text.replace('-', "") } else { text }
}

/// Intervals narrower than this are none: nothing scatters, so nothing is known.
pub const NARROWEST: f64 = 1e-6;

/// `-12 to +34`: the ends of an interval in whole points, `≥ -12` where it has no upper end; a dash
/// where it has none, or nothing scatters, so that nothing is known of it.
#[must_use]
pub fn span(low: f64, high: f64) -> String {
    if high - low < NARROWEST {
        return "–".to_owned();
    }
    match [low, high].map(f64::is_finite) {
        [true, true] => format!("{} to {}", signed(low, 0), signed(high, 0)),
        [true, false] => format!("≥ {}", signed(low, 0)),
        [false, true] => format!("≤ {}", signed(high, 0)),
        [false, false] => "–".to_owned(),
    }
}

/// `p = 0.0312`, or `p < 0.0001`: what a chance is in a sentence.
#[must_use]
pub fn probability(chance: f64) -> String {
    match chance {
        small if small < 0.0001 => "p < 0.0001".to_owned(),
        chance => format!("p = {chance:.4}"),
    }
}

/// A figure above zero with three significant digits, or all there are before the point.
#[must_use]
pub fn significant(value: f64) -> String {
    let magnitude = if value > 0.0 { libm::log10(value).floor() } else { 0.0 };
    let decimals = (2.0 - magnitude).clamp(0.0, 12.0) as usize;
    format!("{value:.decimals$}")
}

/// A number from zero up, to the nearest whole one, with commas between thousands.
#[must_use]
pub fn thousands(number: impl Display) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_may_lack_an_end() {
        let open = f64::INFINITY;
        let spans = [(-12.2, 34.0), (7.0, open), (-open, 7.0), (-open, open), (open, open)];
        let told = spans.map(|(low, high)| span(low, high));
        assert_eq!(told, ["-12 to +34", "≥ +7", "≤ +7", "–", "–"]);
        assert_eq!(span(3.0, 3.0), "–");
    }

    #[test]
    fn nothing_is_below_zero_by_rounding() {
        let figures = [-0.04, 0.0, -0.0, -0.06, 12.34].map(|value| signed(value, 1));
        assert_eq!(figures, ["+0.0", "+0.0", "+0.0", "-0.1", "+12.3"]);
        let figures = [-0.04, -0.0, 0.06, -12.34].map(|value| rounded(value, 1));
        assert_eq!(figures, ["0.0", "0.0", "0.1", "-12.3"]);
        assert_eq!([span(-0.2, 35.0), span(95.0, 95.0)], ["+0 to +35", "–"]);
    }

    #[test]
    fn numbers_are_grouped() {
        let numbers = [1.0, 999.4, 1000.0, 1_234_567.0].map(thousands);
        assert_eq!(numbers, ["1", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0, 100_000, u64::MAX].map(thousands),
            ["0", "100,000", "18,446,744,073,709,551,615"]
        );
    }

    #[test]
    fn small_figures_have_digits() {
        let figures = [0.000_345_6, 0.012, 1.5, 12.345, 1234.5, 0.0].map(significant);
        assert_eq!(figures, ["0.000346", "0.0120", "1.50", "12.3", "1234", "0.00"]);
    }
}
