//! The processor: which instruction set the search uses, and how many threads run in parallel.

use std::error::Error;
use std::fmt;
use std::sync::LazyLock;

/// The instructions that searching and generating tables use. Each level includes those below
/// it, and all give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// Plain code, for any processor.
    Portable,
    /// AVX2 and BMI2: Intel Haswell, AMD Excavator and later.
    Avx2,
    /// AVX-512 with byte permutations, GF(2) affine transformations and population counts: Intel
    /// Ice Lake, AMD Zen 4 and later.
    Avx512,
}

impl InstructionSet {
    /// The highest level that this processor supports, or [`InstructionSet::Portable`] if the
    /// environment variable `CUBESOLVE_PORTABLE` is set.
    pub fn in_use() -> InstructionSet {
        static IN_USE: LazyLock<InstructionSet> =
            LazyLock::new(|| match std::env::var_os("CUBESOLVE_PORTABLE") {
                Some(_) => InstructionSet::Portable,
                None => InstructionSet::of_processor(),
            });
        *IN_USE
    }

    #[cfg(target_arch = "x86_64")]
    fn of_processor() -> InstructionSet {
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
            (true, true) => InstructionSet::Avx512,
            (true, false) => InstructionSet::Avx2,
            (false, _) => InstructionSet::Portable,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_processor() -> InstructionSet {
        InstructionSet::Portable
    }
}

/// Proof that the processor has the instructions of [`InstructionSet::Avx512`] and may use them.
#[cfg(target_arch = "x86_64")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The proof, on a processor that has them.
    #[inline]
    pub fn detect() -> Option<Avx512> {
        (InstructionSet::in_use() == InstructionSet::Avx512).then_some(Avx512(()))
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InstructionSet::Portable => "portable",
            InstructionSet::Avx2 => "AVX2 and BMI2",
            InstructionSet::Avx512 => "AVX-512 and BMI2",
        })
    }
}

/// Number of threads that can run in parallel, at least 1.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The operating system did not start the threads of this process's thread pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot start threads: {reason}")]
pub struct ThreadError {
    reason: String,
}

/// Starts the global thread pool of rayon if it does not run already. Rayon does so by itself
/// on first use, but panics where no thread can be started, as under a tight memory limit.
pub(crate) fn start_threads() -> Result<(), ThreadError> {
    static STARTED: LazyLock<Result<(), ThreadError>> = LazyLock::new(|| {
        let built = rayon::ThreadPoolBuilder::new().build_global();
        // without a source the error says that the pool runs already
        match built.as_ref().err().and_then(Error::source) {
            Some(source) => Err(ThreadError {
                reason: source.to_string(),
            }),
            None => Ok(()),
        }
    });
    STARTED.clone()
}
