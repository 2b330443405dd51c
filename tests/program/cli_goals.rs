//! The commands about goals and coordinates, as a user runs them.

use crate::program::run_with;
use cubesolve::coord::CatalogueEntry;
use cubesolve::cube::{Cube, Sequence, Transformation};
use cubesolve::goals::GoalChain;
use serde_json::{Value, json};
use std::process::{Command, Output};

fn cubesolve(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubesolve"));
    run_with(command.args(arguments), input.as_bytes())
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// Output of a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let output = cubesolve(arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).to_string()
}

fn cube(moves: &str) -> Cube {
    Sequence::parse(moves).expect("moves").cube()
}

#[test]
fn step_is_solved() {
    let chain: GoalChain = "dr-ud".parse().unwrap();
    let goal = &chain.goals()[0][0];
    let scramble = "R U F' L2 D B";
    let solution = answer(&["solve", "--goal", "dr-ud", scramble]);
    assert!(goal.is_reached(&cube(&format!("{scramble} {solution}"))));
    assert!(!goal.is_reached(&cube(scramble)));
}

/// What is printed with --niss can be read as moves and is right.
#[test]
fn niss_prints_moves_on_both_scrambles() {
    let chain: GoalChain = "eo-fb".parse().unwrap();
    let goal = &chain.goals()[0][0];
    let scramble = "R U F' B L2 D R F";
    let solutions = answer(&["solve", "--goal", "eo-fb", "--niss", "--all", scramble]);
    let solutions: Vec<&str> = solutions.lines().filter(|line| !line.is_empty()).collect();
    assert!(solutions.iter().any(|solution| solution.contains('(')));
    for solution in solutions {
        let (normal, inverse) = solution
            .trim_end_matches(')')
            .split_once('(')
            .unwrap_or((solution, ""));
        let before = Sequence::parse(inverse).unwrap().cube().inverse();
        let end = before.product(&cube(scramble)).product(&cube(normal));
        assert!(goal.is_reached(&end), "{solution}");
    }
}

#[test]
fn best_place_is_reported() {
    assert_eq!(
        answer(&["solve", "--goal", "cross", "D U2"]),
        "U2 // cross-u\n"
    );
}

#[test]
fn step_preserves_what_its_name_says() {
    let scramble = "U R D' F2 L";
    let solution = answer(&["solve", "--goal", "drud-eofb", scramble]);
    assert!(
        solution
            .split(' ')
            .all(|m| m.contains('2') || !m.starts_with(['F', 'B']))
    );
}

#[test]
fn cube_not_where_the_step_starts_reports_impossible() {
    for (goal, start) in [
        ("dr-eo", "edge orientation (eo)"),
        ("htr-dr,solved", "domino reduction (dr)"),
        ("drfin", "domino reduction (dr)"),
        ("drud-eofb", "edge orientation (eo-fb)"),
    ] {
        let output = cubesolve(&["solve", "--goal", goal, "R U F L D B"], "");
        assert_eq!(output.status.code(), Some(1));
        let error = format!("cubesolve: the cube is not in {start}, where this step starts\n");
        assert_eq!(text(&output.stderr), error);
    }
}

/// The goal of a step, and the case of its corners if it has one.
fn goal_and_case(step: &Value) -> String {
    let fields = ["goal", "case"]
        .iter()
        .filter_map(|field| step[field].as_str());
    fields.collect::<Vec<_>>().join(" ")
}

/// With --steps each step has a line with its length and that of all so far; the last line is the solution.
#[test]
fn steps_are_printed_one_a_line() {
    let scramble = "R U F' L2 D B2 R'";
    let arguments = ["solve", "--goal", "eo,dr,htr,solved", "--niss", scramble];
    let (whole, steps) = (
        answer(&arguments),
        answer(&[&arguments[..], &["--steps"]].concat()),
    );
    let lines: Vec<&str> = steps.lines().collect();
    let (moves, total) = lines[4].split_once(" // total ").unwrap();
    assert_eq!(whole.split_once(" // ").unwrap().0, moves);
    let mut skeleton = String::new();
    for (line, goal) in lines.iter().zip(["eo-", "dr-", "htr", "solved"]) {
        let (moves, comment) = line.split_once("// ").unwrap();
        skeleton += &format!("{moves} ");
        assert!(comment.starts_with(goal), "{steps}");
    }
    // the steps together, as one sequence, are the solution
    assert_eq!(answer(&["simplify", "--niss", &skeleton]).trim_end(), moves);
    assert!(lines[3].ends_with(&format!("/{total})")));
    assert!(cube(&format!("{scramble} {moves}")).is_solved());
}

