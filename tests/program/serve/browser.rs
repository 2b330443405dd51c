//! The page in a browser without a window.

use super::webdriver::Window;
use super::{SUPERFLIP, Server};
use crate::naive::NaiveCube;
use crate::program;
use serde_json::json;
use std::process::{Command, Stdio};

pub fn installed(programs: &[&str]) -> bool {
    program::installed(programs, "CUBESOLVE_TEST_BROWSER", |name| {
        let mut command = Command::new(name);
        let command = command.arg("--version").stdout(Stdio::null());
        let status = command.stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    })
}

/// What is tested of the page.
type Scenario = fn(&Window, &Server);

/// All scenarios, by their names.
const SCENARIOS: [(&str, Scenario); 25] = [
    (
        "clicked cube is solved and played",
        clicked_cube_is_solved_and_played,
    ),
    ("solution scrolls into view", solution_scrolls_into_view),
    (
        "clicked centre chooses its colour",
        clicked_centre_chooses_its_colour,
    ),
    (
        "impossible cube is explained and marked",
        impossible_cube_is_explained_and_marked,
    ),
    (
        "stickers that follow are filled in",
        stickers_that_follow_are_filled_in,
    ),
    (
        "keyboard alone enters and solves",
        keyboard_alone_enters_and_solves,
    ),
    (
        "long search stops and keeps its solution",
        long_search_stops_and_keeps_its_solution,
    ),
    (
        "pasted text and link enter the cube",
        pasted_text_and_link_enter_the_cube,
    ),
    ("pasted net enters the cube", pasted_net_enters_the_cube),
    (
        "random scramble enters its cube",
        random_scramble_enters_its_cube,
    ),
    (
        "all solutions can be selected and copied",
        all_solutions_can_be_selected_and_copied,
    ),
    (
        "steps and quarter turns are displayed",
        steps_and_quarter_turns_are_displayed,
    ),
    (
        "chosen colour scheme is applied and stored",
        chosen_colour_scheme_is_applied_and_stored,
    ),
    (
        "chosen paint is applied and stored",
        chosen_paint_is_applied_and_stored,
    ),
    ("no press is lost", no_press_is_lost),
    (
        "tapped and turned cube can be undone",
        tapped_and_turned_cube_can_be_undone,
    ),
    ("misread face is corrected", misread_face_is_corrected),
    (
        "cube in one colour is explained",
        cube_in_one_colour_is_explained,
    ),
    ("next side comes to the front", next_side_comes_to_the_front),
    (
        "link holds options and solution",
        link_holds_options_and_solution,
    ),
    ("painted target is reached", painted_target_is_reached),
    ("tables are listed", tables_are_listed),
    (
        "everything needed is in sight",
        everything_needed_is_in_sight,
    ),
    (
        "stickers keep their colours where the system chooses colours",
        stickers_keep_their_colours,
    ),
    // the last one: the browser refuses some things from then on
    (
        "page works without storage, clipboard and server",
        page_works_without_storage_clipboard_and_server,
    ),
];

#[test]
fn page_on_a_phone_passes_all_scenarios() {
    check_page(360);
}

#[test]
fn page_on_a_desktop_passes_all_scenarios() {
    check_page(1280);
}

/// Runs all scenarios in one window of this width. The browser must log no complaint.
fn check_page(width: u32) {
    if !installed(&["chromium", "chromedriver"]) {
        return;
    }
    let server = Server::start();
    let window = Window::open(width);
    for (name, scenario) in SCENARIOS {
        eprintln!("{name}");
        window.visit(&server.url());
        window.sees("#state", "48 stickers are missing");
        scenario(&window, &server);
        let overflow = "return document.documentElement.scrollWidth - innerWidth";
        let overflow = window.run(overflow).as_i64();
        assert!(overflow.unwrap() <= 0, "wider than {width} pixels");
        assert_eq!(window.complaints(), Vec::<serde_json::Value>::new());
        window.run("try { localStorage.clear() } catch {}");
        window.visit("about:blank");
    }
}

/// The facelets after moves, as letters of faces.
pub fn facelets(moves: &str) -> String {
    NaiveCube::from_str(moves).facelets()
}

