//! One breadth-first step over all rows.

use super::pass::Pass;
use super::{Active, BuildProgress, Planes, narrow, wide};
use crate::coord::corner_classes::CornerClasses;
use crate::table::edges::LINES;
use crate::table::spec::{EdgeQuotient, Spec};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub(super) struct Step<'a> {
    pub spec: &'a Spec,
    pub rows: &'a CornerClasses,
    pub depth: u8,
    pub stop: &'a AtomicBool,
    pub on_progress: &'a (dyn Fn(BuildProgress) + Sync),
}

impl Step<'_> {
    /// Marks the unseen neighbours of the frontier and replaces `active` by the lines they
    /// lie in. Returns how many were marked, or `None` if told to stop.
    pub fn run(&self, planes: &mut Planes, active: &mut Active) -> Option<u64> {
        let frontier_rows: Vec<bool> = active
            .words
            .par_chunks(active.row_words)
            .map(|lines| lines.iter().any(|&word| word != 0))
            .collect();
        let mut next = Active::new(self.spec);
        let done = AtomicUsize::new(0);
        let plane_bytes = self.spec.plane_bytes();
        let reached = &*planes.reached;
        let marked = planes
            .unmarked
            .par_chunks_mut(plane_bytes)
            .zip(next.words.par_chunks_mut(next.row_words))
            .enumerate()
            .map_init(
                || Marks::new(self.spec),
                |marks, (row, (unmarked, next))| {
                    if self.stop.load(Ordering::Relaxed) {
                        return 0;
                    }
                    let mut any = false;
                    for m in self.spec.metric.generators().iter() {
                        let (from, s) = self.rows.neighbour(row, m);
                        if frontier_rows[from] {
                            let source = &reached[from * plane_bytes..][..plane_bytes];
                            marks.pull(source, active.row(from), Pass::pulling(m, s));
                            any = true;
                        }
                    }
                    let new = if any {
                        let seen = &reached[row * plane_bytes..][..plane_bytes];
                        marks.settle(seen, unmarked, |line| {
                            Active::mark(next, line);
                        })
                    } else {
                        0
                    };
                    self.report(done.fetch_add(1, Ordering::Relaxed) + 1);
                    new
                },
            )
            .sum();
        *active = next;
        (!self.stop.load(Ordering::Relaxed)).then_some(marked)
    }

    fn report(&self, rows_done: usize) {
        (self.on_progress)(BuildProgress {
            depth: self.depth,
            last_depth: self.spec.base + 2,
            rows_done,
            rows: self.rows.count(),
        });
    }
}

/// The entries of one row that a step reaches, gathered over the moves.
pub(super) enum Marks {
    Wide {
        plane: Vec<u8>,
    },
    Narrow {
        entries: usize,
        source: Vec<u8>,
        rows: [Vec<u8>; 3],
        plane: Vec<u8>,
    },
}

impl Marks {
    pub fn new(spec: &Spec) -> Marks {
        let plane = vec![0; spec.plane_bytes()];
        match spec.edges {
            EdgeQuotient::Relative => Marks::Wide { plane },
            _ => Marks::Narrow {
                entries: spec.edges.entries(),
                source: vec![0; LINES + narrow::PADDING],
                rows: std::array::from_fn(|_| vec![0; LINES + narrow::PADDING]),
                plane,
            },
        }
    }

    pub fn pull(&mut self, reached: &[u8], active: &[u64], pass: &Pass) {
        match self {
            Marks::Wide { plane } => wide::pull(reached, active, pass, plane),
            Marks::Narrow {
                entries,
                source,
                rows,
                ..
            } => {
                narrow::unpack(reached, *entries, source);
                narrow::pull(source, pass, *entries, rows);
            }
        }
    }

    /// Marks in `unmarked` what was gathered and is not seen yet, calls `on_line` for each
    /// line with something new, empties itself, and returns the number of new entries.
    pub fn settle(
        &mut self,
        reached: &[u8],
        unmarked: &mut [u8],
        on_line: impl FnMut(usize),
    ) -> u64 {
        match self {
            Marks::Wide { plane } => settle_wide(plane, reached, unmarked, on_line),
            Marks::Narrow {
                entries,
                rows,
                plane,
                ..
            } => {
                narrow::merge(rows);
                narrow::pack(&rows[0], *entries, plane);
                rows[0].fill(0);
                settle_narrow(plane, *entries, reached, unmarked, on_line)
            }
        }
    }
}

fn settle_wide(
    marks: &mut [u8],
    reached: &[u8],
    unmarked: &mut [u8],
    mut on_line: impl FnMut(usize),
) -> u64 {
    let mut count = 0;
    let (marks, _) = marks.as_chunks_mut::<{ wide::LINE }>();
    let (unmarked, _) = unmarked.as_chunks_mut::<{ wide::LINE }>();
    let (reached, _) = reached.as_chunks::<{ wide::LINE }>();
    let lines = marks.iter_mut().zip(reached).zip(unmarked);
    for (line, ((marks, reached), unmarked)) in lines.enumerate() {
        let new = settle_words(marks, reached, unmarked);
        if new != 0 {
            on_line(line);
            count += u64::from(new);
        }
    }
    count
}

fn settle_narrow(
    marks: &mut [u8],
    entries: usize,
    reached: &[u8],
    unmarked: &mut [u8],
    mut on_line: impl FnMut(usize),
) -> u64 {
    let mut count = 0;
    for (byte, mark) in marks.iter_mut().enumerate() {
        let new = *mark & unmarked[byte] & !reached[byte];
        *mark = 0;
        if new != 0 {
            unmarked[byte] &= !new;
            count += u64::from(new.count_ones());
            for i in 0..8 / entries {
                if new >> (i * entries) & ((1 << entries) - 1) != 0 {
                    on_line(byte * 8 / entries + i);
                }
            }
        }
    }
    count
}

/// Settles one line of whole words; returns the number of new entries.
fn settle_words(marks: &mut [u8], reached: &[u8], unmarked: &mut [u8]) -> u32 {
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let (marks, _) = marks.as_chunks_mut();
    let (unmarked, _) = unmarked.as_chunks_mut();
    let (reached, _) = reached.as_chunks();
    let mut count = 0;
    for ((marks, reached), unmarked) in marks.iter_mut().zip(reached).zip(unmarked) {
        let new = word(marks) & word(unmarked) & !word(reached);
        if new != 0 {
            count += new.count_ones();
            *unmarked = (word(unmarked) & !new).to_le_bytes();
        }
        *marks = [0; 8];
    }
    count
}
