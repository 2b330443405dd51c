//! `solve --csv`: rows in, the same rows with their solutions out.

use crate::naive::NaiveCube;
use crate::program::{run_with, solve, stderr, stdout, with_table};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use tempfile::{TempDir, tempdir};

/// A directory with one file.
fn with_file(name: &str, text: &str) -> TempDir {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join(name), text).unwrap();
    directory
}

/// Solves the cubes of a file in the directory. Returns stdout, stderr and the exit code.
fn run(directory: &TempDir, arguments: &[&str]) -> (String, String, i32) {
    let mut command = solve(arguments);
    let output = command.current_dir(directory.path()).output().unwrap();
    let code = output.status.code().unwrap();
    (stdout(&output).into(), stderr(&output).into(), code)
}

fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).unwrap()
}

#[test]
fn columns_are_kept_and_ours_follow() {
    let text =
        "\u{feff}name,cube\r\n\"one, \"\"two\"\"\",R U\r\n\"three\nfour\",Q\r\n,\r\nlast,R R'\r\n";
    let directory = with_file("a.csv", text);
    let (out, _, code) = run(&directory, &["--csv", "a.csv", "--column", "Cube"]);
    let (header, rows) = out.split_once('\n').unwrap();
    assert_eq!(
        header,
        "name,cube,row,solution,length,lower_bound,error,moves"
    );
    let (first, rest) = rows.split_once('\n').unwrap();
    assert_eq!(first, "\"one, \"\"two\"\"\",R U,1,U' R',2,2,,R U");
    assert!(rest.starts_with("\"three\nfour\",Q,2,,,,"), "{rest}");
    assert!(
        rest.contains("\n,,3,,,,\"expected a cube, found an empty row\",\nlast,"),
        "{rest}"
    );
    assert!(rest.ends_with("\nlast,R R',4,,0,0,,R R'\n"), "{rest}");
    assert_eq!(code, 1, "a cube could not be read");
}

#[test]
fn each_solution_has_a_row() {
    let directory = with_file("a.tsv", "scramble\tid\nR L\t7\nU\t8\n");
    let (out, _, code) = run(&directory, &["--csv", "a.tsv", "--all", "--extra", "0"]);
    let rows: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(
        rows,
        ["R L\t7\t1\tR' L'\t2\t2\t\tR L", "U\t8\t2\tU'\t1\t1\t\tU"]
    );
    assert_eq!(code, 0);
    let directory = with_file("a.csv", "scramble\n(R2 F2)3\nU\n");
    let (out, ..) = run(&directory, &["--csv", "a.csv", "--number", "3"]);
    let numbers = out
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(1).unwrap());
    assert_eq!(numbers.collect::<String>(), "1112");
}

#[test]
fn first_line_of_stdin_shows_its_format() {
    for (text, expected) in [
        ("id\tscramble\n7\tR U\n", "7\tR U\t1\tU' R'\t2\t2\t\tR U\n"),
        (
            "{\"scramble\":\"R\"}\n",
            "{\"scramble\":\"R\",\"row\":1,\"solution\":\"R'\",\"length\":1,\"lower_bound\":1,\"error\":null,\"moves\":\"R\"}\n",
        ),
    ] {
        let output = run_with(&mut solve(&["--csv", "-"]), text.as_bytes());
        assert!(stdout(&output).ends_with(expected), "{output:?}");
    }
}

#[test]
fn links_have_a_column() {
    let directory = with_file("a.csv", "scramble\nU\n?\n");
    let (out, ..) = run(&directory, &["--csv", "a.csv", "--link"]);
    let rows: Vec<&str> = out.lines().collect();
    assert!(rows[0].ends_with(",error,moves,link"), "{}", rows[0]);
    assert_eq!(
        rows[1],
        "U,1,U',1,1,,U,https://alpha.twizzle.net/edit/?alg=U%27&setup-alg=U"
    );
    assert!(rows[2].ends_with(','), "{}", rows[2]);
    let (out, ..) = run(&directory, &["--csv", "a.csv"]);
    assert!(!out.contains("link"), "{out}");
}

