//! The packed form and its addresses against the plain locator, on every backend.

use cubesolve::cube::{Cube, Move};
use cubesolve::probe::{
    Backend, IDENTITY, MEMBERS_ROOM, PackedCube, PackedCubes, Portable, QUARTER_TURNS,
};
use cubesolve::table::shallow::ShallowDistances;
use cubesolve::table::{Spec, Table};
use proptest::prelude::*;

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

/// A table whose codes nobody reads.
fn empty(name: &str) -> Table {
    let spec = *Spec::by_name(name).unwrap();
    Table::new(spec, Box::new(vec![]), ShallowDistances::empty().unwrap())
}

fn check_turns(backend: impl Backend, cube: &Cube) -> Result<(), TestCaseError> {
    let side = PackedCube::new(cube);
    for m in Move::ALL {
        let right = PackedCube::new(&cube.apply(m));
        prop_assert_eq!(backend.right(&side, m.index()), right);
        let left = PackedCube::new(&m.inverse().cube().product(cube));
        prop_assert_eq!(backend.left(&side, m.index()), left);
    }
    Ok(())
}

fn check_addresses(backend: impl Backend, cube: &Cube) -> Result<(), TestCaseError> {
    for spec in &Spec::ALL {
        let table = empty(spec.name);
        let side = PackedCube::new(cube);
        let row = table.locate().rows[backend.coset(table.locate(), &side)];
        let address = backend.address(table.locate(), &side, row);
        prop_assert_eq!(address, table.address(&table.place(cube)), "{}", spec.name);
    }
    Ok(())
}

/// Left products of each cube by a different set of factors, against single ones.
fn check_products(backend: impl Backend, cubes: &[Cube]) -> Result<(), TestCaseError> {
    let mut products = PackedCubes::with_capacity(7 * cubes.len());
    let mut expected = vec![];
    for (i, cube) in cubes.iter().enumerate() {
        let factors = (i * 37 + 1) as u8 & 0x7f;
        let side = PackedCube::new(cube);
        backend.left_products(&side, factors, &mut products);
        for (face, &m) in QUARTER_TURNS.iter().enumerate() {
            if factors >> face & 1 == 1 {
                let inverse = Move::from_index(m).inverse();
                expected.push(PackedCube::new(&inverse.cube().product(cube)));
            }
        }
        if factors >> IDENTITY & 1 == 1 {
            expected.push(side);
        }
    }
    let products: Vec<PackedCube> = (0..products.len()).map(|i| products.get(i)).collect();
    prop_assert_eq!(products, expected);
    Ok(())
}

/// Addresses of a list of cubes, against the plain locator.
fn check_lists(backend: impl Backend, cubes: &[Cube]) -> Result<(), TestCaseError> {
    let mut sides = PackedCubes::with_capacity(cubes.len());
    for cube in cubes {
        sides.push(PackedCube::new(cube));
    }
    let (mut rows, mut addresses) = (vec![], vec![]);
    for spec in &Spec::ALL {
        let table = empty(spec.name);
        backend.rows(table.locate(), &sides, &mut rows);
        backend.addresses(table.locate(), &[], &sides, &rows, &mut addresses);
        let expected: Vec<u64> = cubes
            .iter()
            .map(|cube| table.address(&table.place(cube)))
            .collect();
        prop_assert_eq!(&addresses, &expected, "{}", spec.name);
    }
    Ok(())
}

/// Gathering and spreading bits, against a loop over them.
fn check_bits(backend: impl Backend, bits: u64, mask: u64) -> Result<(), TestCaseError> {
    let places: Vec<u32> = (0..64).filter(|place| mask >> place & 1 == 1).collect();
    let bit = |of: u64, place: usize| of >> place & 1;
    let (gathered, spread) = (backend.extract(bits, mask), backend.deposit(bits, mask));
    prop_assert_eq!(spread & !mask, 0);
    for i in 0..64 {
        let place = places.get(i).map(|place| *place as usize);
        prop_assert_eq!(bit(gathered, i), place.map_or(0, |place| bit(bits, place)));
        prop_assert!(place.is_none_or(|place| bit(spread, place) == bit(bits, i)));
    }
    Ok(())
}

/// The members of a set, against a loop over them.
fn check_members(backend: impl Backend, set: u32) -> Result<(), TestCaseError> {
    let expected: Vec<u8> = (0..24).filter(|member| set >> member & 1 == 1).collect();
    let mut members = [0; MEMBERS_ROOM];
    let count = backend.members(set, &mut members);
    prop_assert_eq!(&members[..count], expected);
    Ok(())
}

/// All checks of one backend, each as a test.
macro_rules! checks_of {
    ($backend:expr) => {
        proptest! {
            #[test]
            fn turns(cube in cubes()) {
                if let Some(backend) = $backend {
                    check_turns(backend, &cube)?;
                }
            }

            #[test]
            fn bits(bits: u64, mask: u64) {
                if let Some(backend) = $backend {
                    check_bits(backend, bits, mask)?;
                }
            }

            #[test]
            fn members(set in 0u32..1 << 24) {
                if let Some(backend) = $backend {
                    check_members(backend, set)?;
                }
            }

            #[test]
            fn products(cubes in prop::collection::vec(cubes(), 0..20)) {
                if let Some(backend) = $backend {
                    check_products(backend, &cubes)?;
                }
            }
        }

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(20))]
            #[test]
            fn addresses(cube in cubes()) {
                if let Some(backend) = $backend {
                    check_addresses(backend, &cube)?;
                }
            }

            #[test]
            fn lists(cubes in prop::collection::vec(cubes(), 0..20)) {
                if let Some(backend) = $backend {
                    check_lists(backend, &cubes)?;
                }
            }
        }
    };
}

mod portable {
    use super::*;
    checks_of!(Some(Portable));
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    checks_of!(cubesolve::probe::Avx2::detect());
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::*;
    checks_of!(cubesolve::probe::Avx512::detect());
}