/// The selector of a sticker, `0..54`.
fn sticker(n: usize) -> String {
    let face = b"URFDLB"[n / 9] as char;
    format!(".face-{face} button:nth-child({})", n % 9 + 1)
}

/// Enters a whole cube by clicks, colour by colour.
fn click_in(window: &Window, facelets: &str) {
    for (number, face) in "URFDLB".chars().enumerate() {
        window.click(&format!("#palette label:nth-child({})", number + 1));
        for (n, colour) in facelets.chars().enumerate() {
            if colour == face && n % 9 != 4 {
                window.click(&sticker(n));
            }
        }
    }
}

pub fn drawn(window: &Window) -> String {
    let script = "return [...document.querySelectorAll('#net .sticker')].map((sticker) => \
                  sticker.className.match(/colour-(\\w+)/)[1][0]).join('')";
    window.run(script).as_str().unwrap().to_owned()
}

/// Letters of faces as first letters of colours.
pub fn colours(facelets: &str) -> String {
    let colour = |face| match face {
        'U' => 'w',
        'R' => 'r',
        'F' => 'g',
        'D' => 'y',
        'L' => 'o',
        _ => 'b',
    };
    facelets.chars().map(colour).collect()
}

/// Opens a section by its id.
pub fn open(window: &Window, id: &str) {
    window.run(&format!("document.getElementById('{id}').open = true"));
}

/// Goes to the end of the solution.
fn go_to_end(window: &Window) {
    window.run("[...document.querySelectorAll('#moves button')].at(-1).click()");
    window.click("#next");
}

/// The id of the only prominent button.
fn visible_main(window: &Window) -> String {
    let script = "return [...document.querySelectorAll('button.main')] \
                  .filter((button) => button.checkVisibility()).map(({ id }) => id).join()";
    window.run(script).as_str().unwrap().to_owned()
}

fn clicked_cube_is_solved_and_played(window: &Window, _: &Server) {
    let cube = facelets("R U F2 L'");
    assert_eq!(visible_main(window), "side");
    click_in(window, &cube);
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&cube));
    assert_eq!(visible_main(window), "solve");
    window.click("#solve");
    window.sees("#result", "4 moves, proven to be the shortest");
    let first = "Move 1 of 4: L, turn the left side downwards, a quarter turn";
    window.sees("#step", first);
    assert_eq!(arrows(window), "18↓ 21↓ 24↓");
    assert_eq!(visible_main(window), "next");
    window.click("#next");
    window.sees("#step", "Move 2 of 4: F2, turn the front side half around");
    let marked = "return document.querySelector('#moves [aria-current]').textContent";
    assert_eq!(window.run(marked), "F2", "the next move, as in the text");
    assert_eq!(arrows(window), "6⇉ 7⇉ 8⇉");
    window.click("#back");
    window.sees("#step", "Move 1 of 4");
    window.click("#play");
    window.sees("#step", "Solved!");
    let script = "return [...document.querySelectorAll('#scene [class*=colour-]')].map((side) => \
                      side.className + side.style.transform).sort().join()";
    let kinds = window.run(script).as_str().unwrap().split(',').fold(
        std::collections::BTreeSet::new(),
        |mut kinds, side| {
            kinds.insert(side.to_owned());
            kinds
        },
    );
    assert_eq!(kinds.len(), 6, "each side of the drawn cube has one colour");
    assert_eq!(visible_main(window), "edit");
    assert_eq!(arrows(window), "");
}

/// The arrows on the drawn cube, each after the number of its sticker.
fn arrows(window: &Window) -> String {
    let script = "return [...document.querySelectorAll('#scene [data-arrow]')] \
                  .filter((side) => side.dataset.arrow !== '') \
                  .map((side) => side.dataset.sticker + side.dataset.arrow).sort().join(' ')";
    window.run(script).as_str().unwrap().to_owned()
}