/// A chain is one line, which can be read as moves, and the same as an object.
#[test]
fn chain_is_printed_as_one_line_and_object() {
    let scramble = "R U F' L2 D B2 R'";
    for niss in [&[][..], &["--niss"]] {
        let arguments = [&["solve", "--goal", "eo,dr,htr,solved"], niss, &[scramble]].concat();
        let line = answer(&arguments);
        assert_eq!(line.lines().count(), 1);
        let (moves, steps) = line.trim_end().split_once(" // ").unwrap();
        // moves on the inverse are written where they are made in the end
        assert!(cube(&format!("{scramble} {moves}")).is_solved());

        let json = answer(&[&arguments[..], &["--json"]].concat());
        let object: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(object["solution"], moves);
        assert_eq!(object["optimal"], true);
        let text = object["solutions"][0]["steps"].as_array().unwrap().iter();
        let text = text.map(|step| format!("{} {}", goal_and_case(step), step["length"]));
        let text = text.collect::<Vec<_>>().join(", ");
        assert_eq!(format!("{text}, total {}", object["length"]), steps);
        assert_eq!(object["length"], moves.split(' ').count());
    }
}

/// What is printed of a chain has no two turns that could be one, is no shorter than what comes
/// before it, and is not there twice.
#[test]
fn several_chains_are_simplified_sorted_and_distinct() {
    let scramble = "R' U' F L2 D B2 R2 U' F";
    for niss in [&[][..], &["--niss"]] {
        let chain = ["solve", "--goal", "eo,dr,htr,solved", "-n", "6"];
        let listed = answer(&[&chain, niss, &[scramble]].concat());
        let lines: Vec<&str> = listed.trim_end().lines().collect();
        let moves = lines.iter().map(|line| line.split(" // ").next().unwrap());
        let sequences: Vec<Sequence> = moves.map(|moves| moves.parse().unwrap()).collect();
        assert_eq!(sequences.len(), 6);
        assert!(sequences.iter().map(Sequence::len).is_sorted());
        for (n, sequence) in sequences.iter().enumerate() {
            assert_eq!(*sequence, sequence.simplified());
            assert!(cube(&format!("{scramble} {sequence}")).is_solved());
            assert!(!sequences[..n].contains(sequence), "{sequence}");
            assert!(lines[n].ends_with(&format!(", total {}", sequence.len())));
        }
    }
}

/// A comment says what has no moves, once.
#[test]
fn step_that_is_solved_prints_solved() {
    assert_eq!(
        answer(&["solve", "--goal", "eo", "U"]),
        "// solved: eo-rl\n"
    );
    let chain = answer(&["solve", "--goal", "eo-fb,dr-ud", "U"]);
    assert_eq!(chain, "// solved: eo-fb 0, dr-ud 4a1 4e 0, total 0\n");
}

/// The shortest chains with longer steps are no longer in total, and n are found.
#[test]
fn chain_with_extra_is_not_longer_in_total() {
    let lines = |arguments: &[&str]| -> Vec<usize> {
        let scramble = "R2 U F L' D";
        let output = answer(&[&["solve", "--goal", "eo,dr"], arguments, &[scramble]].concat());
        let (lines, _) = output.split_at(output.trim_end().len());
        let moves = lines.lines().map(|line| line.split(" // ").next().unwrap());
        moves.map(|moves| moves.split(' ').count()).collect()
    };
    let (best, more) = (lines(&[]), lines(&["--extra", "1,0", "-n", "5"]));
    assert_eq!((best.len(), more.len()), (1, 5));
    assert!(more.is_sorted() && more[0] <= best[0]);
    assert!(lines(&["--extra", "1"])[0] <= more[0]);
    assert!(lines(&["--all"]).iter().all(|length| *length == best[0]));
}

