//! Entering a cube: by clicks, keys, text, links.

use super::Server;
use super::browser::{
    colours, drag_sticker, drawn, emulate, facelets, go_to_end, is, like_motion, open, sticker,
    view, visible_main,
};
use super::webdriver::Window;
use crate::naive::NaiveCube;
use crate::program;

/// The stickers of the link, which are those entered.
fn entered(window: &Window) -> String {
    let script = "return location.hash.slice(1, 55)";
    window.run(script).as_str().unwrap().to_owned()
}

pub fn clicked_centre_chooses_its_colour(window: &Window, _: &Server) {
    window.click(&sticker(22));
    window.click(&sticker(0));
    window.sees("#state", "47 stickers are missing");
    assert!(drawn(window).starts_with("gmmm"));
}

pub fn impossible_cube_is_explained_and_marked(window: &Window, _: &Server) {
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

pub fn stickers_that_follow_are_filled_in(window: &Window, _: &Server) {
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

pub fn pasted_text_and_link_enter_the_cube(window: &Window, _: &Server) {
    window.press("#text", "x R U Q");
    window.sees("#text-error", "Q");
    window.run("document.getElementById('text').value = ''");
    window.press("#text", "x R U");
    window.sees("#state", "The cube is complete");
    let cube = colours(&facelets("x R U"));
    assert_eq!(drawn(window), cube);
    window.sees("#text-error", "");
    let link = window.run("return document.getElementById('link').href");
    window.visit(link.as_str().unwrap());
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), cube);
    // turned as a whole, it is the same cube from another side
    open(window, "looks");
    window.click("[data-turn=\"y\"]");
    window.wait(|| drawn(window) == colours(&facelets("x R U y")));
    // with the signs of a link of alg.cubing.net, too
    for (address, moves) in [("R%20U", "R U"), ("R_U_F2-_(L_D-)2", "R U F2 L D' L D'")] {
        window.run(&format!("location.hash = '{address}'"));
        window.wait(|| drawn(window) == colours(&facelets(moves)));
    }
}

pub fn pasted_net_enters_the_cube(window: &Window, _: &Server) {
    let output = program::with_table().args(["show", "R U2 F"]).output();
    let net = program::stdout(&output.unwrap()).to_owned();
    let paste = "const text = document.getElementById('text'); \
                     text.focus(); \
                     document.execCommand('insertText', false, ";
    window.run(&format!("{paste}{})", serde_json::to_string(&net).unwrap()));
    window.wait(|| drawn(window) == colours(&facelets("R U2 F")));
}

pub fn tapped_and_turned_cube_can_be_undone(window: &Window, _: &Server) {
    window.click("#palette label:nth-child(2)");
    drag_sticker(window, 18, (0, 0));
    window.sees("#state", "47 stickers are missing");
    assert_eq!(&entered(window)[18..19], "R");
    window.click("#undo");
    window.sees("#state", "48 stickers are missing");
    window.click("#redo");
    window.sees("#state", "47 stickers are missing");
    // drawn over the cube, the view turns
    let before = view(window);
    drag_sticker(window, 22, (40, 0));
    assert_ne!(view(window), before);
    window.sees("#state", "47 stickers are missing");
}

pub fn layer_follows_the_finger(window: &Window, _: &Server) {
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
        drag_sticker(window, sticker, by);
        window.wait(|| entered(window) == facelets(moves));
    }
    // let go too early, it goes back; dragged farther, it makes a half turn
    let before = window.run("return document.getElementById('redo').disabled");
    drag_sticker(window, 18, (0, 8));
    assert_eq!(entered(window), facelets("E"));
    assert_eq!(
        window.run("return document.getElementById('redo').disabled"),
        before
    );
    let quarter = "const { clientWidth, clientHeight } = document.getElementById('stage'); \
                   return Math.round(0.3 * Math.min(clientWidth, clientHeight))";
    let quarter = i32::try_from(window.run(quarter).as_i64().unwrap()).unwrap();
    drag_sticker(window, 18, (0, 2 * quarter));
    window.wait(|| entered(window) == facelets("E L2"));
}

