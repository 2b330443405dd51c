use super::check::QueryError;
use crate::coord::CoordError;
use crate::table::TableError;
use thiserror::Error;

/// Why a query has no answer.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The parts of the query are not compatible.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// No pruning table could be opened or generated, or it turned out to be corrupted.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables of a coordinate could not be generated.
    #[error(transparent)]
    Coord(#[from] CoordError),
}
