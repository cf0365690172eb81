//! Whether this processor can run this build.

/// One line for the user if this build is for x86-64-v3 and the processor lacks AVX2 or BMI. Of
/// what else it may have been compiled for, as with `target-cpu=native`, nothing is asked.
///
/// Builds inside the repository use `x86-64-v3` (see `.cargo/config.toml`); programs ask here
/// before they do anything else, so that an older processor gets a sentence instead of a crash. The
/// processor itself is asked: in such a build the compiler takes `is_x86_feature_detected!` for
/// true. They write the line piece by piece: what puts texts together has instructions of the
/// build, which this processor may lack.
#[must_use]
pub fn complaint() -> Option<&'static str> {
    const COMPLAINT: &str = "this build needs a processor with AVX2 and BMI (x86-64-v3); build it \
        with RUSTFLAGS=\"-C target-cpu=x86-64\"";
    (cfg!(target_feature = "avx2") && !has_avx2_and_bmi()).then_some(COMPLAINT)
}

/// What the processor says of itself (Intel's manual, volume 2, CPUID; AMD's uses the same bits).
#[cfg(target_arch = "x86_64")]
fn has_avx2_and_bmi() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    /// FMA, the system saving the registers of AVX, AVX.
    const LEAF_1_ECX: u32 = 1 << 12 | 1 << 27 | 1 << 28;
    /// BMI1, AVX2, BMI2.
    const LEAF_7_EBX: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    /// LZCNT.
    const EXTENDED_ECX: u32 = 1 << 5;
    __cpuid(0).eax >= 7
        && __cpuid(1).ecx & LEAF_1_ECX == LEAF_1_ECX
        && __cpuid_count(7, 0).ebx & LEAF_7_EBX == LEAF_7_EBX
        && __cpuid(0x8000_0001).ecx & EXTENDED_ECX == EXTENDED_ECX
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2_and_bmi() -> bool {
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_processor_that_runs_the_tests_lacks_nothing() {
        assert_eq!(super::complaint(), None);
    }
}
