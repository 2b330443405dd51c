//! The tables of both phases in a file beside the pruning tables.

use super::endings::{self, Endings, SLOTS};
use super::ends::{self, CORNER_CLASSES, EndTables, FollowTables, HALVES, PERMUTATIONS, PairMoves};
use super::exact::{CLASSES, ExactPhase, ExactTables, Frames, TWISTS};
use super::generate::GeneratedTables;
use super::paths::QuickPaths;
use super::phase::{Phase, PhaseTables, second_coordinates};
use crate::coord::{Basic, CoordError, DOMINO_MOVES, Stop};
use crate::cube::{Metric, Move, Transformation};
use crate::host::memory::HugePages;
use crate::search::depth_first::MoveRules;
use crate::table::{
    Description, Directory, FileProblem, Partial, Section, TableError, TableFile, path_of,
};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// The tables with which quick solutions ([`Query::fast`](crate::Query::fast)) in half turns and slice turns are found
/// soonest: 102 MB in memory, read from a file. A solver uses them if the file is in its directory.
pub struct QuickTable {
    /// In memory, since random reads of a mapped file cost twice as much without huge pages.
    sections: [HugePages; 4],
    counts: Vec<u64>,
    bytes: u64,
    frames: Frames,
    pair_moves: PairMoves,
}

const NAME: &str = Directory::QUICK;

/// The sections of the file, whose arrays follow each other: the distances of both phases; the steps of the first and
/// representatives, the classes of corners, and the endings; all else that the moves do; the index of the endings.
const DISTANCES: usize = 0;
const STEPS: usize = 1;
const MOVES: usize = 2;
const INDEX: usize = 3;

/// The lengths of the arrays of steps.
const LENGTHS_OF_STEPS: [usize; 4] = [
    CLASSES * Move::COUNT,
    CLASSES,
    PERMUTATIONS,
    endings::ELEMENTS,
];

/// The lengths of the arrays of moves: of the orientations of corners, these conjugated, and of each coordinate of the
/// second phase; what halves of the corners and edges add, and the edges conjugated.
fn lengths_of_moves() -> [usize; 10] {
    let [slice, corners, edges] =
        second_coordinates().map(|coordinate| DOMINO_MOVES.len() * coordinate.size);
    let conjugates = |values| Transformation::COUNT * values;
    [
        Move::COUNT * TWISTS,
        conjugates(TWISTS),
        slice,
        corners,
        edges,
        HALVES,
        HALVES,
        HALVES,
        HALVES,
        conjugates(PERMUTATIONS),
    ]
}

/// The lengths of the arrays of distances: of the first phase, of the ends of paths, and of the second phase.
fn lengths_of_distances() -> [usize; 4] {
    let [slice, corners, edges] = second_coordinates().map(|coordinate| coordinate.size);
    let two_bits = |values: usize| values.div_ceil(4);
    [
        two_bits(CLASSES * TWISTS),
        two_bits(CORNER_CLASSES * PERMUTATIONS),
        slice * corners,
        slice * edges,
    ]
}

/// The parts of an array that have these lengths and follow each other.
fn split<const N: usize, T>(array: &[T], lengths: [usize; N]) -> [&[T]; N] {
    let mut rest = array;
    lengths.map(|length| {
        let (part, others) = rest.split_at(length);
        rest = others;
        part
    })
}

impl QuickTable {
    /// The path of its file in a directory: `fast.table`.
    pub fn path(directory: &Directory) -> PathBuf {
        path_of(directory.path(), NAME)
    }

    /// Opens the file of a directory and checks all of it, if it exists.
    ///
    /// # Errors
    /// [`TableError::File`], with what is wrong with the file.
    pub fn open(directory: &Directory) -> Result<Option<QuickTable>, TableError> {
        let path = QuickTable::path(directory);
        if !path.exists() {
            return Ok(None);
        }
        let file = TableFile::open(&path)?;
        let moves: usize = lengths_of_moves().iter().sum();
        let distances: usize = lengths_of_distances().iter().sum();
        let lengths = [
            distances,
            4 * LENGTHS_OF_STEPS.iter().sum::<usize>(),
            2 * moves,
            8 * SLOTS,
        ];
        let description = file.description();
        let is_expected = lengths.map(|length| length as u64) == file.section_lengths();
        if description.metric != Metric::HalfTurn || !is_expected {
            let name = description.name.clone();
            return Err(file.error(FileProblem::OtherTable { name }));
        }
        let copy = |i: usize| {
            let memory = HugePages::zeroed(lengths[i]);
            let mut memory = memory.map_err(|error| TableError::generation(NAME, error))?;
            file.copy_section(i, &mut memory)?;
            Ok(memory)
        };
        let sections = [copy(0)?, copy(1)?, copy(2)?, copy(3)?];
        let frames = Frames::new(exact_tables(&sections), Basic::oriented_slice());
        Ok(Some(QuickTable {
            counts: file.description().counts.clone(),
            bytes: file.length(),
            sections,
            frames,
            pair_moves: PairMoves::new(),
        }))
    }

