//! The cube as a picture: its net, an isometric view of U, F and R, and the last layer from above.

use super::incomplete::MISSING;
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
/// Width of the sides around the last layer, which is seen from above.
const DEPTH: f64 = 14.0;
/// How far before the middle of a facelet an arrow ends, and the size of its head.
const ARROW_GAP: f64 = 8.0;
const HEAD: f64 = 10.0;

type Point = (f64, f64);

/// A face as it lies in the picture: where its top left corner is, and the sides of a
/// facelet to the right and down.
struct DrawnFace {
    face: Face,
    origin: Point,
    right: Point,
    down: Point,
}

fn drawn(face: Face, origin: Point, right: Point, down: Point) -> DrawnFace {
    DrawnFace {
        face,
        origin,
        right,
        down,
    }
}

impl DrawnFace {
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

    /// The black face and its nine stickers; `colour` is the class of each facelet.
    fn draw(&self, colour: impl Fn(usize) -> char) -> String {
        self.draw_stickers(3, colour)
    }

    /// The same with as many stickers on a side: with two the corners.
    fn draw_stickers(&self, size: usize, colour: impl Fn(usize) -> char) -> String {
        let body = self.rectangle(0.0, 0.0, 3.0, 3.0);
        let stickers = self.stickers(size, size, colour);
        format!("    <polygon class=\"body\" points=\"{body}\"/>\n{stickers}")
    }

    /// The stickers in the first rows, from the top left to the bottom right.
    fn stickers(&self, size: usize, rows: usize, colour: impl Fn(usize) -> char) -> String {
        let (side, step) = (3.0 / size as f64, 2 / (size - 1));
        let sticker = |n: usize| {
            let (column, row) = (n % size, n / size);
            let (left, top) = (side * (column as f64 + INSET), side * (row as f64 + INSET));
            let inner = side * (1.0 - 2.0 * INSET);
            let points = self.rectangle(left, top, left + inner, top + inner);
            let colour = colour(9 * self.face.index() + step * (3 * row + column));
            format!("    <polygon class=\"{colour}\" points=\"{points}\"/>\n")
        };
        (0..size * rows).map(sticker).collect()
    }
}

/// The six faces of the net, in their order.
fn net() -> [DrawnFace; 6] {
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
        let origin = (GAP + column * step, GAP + row * step);
        drawn(face, origin, (SIDE, 0.0), (0.0, SIDE))
    })
}

/// U, R and F seen from above their common corner, which is at `middle`.
fn isometric(middle: Point) -> [DrawnFace; 3] {
    let (x, y) = (ISOMETRIC_SIDE * 3f64.sqrt() / 2.0, ISOMETRIC_SIDE / 2.0);
    let (to_right, to_front, below) = ((x, y), (-x, y), (0.0, ISOMETRIC_SIDE));
    let back_left = (middle.0, middle.1 - 6.0 * y);
    let front_left = (middle.0 - 3.0 * x, middle.1 - 3.0 * y);
    let to_back = (x, -y);
    [
        drawn(Face::U, back_left, to_right, to_front),
        drawn(Face::R, middle, to_back, below),
        drawn(Face::F, front_left, to_right, below),
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

/// An arrow between facelets of U.
pub(crate) struct Arrow {
    pub from: usize,
    pub to: usize,
    pub class: &'static str,
    pub has_two_heads: bool,
}

/// The last layer from above with arrows, likewise; these have the class `arrow`, too.
pub(crate) fn from_above(colour: impl Fn(usize) -> char, arrows: &[Arrow]) -> String {
    let (near, far) = (OUTLINE + DEPTH, OUTLINE + DEPTH + 3.0 * SIDE);
    let top = drawn(Face::U, (near, near), (SIDE, 0.0), (0.0, SIDE));
    let sides = [
        drawn(Face::B, (far, near), (-SIDE, 0.0), (0.0, -DEPTH)),
        drawn(Face::R, (far, far), (0.0, -SIDE), (DEPTH, 0.0)),
        drawn(Face::F, (near, far), (SIDE, 0.0), (0.0, DEPTH)),
        drawn(Face::L, (near, near), (0.0, SIDE), (-DEPTH, 0.0)),
    ];
    let sides = sides.map(|side| side.stickers(3, 1, &colour)).concat();
    let arrows: String = arrows.iter().map(|arrow| arrow.draw(&top)).collect();
    format!(
        "<svg viewBox=\"0 0 {size:.0} {size:.0}\" role=\"img\">\n{}{sides}{arrows}</svg>",
        top.draw(&colour),
        size = near + far
    )
}

impl Arrow {
    /// Drawn from left to right and rotated.
    fn draw(&self, top: &DrawnFace) -> String {
        let middle = |n: usize| top.at((n % 3) as f64 + 0.5, (n / 3) as f64 + 0.5);
        let (from, to) = (middle(self.from), middle(self.to));
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let (start, end) = (ARROW_GAP, x.hypot(y) - ARROW_GAP);
        let head = |tip: f64, back: f64| format!("M{tip:.1} 0l{back} {}v-{HEAD}z", HEAD / 2.0);
        let mut heads = head(end, -HEAD);
        if self.has_two_heads {
            heads += &head(start, HEAD);
        }
        format!(
            "    <path class=\"arrow {}\" transform=\"translate({} {}) rotate({:.1})\" d=\"M{start} 0H{end:.1}{heads}\"/>\n",
            self.class,
            from.0,
            from.1,
            y.atan2(x).to_degrees()
        )
    }
}

/// A complete SVG document. Facelets are polygons whose class is the letter of their colour, or `x` without
/// one: 54 in the group `net`, in the order of [`Facelets`](super::facelets::Facelets), and those of U, R and F
/// again in the group `isometric`.
pub fn print(facelets: &[impl Into<Option<Face>> + Copy; 54]) -> String {
    draw(facelets, 3)
}

/// The same of a 2x2x2: the corners alone, of which the net has 24 facelets.
pub fn print_corners(facelets: &[impl Into<Option<Face>> + Copy; 54]) -> String {
    draw(facelets, 2)
}

fn draw(facelets: &[impl Into<Option<Face>> + Copy; 54], size: usize) -> String {
    let letter = |n: usize, missing| {
        let colour: Option<Face> = facelets[n].into();
        colour.map_or(missing, Face::letter)
    };
    let colour = |n: usize| letter(n, 'x');
    let draw = |faces: &[DrawnFace]| -> String {
        faces
            .iter()
            .map(|face| face.draw_stickers(size, colour))
            .collect()
    };
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
    .x {{ fill: #888 }}
  </style>
  <g id=\"net\">
{net}  </g>
  <g id=\"isometric\">
{isometric}  </g>
</svg>
",
        title = (0..54).map(|n| letter(n, MISSING)).collect::<String>(),
        net = draw(&net()),
        isometric = draw(&isometric(middle)),
    )
}
