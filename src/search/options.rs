//! The options of a [`Query`]: names, values, and what they do.
//!
//! From this table come the arguments of `cubesolve solve` with their help, manual and completions, the fields of a
//! request in `openapi.json`, the keywords of the Python package, and the ranges that are checked. A new option is a
//! line here and a field of [`Query`]; which ones are compatible is in [`check`](super::check). [`FORMAT`] and
//! [`TIMEOUT`] are no parts of a query.

use super::fields::ANY_LENGTH;
use super::query::Query;
use crate::notation::Format;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;
use std::time::Duration;

/// An option of a query.
#[derive(Debug)]
pub struct QueryOption {
    /// The name of the field. On the command line, hyphens replace underscores.
    pub name: &'static str,
    /// A short name of one letter, on the command line and in Python.
    pub short: Option<char>,
    /// A label in a form.
    pub title: &'static str,
    /// Which values it has.
    pub values: Values,
    /// The value without the option, unless that is false or none.
    pub default: &'static str,
    /// What a value is called in help.
    pub value_name: &'static str,
    /// What it does. Names of other options stand in backquotes.
    pub sentence: &'static str,
    /// More paragraphs for the manual.
    pub details: &'static str,
    /// The first version that has it.
    pub since: &'static str,
}

/// The values that an option has.
#[derive(Debug)]
pub enum Values {
    /// True; without the option false.
    Flag,
    /// One of these names.
    Names(&'static [&'static str]),
    /// A number.
    Number(RangeInclusive<u64>),
    /// Numbers of moves up to a greatest one, or `any`: one, or one for each step.
    Lengths(u8),
    /// A number of seconds.
    Seconds,
    /// A notation of cubes.
    Format,
    /// A text.
    Text,
    /// Texts.
    Texts,
}

const DEFAULT: QueryOption = QueryOption {
    name: "",
    short: None,
    title: "",
    values: Values::Flag,
    default: "",
    value_name: "",
    sentence: "",
    details: "",
    since: "1.0.0",
};

const METRICS: Values = Values::Names(&["htm", "qtm", "stm"]);

