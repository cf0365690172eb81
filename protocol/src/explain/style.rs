//! The colours and letters of a picture.

/// Colours are variables, since there are two of each: for light and for dark surroundings.
const STYLE: &str = include_str!("picture.css");

/// The style sheet of a picture. Viewers that know no variables (librsvg, Inkscape) would paint all
/// of it black, so each is preceded by the colour that it has in light surroundings.
pub(super) fn style() -> String {
    STYLE.lines().map(|line| with_literals(line) + "\n").collect()
}

/// A rule with a literal colour before each variable one; other lines as they are.
fn with_literals(line: &str) -> String {
    let rule = line.split_once(" { ").filter(|_| line.contains("var("));
    let Some((selector, declarations)) = rule else { return line.to_owned() };
    let words = declarations.split_inclusive(';').map(str::trim).map(|declaration| {
        let variable = declaration.split_once(": var(");
        let literal = variable.and_then(|(property, name)| {
            Some(format!("{property}: {}; ", light(name.strip_suffix(");")?)?))
        });
        literal.unwrap_or_default() + declaration
    });
    format!("{selector} {{ {}", words.collect::<Vec<_>>().join(" "))
}

/// The colour of a variable in light surroundings, which come first.
fn light(name: &str) -> Option<&'static str> {
    STYLE
        .lines()
        .find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(": ")?.strip_suffix(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_has_a_colour_before_it() {
        assert_eq!(
            with_literals(".box { stroke: var(--edge); fill: var(--paper); }"),
            ".box { stroke: #6e7781; stroke: var(--edge); fill: #fff; fill: var(--paper); }"
        );
        assert_eq!(with_literals("  --ink: #1f2328;"), "  --ink: #1f2328;");
        for line in style().lines().filter(|line| line.contains("var(")) {
            let declarations: Vec<&str> = line.split(['{', ';']).map(str::trim).collect();
            for (place, declaration) in declarations.iter().enumerate() {
                let Some((property, _)) = declaration.split_once(": var(") else { continue };
                let before = declarations[place - 1];
                assert!(before.starts_with(&format!("{property}: #")), "{line}");
            }
        }
    }
}
