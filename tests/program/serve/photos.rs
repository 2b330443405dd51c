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

fn random_cube(rng: &mut SmallRng) -> String {
    let moves = (0..25).map(|_| {
        let face = "URFDLB".as_bytes()[rng.random_range(0..6)] as char;
        let quarters = ["", "2", "'"].choose(rng).unwrap();
        format!("{face}{quarters} ")
    });
    facelets(&moves.collect::<String>())
}

/// The stickers in the order of the photos.
fn in_order(facelets: &str) -> String {
    let side = |face| 9 * "URFDLB".find(face).unwrap();
    let sides = ORDER.chars().map(side);
    sides.map(|side| &facelets[side..side + 9]).collect()
}

#[test]
fn photos_are_read_in_warm_cool_and_dim_light() {
    if !installed(&["chromium", "chromedriver"]) {
        return;
    }
    let server = Server::start();
    let window = Window::open(1280);
    window.visit(&server.url());
    let mut right = [0; 3];
    let mut rng = SmallRng::seed_from_u64(31);
    for seed in 0..100 {
        let cube = random_cube(&mut rng);
        let script = format!(
            "{DRAW}
            return (async () => {{
                const [{{ samplesOf }}, {{ classify }}] =
                    await Promise.all([import('/photos.js'), import('/classify.js')]);
                const context = document.getElementById('picture').getContext('2d');
                const read = (photo) => {{
                    context.drawImage(photo, 0, 0, 480, 480);
                    return samplesOf(context);
                }};
                const cube = (light) => classify(photosOf('{cube}', light, {seed}).flatMap(read));
                const letters = (light) => cube(light).map((n) => '{ORDER}'[n]).join('');
                return ['warm', 'cool', 'dim'].map(letters);
            }})()"
        );
        let read = window.run(&script);
        for (light, right) in right.iter_mut().enumerate() {
            *right += u32::from(read[light] == in_order(&cube));
        }
    }
    eprintln!("right in warm, cool and dim light: {right:?} of 100");
    assert!(right.iter().all(|right| *right >= 95), "{right:?}");
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

/// Photos are files, chosen by `choose(n)`; the cube is on their left.
const NO_CAMERA: &str = "
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no camera'));
    window.choose = async (n) => {
        const moved = Object.assign(document.createElement('canvas'), { width: 160, height: 160 });
        moved.getContext('2d').drawImage(photos[n], -20, 0);
        const blob = await new Promise((done) => moved.toBlob(done));
        const list = new DataTransfer();
        list.items.add(new File([blob], 'photo.png', { type: 'image/png' }));
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

/// Enters a cube by six photos, of which the first is taken twice; `give(n)` shows one to the page.
fn enter_by_photos(window: &Window, server: &Server, script: &str, give: impl Fn(usize)) {
    let cube = facelets("R U F2 L' D B R2 U'");
    window.visit("about:blank");
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
    enter_by_photos(&window, &server, NO_CAMERA, |n| {
        window.run(&format!("return choose({n})"));
        window.sees("#take", "Use this photo");
        // the place stays the same for the following photos
        if !moved.replace(true) {
            window.press("#picture", &"\u{e014}".repeat(10));
        }
    });
}
