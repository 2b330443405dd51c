//! What is solved in all cases of a set, and what algorithms may leave unsolved.

use crate::cube::{Cube, Face, Move, Sequence, Transformation};
use crate::notation::{Pattern, Piece};
use std::collections::BTreeSet;
use std::str::FromStr;
use thiserror::Error;

/// What the cases of a set have in common.
///
/// As text it is a list of clauses `property: pieces` with `;` between. Pieces are named as `UR` or
/// `URF`, or together: `ll` and `f2l`, the last layer and all others, `ll-corners`, `ll-edges`, `cross`,
/// `corners` and `edges`. In every case
///
/// - `solved` pieces are solved,
/// - `placed` ones are at their places,
/// - `oriented` ones are oriented as Kociemba defines it, and so in the last layer show U,
/// - `unoriented` ones are not all oriented,
/// - `unsolved` ones are not all solved.
///
/// Algorithms only `orient` some pieces and leave `free` ones as they come; they solve all others.
/// The cases are these cubes after the moves of `then`, if there are any: `then: R U R'` takes a pair out of
/// its slot.
///
/// ```
/// use cubesolve::sets::Definition;
///
/// let oll: Definition = "solved: f2l; orient: ll".parse()?;
/// assert_eq!(oll.cases(false)?.len(), 57);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Definition {
    pub(super) solved: Pieces,
    pub(super) placed: Pieces,
    pub(super) oriented: Pieces,
    pub(super) unoriented: Pieces,
    pub(super) unsolved: Pieces,
    pub(super) orient: Pieces,
    pub(super) free: Pieces,
    /// What the moves make of a solved cube.
    pub(super) after_moves: Cube,
}

pub(super) type Pieces = BTreeSet<Piece>;

/// Why a text is no definition.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct DefinitionError(String);

/// A set that the program knows by name.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its [`Definition`].
    pub definition: &'static str,
    /// What it is, as one line.
    pub about: &'static str,
}

/// The built-in sets, with the last layer above and the open slot at front right.
#[rustfmt::skip]
pub const BUILT_IN: [BuiltIn; 22] = [
    built_in("pll", "solved: f2l; oriented: ll", "permutation of the last layer"),
    built_in("oll", "solved: f2l; orient: ll", "orientation of the last layer"),
    built_in("ocll", "solved: f2l; oriented: ll-edges; orient: ll",
        "orientation of the corners, edges oriented"),
    built_in("coll", "solved: f2l; oriented: ll-edges; unoriented: ll-corners; orient: ll-edges",
        "corners, edges oriented"),
    built_in("cll", "solved: f2l; free: ll-edges", "corners"),
    built_in("eg1", "solved: DFR DLF DBL DRB; free: edges; then: x2 R U R' F' R U R' U' R' F R2 U' R' x2",
        "2x2x2, two corners below swapped that are beside each other"),
    built_in("eg2", "solved: DFR DLF DBL DRB; free: edges; then: x2 F R U' R' U' R U R' F' R U R' U' R' F R F' x2",
        "2x2x2, two corners below swapped that are opposite"),
    built_in("cmll", "solved: DFR DLF DBL DRB DR DL FR FL BL BR; free: ll-edges DF DB",
        "corners, edges of Roux free"),
    built_in("ell", "solved: f2l ll-corners", "edges, corners solved"),
    built_in("epll", "solved: f2l ll-corners; oriented: ll-edges",
        "permutation of the edges, corners solved"),
    built_in("2gll", "solved: f2l; placed: ll-corners; oriented: ll-edges",
        "last layer by R and U"),
    built_in("zbll", "solved: f2l; oriented: ll-edges; unoriented: ll-corners",
        "last layer, edges oriented; without pll"),
    built_in("ollcp", "solved: f2l; orient: ll-edges", "corners, and orientation of the edges"),
    built_in("1lll", "solved: f2l", "last layer"),
    built_in("lsll", "solved: cross DLF DBL DRB FL BL BR; unsolved: DFR FR", "last slot and last layer"),
    built_in("f2l", "solved: cross DLF DBL DRB FL BL BR; free: ll", "last slot"),
    built_in("zbls", "solved: cross DLF DBL DRB FL BL BR; orient: ll-edges; free: ll-corners",
        "last slot, and orientation of the edges"),
    built_in("cls", "solved: cross DLF DBL DRB FL FR BL BR; oriented: ll-edges; orient: ll",
        "last corner, and orientation of the corners, edges oriented"),
    built_in("wv", "solved: f2l; oriented: ll-edges; orient: ll; then: R U R'",
        "last pair, joined, and orientation of the corners, edges oriented"),
    built_in("sv", "solved: f2l; oriented: ll-edges; orient: ll; then: R U' R'",
        "last pair, split, and orientation of the corners, edges oriented"),
    built_in("vls", "solved: f2l; orient: ll; then: R U R'",
        "last pair, joined, and orientation of the last layer"),
    built_in("hls", "solved: f2l; orient: ll; then: R U' R'",
        "last pair, split, and orientation of the last layer"),
];

const fn built_in(name: &'static str, definition: &'static str, about: &'static str) -> BuiltIn {
    BuiltIn {
        name,
        definition,
        about,
    }
}

impl Definition {
    /// The built-in set of this name.
    pub fn named(name: &str) -> Option<Definition> {
        let built_in = BUILT_IN.iter().find(|set| set.name == name)?;
        let definition = built_in.definition.parse();
        Some(definition.expect("built-in sets are valid"))
    }

