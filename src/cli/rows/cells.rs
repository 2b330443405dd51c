//! The cubes in a cell, and whether they are scrambles.

use cubesolve::Sequence;
use cubesolve::notation::Format;

/// The cubes in a cell: several of multi-blind, on a line each, or with bars between.
pub fn cubes_in<'a>(text: &'a str, event: Option<&str>) -> Vec<&'a str> {
    let is_multi = event.is_some_and(|event| event.contains("333mb"));
    let is_numbered = |line: &str| {
        let rest = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.trim().len() && rest.starts_with(['.', ')'])
    };
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let parts: Vec<&str> = match () {
        () if text.contains('|') => text.split('|').collect(),
        () if is_multi || lines().count() > 1 && lines().all(is_numbered) => lines().collect(),
        () => vec![text],
    };
    let is_whole = parts.len() == 1;
    let cubes = parts
        .into_iter()
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let cubes: Vec<&str> = cubes.collect();
    if is_whole || cubes.is_empty() {
        vec![text]
    } else {
        cubes
    }
}

/// Whether all of these are cubes, and one has two moves or more. What could be a number is none.
pub fn are_scrambles<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> bool {
    let mut longest = 0;
    for text in texts {
        let text = cubes_in(text.as_ref(), None)[0];
        let format = Format::guess(text);
        let moves = match format {
            Format::Moves => Sequence::parse(text).map(|sequence| sequence.len()).ok(),
            format => Some(2).filter(|_| format.is_safe_to_guess() && format.parse(text).is_ok()),
        };
        match moves {
            Some(moves) => longest = longest.max(moves),
            None => return false,
        }
    }
    longest >= 2
}