#[test]
fn choices_have_columns() {
    let directory = with_file("a.csv", "scramble\nR2 L2 U2 D2 F2 B2\n");
    let targets = ["--to", "R2 U D'", "--to", "", "--all", "--unique"];
    let (out, ..) = run(&directory, &[&["--csv", "a.csv"], &targets[..]].concat());
    let rows: Vec<&str> = out.lines().collect();
    assert!(
        rows[0].ends_with(",error,moves,target,count,to"),
        "{}",
        rows[0]
    );
    assert!(
        rows[1].contains(",6,6,,R2 L2 U2 D2 F2 B2,1,6,UUUU"),
        "{}",
        rows[1]
    );
    assert_eq!(rows.len(), 2);
}

#[test]
fn objects_keep_their_text() {
    let directory = with_file(
        "a.jsonl",
        "{ \"scramble\": \"R U\", \"id\": 1.50 }\n{\"scramble\":\"?\"}",
    );
    let (out, ..) = run(&directory, &["--csv", "a.jsonl"]);
    let (first, second) = out.split_once('\n').unwrap();
    let added =
        r#""row":1,"solution":"U' R'","length":2,"lower_bound":2,"error":null,"moves":"R U"}"#;
    assert_eq!(
        first,
        format!("{{ \"scramble\": \"R U\", \"id\": 1.50 ,{added}")
    );
    let second: Value = serde_json::from_str(second).unwrap();
    assert_eq!(
        (&second["row"], &second["solution"]),
        (&json!(2), &Value::Null)
    );
    assert!(second["error"].is_string());
}

