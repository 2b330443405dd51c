//! The page in a browser without a window: its scenarios, and what they share.

use super::webdriver::Window;
use super::{Server, entering, following, layout, searching};
use crate::naive::NaiveCube;
use crate::program;
use serde_json::{Value, json};
use std::cell::RefCell;
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

macro_rules! scenarios {
    ($($scenario:path),* $(,)?) => { &[$((stringify!($scenario), $scenario)),*] };
}

/// Scenarios of a phone and of a desktop, by their names.
const SCENARIOS: &[(&str, Scenario)] = scenarios![
    entering::clicked_centre_chooses_its_colour,
    entering::impossible_cube_is_explained_and_marked,
    entering::stickers_that_follow_are_filled_in,
    entering::pasted_text_and_link_enter_the_cube,
    entering::pasted_net_enters_the_cube,
    entering::tapped_and_turned_cube_can_be_undone,
    entering::layer_follows_the_finger,
    entering::view_goes_on_after_a_push,
    entering::hidden_sides_are_shown_on_request,
    entering::misread_face_is_corrected,
    entering::wrong_sticker_is_shown_with_its_repair,
    entering::one_of_several_repairs_can_be_chosen,
    entering::cube_in_one_colour_is_explained,
    entering::nothing_moves_while_a_cube_is_checked,
    entering::next_side_comes_to_the_front,
    entering::painted_target_is_reached,
    entering::random_scramble_enters_its_cube,
    entering::first_screen_offers_three_starts,
    entering::full_side_makes_way_for_the_next,
    entering::undo_restores_the_text_of_a_cube,
    entering::stickers_of_a_2x2x2_are_entered,
    entering::presets_set_their_options,
    entering::chosen_colour_scheme_is_applied_and_stored,
    entering::chosen_paint_is_applied_and_stored,
    following::solution_scrolls_into_view,
    following::keyboard_alone_enters_and_solves,
    following::no_press_is_lost,
    following::link_holds_options_and_solution,
    following::clicked_cube_is_solved_and_played,
    following::steps_and_quarter_turns_are_displayed,
    following::all_solutions_can_be_selected_and_copied,
    following::wrong_solution_of_a_link_is_refused,
    following::own_result_is_shown_again_after_a_reload,
    following::free_turns_and_inverse_moves_are_explained,
    following::nothing_throws_a_solution_away_while_it_is_followed,
    following::last_move_is_celebrated,
    following::arrow_is_in_sight_from_everywhere,
    following::next_restores_the_view,
    searching::long_search_stops_and_keeps_its_solution,
    searching::shorter_solution_takes_over_where_it_can,
    searching::next_search_forgets_the_last_link,
    searching::search_that_breaks_off_can_be_tried_again,
    searching::large_table_is_generated_after_a_question_and_can_be_cancelled,
    searching::code_is_entered_in_a_form,
    searching::page_says_where_the_cube_goes,
    layout::stickers_keep_their_colours,
    layout::printed_page_has_the_cube_and_its_moves,
    layout::sides_stay_in_place_where_text_runs_from_right_to_left,
    // the last one: the browser refuses some things from then on
    layout::page_works_without_storage_clipboard_and_server,
];

/// Scenarios that give the window all its sizes, and one for which the server measures the machine for seconds.
const OF_ALL_SIZES: &[(&str, Scenario)] = scenarios![
    searching::tables_are_listed,
    layout::everything_needed_is_in_sight,
    layout::no_control_is_outside_or_over_another,
    layout::cube_stays_in_sight_while_a_solution_is_followed,
];

#[test]
fn page_on_a_phone_passes_all_scenarios() {
    check_page(360, SCENARIOS);
}

#[test]
fn page_on_a_desktop_passes_all_scenarios() {
    check_page(1280, SCENARIOS);
}

#[test]
fn page_of_any_size_passes_all_scenarios() {
    check_page(1280, OF_ALL_SIZES);
}