/// All of the solutions that --extra admits are printed, with a note if these are too few.
#[test]
fn fewer_solutions_than_requested_print_note() {
    let solve = |number| cubesolve(&["solve", "--goal", "htrfin", "-n", number, "U2 R2"], "");
    let (one, two) = (solve("1"), solve("2"));
    for output in [&one, &two] {
        assert!(output.status.success());
        assert_eq!(text(&output.stdout), "R2 U2\n\n");
    }
    assert_eq!(text(&one.stderr), "");
    let note = "cubesolve: there is only 1 shortest solution; --extra 1 finds longer ones\n";
    assert_eq!(text(&two.stderr), note);
}

#[test]
fn step_after_rotation_is_for_the_cube_as_held() {
    // whatever x has brought down is D to the holder
    assert_eq!(answer(&["solve", "--goal", "cross-d", "x D"]), "D'\n");
}

#[test]
fn bad_line_of_2x2x2_is_answered_in_its_place() {
    let output = cubesolve(&["solve", "--puzzle", "2x2x2"], "U\nnonsense\nD2\n");
    assert_eq!(output.status.code(), Some(1));
    let answers: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!([answers[0], answers[2]], ["U'", "U2"]);
    assert!(answers[1].starts_with("// error: column 1: expected a move"));
    assert!(text(&output.stderr).contains("line 2"));
}

/// Whatever `solve` takes besides tables is taken with a goal.
#[test]
fn step_combines_with_other_options() {
    let lines = "R U F\nL B' D2 F\nnonsense\n\nR2 U F' L\n";
    let with = |arguments: &[&str]| {
        let output = cubesolve(&[&["solve", "--goal", "eo"], arguments].concat(), lines);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        (
            text(&output.stdout).to_string(),
            text(&output.stderr).to_string(),
        )
    };
    let (plain, error) = with(&[]);
    assert_eq!(plain.lines().count(), 5);
    assert!(error.contains("line 3: "), "{error}");
    for threads in ["1", "3"] {
        assert_eq!(
            with(&["--threads", threads]),
            (plain.clone(), error.clone())
        );
    }
    let (_, report) = with(&["-v"]);
    assert!(report.contains("reading R U F as moves") && report.contains("line 5: depth 1: "));
    let (same, summary) = with(&["--stats", "--timeout", "60", "--max-moves", "9"]);
    assert_eq!(same, plain);
    assert!(
        summary.contains("cubes     3, 0 without a solution, and 1 that could not be read"),
        "{summary}"
    );
    // what brings R U F to a cube that differs from R by turns that keep the edges oriented
    let to = answer(&["solve", "--goal", "eo-fb", "--to", "R F", "R F U B"]);
    assert_eq!(to, "B\n");
}

/// A limit for each step, whatever the length of the whole.
#[test]
fn each_step_has_its_greatest_length() {
    let scramble = "R' U' F L' R2 B2 R2 D U2 B2 R2 U' F2 L2 R' U B2 F' L' F2 L2 B R' U' F";
    let chain = [
        "solve",
        "--goal",
        "eo,dr,htr,solved",
        "--niss",
        "--extra",
        "1",
    ];
    let with = |longest: &str| {
        let limit = ["--max-moves", longest, "--json", scramble];
        cubesolve(&[&chain[..], &limit].concat(), "")
    };
    let json = |output: &Output| serde_json::from_str::<Value>(text(&output.stdout)).unwrap();
    let free = json(&with("any,any,any,any"));
    let lengths: Vec<u64> = free["solutions"][0]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["length"].as_u64().unwrap())
        .collect();
    let shorter = format!("any,{},any,any", lengths[1] - 1);
    let limited = with(&shorter);
    match limited.status.code() {
        Some(0) => {
            let limited = json(&limited);
            assert!(limited["length"].as_u64() >= free["length"].as_u64());
            let step = &limited["solutions"][0]["steps"][1]["length"];
            assert!(step.as_u64().unwrap() < lengths[1]);
        }
        _ => assert!(text(&limited.stderr).contains(&format!("steps of at most {shorter} moves"))),
    }
    let none = with("0,any,any,any");
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("no solution with steps of at most 0,any,any,any moves"));
}