/// The options, in the order of the help.
pub const OPTIONS: &[QueryOption] = &[
    QueryOption {
        name: "metric",
        title: "Unit of lengths",
        values: METRICS,
        default: "htm",
        value_name: "METRIC",
        sentence: "Metric: half turns count 1 (htm) or 2 (qtm), or turns of slices count 1, too (stm)",
        ..DEFAULT
    },
    QueryOption {
        name: "all",
        title: "All shortest solutions",
        sentence: "Find all optimal solutions",
        ..DEFAULT
    },
    QueryOption {
        name: "number",
        short: Some('n'),
        title: "Number of solutions",
        values: Values::Number(1..=u64::MAX),
        value_name: "N",
        sentence: "Find the N shortest solutions that `extra` admits. If the last quarter turn of a step can go \
                   in either direction, only the clockwise one counts; `all` finds both",
        ..DEFAULT
    },
    QueryOption {
        name: "extra",
        title: "Longer solutions",
        values: Values::Lengths(20),
        value_name: "K",
        sentence: "Also find solutions up to K moves longer than optimal: all of them, or `number`. With several \
                   steps in `goal`, find the shortest chain whose steps are each up to K moves longer than \
                   necessary; any is any length, and 1,0,any,0 has a value for each step",
        ..DEFAULT
    },
    QueryOption {
        name: "max_moves",
        title: "Greatest length",
        values: Values::Lengths(ANY_LENGTH),
        value_name: "N",
        sentence: "Find solutions of at most N moves; with several steps in `goal`, 5,9,any,4 limits each of them",
        ..DEFAULT
    },
    QueryOption {
        name: "fast",
        title: "Quick, without proof",
        sentence: "Find a short solution at once: about 20 moves, not proven to be optimal, fewer with \
                   `timeout`. Needs no table, but finds shorter ones with that of gen-tables --fast",
        ..DEFAULT
    },
    QueryOption {
        name: "goal",
        title: "Goal",
        values: Values::Text,
        value_name: "STEPS",
        sentence: "Solve steps instead of the whole cube, one after the other: eo,dr,htr,solved",
        details: "\
A place can follow a step, as in eo-fb, dr-ud, cross-d or block-urf; without one, the best of all is found. \
dr-ud|dr-fb are alternatives. 3c and f2l can take minutes. Pairs are named by their slots: xcross-d-fr, \
xxcross-d-fr-bl. After f2l, oll and solved (pll) take all moves.

Each step starts where the one before it ends, and preserves it. What the first step preserves can follow after a \
hyphen: dr-eo, htr-dr, solved-dr. Of all chains whose steps are each as short as possible from where they start (or \
`extra` longer), the shortest is found; moves of the same face are joined where steps meet.

Cases: dr-4a1 is domino reduction with four bad corners of shape a that need one quarter turn to htr; \"dr-4a1 2e\" \
also has two bad edges. Corners are 0c0, 0c3, 0c4, 2c3, 2c4, 2c5, 4a1, 4a2, 4a3, 4a4, 4b2, 4b3, 4b4 or 4b5; on the \
inverse scramble 4a3 is 4b3 and 4a4 is 4b4, so either name finds both. 4c4e, or drm-ud-4c4e (RZP), has this many bad \
corners and edges for the dr after it, and ar-ud (JZP) needs no more quarter turns of U and D for it, on one of the \
scrambles with `niss`.

The names of nissy (eofb, drud-eofb, htr-drud, corners-dr, drfin, htrfin, drslice) and of cubelib (EO > DR > HTR > \
FR > FIN, RZP-4c4e, AR, JZP, FINLS, LS) are accepted.",
        ..DEFAULT
    },
    QueryOption {
        name: "niss",
        title: "Also moves on the inverse (NISS)",
        sentence: "Allow moves on the inverse scramble (NISS) in the steps of `goal`; they are printed in ( )",
        ..DEFAULT
    },
    QueryOption {
        name: "moves",
        title: "Allowed moves",
        values: Values::Text,
        value_name: "MOVES",
        sentence: "Use only these moves, each of which counts one: R,U or RUF, slices M, wide moves Rw; R2 is the \
                   half turn alone. The solved cube may be held in any orientation. If the moves cannot solve a \
                   cube, that is proven",
        ..DEFAULT
    },
    QueryOption {
        name: "to",
        title: "Target",
        values: Values::Texts,
        value_name: "CUBE",
        sentence: "Solve to this cube, in any notation, instead of the solved one. Facelets or a net with dots \
                   are a pattern, where a dot is any colour. If several are given, the nearest is found",
        ..DEFAULT
    },
    QueryOption {
        name: "puzzle",
        title: "Puzzle",
        values: Values::Names(&["3x3x3", "2x2x2"]),
        default: "3x3x3",
        value_name: "PUZZLE",
        sentence: "Puzzle; 2x2x2 solves the corners of the given cube",
        ..DEFAULT
    },
    QueryOption {
        name: "then",
        title: "Second metric",
        values: METRICS,
        value_name: "METRIC",
        sentence: "Of the shortest solutions, find one that is shortest in this metric, too: with qtm one that \
                   has the fewest quarter turns, with htm after stm one that has the fewest slices. With `all` or \
                   `number`, several of these",
        ..DEFAULT
    },
    QueryOption {
        name: "cost",
        title: "Weights of turns",
        values: Values::Text,
        value_name: "COST",
        sentence: "Order solutions by a cost, cheapest first: htm, qtm, stm, mcc (comfort for speedcubing), or \
                   lines of weights such as \"*2 1.5\". Finds the cheapest of all lengths, or with `extra` K \
                   (0 too) of those up to K moves longer than the shortest; with `fast` the cheapest of those that are found",
        details: "On the command line, also a file of weights.",
        ..DEFAULT
    },
    QueryOption {
        name: "auf",
        title: "Free turns before and after",
        sentence: "Turns of the upper layer before the first and after the last move are free; they are printed \
                   in ( )",
        ..DEFAULT
    },
    QueryOption {
        name: "unique",
        title: "One of those equal by symmetry",
        sentence: "Of the solutions that symmetries of the scrambled cube carry into each other, find the first \
                   with their number. Needs `all`, `number` or `extra`",
        ..DEFAULT
    },
    QueryOption {
        name: "link",
        title: "Links",
        sentence: "Add to each solution a link to Twizzle, where it is played from the scrambled cube on",
        details: "The link starts with the scramble if the cube was given by up to 200 moves, otherwise with \
                  other moves that make the cube.",
        ..DEFAULT
    },
];

/// How the cubes are written.
pub const FORMAT: QueryOption = QueryOption {
    name: "format",
    short: Some('f'),
    title: "Notation",
    values: Values::Format,
    value_name: "FORMAT",
    sentence: "Notation of the cubes, by a name that the command convert lists; by default guessed for each",
    ..DEFAULT
};

