//! Signals that end the program: Ctrl-C, a closed terminal, a service manager.

use super::Status;
use crate::host;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Number of the signal received; 0 before the first.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);

/// Flag that the first signal sets. A second signal exits at once.
pub fn stop_flag() -> &'static AtomicBool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| host::on_ending_signal(receive));
    &STOPPED
}

/// Handles a signal, and so does only what a signal handler may do.
fn receive(signal: i32) {
    if stopped() {
        signal_hook::low_level::exit(128 + signal);
    }
    RECEIVED.store(signal as usize, Ordering::Relaxed);
    STOPPED.store(true, Ordering::Relaxed);
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
