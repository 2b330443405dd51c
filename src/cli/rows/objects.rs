//! Rows of JSON: an object on each line, or the documents of other programs.

use super::cells::{are_scrambles, cubes_in};
use super::documents;
use super::selection::{EVENT_COLUMNS, Selection};
use crate::cli::input::{Input, Inputs, Row};
use crate::cli::output::note;
use anyhow::{Context, bail};
use serde_json::{Map, Value};
use std::io::{BufRead, Cursor, Read};

/// The cubes of JSON: an object on each line, or a document of another program.
pub fn json_rows(
    head: Vec<u8>,
    mut file: Box<dyn BufRead + Send>,
    name: String,
    selection: Selection,
) -> anyhow::Result<Inputs> {
    let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    type ByteLines = Box<dyn Iterator<Item = std::io::Result<Vec<u8>>> + Send>;
    let lines: ByteLines = if documents::is_object(first) {
        Box::new(Cursor::new(head).chain(file).split(b'\n'))
    } else {
        let mut whole = head;
        let read = file.read_to_end(&mut whole);
        read.with_context(|| format!("cannot read {name}"))?;
        match documents::objects(&whole) {
            Some(objects) if objects.is_empty() => bail!("{name} has no scrambles"),
            Some(objects) => Box::new(objects.into_iter().map(|object| Ok(object.into_bytes()))),
            None => Box::new(Cursor::new(whole).split(b'\n')),
        }
    };
    let (mut next, mut key) = (0, None);
    let rows = (1..).zip(lines).flat_map(move |(number, line)| {
        let line = match line.with_context(|| format!("cannot read {name}")) {
            Ok(line) => line,
            Err(error) => return vec![Err(error)],
        };
        let start = next;
        next += line.len() as u64 + 1;
        if line.trim_ascii().is_empty() {
            return vec![];
        }
        object_inputs(number, start, line, &mut key, &selection)
    });
    Ok(Box::new(rows))
}

/// The cubes of a line that should be an object; the first one shows the name of the field.
fn object_inputs(
    number: u64,
    start: u64,
    line: Vec<u8>,
    key: &mut Option<String>,
    selection: &Selection,
) -> Vec<anyhow::Result<Input>> {
    let input = |columns: Vec<u8>, text: String, problem: Option<String>| {
        let row = Row {
            columns,
            delimiter: None,
            start,
        };
        Ok(Input {
            row: Some(row),
            problem,
            ..Input::new("row", number, Ok(text))
        })
    };
    let Ok(object) = serde_json::from_slice::<Map<String, Value>>(&line) else {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        let columns = format!("{{\"input\":{}", Value::from(text.clone()));
        return vec![input(
            columns.into_bytes(),
            text,
            Some("is not a JSON object".into()),
        )];
    };
    let key = key.get_or_insert_with(|| key_of_scrambles(&object, selection));
    let event = object
        .iter()
        .find(|(name, _)| EVENT_COLUMNS.contains(&&*name.to_lowercase()));
    let event = event.and_then(|(_, event)| event.as_str());
    if selection.skips(event) {
        return vec![];
    }
    let (texts, problem): (Vec<String>, _) = match object.get(&*key) {
        Some(Value::String(text)) => (
            cubes_in(text, event)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            None,
        ),
        Some(Value::Array(cubes)) if !cubes.is_empty() && cubes.iter().all(Value::is_string) => (
            cubes
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            None,
        ),
        Some(Value::Null) => (vec![String::new()], None),
        Some(other) => (vec![other.to_string()], None),
        None => (vec![String::new()], Some(format!("has no field {key}"))),
    };
    let end = line.iter().rposition(|byte| *byte == b'}');
    let columns = &line[..end.expect("an object ends with it")];
    let is_single = texts.len() == 1;
    let one = |text: String| {
        let mut columns = columns.to_vec();
        if !is_single {
            let mut object = object.clone();
            object.insert(key.clone(), text.clone().into());
            columns = serde_json::to_vec(&object).expect("it was JSON");
            columns.pop();
        }
        input(columns, text, problem.clone())
    };
    texts.into_iter().map(one).collect()
}

/// The name of the field with the cube: the one selected, or else the only one that has a scramble.
fn key_of_scrambles(object: &Map<String, Value>, selection: &Selection) -> String {
    let names: Vec<&str> = object.keys().map(String::as_str).collect();
    if let Some(column) = selection.find(names.iter().copied()) {
        return names[column].to_owned();
    }
    let is_scramble = |name: &&&str| {
        object[**name]
            .as_str()
            .is_some_and(|text| are_scrambles([text].iter()))
    };
    let found: Vec<&&str> = names.iter().filter(is_scramble).collect();
    match found[..] {
        [name] if selection.column.is_none() => {
            note(format_args!("solving the field {name}"));
            (*name).to_owned()
        }
        _ => selection.named().to_owned(),
    }
}
