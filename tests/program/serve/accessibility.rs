//! The page as axe-core judges it, its contrast, and what it says without JavaScript.

use super::browser::{
    depth, emulate, go_to_end, installed, lock_out, offer_tables, open, send, take_over_searches,
};
use super::webdriver::Window;
use super::{SUPERFLIP, Server};
use crate::program;
use serde_json::{Value, json};

/// The release that the tests were written for.
const AXE: &str = "axe-core@4.14.1";

/// Relative luminance and contrast (<https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>) of the border of
/// each button and field in sight against what is around it and in it, if it is below 3.
const LOW_CONTRAST: &str = "
    const read = (text) => text.match(/[\\d.]+/g).map(Number);
    const part = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const luminance = (colour) => {
        const [red, green, blue] = colour.map((value) => part(value / 255));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (a, b) => {
        const [dark, light] = [a, b].map(luminance).sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
    };
    const isOpaque = (colour) => (colour[3] ?? 1) === 1;
    const backgroundOf = (element) => {
        const colour = read(getComputedStyle(element).backgroundColor);
        return isOpaque(colour) ? colour : backgroundOf(element.parentElement);
    };
    const fields = 'button:not(.sticker, .made, :disabled), select, textarea, input[type=text]';
    return [...document.querySelectorAll(fields)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
            const { borderTopWidth, borderTopColor } = getComputedStyle(element);
            const around = backgroundOf(element.parentElement);
            const edge = borderTopWidth === '0px' ? backgroundOf(element) : read(borderTopColor);
            return [element.id, isOpaque(edge) ? contrast(edge, around) : 0];
        })
        .filter(([, ratio]) => ratio < 3)";

/// Asserts that axe-core and the contrast of borders have nothing to complain of: axe-core of all in light on
/// both screens, of colours alone in the dark, on the one that shows more.
#[track_caller]
fn assert_accessible(window: &Window, state: &str) {
    for (size, scheme) in [
        ((1280, 900), "light"),
        ((1280, 900), "dark"),
        ((360, 740), "light"),
    ] {
        window.resize(size);
        emulate(window, "prefers-color-scheme", scheme);
        assert_eq!(
            window.run(LOW_CONTRAST),
            json!([]),
            "{state}, {size:?}, {scheme}"
        );
        let rules = if scheme == "dark" {
            "runOnly: ['color-contrast'],"
        } else {
            ""
        };
        let script = format!(
            "return window.axe === undefined ? [] : axe.run(document, {{ {rules} resultTypes: ['violations'] }}).then( \
             ({{ violations }}) => violations.map(({{ id, nodes }}) => \
             [id, nodes.map(({{ html, failureSummary }}) => [html, failureSummary])]))"
        );
        assert_eq!(
            window.run(&script),
            json!([]),
            "{state}, {size:?}, {scheme}"
        );
    }
}

/// Goes through the states of the page.
fn check_states(window: &Window, server: &Server) {
    let assert_accessible = |state| assert_accessible(window, state);
    let visit = |hash: &str, selector: &str, words: &str| {
        window.visit(&format!("{}#{hash}", server.url()));
        window.sees(selector, words);
    };
    visit("", "#starts", "Paint it");
    assert_accessible("start");
    window.click("#paint");
    window.sees("#state", "48 stickers are missing");
    offer_tables(window);
    for id in ["options", "all-options", "tables-section", "looks"] {
        open(window, id);
    }
    window.sees("#tables", "64M");
    assert_accessible("everything open");
    // two stickers are swapped, and there are two ways to repair it
    let impossible = "BDURUFULLBFRDRLRBLFDULFRDRUFBFDDURFDLULULBDBRBRDFBLFUB";
    visit(impossible, "#state", "This cube is impossible");
    assert_accessible("impossible cube");
    window.click("#photograph");
    window.sees("#photo-title", "Photo 1 of 6");
    assert_accessible("photo");
    visit("R U F2 L'", "#state", "The cube is complete");
    assert_accessible("complete cube");
    window.click("#solve");
    window.sees("#result", "4 moves, proven to be the shortest");
    window.click("#next");
    window.sees("#step", "Move 2 of 4");
    assert_accessible("solution");
    go_to_end(window);
    window.sees("#step", "Solved!");
    // confetti is no text
    window.wait(|| window.run("return document.querySelector('.confetti') === null") == true);
    assert_accessible("end");
    visit(SUPERFLIP, "#state", "The cube is complete");
    take_over_searches(window);
    window.click("#solve");
    send(window, &depth(16));
    window.sees("#bound", "no solution has fewer than");
    assert_accessible("search");
    lock_out(window);
    assert_accessible("code");
}

#[test]
fn every_state_is_accessible_in_light_and_dark() {
    if !installed(&["chromium", "chromedriver"]) {
        return;
    }
    let axe = program::install(AXE, "CUBESOLVE_TEST_BROWSER").map(|directory| {
        let file = directory.join("node_modules/axe-core/axe.min.js");
        std::fs::read_to_string(file).unwrap()
    });
    let server = Server::start();
    let window = Window::open(1280);
    if let Some(axe) = axe {
        window.run_first(&axe);
    }
    check_states(&window, &server);
    assert_eq!(window.complaints(), Vec::<Value>::new());
}

#[test]
fn page_without_javascript_says_so() {
    if !installed(&["chromium", "chromedriver"]) {
        return;
    }
    let server = Server::start();
    let window = Window::open(360);
    let disabled = |value| {
        window.devtools(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": value}),
        )
    };
    disabled(true);
    window.visit(&server.url());
    disabled(false);
    window.sees("noscript p", "This page needs JavaScript");
    let dead = "return [...document.querySelectorAll('button, input, select, textarea')] \
                .filter((control) => control.checkVisibility()).length";
    assert_eq!(window.run(dead), 0);
}
