//! The processor: which instruction set searches use.

use std::sync::LazyLock;

/// The environment variable that names the instruction set to use.
const VARIABLE: &str = "CUBESOLVE_INSTRUCTIONS";

/// The instructions that searching and generating tables use: all give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionSet {
    /// Plain code, for any processor.
    Portable,
    /// NEON: all 64-bit ARM processors.
    Neon,
    /// 128-bit vectors of WebAssembly.
    Simd128,
    /// AVX2 and BMI2: Intel Haswell, AMD Excavator and later.
    Avx2,
    /// AVX-512 with byte permutations, GF(2) affine transformations and population counts: Intel
    /// Ice Lake, AMD Zen 4 and later.
    Avx512,
}

/// `CUBESOLVE_INSTRUCTIONS` names no instruction set of this processor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("CUBESOLVE_INSTRUCTIONS is {name:?}, but this processor has {}", names(.available))]
pub struct InstructionSetError {
    name: String,
    available: &'static [InstructionSet],
}

/// The names of instruction sets, as in a sentence.
fn names(sets: &[InstructionSet]) -> String {
    let names: Vec<&str> = sets.iter().map(|set| set.name()).collect();
    names.join(", ")
}

impl InstructionSet {
    /// The instruction set in use: the one that the environment variable `CUBESOLVE_INSTRUCTIONS` names,
    /// if this processor has it, or else the highest. Fronts refuse other names first, by
    /// [`InstructionSet::check`]; here they are harmless.
    pub fn in_use() -> InstructionSet {
        static IN_USE: LazyLock<InstructionSet> = LazyLock::new(|| {
            InstructionSet::requested().unwrap_or_else(|_| InstructionSet::highest())
        });
        *IN_USE
    }

    /// Checks that the environment variable `CUBESOLVE_INSTRUCTIONS`, if it is set, names an
    /// instruction set of this processor.
    ///
    /// # Errors
    ///
    /// [`InstructionSetError`] if it does not.
    pub fn check() -> Result<(), InstructionSetError> {
        InstructionSet::requested().map(drop)
    }

    fn requested() -> Result<InstructionSet, InstructionSetError> {
        let Some(name) = super::variable(VARIABLE) else {
            return Ok(InstructionSet::highest());
        };
        let name = name.to_string_lossy();
        let available = InstructionSet::available();
        let named = available.iter().find(|set| set.name() == name);
        named.copied().ok_or_else(|| InstructionSetError {
            name: name.into(),
            available,
        })
    }

    /// The highest instruction set of this processor.
    fn highest() -> InstructionSet {
        let available = InstructionSet::available();
        available[available.len() - 1]
    }

    /// The instruction sets of this processor: each includes those before it.
    #[cfg(target_arch = "x86_64")]
    pub fn available() -> &'static [InstructionSet] {
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
        const ALL: &[InstructionSet] = &[
            InstructionSet::Portable,
            InstructionSet::Avx2,
            InstructionSet::Avx512,
        ];
        match (avx2, avx512) {
            (true, true) => ALL,
            (true, false) => &ALL[..2],
            (false, _) => &ALL[..1],
        }
    }

    /// The instruction sets of this processor: each includes those before it.
    #[cfg(target_arch = "aarch64")]
    pub fn available() -> &'static [InstructionSet] {
        &[InstructionSet::Portable, InstructionSet::Neon]
    }

    /// The instruction sets of this processor: each includes those before it.
    #[cfg(target_feature = "simd128")]
    pub fn available() -> &'static [InstructionSet] {
        &[InstructionSet::Portable, InstructionSet::Simd128]
    }

    /// The instruction sets of this processor: each includes those before it.
    #[cfg(not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_feature = "simd128"
    )))]
    pub fn available() -> &'static [InstructionSet] {
        &[InstructionSet::Portable]
    }

    /// The name in `CUBESOLVE_INSTRUCTIONS`.
    pub fn name(self) -> &'static str {
        match self {
            InstructionSet::Portable => "portable",
            InstructionSet::Neon => "neon",
            InstructionSet::Simd128 => "simd128",
            InstructionSet::Avx2 => "avx2",
            InstructionSet::Avx512 => "avx512",
        }
    }
}

