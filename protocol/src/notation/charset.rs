//! The letters of a text file. Most are UTF-8; SGF names others in `CA` (red-bean.com/sgf, whose
//! default is Latin-1), and some programs write UTF-16 with its mark.

use super::Format;

/// The bytes as a text, without the mark some programs put first: UTF-8 where they can be that, or
/// what the file names, or else Latin-1. Letters that its character set does not have become `�`.
/// Lines of an old Macintosh end as others do.
pub(super) fn decode(bytes: Vec<u8>, format: Format) -> String {
    let text = match named(&bytes, format) {
        Some(text) => text,
        None => without_mark(String::from_utf8(bytes).unwrap_or_else(|error| {
            error.into_bytes().into_iter().map(char::from).collect::<String>()
        })),
    };
    if text.contains('\r') && !text.contains('\n') { text.replace('\r', "\n") } else { text }
}

fn without_mark(mut text: String) -> String {
    const MARK: &str = "\u{feff}";
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
    text
}

/// The text in the character set of its mark, or the one that it names and that it has to be in.
#[cfg(feature = "terminal")]
fn named(bytes: &[u8], format: Format) -> Option<String> {
    use encoding_rs::{Encoding, ISO_2022_JP};
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let encoding = marked.or_else(|| {
        let encoding = Encoding::for_label(label(bytes).filter(|_| format == Format::Sgf)?)?;
        // What can be read before its name is known is no UTF-16; what is valid as UTF-8 with
        // letters beyond ASCII is nothing else, except where ASCII itself stands for others.
        let is_other = std::str::from_utf8(bytes).is_err() && encoding.is_ascii_compatible();
        (is_other || encoding == ISO_2022_JP).then_some(encoding)
    })?;
    Some(encoding.decode_with_bom_removal(bytes).0.into_owned())
}

/// Texts of the browser are decoded there.
#[cfg(not(feature = "terminal"))]
fn named(_: &[u8], _: Format) -> Option<String> {
    None
}

/// The value of the first `CA`.
#[cfg(feature = "terminal")]
fn label(bytes: &[u8]) -> Option<&[u8]> {
    /// How far into a file it is looked for.
    const HEAD: usize = 4096;
    const NAME: &[u8] = b"CA[";
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head.windows(NAME.len()).position(|window| window == NAME)? + NAME.len();
    let length = head[at..].iter().position(|&byte| byte == b']')?;
    Some(&head[at..at + length])
}

#[cfg(all(test, feature = "terminal"))]
mod tests {
    use super::*;

    fn sgf(charset: &str, name: &[u8]) -> String {
        let text = [format!("(;GM[2]CA[{charset}]PB[").as_bytes(), name, b"])"].concat();
        decode(text, Format::Sgf)
    }

    #[test]
    fn the_named_character_set_is_read() {
        // 表 ends in the byte of a backslash there.
        assert_eq!(sgf("Shift_JIS", b"\x95\x5c\x88\xea"), "(;GM[2]CA[Shift_JIS]PB[表一])");
        assert_eq!(sgf("EUC-JP", b"\xce\xd0"), "(;GM[2]CA[EUC-JP]PB[緑])");
        assert_eq!(sgf("iso-2022-jp", b"\x1b$BNP\x1b(B"), "(;GM[2]CA[iso-2022-jp]PB[緑])");
        assert_eq!(sgf(" GB18030 ", b"\xc2\xcc"), "(;GM[2]CA[ GB18030 ]PB[绿])");
        assert_eq!(sgf("UTF-8", b"a\xff"), "(;GM[2]CA[UTF-8]PB[a\u{fffd}])");
    }

    #[test]
    fn what_is_valid_is_utf_8_and_what_is_unknown_latin_1() {
        assert_eq!(sgf("Shift_JIS", "緑".as_bytes()), "(;GM[2]CA[Shift_JIS]PB[緑])");
        assert_eq!(sgf("none", b"Andr\xe9"), "(;GM[2]CA[none]PB[André])");
        assert_eq!(sgf("UTF-16", b"Andr\xe9"), "(;GM[2]CA[UTF-16]PB[André])");
        assert_eq!(decode(b"\xe9 CA[Shift_JIS]".to_vec(), Format::Ggf), "é CA[Shift_JIS]");
        assert_eq!(decode(b"CA[".to_vec(), Format::Sgf), "CA[");
    }

    #[test]
    fn marks_are_taken_away() {
        assert_eq!(decode("\u{feff}f5".as_bytes().to_vec(), Format::Transcript), "f5");
        assert_eq!(decode(b"\xff\xfef\x005\x00".to_vec(), Format::Transcript), "f5");
        assert_eq!(decode(b"\xfe\xff\x00f\x005".to_vec(), Format::Transcript), "f5");
    }
}