/// Runs scenarios in one window, at first of this width. The browser must log no complaint.
fn check_page(width: u32, scenarios: &[(&str, Scenario)]) {
    if !installed(&["chromium", "chromedriver"]) {
        return;
    }
    let server = Server::start();
    let window = Window::open(width);
    for (name, scenario) in scenarios {
        let start = std::time::Instant::now();
        window.visit(&server.url());
        window.sees("#starts", "Paint it");
        window.click("#paint");
        window.sees("#state", "48 stickers are missing");
        scenario(&window, &server);
        let overflow = "return document.documentElement.scrollWidth - innerWidth";
        let overflow = window.run(overflow).as_i64();
        assert!(overflow.unwrap() <= 0, "wider than {width} pixels");
        assert_eq!(window.complaints(), Vec::<Value>::new());
        window.devtools(
            "Emulation.setEmulatedMedia",
            json!({"media": "", "features": []}),
        );
        window.run("try { localStorage.clear() } catch {}");
        eprintln!("{name}: {:.1} s", start.elapsed().as_secs_f64());
    }
}

/// The facelets after moves, as letters of faces.
pub fn facelets(moves: &str) -> String {
    NaiveCube::from_str(moves).facelets()
}

/// The selector of a sticker, `0..54`.
pub fn sticker(n: usize) -> String {
    let face = b"URFDLB"[n / 9] as char;
    format!(".face-{face} button:nth-child({})", n % 9 + 1)
}

