//! Which engine this is, and that it searches as its version says.

use serde::Serialize;
use yomi_engine::expert::{self, Settings};

#[derive(Serialize)]
pub(super) struct Bench {
    version: &'static str,
    /// The sum of the nodes of all searches of the bench, made here and now.
    signature: u64,
}

/// Makes the searches of `yomi bench`, which take a second or two.
pub(super) fn bench() -> Result<Bench, String> {
    let settings = Settings { mebibytes: 32, ..Settings::default() };
    let bench = expert::bench(settings, |_, _| ()).map_err(|error| error.to_string())?;
    Ok(Bench { version: yomi_engine::VERSION, signature: bench.signature() })
}
