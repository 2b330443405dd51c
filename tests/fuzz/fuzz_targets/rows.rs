//! Files of rows: CSV, TSV and JSON lines.
#![no_main]

use cubesolve::cli;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| cli::read_rows(bytes));