/// Enters a whole cube by clicks, colour by colour: the first of each colour as with a mouse, which takes a while.
pub fn click_in(window: &Window, facelets: &str) {
    for (number, face) in "URFDLB".chars().enumerate() {
        window.click(&format!("#palette label:nth-child({})", number + 1));
        let of_colour = facelets.chars().enumerate().filter(|(_, c)| *c == face);
        let mut stickers = of_colour.map(|(n, _)| n).filter(|n| n % 9 != 4);
        if let Some(n) = stickers.next() {
            window.click(&sticker(n));
        }
        let others: Vec<String> = stickers.map(sticker).collect();
        window.run(&format!(
            "for (const sticker of {others:?}) document.querySelector(sticker).click()"
        ));
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

/// The id of the only prominent button.
pub fn visible_main(window: &Window) -> String {
    let script = "return [...document.querySelectorAll('button.main')] \
                  .filter((button) => button.checkVisibility()).map(({ id }) => id).join()";
    window.run(script).as_str().unwrap().to_owned()
}

/// Presses Tab until the focus is at what a selector finds.
pub fn tab_to(window: &Window, selector: &str) {
    let is_there = format!("return document.activeElement.matches('{selector}')");
    for _ in 0..60 {
        if window.run(&is_there) == true {
            return;
        }
        window.press_there("\u{e004}");
    }
    panic!("{selector} cannot be reached");
}

/// Emulates a setting of the system, such as `prefers-color-scheme`.
pub fn emulate(window: &Window, name: &str, value: &str) {
    let features = json!({"features": [{"name": name, "value": value}]});
    window.devtools("Emulation.setEmulatedMedia", features);
}

/// From now on the system requests no reduced motion.
pub fn like_motion(window: &Window) {
    emulate(window, "prefers-reduced-motion", "no-preference");
}

/// Whether something is so, as a script says.
pub fn is(window: &Window, script: &str) -> bool {
    window.run(&format!("return {script}")) == true
}

/// Whether the element with an id is displayed.
pub fn is_shown(window: &Window, id: &str) -> bool {
    let script = format!("document.getElementById('{id}').checkVisibility()");
    is(window, &script)
}

/// The angles from which the cube is seen.
pub fn view(window: &Window) -> String {
    let view = window.run("return document.getElementById('stage').dataset.view");
    view.as_str().unwrap().to_owned()
}

/// Drags a sticker of the cube in space by pixels, or taps it. Where it is does not depend on time: the cube has been
/// checked, and its view and its place have stayed the same in three frames, the first of which may begin a motion.
pub fn drag_sticker(window: &Window, sticker: usize, by: (i32, i32)) {
    let script = format!(
        "return (async () => {{ \
             const [{{ STICKERS }}, {{ seen, projected }}] = \
                 await Promise.all([import('/geometry.js'), import('/view.js')]); \
             const stage = document.getElementById('stage'); \
             const {{ cubie, facing }} = STICKERS[{sticker}]; \
             const point = cubie.map((value, i) => value + facing[i] / 2); \
             const place = () => {{ \
                 const {{ left, top, width, height }} = stage.getBoundingClientRect(); \
                 const [right, down] = projected(seen(stage.dataset.view.split(' ').map(Number), point)); \
                 const scale = Math.min(width, height) / 5.3; \
                 return [left + width / 2 + scale * right, top + height / 2 + scale * down].map(Math.round); \
             }}; \
             const isChecked = () => document.getElementById('state').textContent !== ''; \
             const state = () => [isChecked(), stage.dataset.view, ...place()].join(); \
             const before = state(); \
             for (let frame = 0; frame < 3; frame += 1) {{ \
                 await new Promise(requestAnimationFrame); \
                 if (!isChecked() || state() !== before) return null; \
             }} \
             return place(); \
         }})()"
    );
    let place = RefCell::new(Value::Null);
    window.wait(|| {
        place.replace(window.run(&script));
        !place.borrow().is_null()
    });
    let place = place.into_inner();
    let from = [0, 1].map(|i| i32::try_from(place[i].as_i64().unwrap()).unwrap());
    window.drag((from[0], from[1]), by);
}

/// Opens a link in the page that is loaded: a cube by its moves or facelets, options, a solution.
pub fn open_link(window: &Window, link: &str) {
    window.run(&format!(
        "return new Promise((passed) => {{ \
             addEventListener('hashchange', () => passed(), {{ once: true }}); \
             location.hash = {}; \
         }})",
        Value::from(link)
    ));
}

/// Opens the link with a complete cube.
pub fn open_cube(window: &Window, link: &str) {
    open_link(window, link);
    window.sees("#state", "The cube is complete");
}

/// Goes to the end of the solution.
pub fn go_to_end(window: &Window) {
    window.run("[...document.querySelectorAll('#moves button')].at(-1).click()");
    window.click("#next");
}

/// Has the server refuse all requests for want of a code, and sends one, for which the form opens.
pub fn lock_out(window: &Window) {
    window.run(
        "window.fetch = async () => Response.json({ error: 'code' }, { status: 401 }); \
         document.getElementById('random').click()",
    );
    window.sees("#code-title", "Which code");
}

/// From now on searches hang until the test sends their events with [`send`].
pub fn take_over_searches(window: &Window) {
    window.run(
        "const fetched = window.fetch; \
         window.giveBack = () => (window.fetch = fetched); \
         window.fetch = async (path, options) => { \
             if (path !== '/solve') return fetched(path, options); \
             const body = new ReadableStream({ start(stream) { \
                 const encoder = new TextEncoder(); \
                 window.send = (event) => stream.enqueue(encoder.encode(JSON.stringify(event) + '\\n')); \
                 window.endSearch = () => stream.close(); \
                 options.signal.addEventListener('abort', () => { \
                     window.isStopped = true; \
                     stream.error(options.signal.reason); \
                 }); \
             } }); \
             return new Response(body); \
         }",
    );
}

/// Sends an event of a search to the page.
pub fn send(window: &Window, event: &Value) {
    window.wait(|| is(window, "window.send !== undefined"));
    window.run(&format!("window.send({event})"));
}

/// The event with a proven bound.
pub fn depth(lower_bound: u8) -> Value {
    json!({"event": "depth", "lower_bound": lower_bound, "probes": 7})
}

/// The event with a solution that is not proven.
pub fn short(solution: &str) -> Value {
    let length = solution.split(' ').count();
    json!({"event": "short", "solution": solution, "length": length})
}

/// The last event of a search: a solution that is proven to be a shortest one.
pub fn answer(solution: &str) -> Value {
    let length = solution.split(' ').count();
    let step = json!({"solution": solution, "length": length, "goal": null, "case": null});
    let found = json!({
        "solution": solution, "length": length, "steps": [step], "auf": [0, 0], "link": null,
    });
    json!({
        "event": "answer", "solutions": [found], "length": length, "optimal": true,
        "lower_bound": length, "probes": 7, "seconds": 1, "error": null,
    })
}

/// From now on the server offers to generate large tables. To list those of this machine takes seconds.
pub fn offer_tables(window: &Window) {
    window.run(
        "const others = window.fetch; \
         const table = (name, bytes) => ({ \
             name, bytes, metric: 'htm', installed: bytes < 1e9, used: bytes < 1e9, fits: true, \
             generation_seconds: 600, cube_seconds: 1e9 / bytes, \
         }); \
         const tables = [table('64M', 67e6), table('1G', 1e9), table('8G', 7.5e9)]; \
         window.fetch = async (path, options) => \
             path === '/tables' && options?.method !== 'POST' \
                 ? Response.json({ generates: true, tables }) \
                 : others(path, options)",
    );
}