#[test]
fn incompatible_goals_and_options_exit_with_2() {
    for arguments in [
        &["--goal", "oll"][..],
        &["--goal", "solved"],
        &["--goal", "eo,htr"],
        &["--goal", "dr,eo"],
        &["--goal", "eo,dr", "--extra", "1,1,1"],
        &["--extra", "1,1"],
        &["--extra", "any"],
        &["--goal", "eo", "--extra", "any"],
        &["--goal", "eo,dr", "--extra", "some"],
        &["--goal", "eo,dr", "--max-moves", "1,1,1"],
        &["--max-moves", "1,1"],
        &["--goal", "eo,dr", "--max-moves", "5,some"],
        &["--goal", "eo-x"],
        &["--niss"],
        &["--puzzle", "4x4x4"],
        &["--puzzle", "2x2x2", "--goal", "eo"],
        &["--goal", "eo", "--moves", "M,U"],
        &["--fast", "--all"],
    ] {
        let output = cubesolve(&[&["solve"], arguments, &["R U"]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn coordinates_are_described() {
    let listed = answer(&["coord", "eo"]);
    assert!(listed.contains("meaning    "), "{listed}");
    assert!(
        listed.ends_with("  1 2 25 202 620 900 285 13\n"),
        "{listed}"
    );
    // all are listed at once: distances take seconds
    assert!(!answer(&["coord"]).contains("distribution"));
    let value = answer(&["coord", "corners/48", "R U F"]);
    for label in [
        "value",
        "class",
        "representative",
        "transformation",
        "self-symmetries",
        "lower bound",
    ] {
        assert!(value.contains(label), "{value}");
    }
    let output = cubesolve(&["coord", "nothing"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("eo, eo-rl"));
}

/// The number after a label.
fn number(page: &str, label: &str) -> usize {
    let line = page.lines().find_map(|line| line.strip_prefix(label));
    line.expect(page).trim().parse().expect(page)
}

#[test]
fn a_value_is_answered_by_a_cube_that_has_it() {
    for (name, value, format) in [
        ("eo", "0", "facelets"),
        ("eo-rl", "2047", "index"),
        ("corners/48", "1850", "moves"),
    ] {
        let cube = answer(&["coord", name, "--value", value, "--to", format]);
        let page = answer(&["coord", name, cube.trim()]);
        assert_eq!(number(&page, "value").to_string(), value, "{name} {cube}");
    }
    let facelets = answer(&["coord", "eo", "--value", "5"]);
    assert_eq!(facelets.trim().len(), 54);
    let output = cubesolve(&["coord", "eo", "--value", "2048"], "");
    assert!(text(&output.stderr).contains("--value: 2048 is not in 0 to 2047\n"));
    assert_eq!(output.status.code(), Some(2));
    for wrong in [
        &["--value", "1"][..],
        &["eo", "--value", "1", "R"],
        &["eo", "--to", "index"],
    ] {
        let output = cubesolve(&[&["coord"], wrong].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

/// What the tables say after each move is what the cube itself says, which they never saw.
#[test]
fn values_are_followed_through_the_tables() {
    let (start, moves) = ("F2 D", "R U' L2 F B' D");
    for name in ["eo-rl", "co+slice", "corners/48", "eo-slice/16"] {
        let entry = CatalogueEntry::by_name(name).unwrap();
        let coordinate = entry.coordinate();
        let followed = answer(&["coord", name, start, "--follow", moves]);
        let mut made = cube(start);
        for (i, line) in followed.lines().skip(1).enumerate() {
            let (m, rest) = line.split_at(4);
            if i > 0 {
                assert_eq!(m.trim(), moves.split(' ').nth(i - 1).unwrap());
                made = made.product(&cube(m.trim()));
            }
            let fields: Vec<usize> = rest
                .split_whitespace()
                .take(3)
                .map(|field| field.parse().unwrap())
                .collect();
            assert_eq!(fields[0], coordinate.index(&made), "{name} {line}");
            let s = Transformation::from_index(fields[2]);
            if let Some(symmetric) = coordinate.symmetric() {
                let transformed = symmetric.base().index(&s.apply(&made));
                assert_eq!(transformed, symmetric.representative(fields[0]));
            } else {
                assert_eq!(s, Transformation::IDENTITY);
            }
        }
        assert_eq!(followed.lines().count(), 1 + 1 + 6);
    }
    let solved = answer(&["coord", "eo", "--follow", "F"]);
    assert_eq!(solved, answer(&["coord", "eo", "", "--follow", "F"]));
    let output = cubesolve(&["coord", "eo", "--follow", "Q"], "");
    assert!(text(&output.stderr).contains("'--follow <MOVES>': column 1"));
    assert_eq!(output.status.code(), Some(2));
}

/// The header of version 1.0 of NumPy's format, and entries that are those of the CSV.
#[test]
fn tables_are_written_as_csv_and_npy() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("table.npy");
    let coordinate = CatalogueEntry::by_name("slice").unwrap().coordinate();
    for (table, columns) in [("moves", 18), ("transforms", 16)] {
        answer(&[
            "coord",
            "slice",
            "--table",
            table,
            "--output",
            file.to_str().unwrap(),
        ]);
        let bytes = std::fs::read(&file).unwrap();
        let data = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        let header =
            format!("{{'descr': '<u2', 'fortran_order': False, 'shape': (495, {columns}), }}");
        assert!(bytes.starts_with(b"\x93NUMPY\x01\x00") && data % 64 == 0);
        assert_eq!(text(&bytes[10..data]).trim_end(), header);
        let entries = bytes[data..].chunks(2);
        let entries: Vec<usize> = entries
            .map(|entry| usize::from(u16::from_le_bytes([entry[0], entry[1]])))
            .collect();
        let csv = answer(&["coord", "slice", "--table", table]);
        let numbers = csv.lines().skip(1).flat_map(|line| line.split(',').skip(1));
        let numbers: Vec<usize> = numbers.map(|number| number.parse().unwrap()).collect();
        assert_eq!((entries.len(), &entries), (495 * columns, &numbers));
        if table == "moves" {
            let solved = coordinate.index(&cube(""));
            assert_eq!(entries[solved * 18 + 3], coordinate.index(&cube("R")));
        }
    }
}

/// Transforming a cube is transforming its moves.
#[test]
fn values_after_all_transformations_are_printed() {
    let page = answer(&["coord", "ep", "--transform", "R U F"]);
    let lines: Vec<&str> = page.lines().skip(2).collect();
    let ep = CatalogueEntry::by_name("ep").unwrap().coordinate();
    assert_eq!(lines.len(), 48);
    for (s, line) in Transformation::all().zip(lines) {
        let moves = [3, 0, 6].map(|i| {
            s.apply_move(cubesolve::cube::Move::from_index(i))
                .to_string()
        });
        let made = cube(&moves.join(" "));
        let expected = format!(
            "{:>9}  {:>9}  {} ",
            ep.index(&made),
            ep.index(&made.inverse()),
            s.index()
        );
        assert!(line.starts_with(&expected), "{line} {expected}");
    }
}

#[test]
fn self_symmetries_of_a_class_are_listed() {
    let coordinate = CatalogueEntry::by_name("slices/48").unwrap().coordinate();
    let base = coordinate.symmetric().unwrap().base();
    for (moves, group) in [("", "Oh"), ("U", "C4v")] {
        let page = answer(&["coord", "slices/48", moves]);
        let representative = base.cube(number(&page, "representative"));
        let value = base.index(&representative);
        let expected = Transformation::all()
            .filter(|s| base.index(&s.apply(&representative)) == value)
            .map(|s| s.index());
        let numbers: String = expected.map(|number| format!(" {number}")).collect();
        let line = format!("self-symmetries {group}:{numbers}\n");
        assert!(page.contains(&line), "{page}{line}");
    }
}

#[test]
fn a_page_tells_all() {
    let page = answer(&["inspect", "R U"]);
    let of = |label: &str| {
        let line = page.lines().find(|line| line.starts_with(label));
        line.unwrap_or_else(|| panic!("no {label} in {page}"))[14..]
            .trim()
            .to_string()
    };
    assert_eq!(of("order"), "105");
    assert_eq!(of("parity"), "even");
    assert_eq!(of("index"), cube("R U").index().to_string());
    assert_eq!(of("solved"), "at least 2");
    assert_eq!(of("2x2x2"), "2");
    let solved = answer(&["inspect", ""]);
    assert!(solved.contains("Oh, 48 of 48"), "{solved}");
}

#[test]
fn coordinates_and_pages_are_printed_as_json() {
    let object =
        |arguments: &[&str]| -> Value { serde_json::from_str(&answer(arguments)).unwrap() };
    let listed = object(&["coord", "--json", "eo"]);
    assert_eq!(
        listed["distribution"],
        json!([1, 2, 25, 202, 620, 900, 285, 13])
    );
    let class = object(&["coord", "--json", "corners/48", "R U F"]);
    let page = answer(&["coord", "corners/48", "R U F"]);
    assert_eq!(class["value"], number(&page, "value"));
    assert_eq!(class["representative"], number(&page, "representative"));
    assert_eq!(class["lower_bound"], number(&page, "lower bound"));
    let followed = object(&["coord", "--json", "eo", "--follow", "F"]);
    let steps = followed["steps"].as_array().unwrap();
    assert_eq!(
        (&steps[0]["move"], &steps[1]["move"]),
        (&Value::Null, &json!("F"))
    );
    assert_eq!(steps[1]["lower_bound"], 1);

    let page = object(&["inspect", "--json", "R U"]);
    assert_eq!(page["index"], cube("R U").index().to_string());
    assert_eq!(page["corners"], json!(["(URF)+", "(UFL ULB UBR BDR DFR)-"]));
    assert_eq!(
        (&page["order"], &page["parity"], &page["pocket"]),
        (&json!(105), &json!("even"), &json!(2))
    );
    assert_eq!(
        (&page["steps"]["eo-rl"], &page["steps"]["eo-fb"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(page["input"], "R U");
}

/// Steps and the 2x2x2 as JSON: what they print as text.
#[test]
fn json_of_steps_equals_text() {
    let objects = |arguments: &[&str], input: &str| -> Vec<Value> {
        let output = cubesolve(&[&["solve", "--json"], arguments].concat(), input);
        let lines = text(&output.stdout).lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let scramble = "R U F' L2 D B2 R'";
    let of_step = &objects(&["--goal", "dr", "--niss", scramble], "")[0];
    let solution = of_step["solution"].as_str().unwrap();
    let step = &of_step["solutions"][0]["steps"][0];
    assert!(step["case"].is_string());
    let goal = goal_and_case(step);
    let line = answer(&["solve", "--goal", "dr", "--niss", scramble]);
    assert_eq!(line, format!("{solution} // {goal}\n"));
    assert_eq!(of_step["length"], solution.split(' ').count());
    let two = &objects(&["--puzzle", "2x2x2", "--all", "R U"], "")[0];
    let all = two["solutions"].as_array().unwrap();
    let lines = answer(&["solve", "--puzzle", "2x2x2", "--all", "R U"]);
    let texts: Vec<&str> = all
        .iter()
        .map(|one| one["solution"].as_str().unwrap())
        .collect();
    assert_eq!(texts.join("\n") + "\n\n", lines);
    let lines = objects(&["--goal", "eo"], "F\nQ\n// comment\n\n");
    let lengths: Vec<&Value> = lines.iter().map(|line| &line["length"]).collect();
    assert_eq!(
        lengths,
        [&json!(0), &Value::Null, &Value::Null, &Value::Null]
    );
    let errors = lines.iter().map(|line| line["error"].is_string());
    assert_eq!(errors.collect::<Vec<_>>(), [false, true, false, true]);
}