    /// Generates the file in a directory, unless it exists, and returns its path: seconds on two processors, with 0.4 GB
    /// of memory.
    ///
    /// # Errors
    /// - [`TableError::Interrupted`]: `stop` was set.
    /// - [`TableError::GenerationMemory`]: there is not enough memory, or no threads.
    /// - [`TableError::File`]: the file cannot be written, or one exists that cannot be used.
    pub fn generate(directory: &Directory, stop: &AtomicBool) -> Result<PathBuf, TableError> {
        let partial = Partial::claim(directory.path(), NAME, stop, || ())?;
        match QuickTable::open(directory)? {
            Some(_) => {}
            None => {
                let first = ExactTables::generate(Basic::oriented_slice(), Stop::when(stop));
                QuickTable::write(&first.map_err(generation_error)?, partial, stop)?;
            }
        }
        Ok(QuickTable::path(directory))
    }

    /// Writes the file, with tables of the second phase that are generated now.
    fn write(
        first: &GeneratedTables,
        partial: Partial,
        stop: &AtomicBool,
    ) -> Result<(), TableError> {
        let second = PhaseTables::second(Metric::HalfTurn, Stop::when(stop));
        let second = second.map_err(generation_error)?;
        let second = second.phase();
        let classes = ends::corner_classes();
        let ends = ends::distances(&classes, Basic::domino_edge_positions(), Stop::when(stop));
        let ends = ends.map_err(generation_error)?;
        let follow = FollowTables::new(&classes);
        let [slice, corners, edges] = second.moves;
        let moves = [
            &first.moved[..],
            &first.conjugates,
            slice,
            corners,
            edges,
            &follow.parts[0][0],
            &follow.parts[0][1],
            &follow.parts[1][0],
            &follow.parts[1][1],
            &ends.conjugates,
        ];
        let moves = moves.concat();
        let residues = first.pack(|distance| distance % 3);
        let tables = ExactTables::of(first, &residues);
        let frames = Frames::new(tables, Basic::oriented_slice());
        let exact = ExactPhase::new(tables, &frames);
        let endings = exact.find_endings(&first.distances, Stop::when(stop));
        let endings = endings.map_err(generation_error)?;
        let steps = [
            &first.steps[..],
            &first.representatives,
            &follow.classes,
            &endings.lists,
        ];
        let steps = steps.concat();
        let [of_corners, of_edges] = second.distances;
        let distances = [&residues, &ends.pack(ends::code)[..], of_corners, of_edges].concat();
        let steps: &[u8] = bytemuck::cast_slice(&steps);
        let moves: &[u8] = bytemuck::cast_slice(&moves);
        let index: &[u8] = bytemuck::cast_slice(&endings.slots);
        let sections: [&dyn Section; 4] = [&&distances[..], &steps, &moves, &index];
        let describe = || Description {
            name: NAME.to_owned(),
            metric: Metric::HalfTurn,
            base: 0,
            counts: first.counts.clone(),
        };
        partial.write(&describe, &sections, stop, &|_| ())?;
        Ok(())
    }

    /// The length of its file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of cosets of the domino group at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The search for paths.
    pub(super) fn paths(&self) -> QuickPaths<'_> {
        let sections = &self.sections;
        let [.., lists] = steps(sections);
        let endings = Endings {
            slots: bytemuck::cast_slice(&sections[INDEX]),
            lists,
        };
        let first = ExactPhase::new(exact_tables(sections), &self.frames);
        QuickPaths::new(first, endings, end_tables(sections), &self.pair_moves)
    }

    /// The second phase.
    pub(super) fn second(&self) -> Phase<'_> {
        let [_, _, slice, corners, edges, ..] = moves(&self.sections);
        let [.., of_corners, of_edges] = distances(&self.sections);
        Phase::new(
            second_coordinates(),
            [slice, corners, edges],
            [of_corners, of_edges],
            DOMINO_MOVES,
            MoveRules::face_turns(Metric::HalfTurn, DOMINO_MOVES),
        )
    }
}

fn distances(sections: &[HugePages; 4]) -> [&[u8]; 4] {
    split(&sections[DISTANCES], lengths_of_distances())
}

fn steps(sections: &[HugePages; 4]) -> [&[u32]; 4] {
    split(bytemuck::cast_slice(&sections[STEPS]), LENGTHS_OF_STEPS)
}

fn moves(sections: &[HugePages; 4]) -> [&[u16]; 10] {
    split(bytemuck::cast_slice(&sections[MOVES]), lengths_of_moves())
}

fn exact_tables(sections: &[HugePages; 4]) -> ExactTables<'_> {
    let [steps, representatives, ..] = steps(sections);
    let [moved, conjugates, ..] = moves(sections);
    let [distances, ..] = distances(sections);
    ExactTables {
        distances,
        steps,
        representatives,
        moved,
        conjugates,
    }
}

fn end_tables(sections: &[HugePages; 4]) -> EndTables<'_> {
    let [.., u_corners, d_corners, u_edges, d_edges, conjugates] = moves(sections);
    EndTables {
        distances: distances(sections)[1],
        classes: steps(sections)[2],
        conjugates,
        parts: [[u_corners, d_corners], [u_edges, d_edges]],
    }
}

impl fmt::Debug for QuickTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QuickTable")
    }
}

fn generation_error(error: CoordError) -> TableError {
    match error {
        CoordError::Stopped => TableError::Interrupted,
        error => TableError::generation(NAME, io::Error::other(error)),
    }
}