#[test]
fn wrong_files_are_refused() {
    let directory = with_file("a.csv", "id,row,moves\n1,2,R\n3\n");
    for (arguments, message, expected) in [
        (&["--csv", "none.csv"] as &[&str], "none.csv", 4),
        (
            &["--csv", "a.csv"],
            "no column scramble; --column names one of: id, row, moves",
            4,
        ),
        (&["--csv", "a.csv", "--column", "moves"], "rename it", 4),
        (&["--csv", "a.csv", "R"], "cannot be used with", 2),
        (&["--resume", "--csv", "a.csv"], "--output", 2),
    ] {
        let (_, error, code) = run(&directory, arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(code, expected, "{arguments:?}");
    }
    fs::write(directory.path().join("b.csv"), "id,scramble\n1,R\n").unwrap();
    let mut stdin = solve(&["--csv", "-"]);
    let error = run_with(&mut stdin, b"cube\nname\n");
    let message = "cubesolve: stdin has no column scramble; --column names one of: cube\n";
    assert_eq!(stderr(&error), message);
    let error = run_with(&mut solve(&["--csv", "-"]), b"");
    let message = "cubesolve: stdin is empty; its first line names the columns\n";
    assert_eq!(stderr(&error), message);
    let to_b = ["--csv", "b.csv", "--output", "b.csv"];
    let (_, error, code) = run(&directory, &to_b);
    assert!(error.contains("b.csv exists"), "{error}");
    assert_eq!(code, 4);
    let (_, error, code) = run(&directory, &[&to_b[..], &["--resume"]].concat());
    assert!(error.contains("not written for the columns"), "{error}");
    assert_eq!(code, 4);
    assert_eq!(read(&directory, "b.csv"), "id,scramble\n1,R\n");
}

/// A row that cannot be read is that row's error; the others are solved.
#[test]
fn bad_rows_have_their_errors() {
    let csv = "id,scramble\n1,R\n2\n3,R U,more\n4,\n5,\"Q\n\"\n6,U\n";
    let json = "{\"scramble\":\"R\"}\n{}\n7\n{\"scramble\":null}\n\n{\"scramble\":\"U\"}\n";
    let of_csv = [
        "expected 2 columns, found 1",
        "found 3",
        "found an empty row",
        "column 1",
    ];
    let of_json = [
        "has no field scramble",
        "is not a JSON object",
        "found an empty row",
    ];
    for (name, text, problems) in [("a.csv", csv, &of_csv[..]), ("a.jsonl", json, &of_json)] {
        let failed = problems.len();
        let directory = with_file(name, text);
        let arguments = ["--csv", name, "--errors", "bad", "--output", "out"];
        let (_, error, code) = run(&directory, &[&arguments[..], &["--stats"]].concat());
        assert_eq!(code, 1);
        let told = format!("{failed} rows could not be read or solved");
        assert!(error.contains(&told), "{error}");
        assert!(
            error.contains(&format!("and {failed} that could not be read")),
            "{error}"
        );
        let (out, bad) = (read(&directory, "out"), read(&directory, "bad"));
        for answer in ["R'", "U'"] {
            assert!(out.contains(answer) && !bad.contains(answer), "{out}");
        }
        assert!(
            problems.iter().all(|problem| bad.contains(problem)),
            "{bad}"
        );
        if name == "a.jsonl" {
            assert_eq!(bad.lines().count(), failed);
            let mut objects = out.lines().map(serde_json::from_str::<Value>);
            assert!(objects.all(|object| object.is_ok()), "{out}");
        }
        // as often as it is continued
        let (_, _, again) = run(&directory, &[&arguments[..], &["--resume"]].concat());
        assert_eq!(
            (again, read(&directory, "out"), read(&directory, "bad")),
            (1, out, bad)
        );
    }
}

/// What was made of other rows or with other options is not continued.
#[test]
fn other_runs_are_not_continued() {
    let directory = with_file("a.csv", "scramble\nR\nU\nR U2\n");
    fs::write(directory.path().join("b.csv"), "scramble\nR\nF\nR U2\n").unwrap();
    let output = ["--output", "out", "--resume"];
    let query = ["--csv", "a.csv", "--moves", "R,U"];
    assert_eq!(run(&directory, &[&query[..], &output].concat()).2, 0);
    let whole = read(&directory, "out");
    let command = "made with other options: cubesolve solve --no-build --csv a.csv --moves R,U";
    for (arguments, problem) in [
        (
            &["--csv", "b.csv", "--moves", "R,U"][..],
            "out was made of other rows: row 2 is not",
        ),
        (&["--csv", "a.csv", "--moves", "R,U,F"], command),
        (
            &["--csv", "a.csv", "--moves", "R,U", "--metric", "qtm"],
            command,
        ),
    ] {
        let (_, error, code) = run(&directory, &[arguments, &output].concat());
        assert!(error.contains(problem), "{error}");
        assert_eq!((code, read(&directory, "out")), (4, whole.clone()));
    }
    fs::remove_file(directory.path().join("out.run")).unwrap();
    assert_eq!(run(&directory, &[&query[..], &output].concat()).2, 0);
    assert_eq!(read(&directory, "out"), whole);
}

#[test]
fn columns_of_ours_can_be_named() {
    let directory = with_file("a.csv", "scramble,solution,length\nR U,F,1\n");
    let (_, error, _) = run(&directory, &["--csv", "a.csv"]);
    assert!(
        error.contains("has a column solution") && error.contains("--prefix"),
        "{error}"
    );
    let (out, _, code) = run(&directory, &["--csv", "a.csv", "--prefix", "best_"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("scramble,solution,length,best_row,best_solution,best_length,"),
        "{out}"
    );
    fs::write(directory.path().join("out.csv"), &out).unwrap();
    let verify = |arguments: &[&str]| {
        let mut command = with_table();
        let command = command.current_dir(directory.path()).arg("verify");
        command.args(arguments).output().unwrap().status.code()
    };
    assert_eq!(verify(&["out.csv", "--prefix", "best_"]), Some(0));
    assert_eq!(
        verify(&["out.csv"]),
        Some(1),
        "the file's own solution is wrong"
    );
}

/// Files of timers, of competitions and of spreadsheets.
#[test]
fn files_that_people_have_are_solved() {
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect()
    };
    let cstimer = "No.;Time;Comment;Scramble;Date;P.1\n1;8.43;;R U F';2022-01-01;8.43\n2;9.0;\"a;b\";D L;2022-01-01;9.0\n";
    let twisty = "Puzzle,Category,Time(millis),Date(millis),Scramble,Penalty,Comment\n\"333\";\"Normal\";\"8430\";\"1\";\"R U F'\";\"0\";\"\"\n\"333\";\"Normal\";\"1\";\"1\";\"D L\";\"0\";\"x, y\"\n\"444\";\"Normal\";\"1\";\"1\";\"R Uw\";\"0\";\"\"\n";
    let wca = "scrambleId\tcompetitionId\teventId\tscramble\n1\tA\t333\tR U F'\n2\tA\t222\tR\n3\tA\tminx\tU'\n4\tA\t333mbf\tD L|\n5\tA\tpyram\tU\n";
    let several = "id,event,scramble\n1,333mbf,\"R U F'\nD L\"\n";
    let bars = "scramble\nR U F'|D L\n";
    let unnamed = "id,cube,time\nF,R U F',8.43\nx,D L,9\n";
    let session = r#"{"session1":[[[0,8430],"R U F'","",1],[[-1,9000],"D L","no",2]],"session2":[[[0,1],"R Rw","",3]],"properties":{"sessionData":"{\"1\":{\"name\":\"home\",\"opt\":{}},\"2\":{\"opt\":{\"scrType\":\"444wca\"}}}"}}"#;
    let tnoodle = "{\n\"wcif\": {\"id\": \"Open\", \"events\": [{\"id\": \"333\", \"rounds\": [{\"id\": \"333-r1\", \"scrambleSets\": [{\"id\": 1, \"scrambles\": [\"R U F'\"], \"extraScrambles\": [\"D L\"]}]}]},\n{\"id\": \"skewb\", \"rounds\": [{\"scrambleSets\": [{\"scrambles\": [\"R\"]}]}]}]}}";
    let sheets = r#"[{"scrambler":"333","scrambles":["R U F'","D L"]},{"scrambler":"444","scrambles":["Rw"]}]"#;
    let cubedesk = r#"{"sessions":[{"id":"a","name":"home"}],"solves":[{"time":8.43,"cube_type":"333","scramble":"R U F'"},{"cube_type":"333","scramble":"D L"},{"cube_type":"444","scramble":"Rw"}]}"#;
    let below = "[\n {\"name\": \"home\", \"results\": [{\"scramble\": \"R U F'\"}, {\"scramble\": \"D L\"}]}\n]";
    let pretty =
        "{\n \"a\": {\n  \"scramble\": \"R U F'\"\n },\n \"b\": {\"scramble\": \"D L\"}\n}";
    let excel = "\u{feff}sep=;\r\nnote;Scramble\r\n\"x,y\";R U F'\r\n;D L\r\n";
    let bom = "\u{feff}scramble;note\r\nR U F';\"two\r\nlines\"\r\nD L;\r\n";
    let bytes = [
        cstimer.as_bytes().to_vec(),
        twisty.into(),
        wca.into(),
        several.into(),
        bars.into(),
        unnamed.into(),
        session.into(),
        tnoodle.into(),
        sheets.into(),
        cubedesk.into(),
        below.into(),
        pretty.into(),
        excel.into(),
        br#"["R U F'", "D L"]"#.to_vec(),
        bom.into(),
        utf16("scramble\tnote\r\nR U F'\t\r\nD L\tx\r\n"),
    ];
    for file in bytes {
        let output = run_with(&mut solve(&["--csv", "-", "--moves", "R,U,F,D,L"]), &file);
        let out = stdout(&output);
        let shown = String::from_utf8_lossy(&file);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{shown}\n{out}{}",
            stderr(&output)
        );
        for solution in ["F U' R'", "L' D'"] {
            assert_eq!(out.matches(solution).count(), 1, "{shown}\n{out}");
        }
        assert!(!out.contains("error: ") && !out.contains("Rw"), "{out}");
        let mut verify = with_table();
        let verified = run_with(
            verify.arg("verify").args(["--column", "Scramble"]),
            out.as_bytes(),
        );
        if !shown.starts_with("id,cube") {
            assert!(
                stdout(&verified).starts_with("2 correct, 0 wrong, 0"),
                "{out}{}",
                stdout(&verified)
            );
        }
        let skips = ["444", "skewb", "minx"]
            .iter()
            .any(|event| shown.contains(event));
        assert_eq!(
            stderr(&output).contains("of other puzzles left out"),
            skips,
            "{shown}"
        );
    }
    for (file, problem) in [
        (
            "a,b\nR U,F D\n",
            "several columns of scrambles; --column names one of: a, b",
        ),
        (
            "R U F\nF2 D\n",
            "begins with a scramble; its first line has to name the columns",
        ),
        ("{\"sessions\":\n[]}", "has no scrambles"),
        (
            "PK\u{3}\u{4}\0\0",
            "is no text; a spreadsheet is saved as CSV",
        ),
        ("i\0d\0\n\0", "is no text; a spreadsheet is saved as CSV"),
    ] {
        let output = run_with(&mut solve(&["--csv", "-"]), file.as_bytes());
        assert!(stderr(&output).contains(problem), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(4));
    }
}

