//! The files of the site, by name. `scripts/build-web` makes all of them but the weights.

use std::path::Path;

use include_dir::{Dir, include_dir};
use yomi_engine::expert::eval::EMBEDDED_FILE;
use yomi_protocol::file;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/site");

/// The name under which the page asks for the weights.
const WEIGHTS: &str = "weights.eval";

/// The page's files and the engine's weights.
pub(super) struct Site {
    weights: &'static [u8],
}

impl Site {
    /// The site with the weights of a file, or the program's own.
    ///
    /// # Errors
    /// A line that says why the file cannot be read.
    pub(super) fn new(weights: Option<&Path>) -> Result<Self, String> {
        let weights = match weights {
            None => EMBEDDED_FILE,
            Some(path) => {
                let bytes = file::read(path);
                // Served until the program ends.
                bytes.map_err(|error| format!("{}: {error}", path.display()))?.leak()
            }
        };
        Ok(Self { weights })
    }

    /// The file of a path such as `/` or `/page.css`; `None` if there is none.
    pub(super) fn file(&self, path: &str) -> Option<(&'static str, &'static [u8])> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { "index.html" } else { name };
        if name == WEIGHTS {
            return Some((media_type(WEIGHTS), self.weights));
        }
        // Names are compared whole, so no path leads out of the folder.
        let file = FILES.files().find(|file| file.path().to_str() == Some(name))?;
        Some((media_type(name), file.contents()))
    }

    /// All files with their names.
    pub(super) fn files(&self) -> impl Iterator<Item = (&'static Path, &'static [u8])> {
        let page = FILES.files().map(|file| (file.path(), file.contents()));
        page.chain([(Path::new(WEIGHTS), self.weights)])
    }
}

/// The media type of a file, by its extension.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_by_its_name_and_nothing_else_is() {
        let site = Site::new(None).expect("no file to read");
        for (name, bytes) in site.files() {
            let path = format!("/{}", name.display());
            let (media_type, found) = site.file(&path).expect("it is there");
            assert_eq!(found, bytes);
            assert!(media_type != "application/octet-stream" || name == Path::new(WEIGHTS));
        }
        assert_eq!(site.file("/"), site.file("/index.html"));
        for path in ["", "index.html", "//index.html", "/../Cargo.toml", "/./index.html", "/x"] {
            assert_eq!(site.file(path), None, "{path}");
        }
    }
}
