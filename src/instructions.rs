//! Which of the processor's instructions are used.

use std::sync::LazyLock;

/// Whether special instructions may be used where the processor has them. Setting
/// `CUBESOLVE_PORTABLE` in the environment forbids them: plain code, which gives the same
/// results, then does everything.
pub fn special_ones_allowed() -> bool {
    static ALLOWED: LazyLock<bool> =
        LazyLock::new(|| std::env::var_os("CUBESOLVE_PORTABLE").is_none());
    *ALLOWED
}