fn solution_scrolls_into_view(window: &Window, _: &Server) {
    window.press("#text", "R U F2 L' D B2 R");
    window.sees("#state", "The cube is complete");
    window.press("#solve", "\u{e007}");
    window.sees("#result", "7 moves, proven to be the shortest");
    for id in ["result", "step", "next"] {
        let script = format!(
            "const {{ top, bottom }} = document.getElementById('{id}').getBoundingClientRect(); \
                 return top >= 0 && bottom <= innerHeight"
        );
        window.wait(|| window.run(&script) == true);
    }
    // the keyboard goes on there
    assert_eq!(window.run("return document.activeElement.id"), "next");
    window.press_there(&"\u{e007}".repeat(7));
    window.sees("#step", "Solved!");
}

fn clicked_centre_chooses_its_colour(window: &Window, _: &Server) {
    window.click(&sticker(22));
    window.click(&sticker(0));
    window.sees("#state", "47 stickers are missing");
    assert!(drawn(window).starts_with("gmmm"));
}

fn impossible_cube_is_explained_and_marked(window: &Window, _: &Server) {
    open(window, "looks");
    window.click("#solved");
    window.sees("#state", "The cube is complete");
    for (n, label) in [(8, 2), (9, 3), (20, 1)] {
        window.click(&format!("#palette label:nth-child({label})"));
        window.click(&sticker(n));
    }
    window.sees("#problems", "a corner is twisted");
    window.sees("#problems", "at top-right-front");
    let wrong = "return document.querySelectorAll('#net .wrong').length";
    assert_eq!(window.run(wrong), 3);
    assert_eq!(visible_main(window), "side");
    // on a scrambled cube it is unknown which corner it is
    let mut cube: Vec<char> = facelets("R U F2 L' D").chars().collect();
    let old = [cube[8], cube[9], cube[20]];
    (cube[8], cube[9], cube[20]) = (old[2], old[0], old[1]);
    let enter = |cube: &[char]| {
        let text: String = cube.iter().collect();
        window.run(&format!("location.hash = '{text}'"));
    };
    enter(&cube);
    window.sees(
        "#problems",
        "a corner is twisted clockwise. Compare the corners",
    );
    window.sees("#problems", "twist one of your cube counter-clockwise");
    assert_eq!(window.run(wrong), 0);
    let solved = facelets("");
    let other = |n: usize, colours: &str| {
        let mut cube: Vec<char> = solved.chars().collect();
        cube.splice(n..n + colours.len(), colours.chars());
        enter(&cube);
    };
    other(8, "D");
    window.sees(
        "#problems",
        "no corner has the colours yellow-red-green, at top-right-front",
    );
    other(5, "F");
    window.sees("#problems", "the green-red edge appears 2 times, at");
    window.sees("#problems", "top-right");
    let problems = window.text("#problems");
    assert!(!problems.contains("flipped"), "{problems}");
}

fn stickers_that_follow_are_filled_in(window: &Window, _: &Server) {
    let cube = facelets("R U F2 L' D B");
    let mut missing: Vec<char> = cube.chars().collect();
    for n in [8, 9, 20, 0] {
        missing[n] = '.';
    }
    let script = format!("location.hash = '{}'", missing.iter().collect::<String>());
    window.run(&script);
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&cube));
    assert_eq!(
        window.run("return document.querySelectorAll('#net .followed').length"),
        4
    );
}

fn keyboard_alone_enters_and_solves(window: &Window, _: &Server) {
    let cube = colours(&facelets("F R2 B' D"));
    tab_to(window, "#net button");
    let keys = cube.chars().enumerate().filter(|(n, _)| n % 9 != 4);
    window.press_there(&keys.map(|(_, key)| key).collect::<String>());
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), cube);
    let label = window.run("return document.querySelector('#net button').ariaLabel");
    assert!(label.as_str().unwrap().starts_with("top 1, "), "{label}");
    tab_to(window, "#solve");
    window.press_there("\u{e007}");
    window.sees("#result", "4 moves, proven to be the shortest");
    tab_to(window, "#next");
    window.press_there(&"\u{e007}".repeat(4));
    window.sees("#step", "Solved!");
}

/// Presses Tab until the focus is at what a selector finds.
fn tab_to(window: &Window, selector: &str) {
    let is_there = format!("return document.activeElement.matches('{selector}')");
    for _ in 0..60 {
        if window.run(&is_there) == true {
            return;
        }
        window.press_there("\u{e004}");
    }
    panic!("{selector} cannot be reached");
}

