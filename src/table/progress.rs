//! Progress of a generation.

/// How far the breadth-first search of a generation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowProgress {
    /// The distance being marked, from 1.
    pub depth: u8,
    /// The last distance to be marked; that of a filter is found while the file is written.
    pub last_depth: u8,
    /// Rows done at this depth, at most `rows`.
    pub rows_done: usize,
    /// Rows of the table.
    pub rows: usize,
}

/// How far the generation of a table file is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GenerationProgress {
    /// Waiting for another process that generates the same table.
    Waiting,
    /// Searching breadth first.
    Searching(RowProgress),
    /// Writing the file.
    Writing {
        /// Bytes written so far.
        written: u64,
        /// Bytes of the whole file, approximately.
        total: u64,
        /// Fraction of the work that was done before writing began, `0.0..=1.0`.
        fraction_before: f64,
    },
}

impl GenerationProgress {
    /// The fraction of the work that is done, `0.0..=1.0`.
    pub fn fraction(&self) -> f64 {
        match self {
            GenerationProgress::Waiting => 0.0,
            GenerationProgress::Searching(progress) => {
                let rows = progress.rows_done as f64 / progress.rows as f64;
                (f64::from(progress.depth - 1) + rows) / f64::from(progress.last_depth)
            }
            GenerationProgress::Writing {
                written,
                total,
                fraction_before,
            } => {
                let fraction = (*written as f64 / *total as f64).min(1.0);
                fraction_before + (1.0 - fraction_before) * fraction
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_fraction_counts_each_depth_alike() {
        let searching = |depth, rows_done| {
            let progress = RowProgress {
                depth,
                last_depth: 10,
                rows_done,
                rows: 4,
            };
            GenerationProgress::Searching(progress).fraction()
        };
        assert_eq!(GenerationProgress::Waiting.fraction(), 0.0);
        assert_eq!((searching(1, 0), searching(10, 4)), (0.0, 1.0));
        assert!((searching(3, 1) - 0.225).abs() < 1e-9);
    }

    #[test]
    fn write_fraction_continues_from_the_search() {
        let writing = |written, fraction_before| {
            let total = 8;
            let progress = GenerationProgress::Writing {
                written,
                total,
                fraction_before,
            };
            progress.fraction()
        };
        let fractions = [0, 2, 8, 9].map(|written| writing(written, 0.5));
        assert_eq!(fractions, [0.5, 0.625, 1.0, 1.0]);
        assert_eq!(writing(0, 1.0), 1.0);
    }
}
