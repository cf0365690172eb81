//! Whether this processor can run this build.

/// The instructions this build was compiled for that the processor lacks; empty if it can run.
///
/// Builds inside the repository use `x86-64-v3` (see `.cargo/config.toml`); programs ask here first, so that an older
/// processor gets a sentence instead of a crash.
#[must_use]
pub fn missing() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let required = [
        ("avx2", cfg!(target_feature = "avx2"), std::is_x86_feature_detected!("avx2")),
        ("bmi1", cfg!(target_feature = "bmi1"), std::is_x86_feature_detected!("bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2"), std::is_x86_feature_detected!("bmi2")),
        ("fma", cfg!(target_feature = "fma"), std::is_x86_feature_detected!("fma")),
        ("lzcnt", cfg!(target_feature = "lzcnt"), std::is_x86_feature_detected!("lzcnt")),
        ("popcnt", cfg!(target_feature = "popcnt"), std::is_x86_feature_detected!("popcnt")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let required: [(&str, bool, bool); 0] = [];
    required
        .into_iter()
        .filter(|&(_, compiled, detected)| compiled && !detected)
        .map(|(name, ..)| name)
        .collect()
}

/// One line for the user if the processor cannot run this build.
#[must_use]
pub fn complaint() -> Option<String> {
    let missing = missing();
    (!missing.is_empty()).then(|| {
        format!(
            "this build needs {} of the processor; build it with RUSTFLAGS=\"-C target-cpu=x86-64\"",
            missing.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_processor_that_runs_the_tests_lacks_nothing() {
        assert_eq!(super::complaint(), None);
    }
}
