//! JSON documents of other programs as objects with a scramble each.
//!
//! csTimer's export has sessions, each a list of solves `[[penalty, time], scramble, comment, date]`; the
//! scramble type of a session is in its properties. TNoodle's has lists `scrambles` and `extraScrambles`,
//! somewhere below the `id` of an event. Other programs have objects with a `scramble`, also below others; a list
//! may also hold texts.

use serde_json::{Map, Value, json};

/// Whether a line is an object of its own, and no document.
pub fn is_object(line: &[u8]) -> bool {
    let object: Result<Map<String, Value>, _> = serde_json::from_slice(line);
    object.is_ok_and(|object| {
        let object = Value::Object(object);
        let found = found_in(&object);
        found.is_empty() || found == [object]
    })
}

/// The objects of a document, as lines; `None` if the text is no JSON as a whole.
pub fn objects(document: &[u8]) -> Option<Vec<String>> {
    let document: Value = serde_json::from_slice(document).ok()?;
    Some(found_in(&document).iter().map(Value::to_string).collect())
}

fn found_in(document: &Value) -> Vec<Value> {
    let mut found = vec![];
    match document {
        Value::Object(object) if object.keys().any(|key| is_session(key)) => {
            of_sessions(object, &mut found);
        }
        Value::Array(values) => {
            for value in values {
                match value {
                    Value::String(scramble) => found.push(json!({ "scramble": scramble })),
                    Value::Object(_) => {
                        let before = found.len();
                        below(value, None, &mut found);
                        if found.len() == before {
                            found.push(value.clone());
                        }
                    }
                    value => below(value, None, &mut found),
                }
            }
        }
        document => below(document, None, &mut found),
    }
    found
}

/// Whether a key is that of a session of csTimer.
fn is_session(key: &str) -> bool {
    let number = key.strip_prefix("session").unwrap_or_default();
    number.parse::<u32>().is_ok()
}

fn of_sessions(document: &Map<String, Value>, found: &mut Vec<Value>) {
    let properties = document
        .get("properties")
        .and_then(|all| all.get("sessionData"));
    let data: Value = match properties {
        Some(Value::String(text)) => serde_json::from_str(text).unwrap_or_default(),
        other => other.cloned().unwrap_or_default(),
    };
    for (name, solves) in document {
        let (Some(number), Some(solves)) = (name.strip_prefix("session"), solves.as_array()) else {
            continue;
        };
        let session = &data[number];
        let event = session["opt"]["scrType"].as_str().unwrap_or("333");
        let name = session["name"].as_str().unwrap_or(number);
        for (n, solve) in (1..).zip(solves) {
            found.push(json!({
                "session": name, "event": event, "number": n, "scramble": solve[1],
                "milliseconds": solve[0][1], "penalty": solve[0][0], "comment": solve[2], "date": solve[3],
            }));
        }
    }
}

/// Objects for all scrambles below a value; `event` is the one above.
fn below(value: &Value, event: Option<&str>, found: &mut Vec<Value>) {
    let Value::Object(object) = value else {
        let values = value.as_array().into_iter().flatten();
        return values.for_each(|value| below(value, event, found));
    };
    if object.get("scramble").is_some_and(Value::is_string) {
        return found.push(value.clone());
    }
    let keys = ["eventId", "event", "scrambler", "id"];
    let named = keys.iter().find_map(|key| object.get(*key)?.as_str());
    let event = named
        .map(|name| name.split('-').next().unwrap_or(name))
        .or(event);
    let set = object.get("id").or(object.get("title"));
    for (key, is_extra) in [("scrambles", false), ("extraScrambles", true)] {
        let scrambles = object.get(key).and_then(Value::as_array);
        let texts = scrambles
            .into_iter()
            .flatten()
            .filter(|scramble| scramble.is_string());
        found.extend((1..).zip(texts).map(|(n, scramble)| {
            json!({"event": event, "set": set, "number": n, "extra": is_extra, "scramble": scramble})
        }));
    }
    object.values().for_each(|value| below(value, event, found));
}