/// The instructions of [`InstructionSet::Portable`], which need no proof.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

/// Proof that the processor has the instructions of [`InstructionSet::Avx2`] and may use them.
#[cfg(target_arch = "x86_64")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The proof, if AVX2 is in use, or AVX-512, which includes it.
    #[inline]
    pub fn detect() -> Option<Avx2> {
        let in_use = InstructionSet::in_use();
        matches!(in_use, InstructionSet::Avx2 | InstructionSet::Avx512).then_some(Avx2(()))
    }
}

/// Proof that the processor has the instructions of [`InstructionSet::Avx512`] and may use them.
#[cfg(target_arch = "x86_64")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The proof, if AVX-512 is in use.
    #[inline]
    pub fn detect() -> Option<Avx512> {
        (InstructionSet::in_use() == InstructionSet::Avx512).then_some(Avx512(()))
    }

    /// AVX-512 includes AVX2.
    #[inline(always)]
    pub fn avx2(self) -> Avx2 {
        Avx2(())
    }
}

/// Proof that NEON may be used, which all 64-bit ARM processors have.
#[cfg(target_arch = "aarch64")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neon(());

#[cfg(target_arch = "aarch64")]
impl Neon {
    /// The proof, unless plain code was requested.
    #[inline]
    pub fn detect() -> Option<Neon> {
        (InstructionSet::in_use() == InstructionSet::Neon).then_some(Neon(()))
    }
}

/// Proof that the module may use 128-bit vectors of WebAssembly. There is no choice: a module that is compiled with
/// them does not load without.
#[cfg(target_feature = "simd128")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Simd128(());

#[cfg(target_feature = "simd128")]
impl Simd128 {
    /// The proof.
    #[inline(always)]
    pub fn detect() -> Option<Simd128> {
        Some(Simd128(()))
    }
}

/// Evaluates an expression with the fastest instructions of this processor under a name.
macro_rules! by_fastest {
    ($instructions:ident => $work:expr) => {
        'done: {
            #[cfg(target_arch = "x86_64")]
            if let Some($instructions) = $crate::host::cpu::Avx512::detect() {
                break 'done $work;
            }
            #[cfg(target_arch = "x86_64")]
            if let Some($instructions) = $crate::host::cpu::Avx2::detect() {
                break 'done $work;
            }
            #[cfg(target_arch = "aarch64")]
            if let Some($instructions) = $crate::host::cpu::Neon::detect() {
                break 'done $work;
            }
            #[cfg(target_feature = "simd128")]
            if let Some($instructions) = $crate::host::cpu::Simd128::detect() {
                break 'done $work;
            }
            let $instructions = $crate::host::cpu::Portable;
            $work
        }
    };
}
pub(crate) use by_fastest;

/// Evaluates an expression with each of the instruction sets in use under a name.
#[cfg(test)]
macro_rules! by_each {
    ($instructions:ident => $work:expr) => {{
        {
            let $instructions = $crate::host::cpu::Portable;
            $work;
        }
        #[cfg(target_arch = "x86_64")]
        match $crate::host::cpu::Avx2::detect() {
            Some($instructions) => $work,
            None => println!("skipped: AVX2 is not in use"),
        }
        #[cfg(target_arch = "x86_64")]
        match $crate::host::cpu::Avx512::detect() {
            Some($instructions) => $work,
            None => println!("skipped: AVX-512 is not in use"),
        }
        #[cfg(target_arch = "aarch64")]
        match $crate::host::cpu::Neon::detect() {
            Some($instructions) => $work,
            None => println!("skipped: NEON is not in use"),
        }
    }};
}
#[cfg(test)]
pub(crate) use by_each;

/// Prefetches the cache line of an address into the second-level cache, where every processor of the kind
/// has an instruction for that.
#[inline(always)]
pub(crate) fn prefetch<T>(address: *const T) {
    // SAFETY: a prefetch of any address is harmless.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T1 }>(address.cast());
    }
    // SAFETY: the same.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!(
            "prfm pldl2keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly)
        );
    }
}
