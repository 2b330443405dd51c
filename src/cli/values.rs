//! Parsers of the values of options.

use crate::host::fs;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use cubesolve::coord::CATALOGUE;
use cubesolve::cube::Metric;
use cubesolve::notation::Format;
use cubesolve::table::Spec;
use cubesolve::{Cost, Loading, Puzzle};
use std::ffi::OsStr;
use std::str::FromStr;
use std::time::Duration;

/// Accepts the names of some values.
fn one_of<T: Clone + Send + Sync + 'static>(
    choices: Vec<(&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(choices.iter().map(|(name, _)| *name)).map(move |selected| {
        let choice = choices.iter().find(|(name, _)| *name == selected);
        choice.expect("one of the possible values").1.clone()
    })
}

pub fn metric() -> impl TypedValueParser<Value = Metric> {
    one_of(Metric::ALL.map(|metric| (metric.name(), metric)).into())
}

pub fn puzzle() -> impl TypedValueParser<Value = Puzzle> {
    one_of(vec![("3x3x3", Puzzle::Cube3), ("2x2x2", Puzzle::Cube2)])
}

pub fn table() -> impl TypedValueParser<Value = &'static Spec> {
    Suggested {
        parser: Spec::named,
        values: || {
            Spec::ALL
                .iter()
                .map(|spec| PossibleValue::new(spec.name()))
                .collect()
        },
    }
}

/// The text of a coordinate; what it is composed of is read later, which may compute classes.
pub fn coordinate() -> impl TypedValueParser<Value = String> {
    Suggested {
        parser: StringValueParser::new(),
        values: || {
            let names = CATALOGUE.iter().map(|entry| entry.name);
            names.map(PossibleValue::new).collect()
        },
    }
}

pub fn loading() -> impl TypedValueParser<Value = Loading> {
    one_of(vec![
        ("map", Loading::Map),
        ("copy", Loading::Copy),
        ("auto", Loading::Auto),
    ])
}

pub fn format() -> impl TypedValueParser<Value = Format> {
    Suggested {
        parser: Format::from_str,
        values: || Format::names().map(PossibleValue::new).collect(),
    }
}

/// As [`format`], with a description of each in the help.
pub fn described_format() -> impl TypedValueParser<Value = Format> {
    let value = |(name, description)| PossibleValue::new(name).help(description);
    Suggested {
        parser: Format::from_str,
        values: move || Format::described().map(value).collect(),
    }
}

/// The name or the lines of a cost, or those in a file.
pub fn cost_lines(text: &str) -> Result<String, String> {
    if text.contains(char::is_whitespace) || Cost::names().any(|name| name == text) {
        return Ok(text.to_owned());
    }
    fs::read_to_string(text).map_err(|error| {
        let names: Vec<&str> = Cost::names().collect();
        format!("neither {} nor a file: {error}", names.join(", "))
    })
}

/// Parses a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    cubesolve::seconds(text.parse().unwrap_or(f64::NAN))
}

/// Suggests values in help and completions, but accepts all that another parser accepts: letters or
/// places can follow some of them.
#[derive(Clone)]
pub struct Suggested<P, V> {
    pub parser: P,
    pub values: V,
}

impl<P, V> TypedValueParser for Suggested<P, V>
where
    P: TypedValueParser,
    V: Fn() -> Vec<PossibleValue> + Clone + Send + Sync + 'static,
{
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter()))
    }
}
