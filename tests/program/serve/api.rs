//! Requests of programs and their answers.

use super::{FAR, Response, SUPERFLIP, Server, get, post_json, send};
use crate::naive::NaiveCube;
use crate::program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

fn lines(response: Response) -> Vec<Value> {
    assert_eq!(response.status, 200);
    let text = response.text();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Without the field that differs from run to run.
fn without_time(mut object: Value) -> Value {
    object.as_object_mut().unwrap().remove("seconds");
    object
}

#[test]
fn answers_equal_those_of_solve() {
    let server = Server::start();
    let net = program::with_table().args(["show", "F R' D2"]).output();
    let net = program::stdout(&net.unwrap()).to_owned();
    let scrambles = format!(
        "R U F'\nx R U R' U'\nno cube\n\nR R R R2\n{net}B\n{}",
        &net[..80]
    );
    let output = program::run_with(&mut program::solve(&["--json"]), scrambles.as_bytes());
    let expected = program::stdout(&output).lines();
    let expected: Vec<Value> = expected
        .map(|line| without_time(serde_json::from_str(line).unwrap()))
        .collect();
    let answers = lines(send(
        server.address,
        "POST /solve",
        &[],
        scrambles.as_bytes(),
    ));
    assert_eq!(
        answers.into_iter().map(without_time).collect::<Vec<_>>(),
        expected
    );
    let lines_of: Vec<u64> = expected
        .iter()
        .map(|answer| answer["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines_of, [1, 2, 3, 4, 5, 6, 16, 17, 21]);
    assert_eq!(expected[5]["length"], 3);

    let request = json!({"scramble": "R2 F2 R2 F2 R2 F2", "all": true});
    let [answer] = &lines(post_json(server.address, "/solve", &request))[..] else {
        panic!("expected one answer");
    };
    assert_eq!(answer["solutions"].as_array().unwrap().len(), 8);
    assert_eq!(
        (&answer["length"], &answer["optimal"]),
        (&json!(6), &json!(true))
    );
}

#[test]
fn options_and_limits_are_applied() {
    let server = Server::start();
    let solve = |request: Value| lines(post_json(server.address, "/solve", &request)).remove(0);
    assert_eq!(solve(json!({"scramble": "U D", "to": "R L"}))["length"], 4);
    assert_eq!(
        solve(json!({"scramble": "R (U)", "format": "niss"}))["length"],
        2
    );
    let scramble = "R2 L2 U2 D2 R2 L2";
    let longer = solve(json!({"scramble": scramble, "extra": 2}));
    let output = program::solve(&["--json", "--extra", "2", scramble]).output();
    let expected: Value = serde_json::from_str(program::stdout(&output.unwrap())).unwrap();
    assert_eq!(without_time(longer), without_time(expected));
    let few = solve(json!({"scramble": "R U F", "max_moves": 2}));
    assert_eq!(few["error"], "no solution within 2 moves");
    let late = solve(json!({"scramble": SUPERFLIP, "timeout": 0.01}));
    assert!(
        late["error"].as_str().unwrap().starts_with("time is up: "),
        "{late}"
    );
    assert_eq!(late["optimal"], false);
    assert!(late["lower_bound"].as_u64() < late["length"].as_u64());
}

/// The object that the command line prints.
fn printed(options: &[&str], scramble: &str) -> Value {
    let output = program::solve(&["--json"])
        .args(options)
        .arg(scramble)
        .output();
    without_time(serde_json::from_str(program::stdout(&output.unwrap())).unwrap())
}

#[test]
fn options_equal_those_of_solve() {
    let server = Server::start();
    let cross = ".............R..R.....F..F..D.DDD.D.....L..L.....B..B.";
    for (options, request) in [
        (&["--goal", "eo"][..], json!({"goal": "eo"})),
        (
            &["--goal", "dr-ud", "--niss"],
            json!({"goal": "dr-ud", "niss": true}),
        ),
        (
            &["--goal", "htr-drud", "--metric", "qtm"],
            json!({"goal": "htr-drud", "metric": "qtm"}),
        ),
        (
            &["--goal", "cross", "--all"],
            json!({"goal": "cross", "all": true}),
        ),
        (
            &[
                "--goal",
                "eo,dr,htr,solved",
                "--extra",
                "1,0,0,0",
                "-n",
                "3",
            ],
            json!({"goal": "eo,dr,htr,solved", "extra": [1, 0, 0, 0], "number": 3}),
        ),
        (
            &["--puzzle", "2x2x2", "--metric", "qtm"],
            json!({"puzzle": "2x2x2", "metric": "qtm"}),
        ),
        (
            &["--moves", "R,U,F", "--extra", "1"],
            json!({"moves": "R,U,F", "extra": 1}),
        ),
        (
            &["--moves", "M,U", "--metric", "qtm"],
            json!({"moves": "M,U", "metric": "qtm"}),
        ),
        (&["--to", cross], json!({"to": cross})),
        (
            &["--to", "R", "--to", "U"],
            json!({"to": ["R", "U"], "extra": 0}),
        ),
        (
            &["--fast", "--metric", "qtm"],
            json!({"fast": true, "metric": "qtm"}),
        ),
    ] {
        let mut request = request;
        let scramble = match request["goal"] == "htr-drud" {
            true => "R2 U F2 D2",
            false => "R U F'",
        };
        request["scramble"] = scramble.into();
        let answer = lines(post_json(server.address, "/solve", &request)).remove(0);
        assert_eq!(
            without_time(answer),
            printed(options, scramble),
            "{request}"
        );
    }
}

#[test]
fn each_metric_uses_its_table() {
    let tables = tempfile::tempdir().unwrap();
    for name in ["64M", "32M-qtm"] {
        let file = tables.path().join(format!("{name}.table"));
        std::fs::copy(program::small_table(name), file).unwrap();
    }
    let solve = |server: &Server, metric: &str| {
        let request = json!({"scramble": "R2 U", "metric": metric});
        lines(post_json(server.address, "/solve", &request)).remove(0)
    };
    let server = Server::with(tables.path());
    for (metric, length, table) in [
        ("htm", 2, "64M"),
        ("qtm", 3, "32M-qtm"),
        ("qtm", 3, "32M-qtm"),
    ] {
        let answer = solve(&server, metric);
        let fields = ["metric", "length", "table"].map(|name| &answer[name]);
        assert_eq!(fields, [&json!(metric), &json!(length), &json!(table)]);
        assert_eq!(answer["optimal"], true);
    }
    let used = get(server.address, "/tables").json();
    let used: Vec<&Value> = used["tables"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|table| table["used"] == true)
        .map(|table| &table["name"])
        .collect();
    assert_eq!(used, ["32M-qtm", "64M"]);

    // if it is missing and none may be generated, the error says so
    std::fs::remove_file(tables.path().join("32M-qtm.table")).unwrap();
    let request = json!({"scramble": FAR, "metric": "qtm"});
    let server = Server::with(tables.path());
    let refused = lines(post_json(server.address, "/solve", &request)).remove(0);
    let error = refused["error"].as_str().unwrap();
    assert!(error.contains("table 64M-qtm is not installed"), "{error}");
    assert!(
        error.contains("`cubesolve gen-tables --table 64M-qtm`"),
        "{error}"
    );
    assert_eq!(refused["solution"], Value::Null);
}

#[test]
fn progress_sends_events_before_the_answer() {
    let server = Server::start();
    let scramble = "R U F D2 L B R2 U' F D";
    let events = lines(post_json(
        server.address,
        "/solve",
        &json!({"scramble": NaiveCube::from_str(scramble).facelets(), "progress": true}),
    ));
    let (answer, events) = events.split_last().unwrap();
    assert_eq!(
        (&answer["event"], &answer["length"]),
        (&json!("answer"), &json!(10))
    );
    let short = events.iter().find(|event| event["event"] == "short");
    let mut cube = NaiveCube::solved();
    cube.apply_str(scramble);
    cube.apply_str(short.unwrap()["solution"].as_str().unwrap());
    assert_eq!(cube, NaiveCube::solved());
    let of_kind = |kind: &'static str| events.iter().filter(move |event| event["event"] == kind);
    let depths: Vec<u64> = of_kind("depth")
        .map(|event| event["depth"].as_u64().unwrap())
        .collect();
    assert!(depths.is_sorted(), "{depths:?}");
    for event in of_kind("depth") {
        let lower_bound = event["lower_bound"].as_u64().unwrap();
        assert_eq!(lower_bound, (event["depth"].as_u64().unwrap() + 1).min(10));
    }
    let shorter: Vec<u64> = of_kind("short")
        .map(|event| event["length"].as_u64().unwrap())
        .collect();
    assert!(shorter.is_sorted_by(|a, b| a >= b), "{shorter:?}");
    assert!(of_kind("progress").count() > 0);
    for event in of_kind("progress") {
        assert!((0.0..=1.0).contains(&event["done"].as_f64().unwrap()));
        assert!(event["depth"].as_u64().unwrap() <= 10);
    }
}

#[test]
fn input_is_repeated_up_to_64_kib() {
    let server = Server::start();
    let comment = |length: usize| format!("R // {}", "x".repeat(length - 5));
    let scrambles = [comment(1 << 16), comment((1 << 16) + 1)];
    let answers = lines(post_json(
        server.address,
        "/solve",
        &json!({"scrambles": scrambles}),
    ));
    let inputs = [&answers[0]["input"], &answers[1]["input"]];
    assert_eq!(inputs, [&json!(scrambles[0]), &Value::Null]);
    assert_eq!(answers[1]["solution"], "R'");
}

#[test]
fn table_is_generated_by_a_later_request_if_an_earlier_one_could_not() {
    let tables = tempfile::tempdir().unwrap();
    let table = tables.path().join("64M-qtm.table");
    std::fs::copy(
        program::tables().join("64M.table"),
        tables.path().join("64M.table"),
    )
    .unwrap();
    std::fs::write(&table, "no table").unwrap();
    let server = Server::spawn(program::program(tables.path()).arg("serve"));
    let request = json!({"scramble": FAR, "metric": "qtm", "progress": true});
    let failed = lines(post_json(server.address, "/solve", &request));
    assert!(failed.last().unwrap()["error"].is_string());
    std::fs::remove_file(&table).unwrap();
    // one of them waits for the other's generation
    let both = [(); 2].map(|()| post_json(server.address, "/solve", &request));
    for events in both.map(lines) {
        assert!(events.iter().any(|event| event["event"] == "generating"));
        let answer = events.last().unwrap();
        let fields = ["table", "optimal", "error"].map(|name| answer[name].clone());
        assert_eq!(fields, [json!("64M-qtm"), json!(true), Value::Null]);
    }
}

#[test]
fn table_truncated_while_it_is_served_changes_nothing() {
    let tables = tempfile::tempdir().unwrap();
    let table = tables.path().join("64M.table");
    std::fs::copy(program::tables().join("64M.table"), &table).unwrap();
    let server = Server::with(tables.path());
    let request = json!({"scramble": "U R2 F D L B2 D' R U2"});
    let before = post_json(server.address, "/solve", &request).json();
    assert_eq!(before["table"], json!("64M"));
    let file = std::fs::OpenOptions::new().write(true).open(&table);
    file.unwrap().set_len(4096).unwrap();
    let answer = post_json(server.address, "/solve", &request).json();
    assert_eq!(answer["error"], Value::Null);
}

/// What needs no table is answered meanwhile, and a timeout leaves its generation to later requests.
#[test]
fn server_answers_before_it_has_a_table() {
    let tables = tempfile::tempdir().unwrap();
    let server = Server::spawn(program::program(tables.path()).arg("serve"));
    let solve = |request: Value| lines(post_json(server.address, "/solve", &request)).remove(0);
    let near = solve(json!({"scramble": "R U F'"}));
    assert_eq!(
        (&near["solution"], &near["optimal"]),
        (&json!("F U' R'"), &json!(true))
    );
    let quick = solve(json!({"scramble": SUPERFLIP, "fast": true}));
    assert!(quick["length"].as_u64() >= Some(20));
    let late = solve(json!({"scramble": SUPERFLIP, "timeout": 0}));
    assert!(late["error"].as_str().unwrap().starts_with("time is up"));
    assert!(late["length"].as_u64() >= Some(20) && late["lower_bound"].as_u64() <= Some(20));
    let waited = solve(json!({"scramble": "R U F' L2 D B' U2 R' F2 L D' B U"}));
    assert_eq!(
        (&waited["optimal"], &waited["error"]),
        (&json!(true), &Value::Null)
    );
    assert!(waited["table"].is_string());
}

#[test]
fn server_without_a_table_refuses_only_what_needs_one() {
    let tables = tempfile::tempdir().unwrap();
    let server = Server::with(tables.path());
    let solve = |scramble| {
        let request = json!({"scramble": scramble});
        lines(post_json(server.address, "/solve", &request)).remove(0)
    };
    assert_eq!(solve("R U F'")["solution"], "F U' R'");
    let refused = solve(SUPERFLIP);
    assert!(
        refused["error"]
            .as_str()
            .unwrap()
            .contains("is not installed"),
        "{refused}"
    );
    assert_eq!(refused["missing"], "64M");
}

#[test]
fn invalid_requests_are_refused_with_a_reason() {
    let server = Server::start();
    for (request, reason) in [
        (json!({}), "expected a scramble"),
        (json!(["R U F"]), "expected an object"),
        (
            json!({"scramble": "R", "scrambles": []}),
            "expected a scramble",
        ),
        (json!({"scrambles": []}), "expected a scramble"),
        (json!({"scramble": "R", "depth": 3}), "unknown field"),
        (
            json!({"scramble": "R", "all": true, "number": 3}),
            "exclude each other",
        ),
        (json!({"scramble": "R", "number": 0}), "number"),
        (json!({"scramble": "R", "number": 10001}), "number"),
        (json!({"scramble": "R", "extra": 21}), "extra"),
        (
            json!({"scramble": "R", "extra": [1, 2]}),
            "extra takes one number",
        ),
        (
            json!({"scramble": "R", "metric": "atm"}),
            "metric: expected htm or qtm or stm",
        ),
        (
            json!({"scramble": "R", "goal": "eu"}),
            "goal: unknown goal \"eu\"",
        ),
        (
            json!({"scramble": "R", "goal": (["eo"; 17].join(","))}),
            "at most 16 steps",
        ),
        (
            json!({"scramble": "R", "goal": (["eo"; 17].join(">"))}),
            "at most 16 steps",
        ),
        (
            json!({"scramble": "R", "goal": (["eo"; 33].join("|"))}),
            "at most 32 alternatives",
        ),
        (
            json!({"scramble": "R", "goal": ("-".repeat(100_000))}),
            "unknown goal",
        ),
        (
            json!({"scramble": "R", "cost": format!("* 1\n{}", "* * 1000\n".repeat(2200))}),
            "at most 1000 lines",
        ),
        (json!({"scramble": "R", "cost": "* nan"}), "cost: "),
        (
            json!({"scramble": "R", "goal": "eo", "moves": "M"}),
            "face turns",
        ),
        (
            json!({"scramble": "R", "fast": true, "extra": 1}),
            "excludes longer solutions",
        ),
        (json!({"scramble": "R", "niss": true}), "niss needs a goal"),
        (
            json!({"scramble": "R", "puzzle": "4x4x4"}),
            "puzzle: expected 3x3x3 or 2x2x2",
        ),
        (json!({"scramble": "R", "moves": "Q"}), "moves: "),
        (json!({"scramble": "R", "max_moves": 256}), "max_moves: "),
        (
            json!({"scramble": "R", "max_moves": [1, 2]}),
            "max_moves takes one number",
        ),
        (json!({"scramble": "R", "timeout": -1}), "timeout"),
        (json!({"scramble": "R", "timeout": 1e9}), "timeout"),
        (json!({"scramble": "R", "format": "braille"}), "format"),
        (json!({"scramble": "R", "to": "Q"}), "to: "),
        (json!({"scrambles": vec!["R"; 10_001]}), "at most 10000"),
    ] {
        let response = post_json(server.address, "/solve", &request);
        assert_eq!(response.status, 400, "{request}");
        let error = response.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(reason), "{error}");
    }
    let object = br#"{"scramble":"R"}"#;
    let untyped = send(server.address, "POST /solve", &[], object).json();
    assert!(untyped["error"].as_str().unwrap().contains("Content-Type"));
    for (path, kind) in [
        ("/solve", "text/html"),
        ("/check", "text/plain"),
        ("/tables", ""),
    ] {
        let headers = [("content-type", kind)];
        let refused = send(server.address, &format!("POST {path}"), &headers, b"R");
        assert_eq!(refused.status, 415);
        assert!(
            refused.json()["error"]
                .as_str()
                .unwrap()
                .contains("application/json")
        );
    }
    let upper_case = [("content-type", "APPLICATION/JSON; charset=utf-8")];
    let answer = send(server.address, "POST /solve", &upper_case, object).json();
    assert_eq!(answer["solution"], "R'");
    let broken = send(server.address, "POST /solve", &[], b"R\xff");
    assert_eq!(
        (
            broken.status,
            broken.json()["error"].as_str().unwrap().contains("byte 2")
        ),
        (400, true)
    );
}

#[test]
fn check_reports_problems_and_fills_in_stickers() {
    let server = Server::start();
    let check = |entry: Value| post_json(server.address, "/check", &entry).json();
    let moved = check(json!({"scramble": "x R U"}));
    let mut cube = NaiveCube::solved();
    cube.apply_str("x R U");
    assert_eq!(moved["facelets"], cube.facelets());
    assert_eq!(
        (&moved["format"], &moved["problems"]),
        (&json!("moves"), &json!([]))
    );
    let wrong = check(json!({"scramble": "R Q"}));
    assert_eq!(wrong["facelets"], Value::Null);
    assert!(
        wrong["problems"][0]["text"].as_str().unwrap().contains('Q'),
        "{wrong}"
    );

    // a twisted corner, also in other symbols
    let solved = NaiveCube::solved().facelets();
    let mut twisted: Vec<char> = solved.chars().collect();
    (twisted[8], twisted[9], twisted[20]) = ('F', 'U', 'R');
    let twisted: String = twisted.into_iter().collect();
    for entry in [
        json!({"facelets": twisted}),
        json!({"scramble": twisted.replace('U', "w").replace('B', "x")}),
    ] {
        let found = check(entry);
        let problem = &found["problems"][0];
        assert_eq!(
            problem["text"],
            "a corner is twisted clockwise, at URF (U9 R1 F3)"
        );
        assert_eq!(problem["facelets"], json!([8, 9, 20]));
        assert_eq!(problem["kind"], "twisted_clockwise");
        assert_eq!(problem["places"], json!(["URF"]));
        assert_eq!(found["facelets"], twisted);
    }
    // with an edge twice, in place of another, the sum of the flips says nothing
    for edge in ["UF", "FU"] {
        let mut repeated = solved.clone();
        repeated.replace_range(5..6, &edge[..1]);
        repeated.replace_range(10..11, &edge[1..]);
        let found = check(json!({"facelets": repeated}));
        let problems = found["problems"].as_array().unwrap();
        let kinds: Vec<_> = problems.iter().map(|problem| &problem["kind"]).collect();
        for kind in ["repeated", "missing"] {
            assert!(kinds.contains(&&json!(kind)), "{found}");
        }
        for kind in ["flipped", "swapped"] {
            assert!(!kinds.contains(&&json!(kind)), "{found}");
        }
    }
    // three stickers of a piece follow from all the others
    let missing = solved.replacen("UUURRR", "......", 1);
    let found = check(json!({"facelets": missing}));
    assert_eq!(found["missing"], 6, "{found}");
    assert_eq!(found["filled"], solved);
}

#[test]
fn scrambles_tables_and_version_are_returned() {
    let server = Server::start();
    for (path, around) in [("/scramble", ""), ("/scramble/competition", "R' U' F")] {
        let drawn = get(server.address, path).json();
        let moves = drawn["scramble"].as_str().unwrap();
        let mut cube = NaiveCube::solved();
        cube.apply_str(moves);
        assert_eq!(drawn["facelets"], cube.facelets());
        assert!(
            moves.starts_with(around) && moves.ends_with(around),
            "{moves}"
        );
    }
    let tables = get(server.address, "/tables").json();
    let entry = |name: &str| {
        let mut tables = tables["tables"].as_array().unwrap().iter();
        tables.find(|table| table["name"] == name).unwrap().clone()
    };
    let flags = |name: &str| ["installed", "used"].map(|flag| entry(name)[flag] == true);
    assert_eq!(flags("64M"), [true, true]);
    assert_eq!(flags("8G"), [false, false]);
    let seconds = |name: &str| entry(name)["cube_seconds"].as_f64().unwrap();
    assert!(seconds("8G") < seconds("64M"));
    let goals = get(server.address, "/goals").json();
    let goals = goals["goals"].as_array().unwrap();
    assert!(
        goals
            .iter()
            .any(|goal| goal["name"] == "eo" && goal["places"][2] == "fb")
    );
    assert_eq!(
        get(server.address, "/version").json()["version"],
        env!("CARGO_PKG_VERSION")
    );
}

/// The only block in a language in the README.
#[cfg(unix)]
fn example(language: &str) -> String {
    let page = include_str!("../../../src/serve/README.md");
    let (_, rest) = page.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[cfg(unix)]
#[test]
fn documented_clients_work() {
    let server = Server::start();
    for (language, interpreter, arguments) in [
        ("python", "python3", &["-"][..]),
        ("javascript", "node", &["--input-type=module", "-"]),
    ] {
        if !super::browser::installed(&[interpreter]) {
            continue;
        }
        let code = example(language);
        assert_eq!(code.lines().count(), 5);
        let code = code.replace("http://127.0.0.1:2048/", &server.url());
        let mut command = Command::new(interpreter);
        let output = program::run_with(command.args(arguments), code.as_bytes());
        let expected = "F U' R'\nU R U' R'\n";
        assert_eq!(
            program::stdout(&output),
            expected,
            "{}",
            program::stderr(&output)
        );
    }
}

#[test]
fn table_is_generated_with_progress_and_then_used() {
    let tables = tempfile::tempdir().unwrap();
    let copy = tables.path().join("32M.table");
    std::fs::copy(program::small_table("32M"), copy).unwrap();
    let server = Server::spawn(program::program(tables.path()).arg("serve"));
    let request = |name: &str| post_json(server.address, "/tables", &json!({"table": name}));
    assert_eq!(request("h9").status, 400);
    let progress = lines(request("64M"));
    assert!(progress.iter().all(|line| line["error"] == Value::Null));
    assert_eq!(progress.last().unwrap()["done"], 1.0);
    let answer = lines(send(server.address, "POST /solve", &[], b"R U F'")).remove(0);
    assert_eq!(answer["table"], "64M");
    // not without permission
    let server = Server::with(tables.path());
    let refused = post_json(server.address, "/tables", &json!({"table": "512M"}));
    assert_eq!(refused.status, 403);
}

#[test]
fn name_of_this_machine_is_an_address() {
    let mut command = program::with_table();
    command.args(["serve", "--address", "localhost:0"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.as_mut().unwrap())
        .read_line(&mut url)
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
}

#[test]
fn busy_address_is_an_error() {
    let server = Server::start();
    let mut command = program::with_table();
    command.args(["serve", "--address", &server.address.to_string()]);
    let output = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(4));
    let error = program::stderr(&output);
    assert!(error.contains("cannot listen on") && error.contains("--address 127.0.0.1:0"));
}

#[cfg(target_os = "linux")]
#[test]
fn open_starts_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let (opener, opened) = (
        directory.path().join("xdg-open"),
        directory.path().join("opened"),
    );
    let script = format!("#!/bin/sh\necho \"$1\" > '{}'\n", opened.display());
    let written = directory.path().join("script");
    std::fs::write(&written, script).unwrap();
    program::copy(&written, &opener);
    std::fs::set_permissions(&opener, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!(
        "{}:{}",
        directory.path().display(),
        std::env::var("PATH").unwrap()
    );
    let mut command = program::with_table();
    command.args(["serve", "--open", "--address", "127.0.0.1:0"]);
    let mut child = command
        .env("PATH", path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.as_mut().unwrap())
        .read_line(&mut url)
        .unwrap();
    let mut address = String::new();
    while !address.ends_with('\n') {
        std::thread::sleep(std::time::Duration::from_millis(20));
        address = std::fs::read_to_string(&opened).unwrap_or_default();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(address, url);
}
