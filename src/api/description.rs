//! The description of the interface at `/openapi.json`: that file, with the options of a query from their table.

use super::request::{MAX_SOLUTIONS, MAX_TIMEOUT};
use crate::search::{FORMAT, OPTIONS, QueryOption, TIMEOUT, Values, with_names};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Where the options of a query belong.
const PLACE: &str = r#""OPTIONS": {}"#;

pub static DESCRIPTION: LazyLock<String> = LazyLock::new(|| {
    let options = [&FORMAT].into_iter().chain(OPTIONS).chain([&TIMEOUT]);
    let options = options.map(|option| format!("\"{}\": {}", option.name, schema(option)));
    let options: Vec<String> = options.collect();
    include_str!("openapi.json").replace(PLACE, &options.join(",\n          "))
});

fn schema(option: &QueryOption) -> Value {
    let one_or_several = |one: Value| {
        let several = json!({"type": "array", "items": one.clone()});
        json!({"oneOf": [one, several, {"type": "null"}]})
    };
    let mut schema = match &option.values {
        Values::Flag => json!({"type": "boolean"}),
        Values::Names(names) => json!({"type": "string", "enum": names}),
        Values::Number(range) => {
            let max = (*range.end()).min(MAX_SOLUTIONS as u64);
            json!({"type": ["integer", "null"], "minimum": range.start(), "maximum": max})
        }
        Values::Lengths(max) => {
            one_or_several(json!({"type": ["integer", "string"], "minimum": 0, "maximum": max}))
        }
        Values::Seconds => {
            let max = MAX_TIMEOUT.as_secs();
            json!({"type": ["number", "null"], "minimum": 0, "maximum": max, "default": max})
        }
        Values::Format | Values::Text => json!({"type": ["string", "null"]}),
        Values::Texts => one_or_several(json!({"type": "string"})),
    };
    if !option.default.is_empty() {
        schema["default"] = option.default.into();
    }
    schema["title"] = option.title.into();
    schema["description"] = with_names(&option.about(), str::to_owned).into();
    schema
}
