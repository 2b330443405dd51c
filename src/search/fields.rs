//! Deserializers for those fields of a query that serde cannot read by itself.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// The number that is written `"any"`.
pub const ANY_LENGTH: u8 = u8::MAX;

/// An optional value from its text.
pub fn text<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    let value = text.map(|text| text.parse()).transpose();
    value.map_err(D::Error::custom)
}

/// Numbers of moves for a solution or for each step, and `"any"`.
pub fn lengths<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let values: Vec<Value> = one_or_several(deserializer)?;
    let length = |value: Value| {
        let moves = match value == "any" {
            true => Some(ANY_LENGTH),
            false => value.as_u64().and_then(|moves| u8::try_from(moves).ok()),
        };
        let problem = || format!("expected a number of moves or \"any\", not {value}");
        moves.ok_or_else(|| D::Error::custom(problem()))
    };
    values.into_iter().map(length).collect()
}

/// A value, a list of values, or `null` for none.
pub fn one_or_several<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    // not an untagged enum, whose error would not say what is wrong with the value
    let values = match Value::deserialize(deserializer)? {
        Value::Null => vec![],
        Value::Array(values) => values,
        value => vec![value],
    };
    let values = values.into_iter().map(serde_json::from_value);
    values.collect::<Result<_, _>>().map_err(D::Error::custom)
}