/// Wherever the output was cut, the second run makes it whole.
#[test]
fn output_cut_anywhere_is_completed() {
    let csv = "note,scramble\n\"a\nb\",R2 F2 R2 F2 R2 F2\n,R U2\n\"c,d\",(F2 R2)3\n";
    let json = "{\"scramble\":\"(R2 F2)3\"}\n{\"scramble\":\"F2 U\"}\n";
    let as_on_windows = |text: &str| text.replace('\n', "\r\n");
    for (name, text, step) in [
        ("a.csv", csv.to_owned(), 13),
        ("a.jsonl", json.to_owned(), 13),
        ("a.csv", as_on_windows(csv), 53),
        ("a.jsonl", as_on_windows(json), 53),
    ] {
        let directory = with_file(name, &text);
        // by moves that need no table, so that a run takes milliseconds
        let query = ["--csv", name, "--moves", "R,F,U", "--all", "--threads", "1"];
        let whole = run(&directory, &query).0;
        assert!(whole.lines().count() > 2);
        let resumed = [&query[..], &["--output", "out", "--resume"]].concat();
        for length in (0..whole.len()).step_by(step).chain([whole.len()]) {
            fs::write(directory.path().join("out"), &whole[..length]).unwrap();
            let (_, error, code) = run(&directory, &resumed);
            assert_eq!(code, 0, "{length}: {error}");
            assert_eq!(read(&directory, "out"), whole, "cut after {length} bytes");
        }
    }
}

