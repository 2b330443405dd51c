use crate::host::Instant;
use crate::host::threads::ThreadError;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Why a table of a coordinate was not generated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoordError {
    /// The operating system gave no memory for a table of this size.
    #[error("out of memory: a table of a coordinate needs {bytes} bytes")]
    OutOfMemory {
        /// Size of the table.
        bytes: usize,
    },
    /// The threads that generate tables could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadError),
    /// The [`Stop`] was set before the table was complete.
    #[error("stopped")]
    Stopped,
}

/// Ends the generation of tables early: a flag, a deadline, both or neither.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stop<'a> {
    flag: Option<&'a AtomicBool>,
    deadline: Option<Instant>,
}

impl<'a> Stop<'a> {
    /// Never stops.
    pub fn never() -> Stop<'a> {
        Stop::default()
    }

    /// Stops soon after the flag is set.
    pub fn when(flag: &'a AtomicBool) -> Stop<'a> {
        Stop {
            flag: Some(flag),
            deadline: None,
        }
    }

    /// Stops at the deadline, if there is one, too.
    pub(crate) fn or_at(self, deadline: Option<Instant>) -> Stop<'a> {
        Stop { deadline, ..self }
    }

    /// Whether to stop now.
    pub(crate) fn is_set(&self) -> bool {
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// [`CoordError::Stopped`] once it is set.
    pub(crate) fn check(&self) -> Result<(), CoordError> {
        match self.is_set() {
            true => Err(CoordError::Stopped),
            false => Ok(()),
        }
    }
}

/// A vector with capacity for `len` items, or [`CoordError::OutOfMemory`].
pub(crate) fn allocate<T>(len: usize) -> Result<Vec<T>, CoordError> {
    let mut items = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    items
        .try_reserve_exact(len)
        .map_err(|_| CoordError::OutOfMemory { bytes })?;
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn deadline_stops_once_it_has_passed() {
        let now = Instant::now();
        let is_set = |deadline| Stop::never().or_at(deadline).is_set();
        assert!(is_set(Some(now)));
        assert!(!is_set(Some(now + Duration::from_secs(3600))));
        assert!(!is_set(None));
    }

    #[test]
    fn allocation_beyond_memory_is_an_error() {
        let none = allocate::<u64>(1 << 62).map(|items| items.len());
        assert_eq!(none, Err(CoordError::OutOfMemory { bytes: usize::MAX }));
    }
}
