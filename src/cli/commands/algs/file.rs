//! Files of cases: sheets of algorithms as people have them.

use crate::cli::output::message;
use anyhow::{Context, ensure};
use csv::ReaderBuilder;
use cubesolve::notation::is_comment;
use cubesolve::sets::Case;

/// The cases in the lines of a file, and the number of lines that cannot be read, which are reported.
pub fn cases(text: &str, path: &str, makes: bool) -> anyhow::Result<(Vec<Case>, usize)> {
    let (mut cases, mut failed): (Vec<Case>, _) = (vec![], 0);
    let lines = text.trim_start_matches('\u{feff}').lines();
    let lines = (1..)
        .zip(lines)
        .filter(|(_, line)| !line.trim().is_empty() && !is_comment(line));
    for (number, line) in lines {
        match case(line, number, makes) {
            Ok(case) => cases.push(case),
            // the first line may name the columns
            Err(_) if cases.is_empty() && failed == 0 && is_header(line) => {}
            Err(error) => {
                failed += 1;
                message(format_args!("cubesolve: {path}, line {number}: {error:#}"));
            }
        }
    }
    ensure!(!cases.is_empty(), "{path} has no cases");
    Ok((cases, failed))
}

/// Whether a line names columns: one of its words says what is in them.
fn is_header(line: &str) -> bool {
    const WORDS: [&str; 9] = [
        "name",
        "case",
        "alg",
        "algorithm",
        "algorithms",
        "moves",
        "solution",
        "facelets",
        "scramble",
    ];
    let line = line.to_lowercase();
    let mut words = line.split(|c: char| !c.is_alphabetic());
    words.any(|word| WORDS.contains(&word))
}

/// The case of a line: a name and an algorithm, with others behind it, or an algorithm alone.
fn case(line: &str, number: usize, makes: bool) -> anyhow::Result<Case> {
    let has = |mark: char| line.contains(mark);
    let is_named = |name: &str| !name.contains(['"', '[', '(']);
    let cells = match ['\t', ';', ',']
        .into_iter()
        .find(|mark| has(*mark) && !has('[') || *mark == '\t' && has(*mark))
    {
        None => vec![],
        Some(mark) => fields(line, mark as u8)?,
    };
    let by_colon = line
        .split_once(':')
        .filter(|(name, _)| is_named(name) && !name.contains(['\t', ',', ';']));
    let (name, text) = match (by_colon, &cells[..]) {
        (Some((name, text)), _) => (name.to_owned(), text.trim().to_owned()),
        (None, [name, text, ..]) if !text.is_empty() => (name.clone(), text.clone()),
        (None, [text] | [text, ..]) => (String::new(), text.clone()),
        (None, []) => match line.split_once(',').filter(|(name, _)| is_named(name)) {
            Some((name, text)) => (name.to_owned(), text.to_owned()),
            None => (String::new(), line.to_owned()),
        },
    };
    let name = match name.trim() {
        "" => format!("line {number}"),
        name => name.to_owned(),
    };
    let text = text.trim().trim_matches('"');
    let read = Case::parse(&name, text, makes);
    read.context("expected a name, a colon and an algorithm or facelets")
}

/// The cells of a line, without quotes around them.
fn fields(line: &str, delimiter: u8) -> anyhow::Result<Vec<String>> {
    let mut reader = ReaderBuilder::new();
    let reader = reader
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true);
    let mut reader = reader.from_reader(line.as_bytes());
    let record = reader.records().next().transpose()?.unwrap_or_default();
    Ok(record.iter().map(|cell| cell.trim().to_owned()).collect())
}