pub fn view_goes_on_after_a_push(window: &Window, _: &Server) {
    like_motion(window);
    let yaw = || -> f64 { view(window).split(' ').nth(1).unwrap().parse().unwrap() };
    let before = yaw();
    window.run(
        "const stage = document.getElementById('stage'); \
         stage.setPointerCapture = () => {}; \
         for (const [kind, clientX, timeStamp] of [['down', 50, 0], ['move', 60, 10], ['move', 80, 20], ['up', 80, 21]]) { \
             const event = new PointerEvent(`pointer${kind}`, { clientX, clientY: 100, pointerId: 7 }); \
             stage.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: timeStamp })); \
         }",
    );
    // 30 pixels turn it by 15 degrees
    window.wait(|| yaw() > before + 20.0);
}

pub fn hidden_sides_are_shown_on_request(window: &Window, _: &Server) {
    open(window, "looks");
    window.click("#solved");
    window.sees("#state", "The cube is complete");
    // the bottom is yellow, and hidden
    let yellow = "const { width, height } = document.getElementById('scene'); \
                  const copy = Object.assign(document.createElement('canvas'), { width, height }); \
                  copy.getContext('2d').drawImage(document.getElementById('scene'), 0, 0); \
                  const { data } = copy.getContext('2d').getImageData(0, 0, width, height); \
                  for (let i = 0; i < data.length; i += 4) { \
                      if (data[i] > 180 && data[i + 1] > 150 && data[i + 2] < 60) return true; \
                  } \
                  return false";
    window.wait(|| window.run(yellow) == false);
    window.click("#hints");
    window.wait(|| window.run(yellow) == true);
    window.run("location.reload()");
    window.sees("#state", "The cube is complete");
    window.wait(|| window.run(yellow) == true);
}

/// The facelets with another colour on one sticker, or with two stickers swapped.
fn with_changes(facelets: &str, changes: &[(usize, char)]) -> String {
    let mut changed: Vec<char> = facelets.chars().collect();
    for (n, colour) in changes {
        changed[*n] = *colour;
    }
    changed.into_iter().collect()
}

pub fn wrong_sticker_is_shown_with_its_repair(window: &Window, _: &Server) {
    let right = facelets("R U F2 L' D B R2 U' F");
    let old = right.as_bytes()[29] as char;
    let wrong = with_changes(&right, &[(29, if old == 'U' { 'D' } else { 'U' })]);
    let front = view(window);
    window.run(&format!("location.hash = '{wrong}'"));
    window.sees("#state", "This cube is impossible. Look at bottom 3: ");
    assert_eq!(visible_main(window), "repair");
    window.wait(|| view(window) != front);
    let label = "return document.querySelector('#net .wrong').ariaLabel";
    assert!(
        window
            .run(label)
            .as_str()
            .unwrap()
            .contains("wrong, perhaps")
    );
    assert!(is(
        window,
        "document.querySelectorAll('#net .wrong').length === 1"
    ));
    window.click("#repair");
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&right));
    window.click("#undo");
    window.sees("#state", "This cube is impossible");
}

pub fn one_of_several_repairs_can_be_chosen(window: &Window, _: &Server) {
    let right = facelets("R U F2 L' D B R2 U' F");
    let letters: Vec<char> = right.chars().collect();
    let wrong = with_changes(&right, &[(1, letters[5]), (5, letters[1])]);
    window.run(&format!("location.hash = '{wrong}'"));
    window.sees(
        "#state",
        "This cube is impossible. Which of these is right?",
    );
    assert_eq!(visible_main(window), "side");
    window.sees("#repairs button:nth-child(2)", "right 2");
    window.click("#repairs button:nth-child(1)");
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&right));
}

