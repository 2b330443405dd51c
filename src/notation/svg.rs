//! The cube as a picture: its net and an isometric view of U, F and R.

use super::facelets::Facelets;
use crate::cube::Face;

/// Side of a facelet in the net, in pixels.
const SIDE: f64 = 40.0;
/// Empty space between faces of the net and around everything.
const GAP: f64 = 10.0;
/// Side of a facelet in the isometric view.
const ISOMETRIC_SIDE: f64 = 52.0;
/// Free space between a facelet's edge and its sticker, of its side.
const INSET: f64 = 0.06;
/// Width of the black outline that rounds corners.
const OUTLINE: f64 = 8.0;

type Point = (f64, f64);

/// A face as it lies in the picture: where its top left corner is, and the sides of a
/// facelet to the right and down.
struct Placed {
    face: Face,
    origin: Point,
    right: Point,
    down: Point,
}

impl Placed {
    fn at(&self, column: f64, row: f64) -> Point {
        (
            self.origin.0 + column * self.right.0 + row * self.down.0,
            self.origin.1 + column * self.right.1 + row * self.down.1,
        )
    }

    /// The corners of a rectangle, in facelets from the top left of the face.
    fn rectangle(&self, left: f64, top: f64, right: f64, bottom: f64) -> String {
        [(left, top), (right, top), (right, bottom), (left, bottom)]
            .map(|(column, row)| self.at(column, row))
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .join(" ")
    }

    /// The black face and its nine stickers, from the top left to the bottom right; `colour` is the
    /// class of each facelet.
    fn draw(&self, colour: impl Fn(usize) -> char) -> String {
        let mut svg = format!(
            "    <polygon class=\"body\" points=\"{}\"/>\n",
            self.rectangle(0.0, 0.0, 3.0, 3.0)
        );
        for n in 0..9 {
            let (left, top) = ((n % 3) as f64, (n / 3) as f64);
            let sticker = self.rectangle(
                left + INSET,
                top + INSET,
                left + 1.0 - INSET,
                top + 1.0 - INSET,
            );
            let colour = colour(9 * self.face.index() + n);
            svg += &format!("    <polygon class=\"{colour}\" points=\"{sticker}\"/>\n");
        }
        svg
    }
}

/// The six faces of the net, in their order.
fn net() -> [Placed; 6] {
    let step = 3.0 * SIDE + GAP;
    Face::ALL.map(|face| {
        let (column, row) = match face {
            Face::U => (1.0, 0.0),
            Face::L => (0.0, 1.0),
            Face::F => (1.0, 1.0),
            Face::R => (2.0, 1.0),
            Face::B => (3.0, 1.0),
            Face::D => (1.0, 2.0),
        };
        Placed {
            face,
            origin: (GAP + column * step, GAP + row * step),
            right: (SIDE, 0.0),
            down: (0.0, SIDE),
        }
    })
}

/// U, R and F seen from above their common corner, which is at `middle`.
fn isometric(middle: Point) -> [Placed; 3] {
    let (x, y) = (ISOMETRIC_SIDE * 3f64.sqrt() / 2.0, ISOMETRIC_SIDE / 2.0);
    let (to_right, to_front, below) = ((x, y), (-x, y), (0.0, ISOMETRIC_SIDE));
    let back_left = (middle.0, middle.1 - 6.0 * y);
    let front_left = (middle.0 - 3.0 * x, middle.1 - 3.0 * y);
    let to_back = (x, -y);
    let placed = |face, origin, right, down| Placed {
        face,
        origin,
        right,
        down,
    };
    [
        placed(Face::U, back_left, to_right, to_front),
        placed(Face::R, middle, to_back, below),
        placed(Face::F, front_left, to_right, below),
    ]
}

/// U, F and R of a cube as an SVG that has no colours of its own: facelets have the class of `colour`.
pub(crate) fn three_faces(colour: impl Fn(usize) -> char) -> String {
    let (width, height) = (3.0 * 3f64.sqrt() * ISOMETRIC_SIDE, 6.0 * ISOMETRIC_SIDE);
    let middle = (width / 2.0 + OUTLINE, height / 2.0 + OUTLINE);
    let faces = isometric(middle).map(|face| face.draw(&colour)).concat();
    format!(
        "<svg viewBox=\"0 0 {:.0} {:.0}\" role=\"img\">\n{faces}</svg>",
        width + 2.0 * OUTLINE,
        height + 2.0 * OUTLINE
    )
}

/// A complete SVG document. Facelets are polygons whose class is the letter of their
/// colour: 54 in the group `net`, in the order of [`Facelets`], and those of U, R and F
/// again in the group `isometric`.
pub fn print(facelets: &Facelets) -> String {
    let colour = |n: usize| facelets[n].letter();
    let draw =
        |placed: &[Placed]| -> String { placed.iter().map(|face| face.draw(colour)).collect() };
    let net_width = 12.0 * SIDE + 5.0 * GAP;
    let isometric_width = 3.0 * 3f64.sqrt() * ISOMETRIC_SIDE;
    let width = net_width + isometric_width + 3.0 * GAP;
    let height = 9.0 * SIDE + 4.0 * GAP;
    let middle = (net_width + GAP + isometric_width / 2.0, height / 2.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">
  <title>Rubik's cube: {title}</title>
  <style>
    .body {{ fill: #111; stroke: #111; stroke-width: {OUTLINE}; stroke-linejoin: round }}
    .U {{ fill: #fff }} .R {{ fill: #c41e3a }} .F {{ fill: #009b48 }}
    .D {{ fill: #ffd500 }} .L {{ fill: #ff5800 }} .B {{ fill: #0051ba }}
  </style>
  <g id=\"net\">
{net}  </g>
  <g id=\"isometric\">
{isometric}  </g>
</svg>
",
        title = super::facelets::letters(facelets),
        net = draw(&net()),
        isometric = draw(&isometric(middle)),
    )
}
