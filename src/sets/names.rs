//! Names of cases, each by an algorithm that solves the case that cubers know by it.

use super::classes::{Appearance, CaseClasses};
use super::definition::Definition;
use crate::cube::{Cube, Sequence};
use crate::notation::Piece;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Permutations of the last layer.
const PERMUTATIONS: [(&str, &str); 21] = [
    ("Aa", "x R' U R' D2 R U' R' D2 R2 x'"),
    ("Ab", "x R2 D2 R U R' D2 R U' R x'"),
    ("E", "x' R U' R' D R U R' D' R U R' D R U' R' D' x"),
    ("F", "R' U' F' R U R' U' R' F R2 U' R' U' R U R' U R"),
    ("Ga", "R2 U R' U R' U' R U' R2 D U' R' U R D'"),
    ("Gb", "R' U' R U D' R2 U R' U R U' R U' R2 D"),
    ("Gc", "R2 U' R U' R U R' U R2 D' U R U' R' D"),
    ("Gd", "R U R' U' D R2 U' R U' R' U R' U R2 D'"),
    ("H", "M2 U M2 U2 M2 U M2"),
    ("Ja", "R' U L' U2 R U' R' U2 R L"),
    ("Jb", "R U R' F' R U R' U' R' F R2 U' R'"),
    (
        "Na",
        "R U R' U R U R' F' R U R' U' R' F R2 U' R' U2 R U' R'",
    ),
    ("Nb", "R' U R U' R' F' U' F R U R' F R' F' R U' R"),
    ("Ra", "R U' R' U' R U R D R' U' R D' R' U2 R'"),
    ("Rb", "R' U2 R U2 R' F R U R' U' R' F' R2"),
    ("T", "R U R' U' R' F R2 U' R' U' R U R' F'"),
    ("Ua", "M2 U M U2 M' U M2"),
    ("Ub", "M2 U' M U2 M' U' M2"),
    ("V", "R' U R' U' R D' R' D R' U D' R2 U' R2 D R2"),
    ("Y", "F R U' R' U' R U R' F' R U R' U' R' F R F'"),
    ("Z", "M' U M2 U M2 U M' U2 M2"),
];

/// Orientations of the last layer, in the order of their numbers; those of corners alone by letter.
const ORIENTATIONS: [(&str, &str); 57] = [
    ("1", "R U2 R2 F R F' U2 R' F R F'"),
    ("2", "F R U R' U' F' f R U R' U' f'"),
    ("3", "f R U R' U' f' U' F R U R' U' F'"),
    ("4", "f R U R' U' f' U F R U R' U' F'"),
    ("5", "r' U2 R U R' U r"),
    ("6", "r U2 R' U' R U' r'"),
    ("7", "r U R' U R U2 r'"),
    ("8", "r' U' R U' R' U2 r"),
    ("9", "R U R' U' R' F R2 U R' U' F'"),
    ("10", "R U R' U R' F R F' R U2 R'"),
    ("11", "r U R' U R' F R F' R U2 r'"),
    ("12", "M' R' U' R U' R' U2 R U' R r'"),
    ("13", "F U R U' R2 F' R U R U' R'"),
    ("14", "R' F R U R' F' R F U' F'"),
    ("15", "r' U' r R' U' R U r' U r"),
    ("16", "r U r' R U R' U' r U' r'"),
    ("17", "F R' F' R2 r' U R U' R' U' M'"),
    ("18", "r U R' U R U2 r2 U' R U' R' U2 r"),
    ("19", "r' R U R U R' U' M' R' F R F'"),
    ("20", "r U R' U' M2 U R U' R' U' M'"),
    ("H", "R U R' U R U' R' U R U2 R'"),
    ("Pi", "R U2 R2 U' R2 U' R2 U2 R"),
    ("U", "R2 D R' U2 R D' R' U2 R'"),
    ("T", "r U R' U' r' F R F'"),
    ("L", "F R' F' r U R U' r'"),
    ("AS", "R U2 R' U' R U' R'"),
    ("S", "R U R' U R U2 R'"),
    ("28", "r U R' U' r' R U R U' R'"),
    ("29", "R U R' U' R U' R' F' U' F R U R'"),
    ("30", "F R' F R2 U' R' U' R U R' F2"),
    ("31", "R' U' F U R U' R' F' R"),
    ("32", "L U F' U' L' U L F L'"),
    ("33", "R U R' U' R' F R F'"),
    ("34", "R U R2 U' R' F R U R U' F'"),
    ("35", "R U2 R2 F R F' R U2 R'"),
    ("36", "L' U' L U' L' U L U L F' L' F"),
    ("37", "F R' F' R U R U' R'"),
    ("38", "R U R' U R U' R' U' R' F R F'"),
    ("39", "L F' L' U' L U F U' L'"),
    ("40", "R' F R U R' U' F' U R"),
    ("41", "R U R' U R U2 R' F R U R' U' F'"),
    ("42", "R' U' R U' R' U2 R F R U R' U' F'"),
    ("43", "F' U' L' U L F"),
    ("44", "F U R U' R' F'"),
    ("45", "F R U R' U' F'"),
    ("46", "R' U' R' F R F' U R"),
    ("47", "R' U' R' F R F' R' F R F' U R"),
    ("48", "F R U R' U' R U R' U' F'"),
    ("49", "r U' r2 U r2 U r2 U' r"),
    ("50", "r' U r2 U' r2 U' r2 U r'"),
    ("51", "F U R U' R' U R U' R' F'"),
    ("52", "R U R' U R U' B U' B' R'"),
    ("53", "r' U2 R U R' U' R U R' U r"),
    ("54", "r U2 R' U' R U R' U' R U' r'"),
    ("55", "R' F R U R U' R2 F' R2 U' R' U R U R'"),
    ("56", "r' U' r U' R' U R U' R' U R r' U r"),
    ("57", "R U R' U' M' U R U' r'"),
];