fn long_search_stops_and_keeps_its_solution(window: &Window, _: &Server) {
    window.press("#text", SUPERFLIP);
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    // the first answer comes soon, the proof is a choice
    window.sees("#result", "are needed");
    window.click("#prove");
    window.sees("#bound", "no solution has fewer than");
    window.sees("#known", "moves");
    window.click("#stop");
    window.sees("#result", "Stopped. Best so far: ");
    window.sees("#result", "; at least ");
    // a larger table is offered where the server generates any
    window.run(
        "const fetched = window.fetch; \
         window.fetch = async (path, options) => { \
             const response = await fetched(path, options); \
             if (path !== '/tables') return response; \
             const report = await response.json(); \
             for (const table of report.tables) Object.assign(table, { fits: true, generation_seconds: 1 }); \
             return Response.json({ ...report, generates: true }); \
         }",
    );
    window.click("#prove");
    window.sees("#advice", "the proof would take about");
    window.click("#stop");
    // the best solution can be played, and the server solves the next cube
    go_to_end(window);
    window.sees("#step", "Solved!");
    open(window, "looks");
    window.click("#solved");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "0 moves, proven to be the shortest");
}

fn pasted_text_and_link_enter_the_cube(window: &Window, server: &Server) {
    window.press("#text", "x R U Q");
    window.sees("#text-error", "Q");
    window.run("document.getElementById('text').value = ''");
    window.press("#text", "x R U");
    window.sees("#state", "The cube is complete");
    let cube = colours(&facelets("x R U"));
    assert_eq!(drawn(window), cube);
    window.sees("#text-error", "");
    let link = window.run("return document.getElementById('link').href");
    window.visit("about:blank");
    window.visit(link.as_str().unwrap());
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), cube);
    // turned as a whole, it is the same cube from another side
    open(window, "looks");
    window.click("[data-turn=\"y\"]");
    window.wait(|| drawn(window) == colours(&facelets("x R U y")));
    window.visit(&format!("{}#R%20U", server.url()));
    window.wait(|| drawn(window) == colours(&facelets("R U")));
}

fn pasted_net_enters_the_cube(window: &Window, _: &Server) {
    let output = program::with_table().args(["show", "R U2 F"]).output();
    let net = program::stdout(&output.unwrap()).to_owned();
    let paste = "const text = document.getElementById('text'); \
                     text.focus(); \
                     document.execCommand('insertText', false, ";
    window.run(&format!("{paste}{})", serde_json::to_string(&net).unwrap()));
    window.wait(|| drawn(window) == colours(&facelets("R U2 F")));
}

fn random_scramble_enters_its_cube(window: &Window, _: &Server) {
    open(window, "looks");
    for button in ["#random", "#clear", "#competition"] {
        window.click(button);
        if button == "#clear" {
            window.sees("#state", "48 stickers are missing");
            continue;
        }
        window.sees("#state", "The cube is complete");
        let scramble = window.run("return document.getElementById('text').value");
        assert_eq!(
            drawn(window),
            colours(&facelets(scramble.as_str().unwrap()))
        );
    }
}

fn all_solutions_can_be_selected_and_copied(window: &Window, _: &Server) {
    window.press("#text", "R2 F2 R2 F2 R2 F2");
    window.sees("#state", "The cube is complete");
    open(window, "options");
    window.click("#option-all");
    window.click("#solve");
    window.sees("#result", "6 moves, proven to be the shortest; 8 solutions");
    let choices = "return document.querySelectorAll('#choice option').length";
    assert_eq!(window.run(choices), 8);
    window.click("#choice option:nth-child(8)");
    window.wait(|| window.text("#moves").starts_with("B2"));
    window.click("#copy");
    window.sees("#copy", "Copied");
    window.run("document.getElementById('text').value = ''");
    window.press("#text", "\u{e009}v");
    window.wait(|| {
        let text = window.run("return document.getElementById('text').value");
        text == "B2 L2 F2 L2 B2 R2" || text == "B2 R2 B2 L2 F2 L2"
    });
    window.sees("#state", "The cube is complete");
    window.press("#text", " U");
    window.click("#option-all");
    window.press("#option-extra", "1");
    window.click("#solve");
    window.sees("#result", " solutions, in ");
    let length = |n| {
        let script = format!("return document.querySelectorAll('#choice option')[{n}].text");
        let text = window.run(&script);
        text.as_str().unwrap().split(' ').count()
    };
    let last = window.run(choices).as_u64().unwrap() - 1;
    assert_eq!(length(last), length(0) + 1);
}

