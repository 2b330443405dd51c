//! The packed form and its addresses against the plain locator, on every backend.

use cubesolve::cube::{Cube, Move};
use cubesolve::table::near::Near;
use cubesolve::table::probe::{Backend, Portable, Side};
use cubesolve::table::{Spec, Table};
use proptest::prelude::*;

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

/// A table whose codes nobody reads.
fn empty(name: &str) -> Table {
    let spec = *Spec::by_name(name).unwrap();
    Table::new(spec, Box::new(vec![]), Near::empty().unwrap())
}

fn check_turns(backend: impl Backend, cube: &Cube) -> Result<(), TestCaseError> {
    let side = Side::new(cube);
    for m in Move::ALL {
        let right = Side::new(&cube.apply(m));
        prop_assert_eq!(backend.right(&side, m.index()), right);
        let left = Side::new(&m.inverse().cube().product(cube));
        prop_assert_eq!(backend.left(&side, m.index()), left);
    }
    Ok(())
}

fn check_addresses(backend: impl Backend, cube: &Cube) -> Result<(), TestCaseError> {
    for spec in &Spec::ALL {
        let table = empty(spec.name);
        let side = Side::new(cube);
        let coset = backend.coset(table.locate(), &side);
        let address = backend.address(table.locate(), &side, coset);
        prop_assert_eq!(address, table.address(&table.place(cube)), "{}", spec.name);
    }
    Ok(())
}

proptest! {
    #[test]
    fn portable_turns(cube in cubes()) {
        check_turns(Portable, &cube)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn portable_addresses(cube in cubes()) {
        check_addresses(Portable, &cube)?;
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use cubesolve::table::probe::X86;

    proptest! {
        #[test]
        fn turns(cube in cubes()) {
            if let Some(backend) = X86::detect() {
                check_turns(backend, &cube)?;
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn addresses(cube in cubes()) {
            if let Some(backend) = X86::detect() {
                check_addresses(backend, &cube)?;
            }
        }
    }
}