/// What a case is called, in the order of cases.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    /// The position of the group, and of the name in its table.
    order: (usize, usize),
    pub group: &'static str,
    /// A name that no other case of the set has; otherwise cases are numbered.
    own: Option<String>,
    /// The cube that the algorithm of the name solves.
    pub cube: Option<Cube>,
}

impl Name {
    /// The name of the case with this number in its group.
    pub fn with_number(&self, number: usize) -> String {
        match (&self.own, self.group) {
            (Some(name), _) => name.clone(),
            (None, "") => number.to_string(),
            (None, group) => format!("{group} {number}"),
        }
    }
}

/// The cases of a table by their first appearance.
struct NameTable {
    definition: Definition,
    cases: HashMap<Appearance, (usize, &'static str, Cube)>,
}

impl NameTable {
    fn new(set: &str, names: &[(&'static str, &str)]) -> NameTable {
        let definition = Definition::named(set).expect("a built-in set");
        let classes = CaseClasses::new(&definition, false);
        let case = |(n, (name, algorithm)): (usize, &(&'static str, &str))| {
            let sequence = Sequence::parse(algorithm).expect("algorithms are moves");
            let cube = sequence.cube().inverse();
            (
                classes.first_appearance(&cube),
                (n, *name, classes.aligned(&cube)),
            )
        };
        NameTable {
            cases: names.iter().enumerate().map(case).collect(),
            definition,
        }
    }

    fn get(&self, cube: &Cube) -> Option<(usize, &'static str, Cube)> {
        let appearance = CaseClasses::new(&self.definition, false).first_appearance(cube);
        self.cases.get(&appearance).copied()
    }
}

static PLL: LazyLock<NameTable> = LazyLock::new(|| NameTable::new("pll", &PERMUTATIONS));
static OLL: LazyLock<NameTable> = LazyLock::new(|| NameTable::new("oll", &ORIENTATIONS));

pub(super) fn of(definition: &Definition, cube: &Cube) -> Name {
    let (ll, mut f2l): (Vec<Piece>, Vec<Piece>) = Piece::all().partition(Piece::is_upper);
    f2l.retain(|piece| !definition.solved.contains(piece));
    if definition.after_moves != Cube::SOLVED || !f2l.is_empty() {
        return Name::default();
    }
    let (orient, free) = (&definition.orient, &definition.free);
    let only_orients = ll.iter().all(|piece| orient.contains(piece));
    let solves_all = ll
        .iter()
        .all(|piece| !orient.contains(piece) && !free.contains(piece));
    let own = |n: usize, name: String, cube: Cube| Name {
        order: (0, n),
        own: Some(name),
        cube: Some(cube),
        ..Name::default()
    };
    match (OLL.get(cube), PLL.get(cube)) {
        (Some((n, letter, cube)), _) if only_orients => match definition.oriented.is_empty() {
            true => own(n, (n + 1).to_string(), cube),
            false => own(n, letter.to_owned(), cube),
        },
        (Some((n, group, _)), _) => Name {
            order: (1 + n, 0),
            group,
            ..Name::default()
        },
        (None, Some((n, name, cube))) if solves_all => own(n, name.to_owned(), cube),
        (None, _) => Name {
            group: "O",
            ..Name::default()
        },
    }
}
