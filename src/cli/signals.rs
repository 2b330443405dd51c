//! Signals that end the program: Ctrl-C, a closed terminal, a service manager.

use super::Status;
use crate::host;
use signal_hook::flag;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Number of the signal received; 0 before the first.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);

/// Flag that the first signal sets. A second signal exits at once.
pub fn stop_flag() -> &'static AtomicBool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        for signal in host::ending_signals() {
            // Handlers run in this order: the first signal finds the flag unset. They cannot fail
            // for signals that exist; if they did, the default action remains.
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, &STOPPED)
                .and_then(|_| flag::register_usize(signal, &RECEIVED, signal as usize))
                .and_then(|_| flag::register(signal, &STOPPED));
        }
    });
    &STOPPED
}

/// Ends the program with a message if a table that is mapped into memory cannot be read.
pub fn exit_if_table_is_lost() {
    let message = "cubesolve: a table can no longer be read: its file was truncated, or its disk failed; \
                   --load copy needs no file after the start\n";
    host::exit_if_mapped_file_is_lost(message, Status::CommandFailed.code().into());
}

/// Whether a signal has been received.
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Number of the last signal received.
pub fn received() -> Option<i32> {
    match RECEIVED.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(signal as i32),
    }
}
