use super::{CornerRefinement, CosetCorners, Stop, Symmetric, Tables};
use std::sync::LazyLock;

/// The classes of [`CosetCorners`] under all 48 transformations, with their moves. A pruning
/// table has a row of entries for each class.
pub struct CornerClasses {
    pub symmetric: Symmetric,
    /// Their move tables.
    pub tables: Tables,
}

impl CornerClasses {
    /// The classes for a refinement, computed once.
    pub fn get(refinement: CornerRefinement) -> &'static CornerClasses {
        static CLASSES: [LazyLock<CornerClasses>; 2] = [
            LazyLock::new(|| CornerClasses::new(CornerRefinement::None)),
            LazyLock::new(|| CornerClasses::new(CornerRefinement::HalfTurn)),
        ];
        &CLASSES[refinement as usize]
    }

    fn new(refinement: CornerRefinement) -> CornerClasses {
        let symmetric = Symmetric::by_all(CosetCorners { refinement });
        let tables = Tables::new(&symmetric, Stop::never());
        let tables = tables.expect("memory for 1.4 MB of tables");
        CornerClasses { symmetric, tables }
    }
}
