//! Photos of cubes, drawn by the test, as the page reads them.

use super::Server;
use super::browser::{colours, drawn, facelets, installed};
use super::webdriver::Window;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::cell::Cell;

/// Draws with `photosOf(facelets, light, seed)`.
const DRAW: &str = include_str!("photos.js");

/// The sides in the order of the photos.
const ORDER: &str = "FRBLUD";

/// What is difficult in a photo: its light, a lamp that shines in stickers, a logo, old stickers.
const LIGHTS: [&str; 6] = ["warm", "cool", "dim", "glare", "logo", "faded"];

fn random_cube(rng: &mut SmallRng) -> String {
    let moves = (0..25).map(|_| {
        let face = "URFDLB".as_bytes()[rng.random_range(0..6)] as char;
        let quarters = ["", "2", "'"].choose(rng).unwrap();
        format!("{face}{quarters} ")
    });
    facelets(&moves.collect::<String>())
}

#[test]
fn photos_are_read_in_any_light() {
    check_photos(20);
}

#[test]
#[ignore = "a minute of drawing"]
fn photos_of_a_hundred_cubes_are_read_in_any_light() {
    check_photos(100);
}

/// Reads drawn photos of this many cubes in each light: 95% must be read right.
fn check_photos(cubes: u32) {
    if !installed(&["chromium", "chromedriver"]) {
        return;
    }
    let server = Server::start();
    let window = Window::open(1280);
    window.visit(&server.url());
    let mut right = [0; LIGHTS.len()];
    let mut rng = SmallRng::seed_from_u64(31);
    for seed in 0..cubes {
        let cube = random_cube(&mut rng);
        let script = format!(
            "{DRAW}
            return (async () => {{
                const [{{ samplesOf }}, {{ classify }}, {{ rgbOf, nameOf }}] =
                    await Promise.all([import('/photos.js'), import('/classify.js'), import('/colours.js')]);
                const context = document.getElementById('picture').getContext('2d');
                const paints = [...'URFDLB'].map((face) => rgbOf(nameOf(face)));
                const read = (light) => {{
                    const sides = photosOf('{cube}', light, {seed}).map((photo) => {{
                        context.drawImage(photo, 0, 0, 480, 480);
                        return samplesOf(context);
                    }});
                    const samples = [...'URFDLB'].flatMap((face) => sides['{ORDER}'.indexOf(face)]);
                    return classify(samples, paints).join('');
                }};
                return {LIGHTS:?}.map(read);
            }})()"
        );
        let read = window.run(&script);
        for (light, right) in right.iter_mut().enumerate() {
            *right += u32::from(read[light] == cube);
        }
    }
    eprintln!("right in {LIGHTS:?}: {right:?} of {cubes}");
    let is_enough = |right: &u32| 100 * right >= 95 * cubes;
    assert!(right.iter().all(is_enough), "{right:?}");
}

/// A camera that sees a photo after `showToCamera(n)`, sooner or later.
const CAMERA: &str = "
    const seen = Object.assign(document.createElement('canvas'), { width: 160, height: 160 });
    let shown = 0;
    setInterval(() => seen.getContext('2d').drawImage(photos[shown], 0, 0), 50);
    navigator.mediaDevices.getUserMedia = async () => seen.captureStream();
    window.showToCamera = (n) => (shown = n);
    window.isSeen = async () => {
        const { samplesOf } = await import('/photos.js');
        const scaled = Object.assign(document.createElement('canvas'), { width: 480, height: 480 });
        const context = scaled.getContext('2d', { willReadFrequently: true });
        context.drawImage(photos[shown], 0, 0, 480, 480);
        const expected = samplesOf(context).flat();
        const picture = document.getElementById('picture').getContext('2d');
        return samplesOf(picture).flat().every((value, n) => Math.abs(value - expected[n]) < 25);
    }";

