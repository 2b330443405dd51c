//! Move sequences, with and without brackets on the inverse.
#![no_main]

use cubesolve::TextError;
use cubesolve::cube::{Sequence, is_canonical};
use cubesolve::notation::MAX_MOVES;
use libfuzzer_sys::fuzz_target;

/// What takes long and finds nothing more.
const LONG: usize = 2000;

fuzz_target!(|text: &str| {
    check(text, Sequence::parse(text));
    check(text, Sequence::parse_niss(text));
});

fn check(text: &str, result: Result<Sequence, TextError>) {
    let sequence = match result {
        Ok(sequence) => sequence,
        Err(error) => {
            assert!(
                (1..=text.chars().count()).contains(&error.column),
                "{error}"
            );
            return;
        }
    };
    assert!(sequence.len() <= MAX_MOVES);
    if sequence.len() > LONG {
        return;
    }
    let printed = sequence.to_string();
    assert_eq!(
        Sequence::parse(&printed).as_ref(),
        Ok(&sequence),
        "{printed}"
    );
    assert_eq!(sequence.inverse().inverse(), sequence);
    let mut nothing = sequence.clone();
    nothing.append(&sequence.inverse());
    assert!(nothing.cube().is_solved() && nothing.simplified().is_empty());
    let cleaned = sequence.simplified();
    assert!(is_canonical(cleaned.moves()));
    assert_eq!(cleaned.cube(), sequence.cube());
}
