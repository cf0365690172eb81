//! Numbers with the noun they count.

use std::fmt::Display;

/// `1 game`, `2 games`.
#[must_use]
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {noun}");
    }
    match noun.strip_suffix("leaf") {
        Some(before) => format!("{count} {before}leaves"),
        None => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_one() {
        assert_eq!(counted(1_u64, "game"), "1 game");
        assert_eq!(counted(0_u32, "game"), "0 games");
        assert_eq!([1, 2_u32].map(|count| counted(count, "leaf")), ["1 leaf", "2 leaves"]);
    }
}