/// Photos are files, chosen by `choose(...numbers)`; the cube is on their left.
const NO_CAMERA: &str = "
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no camera'));
    window.choose = async (...numbers) => {
        const list = new DataTransfer();
        for (const n of numbers) {
            const moved = Object.assign(document.createElement('canvas'), { width: 160, height: 160 });
            moved.getContext('2d').drawImage(photos[n], -20, 0);
            const blob = await new Promise((done) => moved.toBlob(done));
            list.items.add(new File([blob], 'photo.png', { type: 'image/png' }));
        }
        const input = document.getElementById('file');
        input.files = list.files;
        input.dispatchEvent(new Event('change'));
    }";

/// What the page says of each photo.
const HOLDING: [&str; 6] = [
    "green centre in front, white centre on top",
    "red centre in front, white centre on top",
    "blue centre in front, white centre on top",
    "orange centre in front, white centre on top",
    "white centre in front, blue centre on top",
    "yellow centre in front, green centre on top",
];

/// The colours of the centres that are in front.
const CENTRES: [&str; 6] = [
    "rgb(31, 174, 87)",
    "rgb(184, 18, 47)",
    "rgb(20, 83, 196)",
    "rgb(255, 132, 32)",
    "rgb(248, 248, 245)",
    "rgb(255, 212, 0)",
];

/// Enters a cube by six photos, of which the first is taken twice; `give(n)` shows one to the page.
fn enter_by_photos(window: &Window, server: &Server, script: &str, give: impl Fn(usize)) {
    let cube = facelets("R U F2 L' D B R2 U'");
    window.visit(&server.url());
    window.sees("#starts", "Scan my cube");
    window.run(&format!(
        "{DRAW} window.photos = photosOf('{cube}', 'warm', 7); {script}"
    ));
    window.click("#scan");
    let take = |n: usize| {
        window.sees(
            "#photo-title",
            &format!("Photo {} of 6: {}", n + 1, HOLDING[n]),
        );
        let centre = window.run(
            "return getComputedStyle(document.querySelector('#photo-hold .front.centre')).fill",
        );
        assert_eq!(centre, CENTRES[n], "how to hold it");
        // those before are shown, small, in the colours that were read
        let shown = "const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true }); \
            copy.drawImage(document.getElementById('taken'), 0, 0); \
            return [0, 1, 2, 3, 4, 5].filter((n) => { \
                const { data } = copy.getImageData(4 * n, 0, 3, 3); \
                return data.every((value, i) => i % 4 !== 3 || value === 255); \
            }).length";
        assert_eq!(window.run(shown), n);
        give(n);
        window.click("#take");
    };
    take(0);
    window.sees("#photo-title", "Photo 2 of 6");
    window.click("#again");
    (0..6).for_each(take);
    window.sees("#state", "The cube is complete");
    assert_eq!(drawn(window), colours(&cube));
    assert_eq!(window.complaints(), Vec::<serde_json::Value>::new());
}

#[test]
fn six_photos_enter_the_cube() {
    if !installed(&["chromium", "chromedriver"]) {
        return;
    }
    let server = Server::start();
    let window = Window::open(1280);
    enter_by_photos(&window, &server, CAMERA, |n| {
        window.sees("#take", "Take");
        window.run(&format!("showToCamera({n})"));
        window.wait(|| window.run("return isSeen()") == true);
    });
    let moved = Cell::new(false);
    let place = || {
        window.sees("#take", "Use this photo");
        // the place stays the same for the following photos
        if !moved.replace(true) {
            window.press("#picture", &"\u{e014}".repeat(10));
        }
    };
    enter_by_photos(&window, &server, NO_CAMERA, |n| {
        window.run(&format!("return choose({n})"));
        place();
    });
    // all files at once, and again after the first was taken back
    moved.set(false);
    let first = Cell::new(0);
    enter_by_photos(&window, &server, NO_CAMERA, |n| {
        if n == 0 {
            first.set(first.get() + 1);
            window.run("return choose(0, 1, 2, 3, 4, 5)");
        }
        place();
    });
    assert_eq!(first.get(), 2);
}