    /// The cubes that algorithms lead to.
    pub fn target(&self) -> Pattern {
        let fitting = |place: Piece| {
            let orientations = match self.free.contains(&place) {
                true => place.facelets().len() as u8,
                false => 1,
            };
            let is_equivalent = |other: &Piece| self.label(*other) == self.label(place);
            let cubies = Piece::all().filter(is_equivalent).map(Piece::number);
            let all = cubies.flat_map(|cubie| (0..orientations).map(move |turned| (cubie, turned)));
            all.collect()
        };
        Pattern::of_fitting(&Piece::all().map(fitting).collect::<Vec<_>>())
    }

    /// The first of the pieces of its kind that algorithms need not distinguish from this one.
    pub(super) fn label(&self, piece: Piece) -> Piece {
        let mut groups = [&self.orient, &self.free].into_iter();
        let group = groups.find(|group| group.contains(&piece));
        let first = group.and_then(|group| {
            let mut same = Piece::all().filter(|other| other.same_kind(0) == piece.same_kind(0));
            same.find(|other| group.contains(other))
        });
        first.unwrap_or(piece)
    }

    /// The pieces with each property, by its name.
    fn properties(&mut self) -> [(&'static str, &mut Pieces); 7] {
        [
            ("solved", &mut self.solved),
            ("placed", &mut self.placed),
            ("oriented", &mut self.oriented),
            ("unoriented", &mut self.unoriented),
            ("unsolved", &mut self.unsolved),
            ("orient", &mut self.orient),
            ("free", &mut self.free),
        ]
    }

    /// The definition seen from another side.
    pub(super) fn transformed(&self, s: Transformation) -> Definition {
        let carried = |piece: &Piece| match *piece {
            Piece::Corner(n) => Piece::Corner(s.corner_map()[usize::from(n)]),
            Piece::Edge(n) => Piece::Edge(s.edge_map()[usize::from(n)]),
        };
        let mut transformed = self.clone();
        for (_, pieces) in transformed.properties() {
            *pieces = pieces.iter().map(carried).collect();
        }
        transformed.after_moves = s.apply(&self.after_moves);
        transformed
    }

    /// Whether turns of U carry pieces to each other.
    pub(super) fn is_kept_by_turns(pieces: &Pieces) -> bool {
        let u = Move::new(Face::U, 1).cube();
        let mut carried = pieces.iter().map(|piece| u.piece_at(*piece));
        carried.all(|piece| pieces.contains(&piece))
    }

    /// Fails if properties exclude each other, or turns of U make another target of the target.
    fn check(&self) -> Result<(), DefinitionError> {
        let properties = [
            ("solved", &self.solved),
            ("placed", &self.placed),
            ("left unsolved (orient)", &self.orient),
            ("free", &self.free),
        ];
        // the first two agree
        for (n, (a, of_a)) in properties.iter().enumerate() {
            for (b, of_b) in &properties[2.max(n + 1)..] {
                if let Some(piece) = of_a.intersection(of_b).next() {
                    let problem = format!("{} cannot be {a} and {b}", piece.name());
                    return Err(DefinitionError(problem));
                }
            }
        }
        let is_kept = Definition::is_kept_by_turns;
        match is_kept(&self.orient) && is_kept(&self.free) {
            true => Ok(()),
            false => Err(DefinitionError(
                "turns of U must carry the pieces to orient to each other, and so the free ones, since algorithms may end with one".into(),
            )),
        }
    }
}

impl FromStr for Definition {
    type Err = DefinitionError;

    fn from_str(text: &str) -> Result<Definition, DefinitionError> {
        let mut definition = Definition::default();
        let clauses = text.split(';').map(str::trim);
        for clause in clauses.filter(|clause| !clause.is_empty()) {
            let unknown = || {
                DefinitionError(format!(
                    "expected solved, placed, oriented, unoriented, unsolved, orient, free or then and a colon, found {clause:?}"
                ))
            };
            let (property, pieces) = clause.split_once(':').ok_or_else(unknown)?;
            if property.trim() == "then" {
                let moves = Sequence::parse(pieces);
                let moves = moves.map_err(|error| DefinitionError(error.to_string()))?;
                definition.after_moves = moves.cube();
                continue;
            }
            let mut properties = definition.properties().into_iter();
            let selected = properties.find(|(name, _)| *name == property.trim());
            let (_, selected) = selected.ok_or_else(unknown)?;
            let is_between = |c: char| c.is_whitespace() || c == ',';
            for word in pieces.split(is_between).filter(|word| !word.is_empty()) {
                let named = named(word);
                let named = named.ok_or_else(|| {
                    DefinitionError(format!(
                        "{word:?} names no pieces; expected UR, URF and so on, or ll, f2l, ll-corners, ll-edges, cross, corners, edges"
                    ))
                })?;
                selected.extend(named);
            }
        }
        definition.check()?;
        Ok(definition)
    }
}

/// The pieces that a word names.
fn named(word: &str) -> Option<Pieces> {
    let is_named = |piece: &Piece| match word {
        "ll" => piece.is_upper(),
        "f2l" => !piece.is_upper(),
        "ll-corners" => piece.is_upper() && piece.is_corner(),
        "ll-edges" => piece.is_upper() && !piece.is_corner(),
        "cross" => piece.name().starts_with('D') && !piece.is_corner(),
        "corners" => piece.is_corner(),
        "edges" => !piece.is_corner(),
        _ => Piece::with_letters(word) == Some(*piece),
    };
    let pieces: Pieces = Piece::all().filter(is_named).collect();
    (!pieces.is_empty()).then_some(pieces)
}
