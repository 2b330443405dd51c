//! Searches: their progress, their end, tables and codes.

use super::browser::{
    answer, depth, go_to_end, is, is_shown, lock_out, offer_tables, open, open_cube, send, short,
    take_over_searches,
};
use super::webdriver::Window;
use super::{SUPERFLIP, Server};
use serde_json::json;

pub fn tables_are_listed(window: &Window, _: &Server) {
    window.click("#tables-section summary");
    window.sees("#tables", "8G");
    let row = "return [...document.querySelectorAll('#tables tr')] \
               .find((row) => row.cells[0].textContent === '64M').innerText";
    let row = window.run(row);
    let row = row.as_str().unwrap();
    assert!(row.contains("67 MB") && row.contains("in use"), "{row}");
    // this server generates none
    assert_eq!(
        window.run("return document.querySelectorAll('#tables button').length"),
        0
    );
}

pub fn long_search_stops_and_keeps_its_solution(window: &Window, _: &Server) {
    window.press("#text", SUPERFLIP);
    window.sees("#state", "The cube is complete");
    take_over_searches(window);
    window.click("#solve");
    send(window, &short(SUPERFLIP));
    window.sees("#result", "20 moves. Looking for the shortest");
    send(window, &depth(16));
    window.sees("#bound", "no solution has fewer than 16 moves");
    // a larger table is offered where the server generates any
    offer_tables(window);
    let progress = json!({
        "event": "progress", "depth": 17, "done": 0.5, "probes": 9, "seconds_left": 4000,
    });
    send(window, &progress);
    window.sees(
        "#now",
        "searching at 17 moves, 50% done, about 67 min left; the search ends after an hour",
    );
    window.sees("#advice", "the proof would take about");
    window.click("#stop");
    window.sees(
        "#result",
        "Stopped. Best so far: 20 moves; at least 16 moves are needed.",
    );
    window.wait(|| is(window, "window.isStopped === true"));
    // the best solution can be played, and the server solves the next cube
    window.run("window.giveBack()");
    go_to_end(window);
    window.sees("#step", "Solved!");
    window.click("#edit");
    open(window, "looks");
    window.click("#solved");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "0 moves, proven to be the shortest");
}

pub fn shorter_solution_takes_over_where_it_can(window: &Window, _: &Server) {
    window.press("#text", "R U F");
    window.sees("#state", "The cube is complete");
    take_over_searches(window);
    let follow_one = |solution: &str| {
        window.run("delete window.send");
        window.click("#solve");
        send(window, &short(solution));
        window.sees("#step", "Move 1 of 5");
        window.click("#next");
        window.sees("#step", "Move 2 of 5");
        send(window, &answer("F' U' R'"));
    };
    // it begins with the same moves
    follow_one("F' U' R' D D'");
    window.sees("#result", "3 moves, proven to be the shortest, in 1.0 s.");
    window.sees("#step", "Move 2 of 3: U'");
    assert!(!is_shown(window, "switch"));
    window.click("#edit");
    // it does not: what is followed, the text and what is copied stay the same until the user agrees
    follow_one("D D' F' U' R'");
    window.sees("#result", "You are following one of 5.");
    window.sees("#step", "Move 2 of 5: D'");
    window.run("navigator.clipboard.writeText = async (text) => (window.copied = text)");
    window.click("#copy");
    assert!(is(window, "window.copied === \"D D' F' U' R'\""));
    window.sees("#switch", "Show the one of 3");
    window.click("#switch");
    window.sees("#step", "Move 1 of 3: F'");
    assert!(!is_shown(window, "switch"));
}

pub fn next_search_forgets_the_last_link(window: &Window, _: &Server) {
    open_cube(window, "R U");
    window.click("#solve");
    window.sees("#twizzle", "Twizzle");
    window.click("#edit");
    take_over_searches(window);
    window.click("#solve");
    window.sees("#result", "Searching");
    assert!(!is_shown(window, "twizzle"));
    assert!(!is_shown(window, "solution"));
    window.run("window.endSearch()");
    window.sees("#result", "No answer");
    assert!(!is_shown(window, "twizzle"));
}

