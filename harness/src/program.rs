//! Which program this is: known since it was compiled, wherever it is run.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use yomi_engine::expert::{Evaluation, Settings, bench};

/// What decides how games come out, besides the experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The version of Yomi.
    pub version: String,
    /// The commit it was built from, with `+` if files had been changed since.
    pub commit: String,
    /// The first 16 hexadecimal digits of the SHA-256 of all sources that decide games.
    pub fingerprint: String,
    /// The weights that the expert judges positions by.
    pub weights: String,
    /// The engine's bench signature, the sum of the bench's nodes: as this machine computes it
    /// for Othello on 8×8, which the bench searches, else as this build states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<u64>,
}

impl Program {
    /// This program, its bench not yet run.
    #[must_use]
    pub fn here() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("YOMI_COMMIT").to_owned(),
            fingerprint: env!("YOMI_FINGERPRINT").to_owned(),
            weights: Evaluation::learned_name(),
            signature: None,
        }
    }

    /// The same with the bench's signature on this machine, which takes half a second the first
    /// time; without one if there is no memory for its table.
    #[must_use]
    pub fn with_signature(self) -> Self {
        static MEASURED: OnceLock<u64> = OnceLock::new();
        if self.signature.is_some() {
            return self;
        }
        let measure = || {
            let settings = Settings { mebibytes: 16, ..Settings::default() };
            bench(settings, |_, _| ()).ok().map(|bench| bench.signature())
        };
        let signature = MEASURED.get().copied().or_else(measure);
        let signature = signature.map(|signature| *MEASURED.get_or_init(|| signature));
        Self { signature, ..self }
    }

    /// Why games of `other` and of this program cannot be mixed; `None` if they can.
    #[must_use]
    pub fn differs_from(&self, other: &Self) -> Option<String> {
        let signature = |program: &Self| {
            program.signature.map_or(String::new(), |sum| format!(", bench {sum}"))
        };
        if self.fingerprint != other.fingerprint {
            return Some(format!(
                "program: begun by {} (fingerprint {}{}), this is {} (fingerprint {})",
                other.commit,
                other.fingerprint,
                signature(other),
                self.commit,
                self.fingerprint
            ));
        }
        if self.weights != other.weights {
            return Some(format!("weights: {} then, {} now", other.weights, self.weights));
        }
        let (now, then) = self.signature.zip(other.signature)?;
        (now != then).then(|| format!("bench signature: {then} then, {now} on this machine"))
    }
}
