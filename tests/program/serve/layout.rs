//! How the page looks: on all screens, on paper, in the colours of the system.

use super::browser::{
    depth, emulate, is, is_shown, offer_tables, open, open_cube, send, short, take_over_searches,
};
use super::webdriver::Window;
use super::{SUPERFLIP, Server};
use serde_json::json;

pub fn page_works_without_storage_clipboard_and_server(window: &Window, _: &Server) {
    window.run_first(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } }); \
         Object.defineProperty(navigator, 'clipboard', { value: undefined });",
    );
    let server = Server::start();
    window.visit(&server.url());
    open_cube(window, "R U");
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

pub fn everything_needed_is_in_sight(window: &Window, server: &Server) {
    let in_sight = |id: &str| {
        let script = format!(
            "const {{ top, bottom, left, right }} = document.getElementById('{id}').getBoundingClientRect(); \
             return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth"
        );
        assert_eq!(window.run(&script), true, "{id}");
    };
    for size in [
        (1280, 720),
        (360, 640),
        (740, 360),
        (640, 360),
        (320, 568),
        (430, 932),
    ] {
        eprintln!("  {size:?}");
        window.resize(size);
        window.visit(&server.url());
        window.sees("#starts", "Paint it");
        for id in ["scene", "scan", "paint", "surprise"] {
            in_sight(id);
        }
        if size.0 == 1280 {
            let below = "document.documentElement.scrollHeight > innerHeight";
            assert!(!is(window, below), "nothing to scroll to");
        }
        open_cube(window, SUPERFLIP);
        for id in [
            "scene", "state", "palette", "solve", "undo", "redo", "clear",
        ] {
            in_sight(id);
        }
        take_over_searches(window);
        window.click("#solve");
        send(window, &depth(16));
        send(window, &short(SUPERFLIP));
        window.sees("#result", "needed");
        for id in ["scene", "result", "step", "next"] {
            in_sight(id);
        }
        window.click("#edit");
        let width = "return document.querySelector('#net button').getBoundingClientRect().width";
        assert!(window.run(width).as_f64().unwrap() >= 24.0);
        let overflow = "return document.documentElement.scrollWidth - innerWidth";
        assert!(window.run(overflow).as_i64().unwrap() <= 0);
    }
    window.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
}

/// For each width from 320 to 1920 pixels in steps of 20: controls that are not on the screen from left to right, above its
/// top, or over each other or the cube. The page is laid out again in a frame of each width, which paints nothing and
/// so takes a hundredth of the time of a window.
const MISPLACED: &str = "
    const frame = document.createElement('iframe');
    frame.style = 'position: fixed; visibility: hidden; border: 0; height: 700px';
    document.body.append(frame);
    const { contentDocument: copy, contentWindow: view } = frame;
    const root = copy.importNode(document.documentElement, true);
    root.querySelectorAll('script, iframe').forEach((element) => element.remove());
    const styled = new Promise((done) => (root.querySelector('[rel=stylesheet]').onload = done));
    copy.replaceChild(root, copy.documentElement);
    await styled;
    const selector = 'button, a[href], select, textarea, input, summary, #stage';
    const name = ({ id, textContent }) => id || textContent;
    const lap = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const misplaced = (width) => {
        frame.style.width = width + 'px';
        const isOutside = ({ left, right, top }) => left < 0 || right > width || top < 0;
        const controls = [...copy.querySelectorAll(selector)]
            .filter((control) => control.checkVisibility() && !control.matches('#palette input, [type=color]'))
            .map((control) => ({ control, box: control.getBoundingClientRect() }));
        if (controls.length < 5 || view.innerWidth !== width) return [width + ': no page'];
        return [
            ...controls.filter(({ box }) => isOutside(box)).map(({ control }) => width + ': ' + name(control)),
            ...controls.flatMap((a, n) => controls.slice(n + 1)
                .filter((b) => lap(a.box, b.box) > 1 && !a.control.contains(b.control))
                .map((b) => width + ': ' + name(a.control) + ' over ' + name(b.control))),
        ];
    };
    const found = [...Array(81).keys()].flatMap((n) => misplaced(320 + 20 * n));
    frame.remove();
    return found";

