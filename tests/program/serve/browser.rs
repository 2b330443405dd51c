//! The page in a browser without a window.

use super::webdriver::Window;
use super::{SUPERFLIP, Server};
use crate::naive::NaiveCube;
use crate::program;
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
const SCENARIOS: [(&str, Scenario); 14] = [
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
        window.run("localStorage.clear()");
        window.visit("about:blank");
    }
}

/// The facelets after moves, as letters of faces.
fn facelets(moves: &str) -> String {
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

fn drawn(window: &Window) -> String {
    let script = "return [...document.querySelectorAll('#net .sticker')].map((sticker) => \
                  sticker.className.match(/colour-(\\w+)/)[1][0]).join('')";
    window.run(script).as_str().unwrap().to_owned()
}

/// Letters of faces as first letters of colours.
fn colours(facelets: &str) -> String {
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

fn clicked_cube_is_solved_and_played(window: &Window, _: &Server) {
    let cube = facelets("R U F2 L'");
    click_in(window, &cube);
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&cube));
    window.click("#solve");
    window.sees("#result", "Optimal: 4 moves, proven");
    let first = "Move 1 of 4: L, turn the left side downwards, a quarter turn";
    window.sees("#step", first);
    assert_eq!(arrows(window), "18↓ 21↓ 24↓");
    window.click("#next");
    window.sees("#step", "Move 2 of 4: F2, turn the front side half around");
    assert_eq!(arrows(window), "6⇉ 7⇉ 8⇉");
    window.click("#back");
    window.sees("#step", "Move 1 of 4");
    window.click("#play");
    window.sees("#step", "Solved.");
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
    window.sees("#result", "Optimal: 7 moves, proven");
    for id in ["result", "step", "play"] {
        let script = format!(
            "const {{ top, bottom }} = document.getElementById('{id}').getBoundingClientRect(); \
                 return top >= 0 && bottom <= innerHeight"
        );
        window.wait(|| window.run(&script) == true);
    }
    // the keyboard goes on there
    assert_eq!(window.run("return document.activeElement.id"), "play");
    window.press_there("\u{e007}");
    window.sees("#step", "Solved.");
}

fn clicked_centre_chooses_its_colour(window: &Window, _: &Server) {
    window.click(&sticker(22));
    window.click(&sticker(0));
    window.sees("#state", "47 stickers are missing");
    assert!(drawn(window).starts_with("gmmm"));
}

fn impossible_cube_is_explained_and_marked(window: &Window, _: &Server) {
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
    window.click("#solve");
    window.sees(
        "#state",
        "Enter the whole cube first. This cube is impossible.",
    );
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
        window.run("return document.querySelectorAll('#net .filled').length"),
        4
    );
}

fn keyboard_alone_enters_and_solves(window: &Window, _: &Server) {
    let cube = colours(&facelets("F R2 B' D"));
    window.run("document.querySelector('#net button').focus()");
    let keys = cube.chars().enumerate().filter(|(n, _)| n % 9 != 4);
    window.press_there(&keys.map(|(_, key)| key).collect::<String>());
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), cube);
    let label = window.run("return document.querySelector('#net button').ariaLabel");
    assert!(label.as_str().unwrap().starts_with("top 1, "), "{label}");
    // from the net to the button, by Tab alone
    for _ in 0..40 {
        if window.run("return document.activeElement.id") == "solve" {
            break;
        }
        window.press_there("\u{e004}");
    }
    window.press_there("\u{e007}");
    window.sees("#result", "Optimal: 4 moves, proven");
}

fn long_search_stops_and_keeps_its_solution(window: &Window, _: &Server) {
    window.press("#text", SUPERFLIP);
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#bound", "no solution has fewer than");
    window.sees("#known", "moves");
    window.click("#stop");
    window.sees("#result", "Stopped. Best so far: ");
    window.sees("#result", "; at least ");
    // the best solution can be played, and the server solves the next cube
    window.click("#last");
    window.sees("#step", "Solved.");
    window.click("#solved");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "Optimal: 0 moves, proven");
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
    window.click("[data-turn=\"y\"]");
    window.wait(|| drawn(window) == colours(&facelets("x R U y")));
    window.visit(&format!("{}#R%20U", server.url()));
    window.wait(|| drawn(window) == colours(&facelets("R U")));
}

fn pasted_net_enters_the_cube(window: &Window, _: &Server) {
    let output = program::program(program::tables())
        .args(["show", "R U2 F"])
        .output();
    let net = program::stdout(&output.unwrap()).to_owned();
    let paste = "const text = document.getElementById('text'); \
                     text.focus(); \
                     document.execCommand('insertText', false, ";
    window.run(&format!("{paste}{})", serde_json::to_string(&net).unwrap()));
    window.wait(|| drawn(window) == colours(&facelets("R U2 F")));
}

fn random_scramble_enters_its_cube(window: &Window, _: &Server) {
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
    window.click("#options summary");
    window.click("#number option:nth-child(2)");
    window.click("#solve");
    window.sees("#result", "Optimal: 6 moves, proven; 8 solutions");
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
    window.click("#number option:nth-child(3)");
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
    window.click("#options summary");
    window.click("#metric option:nth-child(2)");
    window.press("#goal", "corners");
    window.click("#solve");
    window.sees("#result", "Optimal: 3 quarter turns, proven");
    window.sees("#bound", "no solution has fewer than 3 quarter turns");
    window.click("#last");
    window.sees("#step", "Done: corners.");
    window.click("#metric option:nth-child(1)");
    window.run("document.getElementById('goal').value = ''");
    window.press("#goal", "eo,dr,htr,solved");
    window.run("document.getElementById('text').value = ''");
    window.press("#text", "R U F");
    window.wait(|| drawn(window) == colours(&facelets("R U F")));
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "Shortest in these steps: 3 moves, proven");
    window.sees("#step", "Move 1 of 3 (eo-");
    for name in ["eo-", "dr-", "htr:", "solved:"] {
        window.sees("#moves", name);
    }
    window.click("#last");
    window.sees("#step", "Solved.");
    window.run("document.getElementById('goal').value = ''");
    window.press("#goal", "oe");
    window.click("#solve");
    window.sees("#result", "No answer: goal: unknown goal \"oe\"");
    let complaints = window.complaints();
    assert_eq!(complaints.len(), 1, "the browser logs the refusal");
}

fn chosen_colour_scheme_is_applied_and_stored(window: &Window, _: &Server) {
    let seen = || window.run("return document.getElementById('help').innerText");
    assert!(
        seen()
            .as_str()
            .unwrap()
            .contains("green centre in front and the white centre on top")
    );
    window.click("details:not([id]) summary");
    window.click("#sides label:nth-child(3) option:nth-child(6)");
    // the two change places, everywhere
    let swapped = |window: &Window| {
        window.wait(|| drawn(window).chars().nth(22) == Some('b'));
        assert_eq!(drawn(window).chars().nth(49), Some('g'));
        assert!(seen().as_str().unwrap().contains("blue centre in front"));
        let scheme = window.run("return document.getElementById('scheme').value");
        assert_eq!(scheme, "own");
    };
    swapped(window);
    window.run("location.reload()");
    window.sees("#state", "48 stickers are missing");
    swapped(window);
    window.run("document.querySelector('details:not([id])').open = true");
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
    assert_eq!(background(4), "rgb(255, 255, 255)");
    window.run(set);
    assert_eq!(background(4), "rgb(18, 52, 86)");
    window.run("location.reload()");
    window.sees("#state", "48 stickers are missing");
    assert_eq!(background(4), "rgb(18, 52, 86)");
}
