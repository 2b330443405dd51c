//! Every notation of cubes, the guess of which it is, and the names of things.
#![no_main]

use cubesolve::TextError;
use cubesolve::coord::CatalogueEntry;
use cubesolve::cube::Cube;
use cubesolve::goals::GoalChain;
use cubesolve::notation::{Format, FormatError};
use cubesolve::table::Spec;
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 12] = [
    "moves",
    "niss",
    "facelets",
    "reid",
    "speffz",
    "speffz:CI",
    "h48",
    "index",
    "json",
    "rubbik",
    "rubbik-layers",
    "cycles",
];

fuzz_target!(|text: &str| {
    check_names(text);
    let named = text
        .split_once('\n')
        .and_then(|(name, _)| name.parse().ok());
    let formats = NAMES.map(|name| name.parse().expect("it is one"));
    for format in formats.into_iter().chain([Format::guess(text)]) {
        check(format, text);
    }
    if let Some(format) = named {
        check(format, text.split_once('\n').map_or("", |(_, cube)| cube));
    }
});

fn check(format: Format, text: &str) {
    match format.parse(text) {
        Ok(cube) => check_cube(&cube, format),
        Err(error) => {
            if let FormatError::At(TextError { column, .. }) = error {
                assert!((1..=text.chars().count() + 1).contains(&column), "{error}");
            }
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
            assert!(message.len() < 4000, "{message:?}");
        }
    }
}

fn check_cube(cube: &Cube, format: Format) {
    let cubies = (
        *cube.corners(),
        *cube.corner_orientations(),
        *cube.edges(),
        *cube.edge_orientations(),
    );
    assert_eq!(Cube::new(cubies.0, cubies.1, cubies.2, cubies.3), Ok(*cube));
    let every = NAMES.map(|name| name.parse().expect("it is one"));
    for format in every.into_iter().chain([format]) {
        if let Some(printed) = format.print(cube) {
            assert_eq!(format.parse(&printed), Ok(*cube), "{format}: {printed}");
            assert!(!printed.contains(char::is_control));
        }
    }
}

fn check_names(text: &str) {
    if let Ok(format) = text.parse::<Format>() {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    match text.parse::<GoalChain>() {
        Ok(chain) => assert_eq!(chain.to_string().parse(), Ok(chain)),
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
    assert!(CatalogueEntry::by_name(text).is_none_or(|entry| entry.name == text));
    assert!(Spec::by_name(text).is_none_or(|spec| spec.name() == text));
}
