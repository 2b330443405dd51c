//! The options of a query as arguments, made from their table.

use super::options::{self, Suggested};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use cubesolve::cube::Metric;
use cubesolve::goals::{KINDS, Kind};
use cubesolve::{OPTIONS, Query, QueryOption, Values};
use serde_json::{Map, Value};

/// The options that are given, but `metric`, which comes with the table.
#[derive(Debug, Clone)]
pub struct QueryOptions(Map<String, Value>);

impl QueryOptions {
    /// The query that the options select.
    ///
    /// # Errors
    /// Which of them are not compatible.
    pub fn with_metric(&self, metric: Metric) -> Result<Query, String> {
        let mut fields = self.0.clone();
        fields.insert("metric".to_owned(), metric.name().into());
        Query::from_fields(fields)
    }
}

/// The options that are arguments here.
fn arguments() -> impl Iterator<Item = &'static QueryOption> {
    OPTIONS.iter().filter(|option| option.name != "metric")
}

fn long(name: &str) -> String {
    name.replace('_', "-")
}

/// A text with options as they are on the command line.
fn print(text: &str) -> String {
    cubesolve::with_names(text, |name| format!("--{}", long(name)))
}

/// What an option does.
pub fn about(name: &str) -> String {
    let option = QueryOption::named(name).expect("an option of queries");
    let default = match option.default {
        "" => String::new(),
        default => format!(" [default: {default}]"),
    };
    print(&option.about()) + &default
}

fn argument(option: &'static QueryOption) -> Arg {
    let (about, more) = (about(option.name), print(option.details));
    let argument = Arg::new(option.name).long(long(option.name)).help(&about);
    let argument = match more.is_empty() {
        true => argument,
        false => argument.long_help(format!("{about}\n\n{more}")),
    };
    let argument = match option.short {
        Some(short) => argument.short(short),
        None => argument,
    };
    if let Values::Flag = option.values {
        return argument.action(ArgAction::SetTrue);
    }
    // a negative number is a wrong value, not an unknown option
    let argument = argument
        .value_name(option.value_name)
        .allow_negative_numbers(true);
    let read = |text: &str| option.read(text);
    match (option.name, &option.values) {
        ("goal", _) => argument.value_parser(Suggested {
            parser: read,
            values: || KINDS.iter().map(goal).collect(),
        }),
        ("cost", _) => argument.value_parser(|text: &str| option.read(&options::cost_lines(text)?)),
        (_, Values::Names(names)) => {
            argument.value_parser(PossibleValuesParser::new(*names).map(Value::from))
        }
        (_, Values::Texts) => argument.action(ArgAction::Append).value_parser(read),
        _ => argument.value_parser(read),
    }
}

/// A kind of goal with what it is, its places, and what it can start from.
fn goal(kind: &Kind) -> PossibleValue {
    let mut text = kind.title.to_owned();
    let places = kind.places();
    if !places.is_empty() {
        text += &format!("; {}", places.join(", "));
    }
    let previous = kind.previous();
    if !previous.is_empty() {
        let also = if kind.is_direct() { "also " } else { "" };
        text += &format!("; {also}from {}", previous.join(", "));
    }
    PossibleValue::new(kind.name).help(text)
}

impl Args for QueryOptions {
    fn augment_args(command: Command) -> Command {
        command.args(arguments().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        QueryOptions::augment_args(command)
    }
}

impl FromArgMatches for QueryOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<QueryOptions, clap::Error> {
        let value = |option: &QueryOption| match option.values {
            Values::Flag => Some(Value::Bool(matches.get_flag(option.name))),
            Values::Texts => {
                let texts = matches.get_many::<Value>(option.name)?;
                Some(texts.cloned().collect())
            }
            _ => matches.get_one::<Value>(option.name).cloned(),
        };
        let fields = arguments().filter_map(|o| Some((o.name.to_owned(), value(o)?)));
        Ok(QueryOptions(fields.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = QueryOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
