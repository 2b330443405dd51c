use super::{Basic, Coordinate, CornerRefinement, Stop, Symmetric, Tables};
use std::sync::LazyLock;

/// The classes of [`Basic::coset_corners`] without half-turn classes under all 48 transformations, with their moves. A pruning
/// table has a row of entries for each class.
pub struct CornerClasses {
    coordinate: Coordinate,
    /// Their move tables.
    pub tables: Tables,
}

impl CornerClasses {
    /// The classes, computed once.
    pub fn get() -> &'static CornerClasses {
        static CLASSES: LazyLock<CornerClasses> = LazyLock::new(CornerClasses::new);
        &CLASSES
    }

    fn new() -> CornerClasses {
        let corners = Basic::coset_corners(CornerRefinement::None);
        let coordinate = Symmetric::by_all(corners).into();
        let tables = Tables::new(&coordinate, Stop::never());
        let tables = tables.expect("memory for 1.4 MB of tables");
        CornerClasses { coordinate, tables }
    }

    pub fn symmetric(&self) -> &Symmetric {
        self.coordinate.symmetric().expect("it has classes")
    }
}