/// A limit for each cube.
pub const TIMEOUT: QueryOption = QueryOption {
    name: "timeout",
    title: "Seconds per cube",
    values: Values::Seconds,
    value_name: "SECONDS",
    sentence: "Stop after SECONDS per cube, with the best solution found and the proven minimum. With `fast`: keep \
               looking for shorter solutions this long",
    details: "The time to generate a missing table counts. Its generation goes on while other cubes are solved, and \
              ends with the program: nothing is kept of a table that is not finished.",
    ..DEFAULT
};

/// The time of a number of seconds.
///
/// # Errors
/// What would be one.
pub fn seconds(number: f64) -> Result<Duration, String> {
    let time = Duration::try_from_secs_f64(number);
    time.map_err(|_| "expected a number of seconds, such as 0.5".to_owned())
}

/// A text with names of options, which stand in backquotes, as `print` writes them.
pub fn with_names(text: &str, print: impl Fn(&str) -> String) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(i, part)| match i % 2 {
        0 => part.to_owned(),
        _ => print(part),
    });
    parts.collect()
}

impl QueryOption {
    /// The option of a query with a name.
    pub fn named(name: &str) -> Option<&'static QueryOption> {
        OPTIONS.iter().find(|option| option.name == name)
    }

    /// What it does, and since when if it was not in the first version.
    pub fn about(&self) -> String {
        match self.since == DEFAULT.since {
            true => self.sentence.to_owned(),
            false => format!("{} (since {})", self.sentence, self.since),
        }
    }

    /// The value that a text stands for.
    ///
    /// # Errors
    /// Why there is none.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let number = |text: &str| text.parse::<u64>().map_or(text.into(), Value::from);
        let value = match self.values {
            Values::Flag => Value::Bool(true),
            Values::Number(_) => number(text),
            Values::Lengths(_) => text.split(',').map(number).collect(),
            Values::Seconds => text.parse::<f64>().map_or(text.into(), Value::from),
            Values::Names(_) | Values::Format | Values::Text | Values::Texts => text.into(),
        };
        self.check(&value).map(|()| value)
    }

    /// Checks a value.
    ///
    /// # Errors
    /// What would be one.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        let values = value
            .as_array()
            .map_or(std::slice::from_ref(value), Vec::as_slice);
        match &self.values {
            Values::Number(range) => {
                if !value.as_u64().is_some_and(|number| range.contains(&number)) {
                    return Err(format!("expected {}", in_words(range)));
                }
            }
            Values::Lengths(max) => {
                let range = 0..=u64::from(*max);
                let is_length = |value: &Value| value.as_u64().is_some_and(|n| range.contains(&n));
                if !values
                    .iter()
                    .all(|value| value == "any" || is_length(value))
                {
                    return Err(format!("expected {}, or any", in_words(&range)));
                }
            }
            Values::Names(names) => {
                if !names.iter().any(|name| value == name) {
                    return Err(format!("expected {}", names.join(" or ")));
                }
            }
            Values::Seconds => return seconds(value.as_f64().unwrap_or(f64::NAN)).map(drop),
            Values::Format => {
                let format = value.as_str().unwrap_or_default().parse::<Format>();
                return format.map(drop).map_err(|error| error.to_string());
            }
            Values::Flag | Values::Text | Values::Texts => {}
        }
        let alone = Map::from_iter([(self.name.to_owned(), value.clone())]);
        let query = serde_json::from_value::<Query>(alone.into());
        query.map(drop).map_err(|error| error.to_string())
    }
}

impl Query {
    /// The query with these fields, as the command line, the server and the Python package have them. Those that are
    /// null have no effect.
    ///
    /// # Errors
    /// Which field is wrong, and how, or which fields do not fit together.
    #[doc(hidden)]
    pub fn from_fields(mut fields: Map<String, Value>) -> Result<Query, String> {
        fields.retain(|_, value| !value.is_null());
        for (name, value) in &fields {
            let option = QueryOption::named(name).ok_or_else(|| format!("unknown field {name}"))?;
            let checked = option.check(value);
            checked.map_err(|problem| format!("{name}: {problem}"))?;
        }
        let query: Query = serde_json::from_value(fields.into()).map_err(|e| e.to_string())?;
        query.check().map_err(|error| error.to_string())?;
        Ok(query)
    }
}

fn in_words(range: &RangeInclusive<u64>) -> String {
    match *range.end() {
        u64::MAX => format!("a number, at least {}", range.start()),
        end => format!("{} to {end}", range.start()),
    }
}
