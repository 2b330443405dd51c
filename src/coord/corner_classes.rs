use super::{Basic, Coordinate, CornerRefinement, Stop, Symmetric, Tables};
use std::sync::LazyLock;

/// The classes of [`Basic::coset_corners`] under all 48 transformations, with their moves. A pruning
/// table has a row of entries for each class.
pub struct CornerClasses {
    coordinate: Coordinate,
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
        let coordinate = Symmetric::by_all(Basic::coset_corners(refinement)).into();
        let tables = Tables::new(&coordinate, Stop::never());
        let tables = tables.expect("memory for 1.4 MB of tables");
        CornerClasses { coordinate, tables }
    }

    pub fn symmetric(&self) -> &Symmetric {
        self.coordinate.symmetric().expect("it has classes")
    }
}