/// Different scrambles of 8 moves, each of which takes less than a millisecond.
fn scrambles(count: usize) -> Vec<String> {
    let turn = |hash: usize, i: usize| {
        let face = ["UD", "RL", "FB"][i % 3].as_bytes()[hash >> (4 * i) & 1];
        format!(
            "{}{}",
            char::from(face),
            ["", "2", "'"][(hash >> (4 * i + 1)) % 3]
        )
    };
    let hashes = (0..count).map(|i| i.wrapping_mul(2_654_435_761) & 0xffff_ffff);
    let scrambles = hashes.map(|hash| (0..8).map(|i| turn(hash, i)).collect::<Vec<_>>().join(" "));
    scrambles.collect()
}

#[test]
fn killed_runs_lose_no_row() {
    let scrambles = scrambles(6000);
    let rows = scrambles.iter().enumerate();
    let rows: String = rows.map(|(i, moves)| format!("{i},{moves}\n")).collect();
    let directory = with_file("a.csv", &format!("id,scramble\n{rows}"));
    let output = directory.path().join("out.csv");
    let start = || {
        let mut command = solve(&["--csv", "a.csv", "--output", "out.csv", "--resume", "-q"]);
        command.current_dir(directory.path()).spawn().unwrap()
    };
    let length = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
    for _ in 0..3 {
        let before = length(&output);
        let mut killed = start();
        while killed.try_wait().unwrap().is_none() && length(&output) < before + 20_000 {
            sleep(Duration::from_millis(1));
        }
        killed.kill().unwrap();
        killed.wait().unwrap();
    }
    let mut first = start();
    assert!(first.wait().unwrap().success());
    let written = read(&directory, "out.csv");
    let answers: Vec<&str> = written.lines().skip(1).collect();
    assert_eq!(answers.len(), scrambles.len());
    for (i, (scramble, answer)) in scrambles.iter().zip(answers).enumerate() {
        let fields: Vec<&str> = answer.split(',').collect();
        let (id, row) = (i.to_string(), (i + 1).to_string());
        assert_eq!(fields[..3], [&id, scramble, &row]);
        let mut cube = NaiveCube::from_str(scramble);
        cube.apply_str(fields[3]);
        assert!(cube.is_solved(), "{answer}");
    }
}

#[test]
fn output_belongs_to_one_process() {
    let directory = with_file("a.csv", "scramble\nR\n");
    let file = fs::File::create(directory.path().join("out.csv")).unwrap();
    file.lock().unwrap();
    let arguments = ["--csv", "a.csv", "--output", "out.csv", "--resume"];
    let (_, error, code) = run(&directory, &arguments);
    assert!(error.contains("another process"), "{error}");
    assert_eq!(code, 4);
    drop(file);
    assert_eq!(run(&directory, &arguments).2, 0);
}

/// Options of rows are refused where there are none.
#[test]
fn options_of_rows_need_a_file_of_rows() {
    for option in [
        &["--column", "a"][..],
        &["--prefix", "a"],
        &["--errors", "bad"],
        &["--output", "out"],
        &["--output", "out", "--resume"],
    ] {
        let with_cube = [option, &["R"]].concat();
        for arguments in [option, &with_cube] {
            let output = solve(arguments).output().unwrap();
            let (error, code) = (stderr(&output), output.status.code());
            assert_eq!(code, Some(2), "{arguments:?}: {error}");
        }
    }
}