pub fn search_that_breaks_off_can_be_tried_again(window: &Window, _: &Server) {
    window.press("#text", "R U");
    window.sees("#state", "The cube is complete");
    take_over_searches(window);
    window.click("#solve");
    send(window, &short("U' R'"));
    window.run("window.endSearch()");
    window.sees(
        "#result",
        "No answer: the server does not answer; start cubesolve serve again.",
    );
    window.run("window.giveBack()");
    window.sees("#prove", "Try again");
    window.click("#prove");
    window.sees("#result", "2 moves, proven to be the shortest");
}

pub fn large_table_is_generated_after_a_question_and_can_be_cancelled(window: &Window, _: &Server) {
    offer_tables(window);
    window.run(
        "const fetched = window.fetch; \
         window.fetch = async (path, options) => { \
             if (path !== '/tables' || options?.method !== 'POST') return fetched(path, options); \
             window.generated = JSON.parse(options.body).table; \
             const body = new ReadableStream({ start(stream) { \
                 const line = JSON.stringify({ table: window.generated, done: 0.25, error: null }) + '\\n'; \
                 stream.enqueue(new TextEncoder().encode(line)); \
                 options.signal.addEventListener('abort', () => { \
                     window.isCancelled = true; \
                     stream.error(options.signal.reason); \
                 }); \
             } }); \
             return new Response(body); \
         }",
    );
    open(window, "tables-section");
    window.sees("#tables", "Generate 8G");
    window.sees("#tables", "10 min");
    let click = |name: &str| {
        let script = format!(
            "[...document.querySelectorAll('#tables button')] \
             .find((button) => button.textContent.endsWith('enerate {name}')).click()"
        );
        window.run(&script);
    };
    click("8G");
    window.sees(
        "#table-state",
        "about 10 min on all processors. Press again to generate it.",
    );
    assert!(is(window, "window.generated === undefined"));
    click("8G");
    window.sees(
        "#table-state",
        "Generating the table 8G: 25%, about 8 min left",
    );
    assert!(is(window, "window.generated === '8G'"));
    let active =
        "[...document.querySelectorAll('#tables button')].some((button) => !button.disabled)";
    assert!(!is(window, active), "one at a time");
    window.click("#cancel-table");
    window.sees("#table-state", "The table 8G was cancelled.");
    assert!(is(window, "window.isCancelled === true"));
    window.wait(|| is(window, active));
}

pub fn code_is_entered_in_a_form(window: &Window, server: &Server) {
    window.run(
        "const fetched = window.fetch; \
         let isIn = false; \
         let tries = 0; \
         window.prompt = () => { throw new Error('no prompts'); }; \
         window.fetch = async (path, options) => { \
             if (path === '/enter') { \
                 tries += 1; \
                 isIn = options.body === 'ABCDEFGH'; \
                 return new Response('{}', { status: isIn ? 200 : tries === 2 ? 429 : 403 }); \
             } \
             return isIn ? fetched(path, options) : Response.json({ error: 'code' }, { status: 401 }); \
         }",
    );
    // several requests wait for the same form
    window.run(
        "for (const id of ['random', 'solved', 'random']) document.getElementById(id).click()",
    );
    window.sees("#code-title", "Which code does the terminal show?");
    let enter = |code: &str, error: &str| {
        window.run("document.getElementById('code').value = ''");
        window.press("#code", &format!("{code}\u{e007}"));
        window.sees("#code-error", error);
    };
    enter("WRONG", "This is not the code.");
    enter("AGAIN", "wait a second");
    enter("ABCDEFGH", "");
    window.sees("#state", "The cube is complete");
    assert!(!is(window, "document.getElementById('code-form').open"));
    // closed, it says so, and opens again on request only
    window.visit(&server.url());
    window.click("#paint");
    lock_out(window);
    window.press_there("\u{e00c}");
    window.sees("#locked", "Other machines need the code");
    window.click("#random");
    window.sees(
        "#state",
        "No scramble: other machines need the code that cubesolve serve shows.",
    );
    assert!(!is(window, "document.getElementById('code-form').open"));
}

pub fn page_says_where_the_cube_goes(window: &Window, server: &Server) {
    window.sees("#about", "Your cube stays on this machine.");
    // as another machine calls this one, which the browser takes for itself
    let port = server.address.port();
    window.visit(&format!("http://127.0.0.2:{port}/"));
    window.sees(
        "#about",
        "Your cube goes to the machine 127.0.0.2, and no further.",
    );
}
