//! The server agrees with `openapi.json`.

use super::{Server, get, send};
use cubesolve::{FORMAT, OPTIONS, TIMEOUT};
use serde_json::{Value, json};

fn description(server: &Server) -> Value {
    get(server.address, "/openapi.json").json()
}

/// The target of a reference, or the value itself if it is none.
fn resolved<'a>(root: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => root.pointer(reference.strip_prefix('#').unwrap()).unwrap(),
        None => value,
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("{name}"),
    }
}

/// Whether a value fits a schema, for the keywords that the description uses.
fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let schema = resolved(root, schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let fitting = choices.iter().filter(|choice| fits(root, choice, value));
        if fitting.count() != 1 {
            return false;
        }
    }
    if let Some(constant) = schema.get("const") {
        return constant == value;
    }
    let types = match &schema["type"] {
        Value::Null => vec![],
        Value::String(name) => vec![name.as_str()],
        Value::Array(names) => names.iter().map(|name| name.as_str().unwrap()).collect(),
        other => panic!("{other}"),
    };
    if !types.is_empty() && !types.iter().any(|name| is_of_type(value, name)) {
        return false;
    }
    match value {
        Value::Array(items) => items.iter().all(|item| fits(root, &schema["items"], item)),
        Value::Object(fields) => {
            let required = schema["required"].as_array();
            let known = |(name, field): (&String, &Value)| match schema["properties"].get(name) {
                Some(property) => fits(root, property, field),
                None => schema["additionalProperties"] != json!(false),
            };
            required
                .into_iter()
                .flatten()
                .all(|name| fields.contains_key(name.as_str().unwrap()))
                && fields.iter().all(known)
        }
        _ => true,
    }
}

/// Sends a request and checks the response against the description of the operation. Returns its
/// status.
fn check(
    server: &Server,
    root: &Value,
    operation: &Value,
    start: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> u16 {
    let response = send(server.address, start, headers, body);
    let status = response.status;
    let described = resolved(root, &operation["responses"][status.to_string()]);
    let kind = response.header("content-type").unwrap().to_owned();
    let schema = &described["content"][&kind]["schema"];
    assert!(
        schema.is_object(),
        "{start}: {status} {kind} is not described"
    );
    let text = response.text();
    let lines: Vec<&str> = match kind.as_str() {
        "application/x-ndjson" => text.lines().collect(),
        _ => vec![&text],
    };
    assert!(!lines.is_empty());
    for line in lines {
        assert!(
            fits(root, schema, &serde_json::from_str(line).unwrap()),
            "{start}: {line}"
        );
    }
    status
}

#[test]
fn request_has_every_option_of_queries() {
    let server = Server::start();
    let root = description(&server);
    let fields = &root["components"]["schemas"]["SolveRequest"]["properties"];
    for option in OPTIONS.iter().chain([&FORMAT, &TIMEOUT]) {
        let field = &fields[option.name];
        assert_eq!(field["title"], option.title);
        assert_eq!(field["description"], option.about().replace('`', ""));
    }
    assert_eq!(fields["extra"]["oneOf"][0]["maximum"], 20);
    assert_eq!(fields["number"]["maximum"], 10_000);
    assert_eq!(fields["OPTIONS"], Value::Null);
}

#[test]
fn every_operation_responds_as_described() {
    let server = Server::start();
    let root = description(&server);
    assert_eq!(root["info"]["version"], env!("CARGO_PKG_VERSION"));
    for (path, operations) in root["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let start = format!("{} {path}", method.to_uppercase());
            let evil = [("host", "evil.example")];
            assert_eq!(check(&server, &root, operation, &start, &evil, b""), 403);
            let Some(bodies) = operation["requestBody"]["content"].as_object() else {
                assert_eq!(check(&server, &root, operation, &start, &[], b""), 200);
                continue;
            };
            for (kind, body) in bodies {
                let headers = [("content-type", kind.as_str())];
                let example = match &body["example"] {
                    Value::String(text) => text.clone(),
                    object => object.to_string(),
                };
                assert!(fits(&root, &body["schema"], &body["example"]), "{start}");
                let status_of =
                    |body: &[u8]| check(&server, &root, operation, &start, &headers, body);
                assert_eq!(status_of(example.as_bytes()), 200);
                assert_eq!(status_of(b"\xff"), 400);
                let long = [headers[0], ("content-length", "2000000")];
                assert_eq!(check(&server, &root, operation, &start, &long, b""), 413);
            }
        }
        let other = send(server.address, &format!("PUT {path}"), &[], b"");
        assert_eq!(other.status, 405);
        assert!(other.header("allow").is_some());
    }
}

#[test]
fn answers_to_every_kind_of_query_are_as_described() {
    let server = Server::start();
    let root = description(&server);
    let operation = &root["paths"]["/solve"]["post"];
    let content = &operation["requestBody"]["content"]["application/json"];
    let headers = [("content-type", "application/json")];
    for options in [
        json!({"goal": "eo", "all": true}),
        json!({"goal": "eo,dr,htr,solved", "extra": [1, 0, 0, 0], "number": 2}),
        json!({"to": ["R", "U"], "all": true}),
        json!({"goal": "dr", "niss": true, "metric": "qtm", "progress": true}),
        json!({"puzzle": "2x2x2", "extra": 1}),
        json!({"moves": "M,R,U", "metric": "qtm", "timeout": 1}),
        json!({"fast": true}),
        json!({"metric": "qtm"}),
    ] {
        let mut request = options;
        request["scramble"] = "R U2".into();
        assert!(fits(&root, &content["schema"], &request), "{request}");
        let body = request.to_string();
        assert_eq!(
            check(
                &server,
                &root,
                operation,
                "POST /solve",
                &headers,
                body.as_bytes()
            ),
            200
        );
    }
}

#[test]
fn schema_check_detects_wrong_values() {
    let server = Server::start();
    let root = description(&server);
    let schema = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    for (name, one, other) in [
        ("CheckRequest", "facelets", "scramble"),
        ("SolveRequest", "scramble", "scrambles"),
    ] {
        let both = json!({one: "R", other: "R"});
        assert!(fits(&root, &schema(name), &json!({one: "R"})));
        assert!(!fits(&root, &schema(name), &json!({})), "{name}");
        assert!(!fits(&root, &schema(name), &both), "{name}");
    }
    let tables = get(server.address, "/tables").json();
    let right = tables["tables"][0].clone();
    let tables = |entry: Value| json!({"tables": [entry], "generates": true});
    assert!(fits(&root, &schema("Tables"), &tables(right.clone())));
    for (name, value) in [
        ("name", json!(7)),
        ("bytes", json!("1")),
        ("more", json!(1)),
    ] {
        let mut wrong = right.clone();
        wrong[name] = value;
        assert!(!fits(&root, &schema("Tables"), &tables(wrong)), "{name}");
    }
    assert!(!fits(
        &root,
        &schema("Tables"),
        &tables(json!({"name": "64M"}))
    ));
}

#[test]
fn examples_of_requests_are_answered() {
    let server = Server::start();
    let root = description(&server);
    for path in ["/solve", "/check"] {
        let content = &root["paths"][path]["post"]["requestBody"]["content"];
        let example = content["application/json"]["example"].to_string();
        let json = [("content-type", "application/json")];
        let start = format!("POST {path}");
        let answer = send(server.address, &start, &json, example.as_bytes());
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.text();
        assert!(!text.contains("expected 54 facelets"), "{path}: {text}");
        assert!(!text.contains(r#""error":""#), "{path}: {text}");
    }
}