fn steps_and_quarter_turns_are_displayed(window: &Window, _: &Server) {
    window.press("#text", "R2 U");
    window.sees("#state", "The cube is complete");
    open(window, "options");
    window.click("#option-metric option:nth-child(3)");
    window.press("#option-goal", "corners");
    window.click("#solve");
    window.sees("#result", "3 quarter turns, proven to be the shortest");
    window.sees("#bound", "no solution has fewer than 3 quarter turns");
    go_to_end(window);
    window.sees("#step", "Done: corners.");
    window.click("#option-metric option:nth-child(1)");
    window.run("document.getElementById('option-goal').value = ''");
    window.press("#option-goal", "eo,dr,htr,solved");
    window.run("document.getElementById('text').value = ''");
    window.press("#text", "R U F");
    window.wait(|| drawn(window) == colours(&facelets("R U F")));
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees(
        "#result",
        "3 moves, proven to be the shortest in these steps",
    );
    window.sees("#step", "Move 1 of ");
    window.sees("#step", "(eo-");
    for name in ["eo-", "dr-", "htr:", "solved:"] {
        window.sees("#moves", name);
    }
    go_to_end(window);
    window.sees("#step", "Solved!");
    window.run("document.getElementById('option-goal').value = ''");
    window.press("#option-goal", "oe");
    window.press("#text", " // again");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "No answer: goal: unknown goal \"oe\"");
    let complaints = window.complaints();
    assert_eq!(complaints.len(), 1, "the browser logs the refusal");
}

fn chosen_colour_scheme_is_applied_and_stored(window: &Window, _: &Server) {
    let seen = || window.run("return document.getElementById('hold').innerText");
    assert!(
        seen()
            .as_str()
            .unwrap()
            .contains("green in front, white on top")
    );
    open(window, "looks");
    window.click("#sides label:nth-child(3) option:nth-child(6)");
    // the two change places, everywhere
    let swapped = |window: &Window| {
        window.wait(|| drawn(window).chars().nth(22) == Some('b'));
        assert_eq!(drawn(window).chars().nth(49), Some('g'));
        assert!(seen().as_str().unwrap().contains("blue in front"));
        let scheme = window.run("return document.getElementById('scheme').value");
        assert_eq!(scheme, "own");
    };
    swapped(window);
    window.run("location.reload()");
    window.sees("#state", "48 stickers are missing");
    swapped(window);
    open(window, "looks");
    window.click("#scheme option:nth-child(1)");
    window.wait(|| drawn(window).chars().nth(22) == Some('g'));
}

fn chosen_paint_is_applied_and_stored(window: &Window, _: &Server) {
    let background = |n| {
        let script = format!(
            "return getComputedStyle(document.querySelectorAll('#net button')[{n}]).backgroundColor"
        );
        window.run(&script)
    };
    let set = "const input = document.getElementById('paint-white'); \
                   input.value = '#123456'; \
                   input.dispatchEvent(new Event('input'))";
    assert_eq!(background(4), "rgb(248, 248, 245)");
    window.run(set);
    assert_eq!(background(4), "rgb(18, 52, 86)");
    window.run("location.reload()");
    window.sees("#state", "48 stickers are missing");
    assert_eq!(background(4), "rgb(18, 52, 86)");
}

fn no_press_is_lost(window: &Window, server: &Server) {
    window.visit(&format!("{}#R U F2 L' D B2", server.url()));
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#step", "Move 1 of 6");
    let press = |buttons: &str| {
        let script = format!(
            "for (const [n, id] of ['{}'].entries()) \
             setTimeout(() => document.getElementById(id).click(), 50 * n)",
            buttons.replace(' ', "','")
        );
        window.run(&script);
    };
    press("next next next");
    window.sees("#step", "Move 4 of 6");
    std::thread::sleep(std::time::Duration::from_millis(500));
    window.sees("#step", "Move 4 of 6");
    press("next back back");
    window.sees("#step", "Move 3 of 6");
    window.run(
        "document.getElementById('at').value = 6; \
                document.getElementById('at').dispatchEvent(new Event('input'))",
    );
    window.sees("#step", "Solved!");
}

