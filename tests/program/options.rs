//! Each option of a query stands in one table, and a new line there appears in the help, the manual, completions, the
//! description of the server and the packages for Python and the web.

use crate::program::{program, stdout};
use cubesolve::{FORMAT, OPTIONS, Query, QueryOption, TIMEOUT, Values, with_names};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Those of a query, and the two that are not.
fn all_options() -> impl Iterator<Item = &'static QueryOption> {
    OPTIONS.iter().chain([&FORMAT, &TIMEOUT])
}

/// Words, in whatever lines they stand.
fn words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn long(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

#[test]
fn command_line_has_every_option() {
    let run = |arguments: &[&str]| {
        let output = program(Path::new("")).args(arguments).output();
        stdout(&output.unwrap()).to_owned()
    };
    let help = words(&run(&["solve", "--help"]));
    let manual = words(&run(&["man", "solve"]).replace('\\', ""));
    let completions = run(&["completions", "fish"]);
    for option in all_options() {
        let about = with_names(&option.about(), long);
        assert!(help.contains(&words(&about)), "{about} in {help}");
        assert!(manual.contains(&words(&about)), "{about} in {manual}");
        let name = long(option.name);
        assert!(completions.contains(name.trim_start_matches('-')), "{name}");
        for choice in choices(option) {
            assert!(help.contains(choice));
        }
    }
}

fn choices(option: &QueryOption) -> &'static [&'static str] {
    match option.values {
        Values::Names(names) => names,
        _ => &[],
    }
}

#[test]
fn texts_are_values_and_ranges_are_named_in_errors() {
    for option in all_options() {
        let text = match &option.values {
            Values::Names(names) => names[0],
            Values::Text if option.name == "cost" => "htm",
            Values::Text if option.name == "goal" => "eo",
            Values::Text | Values::Texts => "R",
            Values::Format => "index",
            _ => "1",
        };
        option
            .read(text)
            .unwrap_or_else(|error| panic!("{} {text}: {error}", option.name));
        let wrong = match &option.values {
            Values::Flag => continue,
            Values::Number(range) => format!("a number, at least {}", range.start()),
            Values::Lengths(max) => format!("0 to {max}, or any"),
            Values::Names(names) => names.join(" or "),
            Values::Seconds => "a number of seconds, such as 0.5".to_owned(),
            Values::Format | Values::Text | Values::Texts => continue,
        };
        assert_eq!(option.read("-1"), Err(format!("expected {wrong}")));
        if option.name == TIMEOUT.name {
            continue;
        }
        let fields = [(option.name.to_owned(), "-1".into())]
            .into_iter()
            .collect();
        let error = Query::from_fields(fields).unwrap_err();
        assert_eq!(error, format!("{}: expected {wrong}", option.name));
    }
}

/// The keyword of an option, or another name as it is.
fn keyword(name: &str) -> String {
    let short = QueryOption::named(name).and_then(|option| option.short);
    short.map_or(name.to_owned(), String::from)
}

/// The options for Python.
fn python() -> String {
    let mut text = "\
\"\"\"The options of `solve`, written by tests/program/options.rs from their table.\"\"\"

from typing import Dict, Optional, Sequence, TypedDict, Union

from ._native import Cube

CubeLike = Union[Cube, str]
\"\"\"A cube, or a text in any notation that the program reads.\"\"\"


class Options(TypedDict, total=False):
    \"\"\"The options of `solve`.\"\"\"

"
    .to_owned();
    for option in OPTIONS {
        let kind = match option.values {
            Values::Flag => "bool",
            Values::Names(_) => "Optional[str]",
            Values::Number(_) => "Optional[int]",
            Values::Lengths(_) => "Union[None, int, str, Sequence[Union[int, str]]]",
            Values::Format | Values::Text => "Optional[str]",
            Values::Seconds => "Optional[float]",
            Values::Texts => "Union[None, CubeLike, Sequence[CubeLike]]",
        };
        writeln!(text, "    {}: {kind}", keyword(option.name)).unwrap();
    }
    text += "\n\nABOUT: Dict[str, str] = {\n";
    for option in OPTIONS {
        let about = with_names(&option.about(), keyword);
        writeln!(text, "    \"{}\": {about:?},", keyword(option.name)).unwrap();
    }
    text += "}\n\nLONG: Dict[str, str] = {\n";
    for option in OPTIONS.iter().filter(|option| option.short.is_some()) {
        writeln!(
            text,
            "    \"{}\": \"{}\",",
            keyword(option.name),
            option.name
        )
        .unwrap();
    }
    let about = with_names(&TIMEOUT.about(), keyword);
    writeln!(text, "}}\n\nTIMEOUT: str = {about:?}").unwrap();
    text
}

/// The options for TypeScript.
fn typescript() -> String {
    let mut text = "\
// Written by tests/program/options.rs from the table of options.

/** The options of `solve`. */
export interface Options {
"
    .to_owned();
    for option in all_options() {
        let kind = match option.values {
            Values::Flag => "boolean".to_owned(),
            Values::Names(names) => format!("\"{}\"", names.join("\" | \"")),
            Values::Number(_) | Values::Seconds => "number".to_owned(),
            Values::Lengths(_) => "number | \"any\" | (number | \"any\")[]".to_owned(),
            Values::Format | Values::Text => "string".to_owned(),
            Values::Texts => "string | string[]".to_owned(),
        };
        let about = with_names(&option.about(), str::to_owned);
        writeln!(text, "    /** {about}. */\n    {}?: {kind};", option.name).unwrap();
    }
    text + "}\n"
}

/// Written anew with `UPDATE_OPTIONS=1`.
fn assert_written(file: &str, content: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_OPTIONS").is_some() {
        fs::write(&path, content).unwrap();
    }
    let written = fs::read_to_string(path).unwrap();
    assert_eq!(written, content, "see UPDATE_OPTIONS");
}

#[test]
fn python_package_has_every_option() {
    assert_written("src/python/package/cubesolve/options.py", &python());
}

#[test]
fn web_package_has_every_option() {
    assert_written("src/web/package/options.d.ts", &typescript());
}
