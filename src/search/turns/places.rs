//! Where stickers are in space, what turns make of that, and where they are meant to be.

use crate::cube::{Face, Transformation};
use crate::notation::facelets::{number_of, stickers};
use crate::notation::{Pattern, Piece, Position};
use crate::permutation::{FaceletTuple, LayerTurn, Permutation, Side};

/// Stickers that are followed: two centres, which tell how the cube is held, and one of each
/// cubie, which tells where it is and how it is turned.
pub const MOST: usize = 22;

/// The places of the stickers that are followed, in the order of [`Goal::followed`].
pub type Places = [u8; MOST];

/// For each place the place to which a turn carries the sticker that is there.
pub type Destinations = [u8; 54];

/// The centres of U and F.
pub const CENTRES: [usize; 2] = [4, 22];

/// The places to which turns carry stickers, as mappings.
pub fn mapping(turn: &LayerTurn) -> Permutation {
    let tuple = FaceletTuple::new(3).expect("3 is a size");
    let mut images = vec![0; 54];
    for (to, &from) in tuple.turn(turn).images().iter().enumerate() {
        images[number_of(from as usize)] = number_of(to) as u32;
    }
    Permutation::new(images).expect("turns carry stickers to different places")
}

/// A mapping of the 54 places.
pub fn destinations(mapping: &Permutation) -> Destinations {
    let mut destinations = [0; 54];
    for (destination, &image) in destinations.iter_mut().zip(mapping.images()) {
        *destination = image as u8;
    }
    destinations
}

/// Where a turn brings stickers from these places.
#[inline]
pub fn turned<const N: usize>(places: &[u8; N], turn: &Destinations) -> [u8; N] {
    let mut turned = *places;
    for place in &mut turned {
        *place = turn[usize::from(*place)];
    }
    turned
}

/// Ways to hold the cube.
pub struct Holds {
    /// The mappings of rotations, that which changes nothing first.
    rotations: Vec<Permutation>,
    /// By the faces where the centres of U and F are: the number of the rotation.
    by_centres: [[u8; 6]; 6],
}

impl Holds {
    pub fn new() -> Holds {
        let quarter = |side| {
            mapping(&LayerTurn {
                side,
                layers: 1..=3,
                turns: 1,
            })
        };
        let (x, y) = (quarter(Side::R), quarter(Side::U));
        let mut rotations = vec![Permutation::identity(54)];
        let mut next = 0;
        while next < rotations.len() {
            for rotation in [&x, &y].map(|turn| turn.product(&rotations[next])) {
                if !rotations.contains(&rotation) {
                    rotations.push(rotation);
                }
            }
            next += 1;
        }
        let mut by_centres = [[0; 6]; 6];
        for (number, rotation) in rotations.iter().enumerate() {
            let [up, front] = CENTRES.map(|centre| rotation.images()[centre] as usize / 9);
            by_centres[up][front] = number as u8;
        }
        Holds {
            rotations,
            by_centres,
        }
    }

    /// How the cube is held when the centres of U and F are at these places.
    pub fn by_centres(&self, up: u8, front: u8) -> usize {
        self.by_centres[usize::from(up) / 9][usize::from(front) / 9].into()
    }

    pub fn rotations(&self) -> &[Permutation] {
        &self.rotations
    }

    /// The place in space of each sticker.
    pub fn places(&self, position: &Position) -> Permutation {
        let mut at_home = vec![0; 54];
        for (place, sticker) in stickers(&position.cube).into_iter().enumerate() {
            at_home[sticker] = place as u32;
        }
        let at_home = Permutation::new(at_home).expect("each sticker is somewhere");
        let held = position.orientation.inverse();
        let [up, front] = [Face::U, Face::F].map(|face| centre(held, face));
        self.rotations[self.by_centres(up, front)].product(&at_home)
    }
}

/// The place of the centre of the face to which a transformation carries `face`.
fn centre(s: Transformation, face: Face) -> u8 {
    9 * s.apply_face(face).index() as u8 + 4
}

/// Where the followed stickers are to be, however the cube is held.
pub struct Goal {
    pattern: Pattern,
    /// The centres of U and F, then a sticker of each cubie that is not free to be anywhere,
    /// least free first.
    followed: Vec<usize>,
    holds: Holds,
    /// By the way in which the cube is held: the places of each followed sticker, as bits.
    allowed: Vec<[u64; MOST]>,
}

/// The stickers of all corners or of all edges have as many places.
const PLACES_OF_A_KIND: u32 = 24;

impl Goal {
    pub fn new(pattern: Pattern) -> Goal {
        let mut cubies: Vec<usize> = Piece::all().map(|piece| piece.facelets()[0]).collect();
        let freedom = |sticker: &usize| pattern.places(*sticker).count_ones();
        cubies.retain(|sticker| freedom(sticker) < PLACES_OF_A_KIND);
        cubies.sort_by_key(freedom);
        let followed = [&CENTRES[..], &cubies].concat();
        let holds = Holds::new();
        let allowed_when = |rotation: &Permutation| {
            let mut allowed = [u64::MAX; MOST];
            for (allowed, sticker) in allowed.iter_mut().zip(&followed) {
                let places = bits(pattern.places(*sticker));
                *allowed = places.fold(0, |all, place| all | 1 << rotation.images()[place]);
            }
            allowed
        };
        Goal {
            allowed: holds.rotations.iter().map(allowed_when).collect(),
            pattern,
            followed,
            holds,
        }
    }

    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    pub fn followed(&self) -> &[usize] {
        &self.followed
    }

    pub fn holds(&self) -> &Holds {
        &self.holds
    }

    /// The places of the followed stickers.
    pub fn places(&self, position: &Position) -> Places {
        let all = self.holds.places(position);
        let mut places = [0; MOST];
        for (place, sticker) in places.iter_mut().zip(&self.followed) {
            *place = all.images()[*sticker] as u8;
        }
        places
    }

    /// Whether a followed sticker may be at a place when the cube is held so.
    pub fn allows(&self, hold: usize, followed: usize, place: u8) -> bool {
        self.allowed[hold][followed] >> place & 1 == 1
    }

    /// Whether the stickers that are followed are where they may be.
    pub fn is_reached(&self, places: &Places) -> bool {
        let hold = self.holds.by_centres(places[0], places[1]);
        let mut placed = places.iter().zip(&self.allowed[hold]);
        placed.all(|(place, allowed)| allowed >> place & 1 == 1)
    }
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..54).filter(move |bit| set >> bit & 1 == 1)
}