/// The stickers of the link, which are those entered.
fn entered(window: &Window) -> String {
    let script = "return location.hash.slice(1, 55)";
    window.run(script).as_str().unwrap().to_owned()
}

fn tapped_and_turned_cube_can_be_undone(window: &Window, _: &Server) {
    window.click("#palette label:nth-child(2)");
    window.click("#scene [data-sticker='18']");
    window.sees("#state", "47 stickers are missing");
    assert_eq!(&entered(window)[18..19], "R");
    window.click("#undo");
    window.sees("#state", "48 stickers are missing");
    window.click("#redo");
    window.sees("#state", "47 stickers are missing");
    // drawn over the cube, the view turns
    let view = "return document.getElementById('scene').style.transform";
    let before = window.run(view);
    window.drag("#scene [data-sticker='22']", (40, 0));
    assert_ne!(window.run(view), before);
    window.sees("#state", "47 stickers are missing");
    // with the other tool, a layer
    open(window, "looks");
    window.click("#solved");
    window.sees("#state", "The cube is complete");
    window.run("scrollTo(0, 0)");
    window.click("#palette label:nth-child(8)");
    for (sticker, by, moves) in [
        (20, (4, -40), "R"),
        (23, (4, 40), "R R'"),
        (21, (40, 4), "E"),
    ] {
        window.drag(&format!("#scene [data-sticker='{sticker}']"), by);
        window.wait(|| entered(window) == facelets(moves));
    }
}

fn misread_face_is_corrected(window: &Window, _: &Server) {
    let right = facelets("R U F2 L' D B R2");
    let mut wrong: Vec<char> = right.chars().collect();
    wrong[18..27].reverse();
    let wrong: String = wrong.into_iter().collect();
    window.run(&format!("location.hash = '{wrong}'"));
    window.sees(
        "#state",
        "The front side, with the green centre, seems to be entered upside down",
    );
    assert_eq!(visible_main(window), "repair");
    window.click("#repair");
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&right));
}

fn cube_in_one_colour_is_explained(window: &Window, _: &Server) {
    let white: String = facelets("")
        .chars()
        .enumerate()
        .map(|(n, c)| if n % 9 == 4 { c } else { 'U' })
        .collect();
    window.run(&format!("location.hash = '{white}'"));
    window.sees("#problems", "white is on 49 stickers instead of 9");
    let lines = window.run("return document.querySelectorAll('#problems li').length");
    assert!(lines.as_u64().unwrap() <= 5, "{lines}");
}

fn next_side_comes_to_the_front(window: &Window, _: &Server) {
    window.sees("#state", "the side with the green centre");
    for centre in ["red", "blue", "orange", "white", "yellow", "green"] {
        window.click("#side");
        window.sees("#state", &format!("the side with the {centre} centre"));
    }
}

fn link_holds_options_and_solution(window: &Window, server: &Server) {
    open(window, "options");
    window.press("#option-goal", "corners");
    window.press("#text", "R U");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#step", "Move 1 of 2");
    let link = window.run("return document.getElementById('link').href");
    window.visit("about:blank");
    window.visit(link.as_str().unwrap());
    window.sees("#result", "A solution of 2 moves");
    let goal = "return document.getElementById('option-goal').value";
    assert_eq!(window.run(goal), "corners");
    go_to_end(window);
    window.sees("#step", "Done: corners.");
    // what is no link or no cube is shown as text
    window.visit("about:blank");
    window.visit(&format!("{}#%", server.url()));
    window.sees("#state", "48 stickers are missing");
    window.wait(|| window.run("return document.getElementById('text').value") == "%");
}

