//! What the processor has, and what of it is used.

use std::fmt;
use std::sync::LazyLock;

/// The instructions that searching and building tables use. Each level has those below it,
/// and all give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Plain code, for any processor.
    Portable,
    /// AVX2 and BMI2: Intel Haswell, AMD Excavator and later.
    Avx2,
    /// AVX-512 with byte permutations, GF(2) affine transformations and counts of bits: Intel Ice
    /// Lake, AMD Zen 4 and later.
    Avx512,
}

impl Level {
    /// The level in use: the highest that this processor has, or [`Level::Portable`] if
    /// `CUBESOLVE_PORTABLE` is set in the environment.
    pub fn in_use() -> Level {
        static IN_USE: LazyLock<Level> =
            LazyLock::new(|| match std::env::var_os("CUBESOLVE_PORTABLE") {
                Some(_) => Level::Portable,
                None => Level::of_processor(),
            });
        *IN_USE
    }

    #[cfg(target_arch = "x86_64")]
    fn of_processor() -> Level {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni");
        match (avx2, avx512) {
            (true, true) => Level::Avx512,
            (true, false) => Level::Avx2,
            (false, _) => Level::Portable,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_processor() -> Level {
        Level::Portable
    }
}

/// Number of threads that run at the same time here, at least 1.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Portable => "portable",
            Level::Avx2 => "AVX2 and BMI2",
            Level::Avx512 => "AVX-512 and BMI2",
        })
    }
}
