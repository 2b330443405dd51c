//! Following a solution to its end.

use super::Server;
use super::browser::{
    answer, click_in, colours, drawn, emulate, facelets, go_to_end, is, is_shown, like_motion,
    open, open_cube, open_link, send, tab_to, take_over_searches, view, visible_main,
};
use super::webdriver::Window;
use serde_json::json;

pub fn solution_scrolls_into_view(window: &Window, _: &Server) {
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

pub fn keyboard_alone_enters_and_solves(window: &Window, _: &Server) {
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

pub fn no_press_is_lost(window: &Window, _: &Server) {
    like_motion(window);
    open_cube(window, "R U F2 L' D B2");
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

pub fn link_holds_options_and_solution(window: &Window, server: &Server) {
    open(window, "options");
    open(window, "all-options");
    window.press("#option-goal", "corners");
    window.press("#text", "R U");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#step", "Move 1 of 2");
    let link = window.run("return document.getElementById('link').href");
    window.visit(link.as_str().unwrap());
    window.sees("#result", "A solution of 2 moves");
    let goal = "return document.getElementById('option-goal').value";
    assert_eq!(window.run(goal), "corners");
    go_to_end(window);
    window.sees("#step", "Done: corners.");
    // what is no link or no cube is shown as text
    window.visit(&format!("{}#%", server.url()));
    window.sees("#state", "48 stickers are missing");
    window.wait(|| window.run("return document.getElementById('text').value") == "%");
}

pub fn clicked_cube_is_solved_and_played(window: &Window, _: &Server) {
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
    assert_eq!(visible_main(window), "next");
    window.click("#next");
    window.sees("#step", "Move 2 of 4: F2, turn the front side half around");
    let marked = "return document.querySelector('#moves [aria-current]').textContent";
    assert_eq!(window.run(marked), "F2", "the next move, as in the text");
    window.click("#back");
    window.sees("#step", "Move 1 of 4");
    window.click("#speed option:nth-child(4)");
    window.click("#play");
    window.sees("#step", "Solved!");
    window.sees(
        "#finish",
        "This cube needed 4 moves: nobody can do it in fewer.",
    );
    let script = r"/^((.)\2{8}){6}$/.test(document.getElementById('stage').dataset.stickers)";
    assert!(
        is(window, script),
        "each side of the drawn cube has one colour"
    );
    assert_eq!(visible_main(window), "edit");
}

pub fn steps_and_quarter_turns_are_displayed(window: &Window, _: &Server) {
    window.press("#text", "R2 U");
    window.sees("#state", "The cube is complete");
    for section in ["options", "all-options"] {
        open(window, section);
    }
    window.click("#option-metric option:nth-child(3)");
    window.press("#option-goal", "corners");
    window.click("#solve");
    window.sees("#result", "3 quarter turns, proven to be the shortest");
    window.sees("#bound", "no solution has fewer than 3 quarter turns");
    go_to_end(window);
    window.sees("#step", "Done: corners.");
    window.click("#edit");
    window.click("#option-metric option:nth-child(1)");
    window.run("document.getElementById('option-goal').value = ''");
    window.press("#option-goal", "eo,dr,htr,solved");
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
    window.click("#edit");
    window.run("document.getElementById('option-goal').value = ''");
    window.press("#option-goal", "oe");
    window.press("#text", "R U F");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    window.sees("#result", "No answer: goal: unknown goal \"oe\"");
    let complaints = window.complaints();
    assert_eq!(complaints.len(), 1, "the browser logs the refusal");
}

pub fn all_solutions_can_be_selected_and_copied(window: &Window, _: &Server) {
    window.press("#text", "R2 F2 R2 F2 R2 F2");
    window.sees("#state", "The cube is complete");
    for section in ["options", "all-options"] {
        open(window, section);
    }
    window.click("#option-all");
    window.click("#solve");
    window.sees("#result", "6 moves, proven to be the shortest; 8 solutions");
    let choices = "return document.querySelectorAll('#choice option').length";
    assert_eq!(window.run(choices), 8);
    window.click("#choice option:nth-child(8)");
    window.wait(|| window.text("#moves").starts_with("B2"));
    window.click("#copy");
    window.sees("#copy", "Copied");
    window.click("#edit");
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

pub fn wrong_solution_of_a_link_is_refused(window: &Window, _: &Server) {
    let visit = |moves: &str, rest: &str| {
        open_link(window, &format!("{}{rest}", facelets(moves)));
    };
    for wrong in ["&solution=R", "&goal=cross&solution=R"] {
        visit("F U D", wrong);
        window.sees(
            "#state",
            "The solution in this link does not solve its cube.",
        );
        assert_eq!(visible_main(window), "solve");
    }
    visit("R", "&solution=R'");
    window.sees("#result", "A solution of 1 move, as it was sent to you.");
    visit("R U", "&goal=corners&solution=U'_R'");
    window.sees("#result", "A solution of 2 moves");
    // wide turns leave the cube turned, and solved
    visit("R", "&solution=Lw'_x'");
    window.sees("#result", "A solution of 2 moves");
    // of a 2x2x2 there are no edges that are not solved
    let corners = "M R";
    visit(corners, "&puzzle=2x2x2&solution=R'");
    window.sees("#result", "A solution of 1 move");
    window.click("#next");
    window.sees("#step", "Solved!");
}

pub fn own_result_is_shown_again_after_a_reload(window: &Window, _: &Server) {
    open_cube(window, "R U");
    window.click("#solve");
    window.sees("#result", "2 moves, proven to be the shortest");
    window.run("location.reload()");
    window.sees("#step", "Move 1 of 2");
    window.sees("#result", "2 moves, proven to be the shortest");
}

pub fn free_turns_and_inverse_moves_are_explained(window: &Window, _: &Server) {
    let link = format!("{}&auf=true", facelets("U R U2"));
    open_cube(window, &link);
    window.click("#solve");
    window.sees("#result", "1 move, proven to be the shortest");
    window.sees("#note", "Turns in ( ) are free");
    assert_eq!(
        window.text("#moves").split_whitespace().collect::<Vec<_>>(),
        ["(U2)", "R'", "(U')"]
    );
    window.sees("#step", "Move 1 of 3: (U2), turn the top side half around.");
    go_to_end(window);
    window.sees("#step", "Solved!");
    window.click("#edit");
    take_over_searches(window);
    window.press("#text", "R U");
    window.sees("#state", "The cube is complete");
    window.click("#solve");
    send(window, &answer("F' (R U)"));
    window.sees("#note", "made on the inverse scramble");
    window.sees("#moves", "(R");
    assert!(!is_shown(window, "controls"));
}

pub fn nothing_throws_a_solution_away_while_it_is_followed(window: &Window, _: &Server) {
    open_cube(window, "R U F");
    window.click("#solve");
    window.sees("#step", "Move 1 of 3");
    for id in ["undo", "redo", "clear", "net", "text", "options"] {
        assert!(!is_shown(window, id), "{id}");
    }
    window.click("#next");
    window.sees("#step", "Move 2 of 3");
    window.press_there("\u{e009}z\u{e009}");
    window.run(
        "const undo = { key: 'z', ctrlKey: true, bubbles: true }; \
         document.body.dispatchEvent(new KeyboardEvent('keydown', undo)); \
         document.getElementById('undo').click()",
    );
    window.sees("#step", "Move 2 of 3");
}

pub fn last_move_is_celebrated(window: &Window, _: &Server) {
    like_motion(window);
    open_cube(window, "R");
    window.click("#solve");
    window.sees("#step", "Move 1 of 1");
    window.run(
        "window.confetti = 0; \
         new MutationObserver(() => (window.confetti = document.querySelectorAll('.confetti').length)) \
             .observe(document.getElementById('stage'), { childList: true })",
    );
    window.click("#next");
    window.sees("#step", "Solved!");
    window.wait(|| is(window, "window.confetti > 0"));
    // and it ends
    window.wait(|| is(window, "window.confetti === 0"));
    window.run("navigator.share = async (result) => (window.shared = result)");
    window.click("#share");
    let shared = "This cube needed 1 move: nobody can do it in fewer. R'";
    assert_eq!(window.run("return window.shared.text"), shared);
}

pub fn arrow_is_in_sight_from_everywhere(window: &Window, _: &Server) {
    let moves = "R_L_U_D_F_B_R'_L'_U'_D'_F'_B'_B_F_D_U_L_R_B'_F'_D'_U'_L'_R'";
    // the view turns at once
    emulate(window, "prefers-reduced-motion", "reduce");
    open_link(window, &format!("{}&solution={moves}", facelets("")));
    window.sees("#step", "Move 1 of 24");
    let hidden = "return (async () => { \
            const drawn = () => new Promise((passed) => requestAnimationFrame(() => requestAnimationFrame(passed))); \
            const stage = document.getElementById('stage'); \
            const isHidden = () => { \
                const [arrow, around] = [document.querySelector('#arrow .line'), stage] \
                    .map((element) => element.getBoundingClientRect()); \
                const { quarters } = document.getElementById('arrow').dataset; \
                return quarters === '' || arrow.width <= 40 || arrow.height <= 40 || \
                    arrow.right <= around.left || arrow.left >= around.right; \
            }; \
            const hidden = []; \
            for (const [n, move] of [...document.querySelectorAll('#moves button')].entries()) { \
                const judge = async (from) => { \
                    await drawn(); \
                    if (isHidden()) hidden.push(`move ${n + 1} ${from}`); \
                    return stage.dataset.view; \
                }; \
                move.click(); \
                const view = await judge(''); \
                stage.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' })); \
                if (await judge('from the left') === view) hidden.push('no other view'); \
                move.click(); \
                if (stage.dataset.view !== view) hidden.push(`view of move ${n + 1}`); \
            } \
            return hidden; \
        })()";
    assert_eq!(window.run(hidden), json!([]));
    go_to_end(window);
    window.sees("#step", "Solved!");
    assert!(is(
        window,
        "document.getElementById('arrow').dataset.quarters === ''"
    ));
}

pub fn next_restores_the_view(window: &Window, _: &Server) {
    open_cube(window, "R U2");
    window.click("#solve");
    window.sees("#step", "Move 1 of 2: U2");
    let before = view(window);
    window.press("#stage", "\u{e012}");
    window.wait(|| view(window) != before);
    window.click("#next");
    window.sees("#step", "Move 2 of 2");
    window.wait(|| view(window) == before);
}
