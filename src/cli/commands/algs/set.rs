//! The set that is named: a built-in one, a definition, or a file of cases.

use super::{Arguments, file};
use crate::cli::rows::decoded;
use crate::host::fs;
use anyhow::{Context, ensure};
use cubesolve::notation::Pattern;
use cubesolve::sets::{BUILT_IN, Case, Definition};
use cubesolve::{Query, Target};
use std::io;

/// The cases of a set, whether turns of U are free, and how many lines of a file cannot be read.
pub fn cases(set: &str, arguments: &Arguments) -> anyhow::Result<(Vec<Case>, bool, usize)> {
    let definition = definition(set)?;
    let (cases, failed) = match &definition {
        Some(definition) => (definition.cases(arguments.mirrors)?, 0),
        None => read(set, arguments.setup)?,
    };
    let cases = match arguments.case[..] {
        [] => cases,
        _ => named(set, cases, &arguments.case)?,
    };
    let has_auf = arguments.auf || definition.is_some() && !arguments.no_auf;
    Ok((cases, has_auf, failed))
}

/// The built-in set of this name, or a definition; `None` if it may be a file.
pub fn definition(set: &str) -> anyhow::Result<Option<Definition>> {
    Ok(match Definition::named(&set.to_lowercase()) {
        Some(definition) => Some(definition),
        None if set.contains(':') && !fs::exists(set).unwrap_or(false) => Some(set.parse()?),
        None => None,
    })
}

/// A query for algorithms that lead to this target. The whole cube needs none, and is solved with a table.
pub fn to_target(query: Query, target: Pattern) -> Query {
    match target {
        Pattern::SOLVED => query,
        target => query.to(Target::Pattern(target)),
    }
}

/// The cases of a set with these names. Capitals and spaces do not matter, but of H and h the exact one is
/// selected.
pub fn named(set: &str, mut cases: Vec<Case>, names: &[String]) -> anyhow::Result<Vec<Case>> {
    let plain = |name: &str| name.replace(char::is_whitespace, "").to_lowercase();
    let is_exact = |name: &str| cases.iter().any(|case| case.name == name);
    let exact: Vec<(&String, bool)> = names.iter().map(|name| (name, is_exact(name))).collect();
    let is_meant = |(name, is_exact): &(&String, bool), case: &Case| match is_exact {
        true => case.name == **name,
        false => plain(&case.name) == plain(name),
    };
    for name in &exact {
        let exists = cases.iter().any(|case| is_meant(name, case));
        ensure!(exists, "{set} has no case {}", name.0);
    }
    cases.retain(|case| exact.iter().any(|name| is_meant(name, case)));
    Ok(cases)
}

/// Reads a file of cases.
fn read(path: &str, makes: bool) -> anyhow::Result<(Vec<Case>, usize)> {
    let names: Vec<&str> = BUILT_IN.iter().map(|set| set.name).collect();
    let text = match path {
        "-" => decoded(io::stdin()),
        _ => fs::File::open(path).and_then(decoded),
    };
    let text = text.and_then(io::read_to_string);
    let names = names.join(", ");
    let text = text.with_context(|| {
        format!("{path} is no built-in set ({names}), and as a file it cannot be read")
    })?;
    file::cases(&text, path, makes)
}