pub fn no_control_is_outside_or_over_another(window: &Window, _: &Server) {
    let misplaced = || window.run(&format!("return (async () => {{ {MISPLACED} }})()"));
    let check = |state: &str| assert_eq!(misplaced(), json!([]), "{state}");
    window.click("#clear");
    check("empty cube");
    // what is too wide, and what lies over another, is found
    let style = |id: &str, style: &str| {
        window.run(&format!(
            "document.getElementById('{id}').style = '{style}'"
        ));
    };
    style("side", "min-width: 400px");
    style("random", "margin-left: -3rem");
    let found = misplaced().to_string();
    for complaint in ["320: side", "1920: photograph over random"] {
        assert!(found.contains(complaint), "{found}");
    }
    style("side", "");
    style("random", "");
    offer_tables(window);
    open_cube(window, "R U F2 L' D B2 R");
    for id in ["options", "tables-section", "looks"] {
        open(window, id);
    }
    window.sees("#tables", "Generate 8G");
    check("complete cube");
    window.run("scrollTo(0, 0)");
    window.click("#solve");
    window.sees("#step", "Move 1 of 7");
    check("solution");
    window.run("[...document.querySelectorAll('#moves button')].at(-1).click()");
    window.run("document.getElementById('next').click()");
    window.sees("#step", "Solved!");
    check("end");
}

pub fn cube_stays_in_sight_while_a_solution_is_followed(window: &Window, _: &Server) {
    for size in [(320, 568), (360, 640), (640, 360)] {
        window.resize(size);
        open_cube(window, "R U F2 L' D B2 R D2 F");
        window.click("#solve");
        window.sees("#step", "Move 1 of 9");
        open(window, "looks");
        window.run("scrollTo(0, document.body.scrollHeight)");
        let script = "const { top, bottom } = document.getElementById('stage').getBoundingClientRect(); \
                      return scrollY > 100 && top >= 0 && bottom > 120 && bottom < innerHeight + 1";
        window.wait(|| window.run(script) == true);
        // and what is focused is not under it
        window.run("document.activeElement.blur(); document.getElementById('next').focus()");
        let script = "const next = document.getElementById('next'); \
                      const { left, top, width, height } = next.getBoundingClientRect(); \
                      return next.contains(document.elementFromPoint(left + width / 2, top + height / 2))";
        assert_eq!(window.run(script), true, "{size:?}");
    }
    window.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
}

pub fn stickers_keep_their_colours(window: &Window, _: &Server) {
    emulate(window, "forced-colors", "active");
    open_cube(window, "R");
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
    // what colours say elsewhere, borders and fills say here
    window.click("#solve");
    window.sees("#step", "Move 1 of 1");
    let next = "getComputedStyle(document.getElementById('next'))";
    assert!(is(window, &format!("{next}.borderTopWidth === '2px'")));
    let fills = "getComputedStyle(document.querySelector('#moves [aria-current]')).backgroundColor !== \
                 getComputedStyle(document.body).backgroundColor";
    assert!(is(window, fills));
}

pub fn printed_page_has_the_cube_and_its_moves(window: &Window, _: &Server) {
    open_cube(window, "R U");
    window.click("#solve");
    window.sees("#step", "Move 1 of 2");
    window.devtools("Emulation.setEmulatedMedia", json!({"media": "print"}));
    for (id, on_paper) in [
        ("net", true),
        ("moves", true),
        ("result", true),
        ("next", false),
        ("stage", false),
    ] {
        assert_eq!(is_shown(window, id), on_paper, "{id}");
    }
    let style =
        "getComputedStyle(document.querySelector('#net button')).printColorAdjust === 'exact'";
    assert!(is(window, style));
}

pub fn sides_stay_in_place_where_text_runs_from_right_to_left(window: &Window, _: &Server) {
    window.run("document.documentElement.dir = 'rtl'");
    let script = "const left = (face) => document.querySelector('.face-' + face).getBoundingClientRect().left; \
                  const first = document.querySelectorAll('.face-F button'); \
                  const across = [...first].slice(0, 3).map((b) => b.getBoundingClientRect().left); \
                  return left('L') < left('F') && left('F') < left('R') && left('R') < left('B') && \
                      across[0] < across[1] && across[1] < across[2]";
    assert_eq!(window.run(script), true);
    let stage = "const { left, right } = document.getElementById('stage').getBoundingClientRect(); \
                 const scene = document.getElementById('scene').getBoundingClientRect(); \
                 return left >= 0 && right <= innerWidth && scene.left >= left && scene.right <= right";
    assert_eq!(window.run(stage), true);
}
