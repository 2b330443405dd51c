//! Ctrl-C and its like.

use super::Status;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A flag that the first signal to end sets; a second ends the process at once.
pub fn flag() -> &'static AtomicBool {
    let installed = ctrlc::try_set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Interrupted as i32);
        }
    });
    // Where there is no such signal, or it has a handler already, there is nothing to do.
    drop(installed);
    &INTERRUPTED
}

/// Whether the first signal has come.
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
