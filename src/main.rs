//! Parses the command line, runs the command, turns an error into one line on
//! stderr and an exit code.

fn main() {}
