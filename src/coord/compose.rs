//! Coordinates that are composed by name.

use super::basic::acting_on_all;
use super::{Basic, CATALOGUE, CatalogueEntry, Coordinate, Symmetric};
use crate::cube::{Cube, Move, Transformation, TransformationSet};
use std::iter;
use std::str::FromStr;
use thiserror::Error;

/// Why a text names no [`Coordinate`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompositionError {
    /// A part is not a basic coordinate of the [`CATALOGUE`].
    #[error("{0:?} is no basic coordinate, such as {known}", known = known())]
    Unknown(String),
    /// Two parts describe the same property of the same pieces, or cannot have their values independently: a cube
    /// with odd corners and even edges does not exist.
    #[error("{0} and {1} cannot be composed: some pairs of their values have no cube")]
    Dependent(&'static str, &'static str),
    /// The text after `/` is neither the number of common transformations nor a list of generators.
    #[error(
        "/{text}: the parts have {common} transformations in common; write /{common}, or numbers of some that \
         generate a group, as in /<1,2>"
    )]
    Group {
        /// What was read.
        text: String,
        /// How many transformations act on all parts.
        common: usize,
    },
    /// A transformation does not act on the values of all parts.
    #[error("transformation {0} does not act on the values of all parts")]
    NotActing(usize),
    /// There are more classes than are numbered.
    #[error("{0} has more than 65536 classes under these transformations")]
    TooManyClasses(&'static str),
}

/// Reads names of basic coordinates, joined by `+`, the least significant first. The first may be followed by `/` and
/// the transformations that reduce it: how many act on all parts, or some that generate a group, as numbers in angle
/// brackets.
///
/// ```
/// use cubesolve::coord::Coordinate;
///
/// assert_eq!("eo+slice".parse::<Coordinate>()?.size(), 2048 * 495);
/// assert_eq!("cp/16+co".parse::<Coordinate>()?.size(), 2768 * 2187);
/// let mirrored: Coordinate = "cp/<1>".parse()?;
/// assert_eq!(mirrored.symmetric().expect("it is reduced").group().len(), 2);
/// # Ok::<(), cubesolve::coord::CompositionError>(())
/// ```
impl FromStr for Coordinate {
    type Err = CompositionError;

    fn from_str(text: &str) -> Result<Coordinate, CompositionError> {
        let mut names = text.split('+').map(str::trim);
        let first = names.next().unwrap_or_default();
        let (first, group) = match first.split_once('/') {
            Some((first, group)) => (first.trim_end(), Some(group.trim_start())),
            None => (first, None),
        };
        let base = basic(first)?;
        let rest = names.map(basic).collect::<Result<Vec<Basic>, _>>()?;
        let all: Vec<&Basic> = iter::once(&base).chain(&rest).collect();
        for (i, part) in all.iter().enumerate() {
            let dependent = all[..i].iter().find(|other| !are_independent(other, part));
            if let Some(other) = dependent {
                return Err(CompositionError::Dependent(other.name, part.name));
            }
        }
        let Some(group) = group else {
            return Ok(Coordinate::composite(
                iter::once(base).chain(rest).collect::<Vec<_>>(),
            ));
        };
        let group = read_group(group, acting_on_all(all))?;
        let symmetric = Symmetric::checked(base.clone(), group)
            .ok_or(CompositionError::TooManyClasses(base.name))?;
        Ok(Coordinate::symmetric_composite(symmetric, rest))
    }
}

/// The names of basic coordinates.
fn known() -> String {
    let basic = CATALOGUE.iter().filter(|entry| entry.basic.is_some());
    let names: Vec<&str> = basic.map(|entry| entry.name).collect();
    names.join(", ")
}

/// The basic coordinate of the catalogue with this name.
fn basic(name: &str) -> Result<Basic, CompositionError> {
    let basic = CatalogueEntry::by_name(name).and_then(|entry| entry.basic);
    let basic = basic.ok_or_else(|| CompositionError::Unknown(name.to_owned()))?;
    Ok(basic())
}

/// Whether all pairs of values exist. A quarter turn is odd: its value of one with that of the solved cube of the other
/// has no cube if both see the parity.
fn are_independent(a: &Basic, b: &Basic) -> bool {
    let is_apart = a.reads.iter().all(|aspect| !b.reads.contains(aspect));
    let turned = Move::ALL[0].cube();
    is_apart
        && super::coordinate::combine(&[(a, a.index(turned)), (b, b.index(&Cube::SOLVED))])
            .is_some()
}

/// The transformations after `/`, of those that all parts have in common.
fn read_group(
    text: &str,
    common: TransformationSet,
) -> Result<TransformationSet, CompositionError> {
    if text.parse() == Ok(common.len()) {
        return Ok(common);
    }
    let unread = || CompositionError::Group {
        text: text.to_owned(),
        common: common.len(),
    };
    let numbers = text
        .strip_prefix('<')
        .and_then(|text| text.strip_suffix('>'));
    let mut generators = vec![];
    for number in numbers.ok_or_else(unread)?.split(',') {
        let number: usize = number.trim().parse().map_err(|_| unread())?;
        if number >= Transformation::COUNT {
            return Err(unread());
        }
        let s = Transformation::from_index(number);
        if !common.contains(s) {
            return Err(CompositionError::NotActing(number));
        }
        generators.push(s);
    }
    Ok(TransformationSet::generated_by(&generators))
}
