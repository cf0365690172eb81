//! The fonts of pictures: PNG is lettered with them, and widths are measured by them.
//!
//! They are part of the program, so that a picture is the same on every machine. Only names with
//! characters that they lack bring in the fonts of the system.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Error, Group, Node, Options, Tree, fontdb::Database};

/// The family that stands for `sans-serif`.
const FAMILY: &str = "Open Sans";

/// All characters that the fonts have.
const CHARACTERS: &str = include_str!("../../fonts/characters.txt");

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| Arc::new(embedded()));
static ALL_FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = embedded();
    fonts.load_system_fonts();
    // The system has its own idea of it.
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

fn embedded() -> Database {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/OpenSans-Latin.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../fonts/Mplus1-Japanese.otf").to_vec());
    fonts.set_sans_serif_family(FAMILY);
    fonts
}

/// An SVG picture as one that can be measured or painted.
fn tree(svg: &str) -> Result<Tree, Error> {
    let fonts = if svg.chars().all(is_covered) { &*FONTS } else { &*ALL_FONTS };
    let options =
        Options { fontdb: Arc::clone(fonts), font_family: FAMILY.to_owned(), ..Options::default() };
    Tree::from_str(svg, &options)
}

/// How wide a line of text of `size` pixels is, in pixels; a viewer's font may differ a little.
pub(super) fn width(text: &str, size: i32) -> i32 {
    tree(&line(text, size)).map_or(0, |tree| tree.root().abs_bounding_box().width().ceil() as i32)
}

/// The room that labels of `size` pixels need at a picture's edge, in pixels: the widest and what a
/// wider font of a viewer adds, which may be a sixth.
pub(super) fn room<'a>(labels: impl Iterator<Item = &'a String>, size: i32) -> i32 {
    let widest = labels.map(|label| width(label, size)).max().unwrap_or(0);
    widest + (widest / 6 + 4).max(24)
}

/// A picture of one line of text.
fn line(text: &str, size: i32) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"40\"><text x=\"5\" \
         y=\"30\" font-family=\"sans-serif\" font-size=\"{size}\">{escaped}</text></svg>"
    )
}

/// An SVG picture painted as PNG, pixel by pixel.
///
/// # Errors
/// When it is no picture, or one too large for memory.
pub fn png(svg: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let tree = tree(svg)?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("too large a picture")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}

/// The characters of a picture that no font here has: PNG shows a box instead, or nothing.
#[must_use]
pub fn lacking(svg: &str) -> BTreeSet<char> {
    let special: BTreeSet<char> = svg.chars().filter(|&c| !is_covered(c)).collect();
    special.into_iter().filter(|&c| !is_drawn(c)).collect()
}

fn is_covered(c: char) -> bool {
    c.is_ascii() || CHARACTERS.contains(c)
}

/// Whether a character has a glyph of its own, beside one that all fonts have: what has none at all
/// is left out of a picture.
fn is_drawn(c: char) -> bool {
    fn has_glyph(group: &Group, c: char) -> bool {
        group.children().iter().any(|node| match node {
            Node::Group(group) => has_glyph(group, c),
            Node::Text(text) => {
                let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                glyphs.any(|glyph| glyph.id.0 != 0 && glyph.text.contains(c))
            }
            Node::Path(_) | Node::Image(_) => false,
        })
    }
    c.is_control() || tree(&line(&format!("a{c}"), 20)).is_ok_and(|tree| has_glyph(tree.root(), c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a point of a line of text is inked.
    fn ink(text: &str) -> impl Fn(u32, u32) -> bool {
        let picture = Pixmap::decode_png(&png(&line(text, 20)).unwrap()).unwrap();
        move |x, y| picture.pixel(x, y).unwrap().alpha() > 100
    }

    fn columns(text: &str) -> Vec<bool> {
        let ink = ink(text);
        (0..600).map(|x| (0..40).any(|y| ink(x, y))).collect()
    }

    /// Letters once lost their dots, words their blanks.
    #[test]
    fn letters_are_whole_and_words_apart() {
        let gap = |text: &str| {
            let columns = columns(text);
            let inked: Vec<usize> = (0..columns.len()).filter(|&x| columns[x]).collect();
            inked.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap()
        };
        let [one, two] = [gap("against"), gap("against random")];
        assert!(two > one + 3, "{one}, {two}");
        let height = |letter: &str| {
            let ink = ink(letter);
            (0..40).filter(|&y| (0..600).any(|x| ink(x, y))).count()
        };
        assert!(height("i") > height("x"), "the i has its dot");
    }

    /// Every printed character must differ from what is drawn where the fonts have none.
    #[test]
    fn the_fonts_have_what_the_list_says() {
        let missing = columns("\u{e000}");
        for c in CHARACTERS.chars().filter(|c| !c.is_whitespace()) {
            assert!(columns(&c.to_string()) != missing, "{c:?}");
        }
    }

    /// What the program says in Japanese can be drawn on a machine without any font.
    #[test]
    fn japanese_is_covered() {
        let said = [
            include_str!("../language/japanese/words.rs"),
            include_str!("../language/japanese/sentences.rs"),
        ]
        .concat();
        let lacking: String =
            said.chars().filter(|&c| c >= '\u{2e80}' && !CHARACTERS.contains(c)).collect();
        assert_eq!(lacking, "", "scripts/cut-fonts adds them");
    }

    #[test]
    fn characters_without_a_glyph_are_found() {
        assert!(lacking(&line("negascout (深さ 3), 25 %", 20)).is_empty());
        // Characters for private use, of which no font should know, beside others and alone.
        for text in ["a\u{f8ee}b\u{e123}\u{f8ee}", "\u{e123}\u{f8ee}"] {
            assert_eq!(lacking(&line(text, 20)), BTreeSet::from(['\u{e123}', '\u{f8ee}']));
        }
    }

    #[test]
    fn widths_are_those_of_the_letters() {
        let (narrow, wide) = (width("iiii", 15), width("mmmm", 15));
        assert!(narrow > 8 && wide > 2 * narrow, "{narrow}, {wide}");
        assert!((width("mm", 30) - wide).abs() <= 2);
        // A label may be a sixth wider than it is here.
        let labels = ["a".to_owned(), "m".repeat(40)];
        let [short, long] = [1, 2].map(|count| room(labels.iter().take(count), 15));
        assert_eq!(short, width("a", 15) + 24);
        assert!(long >= width(&labels[1], 15) * 7 / 6, "{long}");
        assert!(width("a < b & c", 15) > width("a  b  c", 15));
    }
}
