//! The bodies of requests to the server, and incomplete cubes.
#![no_main]

use cubesolve::api;
use cubesolve::notation::facelets;
use cubesolve::notation::incomplete::{self, MISSING};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    api::read_bodies(body);
    if let Ok(text) = std::str::from_utf8(body) {
        check_stickers(text);
    }
});

fn check_stickers(text: &str) {
    let Ok(found) = incomplete::examine(text) else {
        assert!(
            text.contains(MISSING) || facelets::parse(text).is_err(),
            "{text}"
        );
        return;
    };
    let pairs = || found.colours.chars().zip(found.filled.chars());
    assert_eq!(pairs().count(), 54);
    assert!(pairs().all(|(own, filled)| own == filled || own == MISSING));
    assert!(found.problems.is_empty() || found.colours == found.filled);
    let whole = facelets::parse(&found.filled);
    if !found.colours.contains(MISSING) {
        assert_eq!(whole.is_ok(), found.problems.is_empty(), "{text}");
    } else if found.problems.is_empty() && !found.filled.contains(MISSING) {
        assert!(whole.is_ok(), "{text}");
    }
}
