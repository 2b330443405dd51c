//! The options of a query as arguments, made from their table.

use super::values::{self, Suggested};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use cubesolve::cube::Metric;
use cubesolve::goals::{KINDS, Kind};
use cubesolve::{OPTIONS, Query, QueryOption, Values};
use serde_json::{Map, Value};

/// The options that are given, but `metric`, which comes with the table.
#[derive(Debug, Clone)]
pub struct QueryOptions(Map<String, Value>);

/// A query with some options: names and values.
///
/// # Errors
/// Which of them are not compatible.
pub fn query<const N: usize>(options: [(&str, Value); N]) -> Result<Query, String> {
    let fields = options.map(|(name, value)| (name.to_owned(), value));
    Query::from_fields(fields.into_iter().collect())
}

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

pub fn named(name: &str) -> &'static QueryOption {
    QueryOption::named(name).expect("an option of queries")
}

pub fn about(option: &QueryOption) -> String {
    let default = match option.default {
        "" => String::new(),
        default => format!(" [default: {default}]"),
    };
    print(&option.about()) + &default
}

/// What an option does, with more paragraphs for the manual.
pub fn details(option: &QueryOption) -> String {
    let paragraphs = [about(option), print(option.details)];
    paragraphs.join("\n\n").trim_end().to_owned()
}

pub fn value(name: &'static str) -> impl TypedValueParser<Value = Value> {
    let (option, is_cost) = (named(name), name == "cost");
    move |text: &str| match is_cost {
        true => option.read(&values::cost_lines(text)?),
        false => option.read(text),
    }
}

fn argument(option: &'static QueryOption) -> Arg {
    let argument = Arg::new(option.name).long(long(option.name));
    let argument = argument.help(about(option)).long_help(details(option));
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
    match (option.name, &option.values) {
        ("goal", _) => argument.value_parser(Suggested {
            parser: value(option.name),
            values: || KINDS.iter().map(goal).collect(),
        }),
        (_, Values::Names(names)) => {
            argument.value_parser(PossibleValuesParser::new(*names).map(Value::from))
        }
        (_, Values::Texts) => (argument.action(ArgAction::Append)).value_parser(value(option.name)),
        _ => argument.value_parser(value(option.name)),
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