pub fn misread_face_is_corrected(window: &Window, _: &Server) {
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

pub fn cube_in_one_colour_is_explained(window: &Window, _: &Server) {
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

pub fn nothing_moves_while_a_cube_is_checked(window: &Window, _: &Server) {
    // the text is longer than a line on a phone, and there is none until the server answers
    window.run(
        "const fetched = window.fetch; \
         const released = new Promise((release) => (window.release = release)); \
         window.fetch = (path, options) => released.then(() => fetched(path, options))",
    );
    let places = "return ['#palette', '#net', '#side'] \
                  .map((selector) => document.querySelector(selector).getBoundingClientRect().top)";
    let before = window.run(places);
    let paint = format!("document.querySelector('{}').click()", sticker(0));
    window.run(&paint);
    assert_eq!(window.text("#state"), "");
    assert_eq!(window.run(places), before);
    window.run("window.release()");
    window.sees("#state", "47 stickers are missing");
    assert_eq!(window.run(places), before);
}

pub fn next_side_comes_to_the_front(window: &Window, _: &Server) {
    window.sees("#state", "the side with the green centre");
    for centre in ["red", "blue", "orange", "white", "yellow", "green"] {
        window.click("#side");
        window.sees("#state", &format!("the side with the {centre} centre"));
    }
}

pub fn painted_target_is_reached(window: &Window, _: &Server) {
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

pub fn random_scramble_enters_its_cube(window: &Window, server: &Server) {
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
    window.visit(&server.url());
    window.click("#surprise");
    window.sees("#state", "The cube is complete");
    assert_eq!(visible_main(window), "solve");
}

pub fn first_screen_offers_three_starts(window: &Window, server: &Server) {
    let sides = "document.getElementById('stage').dataset.stickers";
    // a solved cube, which stays solved where less motion is requested
    emulate(window, "prefers-reduced-motion", "reduce");
    window.visit(&server.url());
    window.sees("#starts", "Paint it");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(is(window, &format!("{sides} === '{}'", facelets(""))));
    like_motion(window);
    window.visit(&server.url());
    window.sees("#state", "How do you want to enter your cube?");
    let width = |id: &str| {
        window.run(&format!(
            "return document.getElementById('{id}').clientWidth"
        ))
    };
    assert_eq!(width("scan"), width("paint"));
    assert_eq!(width("surprise"), width("paint"));
    // it scrambles itself
    window.run(&format!("window.first = {sides}"));
    window.wait(|| is(window, &format!("window.first !== {sides}")));
    window.click("#scan");
    window.sees("#photo-title", "Photo 1 of 6");
    window.click("#leave");
    // a tap on the cube begins as well
    drag_sticker(window, 22, (0, 0));
    window.sees("#state", "Side 1 of 6");
}

pub fn full_side_makes_way_for_the_next(window: &Window, _: &Server) {
    let front = view(window);
    window.sees(
        "#state",
        "Side 1 of 6: paint the side with the green centre",
    );
    for n in (18..27).filter(|n| *n != 22) {
        window.click(&sticker(n));
    }
    window.sees("#state", "Side 2 of 6: paint the side with the red centre");
    window.wait(|| view(window) != front);
    // a full side is not requested again
    for _ in 0..5 {
        window.click("#side");
    }
    window.sees("#state", "Side 2 of 6: paint the side with the red centre");
}

pub fn undo_restores_the_text_of_a_cube(window: &Window, _: &Server) {
    let text = || window.run("return document.getElementById('text').value");
    window.press("#text", "R U F");
    window.wait(|| drawn(window) == colours(&facelets("R U F")));
    window.click(&sticker(0));
    window.wait(|| text() == "");
    window.click("#undo");
    window.wait(|| text() == "R U F");
    assert_eq!(drawn(window), colours(&facelets("R U F")));
    // what was typed in one go is one change
    window.click("#undo");
    window.sees("#state", "48 stickers are missing");
    assert_eq!(text(), "");
    window.click("#redo");
    window.wait(|| text() == "R U F");
}

/// Presses the button of a preset.
fn choose_preset(window: &Window, name: &str) {
    window.run(&format!(
        "[...document.querySelectorAll('#presets button')] \
         .find((button) => button.textContent === '{name}').click()"
    ));
}

pub fn presets_set_their_options(window: &Window, _: &Server) {
    window.press("#text", "M U2 M'");
    window.sees("#state", "The cube is complete");
    open(window, "options");
    for (name, options) in [
        ("A cross", "&goal=cross"),
        ("In steps (EO, DR, HTR)", "&goal=eo%2Cdr%2Chtr%2Csolved"),
        ("Only R and U", "&moves=R%2CU"),
        ("Shortest solution", ""),
        (
            "With slice turns",
            "&moves=U%2CD%2CR%2CL%2CF%2CB%2CM%2CE%2CS",
        ),
    ] {
        choose_preset(window, name);
        window.wait(|| is(window, &format!("location.hash.slice(55) === '{options}'")));
        let pressed = "document.querySelector('#presets [aria-pressed=true]').textContent";
        assert!(is(window, &format!("{pressed} === '{name}'")), "{name}");
    }
    window.click("#solve");
    window.sees("#result", "3 moves, proven to be the shortest");
    window.sees("#moves", "M");
}

pub fn stickers_of_a_2x2x2_are_entered(window: &Window, _: &Server) {
    open(window, "options");
    choose_preset(window, "2x2x2");
    window.sees("#state", "paint the front side. 24 stickers are missing");
    let shown = "[...document.querySelectorAll('#net button')] \
                 .filter((part) => part.checkVisibility()).length";
    assert!(is(window, &format!("{shown} === 24")));
    let cube = facelets("R U F2");
    let mut corners = cube
        .chars()
        .enumerate()
        .filter(|(n, _)| [0, 2, 6, 8].contains(&(n % 9)));
    let first = corners.next().unwrap();
    let paint = |(n, colour): (usize, char)| {
        let number = "URFDLB".find(colour).unwrap() + 1;
        window.run(&format!(
            "document.querySelector('#palette label:nth-child({number}) input').click(); \
             document.querySelector(\"{}\").click()",
            sticker(n)
        ));
    };
    corners.for_each(paint);
    window.sees("#state", "1 sticker is missing");
    // a corner that no cube has
    paint((first.0, if first.1 == 'U' { 'D' } else { 'U' }));
    window.sees("#problems", "expected six colours");
    paint(first);
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "3 moves, proven to be the shortest");
    go_to_end(window);
    window.sees("#step", "Solved!");
    // as in the link
    assert!(is(
        window,
        "location.hash.includes('puzzle=2x2x2&solution=')"
    ));
    window.run("location.reload()");
    window.sees("#result", "3 moves, proven to be the shortest");
    assert!(
        is(window, &format!("{shown} === 0")),
        "the flat cube is gone"
    );
}

pub fn chosen_colour_scheme_is_applied_and_stored(window: &Window, _: &Server) {
    window.sees("#hold", "green in front, white on top");
    open(window, "looks");
    window.click("#sides label:nth-child(3) option:nth-child(6)");
    // the two change places, everywhere
    let swapped = |window: &Window| {
        window.wait(|| drawn(window).chars().nth(22) == Some('b'));
        assert_eq!(drawn(window).chars().nth(49), Some('g'));
        window.sees("#hold", "blue in front");
        let scheme = window.run("return document.getElementById('scheme').value");
        assert_eq!(scheme, "own");
    };
    swapped(window);
    window.run("location.reload()");
    window.sees("#starts", "Paint it");
    window.click("#paint");
    swapped(window);
    open(window, "looks");
    window.click("#scheme option:nth-child(1)");
    window.wait(|| drawn(window).chars().nth(22) == Some('g'));
}

pub fn chosen_paint_is_applied_and_stored(window: &Window, _: &Server) {
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
    window.sees("#starts", "Paint it");
    assert_eq!(background(4), "rgb(18, 52, 86)");
}