fn painted_target_is_reached(window: &Window, _: &Server) {
    window.press("#text", "R U");
    window.sees("#state", "The cube is complete");
    open(window, "options");
    window.click("#paint-target");
    window.sees("#state", "Paint the target");
    assert_eq!(visible_main(window), "done-target");
    // only the front side matters
    window.click("#palette label:nth-child(7)");
    for n in (0..54).filter(|n| n % 9 != 4 && n / 9 != 2) {
        window.run(&format!(
            "document.querySelectorAll('#net button')[{n}].click()"
        ));
    }
    window.click("#done-target");
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&facelets("R U")));
    window.click("#solve");
    window.sees("#result", "proven to be the shortest");
    let shown = window.text("#moves");
    let length = shown.split_whitespace().count();
    let mut cube = NaiveCube::from_str("R U");
    cube.apply_str(&shown.replace('\n', " "));
    assert!(
        length <= 2 && cube.facelets()[18..27] == *"FFFFFFFFF",
        "{shown}"
    );
}

fn tables_are_listed(window: &Window, _: &Server) {
    window.click("#tables-section summary");
    window.sees("#tables", "8G");
    let row = "return [...document.querySelectorAll('#tables tr')] \
               .find((row) => row.cells[0].textContent === '128M').innerText";
    let row = window.run(row);
    let row = row.as_str().unwrap();
    assert!(row.contains("126 MB") && row.contains("in use"), "{row}");
    // this server generates none
    assert_eq!(
        window.run("return document.querySelectorAll('#tables button').length"),
        0
    );
}

fn everything_needed_is_in_sight(window: &Window, server: &Server) {
    let in_sight = |id: &str| {
        let script = format!(
            "const {{ top, bottom, left, right }} = document.getElementById('{id}').getBoundingClientRect(); \
             return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth"
        );
        assert_eq!(window.run(&script), true, "{id}");
    };
    for size in [(1280, 720), (360, 640), (740, 360), (320, 568)] {
        eprintln!("  {size:?}");
        window.resize(size);
        window.visit("about:blank");
        window.visit(&format!("{}#{}", server.url(), SUPERFLIP));
        window.sees("#state", "The cube is complete");
        for id in ["scene", "state", "palette", "solve"] {
            in_sight(id);
        }
        window.click("#solve");
        window.sees("#result", "needed");
        for id in ["scene", "result", "step", "next"] {
            in_sight(id);
        }
        let width = "return document.querySelector('#net button').getBoundingClientRect().width";
        assert!(window.run(width).as_f64().unwrap() >= 24.0);
        let overflow = "return document.documentElement.scrollWidth - innerWidth";
        assert!(window.run(overflow).as_i64().unwrap() <= 0);
    }
    window.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
}

fn stickers_keep_their_colours(window: &Window, server: &Server) {
    emulate(window, "forced-colors", "active");
    window.visit(&format!("{}#R", server.url()));
    window.sees("#state", "The cube is complete");
    for colour in [
        "background-color: rgb(184, 18, 47)",
        "background-color: rgb(31, 174, 87)",
    ] {
        let (property, value) = colour.split_once(": ").unwrap();
        let script = format!(
            "return [...document.querySelectorAll('#net button')] \
             .filter((b) => getComputedStyle(b).getPropertyValue('{property}') === '{value}').length"
        );
        assert_eq!(window.run(&script), 9);
    }
    emulate(window, "forced-colors", "none");
}

/// Emulates a setting of the system, such as `prefers-color-scheme`.
pub fn emulate(window: &Window, name: &str, value: &str) {
    let features = json!({"features": [{"name": name, "value": value}]});
    window.devtools("Emulation.setEmulatedMedia", features);
}

fn page_works_without_storage_clipboard_and_server(window: &Window, _: &Server) {
    window.run_first(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } }); \
         Object.defineProperty(navigator, 'clipboard', { value: undefined });",
    );
    let server = Server::start();
    window.visit(&format!("{}#R U", server.url()));
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "2 moves, proven to be the shortest");
    window.click("#copy");
    window.wait(|| {
        ["Copied", "Selected"]
            .iter()
            .any(|word| window.text("#copy").starts_with(word))
    });
    window.click("#edit");
    drop(server);
    window.click("#random");
    window.sees("#state", "No scramble: the server does not answer");
    assert!(
        window.complaints().len() <= 2,
        "the browser logs the refused connections"
    );
}
