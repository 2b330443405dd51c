//! Values that have names: read as they are elsewhere, and offered by shells that complete.

use super::size;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use cubesolve::coord::CATALOGUE;
use cubesolve::cube::Metric;
use cubesolve::notation::Format;
use cubesolve::search::goals::KINDS;
use cubesolve::table::Spec;
use std::ffi::OsStr;

/// Reads values with another parser, and knows names for some of them. Others are read too:
/// some names take letters or places after them.
#[derive(Clone)]
pub struct Named<P> {
    parser: P,
    names: fn() -> Vec<&'static str>,
}

impl<P: TypedValueParser> TypedValueParser for Named<P> {
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
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Commands of the program.
pub fn command() -> Named<impl TypedValueParser<Value = String>> {
    Named {
        parser: clap::builder::StringValueParser::new(),
        names: || {
            let definition = super::definition();
            let names = definition.get_subcommands().map(Command::get_name);
            names.map(|name| &*name.to_owned().leak()).collect()
        },
    }
}

/// Notations of cubes.
pub fn format() -> Named<impl TypedValueParser<Value = Format>> {
    Named {
        parser: |text: &str| text.parse::<Format>(),
        names: || Format::NAMES.to_vec(),
    }
}

/// Tables.
pub fn table() -> Named<impl TypedValueParser<Value = &'static Spec>> {
    Named {
        parser: parse_table,
        names: || Spec::ALL.iter().map(|spec| spec.name).collect(),
    }
}

fn parse_table(name: &str) -> Result<&'static Spec, String> {
    Spec::by_name(name).ok_or_else(|| {
        let names: Vec<String> = Spec::ALL
            .iter()
            .map(|spec| format!("{} ({})", spec.name, size::show(spec.table_bytes())))
            .collect();
        format!("there are these tables: {}", names.join(", "))
    })
}

/// Metrics.
pub fn metric() -> impl TypedValueParser<Value = Metric> {
    let named = |name: String| Metric::ALL.into_iter().find(|metric| metric.name() == name);
    PossibleValuesParser::new(Metric::ALL.map(Metric::name))
        .map(move |name| named(name).expect("it is one of the names"))
}

/// Goals; places may follow.
pub fn goal() -> Named<impl TypedValueParser<Value = String>> {
    Named {
        parser: clap::builder::StringValueParser::new(),
        names: || KINDS.iter().map(|kind| kind.name).collect(),
    }
}

/// Coordinates.
pub fn coordinate() -> Named<impl TypedValueParser<Value = String>> {
    Named {
        parser: clap::builder::StringValueParser::new(),
        names: || CATALOGUE.iter().map(|entry| entry.name).collect(),
    }
}
