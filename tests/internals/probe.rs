//! Packed cubes and their addresses against plain coset indices, on every backend.

use crate::cube::{Cube, Metric, Move};
use crate::probe::{
    AddressTables, Backend, IDENTITY, MEMBERS_ROOM, PackedCube, PackedCubes, Portable,
    QUARTER_TURNS,
};
use crate::table::coset_index::CosetIndex;
use crate::table::layout::Layout;
use crate::table::loaded::TwoBits;
use crate::table::{Encoding, Spec};
use proptest::prelude::*;
use std::sync::LazyLock;

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

/// The tables in half turns, of filters one: the addresses are the same in all.
fn specs() -> impl Iterator<Item = &'static Spec> {
    let is_listed = |spec: &&Spec| spec.encoding == Encoding::TwoBits || spec.name == "f8";
    Spec::all_in(Metric::HalfTurn).filter(is_listed)
}

/// What it takes to find entries in each.
static TABLES: LazyLock<Vec<AddressTables>> =
    LazyLock::new(|| specs().map(AddressTables::new).collect());

/// The address of a cube's entry, the plain way.
fn address(spec: &Spec, cube: &Cube) -> u64 {
    Layout::new(spec).address(&CosetIndex::new(spec, cube))
}

fn check_turns(backend: impl Backend, cube: &Cube) -> Result<(), TestCaseError> {
    let packed = PackedCube::new(cube);
    for m in Move::ALL {
        let right = PackedCube::new(&cube.apply(m));
        prop_assert_eq!(backend.right(&packed, m.index()), right);
        let left = PackedCube::new(&m.inverse().cube().product(cube));
        prop_assert_eq!(backend.left(&packed, m.index()), left);
    }
    Ok(())
}

fn check_addresses(backend: impl Backend, cube: &Cube) -> Result<(), TestCaseError> {
    for (spec, tables) in specs().zip(&*TABLES) {
        let packed = PackedCube::new(cube);
        let coset = backend.corner_coset(tables, &packed);
        let class = tables.class(coset, || backend.tetrad_halves(&packed.corners));
        let found = backend.address(tables, &packed, class);
        prop_assert_eq!(found, address(spec, cube), "{}", spec.name);
    }
    Ok(())
}

/// Left products of each cube by a different set of factors, against single ones.
fn check_products(backend: impl Backend, cubes: &[Cube]) -> Result<(), TestCaseError> {
    let mut products = PackedCubes::with_capacity(7 * cubes.len());
    let mut expected = vec![];
    for (i, cube) in cubes.iter().enumerate() {
        let factors = (i * 37 + 1) as u8 & 0x7f;
        let packed = PackedCube::new(cube);
        backend.left_products(&packed, factors, &mut products);
        for (face, &m) in QUARTER_TURNS.iter().enumerate() {
            if factors >> face & 1 == 1 {
                let inverse = Move::from_index(m).inverse();
                expected.push(PackedCube::new(&inverse.cube().product(cube)));
            }
        }
        if factors >> IDENTITY & 1 == 1 {
            expected.push(packed);
        }
    }
    let products: Vec<PackedCube> = (0..products.len()).map(|i| products.get(i)).collect();
    prop_assert_eq!(products, expected);
    Ok(())
}

/// Addresses of a list of cubes.
fn check_lists(backend: impl Backend, cubes: &[Cube]) -> Result<(), TestCaseError> {
    let mut list = PackedCubes::with_capacity(cubes.len());
    for cube in cubes {
        list.push(PackedCube::new(cube));
    }
    let (mut classes, mut addresses, mut places) = (vec![], vec![], vec![]);
    let none = TwoBits {
        bytes: &[],
        second_bit: 0,
    };
    for (spec, tables) in specs().zip(&*TABLES) {
        backend.corner_classes(tables, &list, &mut classes);
        backend.addresses(tables, none, &list, &classes, &mut addresses, &mut places);
        let expected: Vec<u64> = cubes.iter().map(|cube| address(spec, cube)).collect();
        prop_assert_eq!(&addresses, &expected, "{}", spec.name);
        prop_assert_eq!(&places, &expected, "{}", spec.name);
    }
    Ok(())
}

/// Gathering and spreading bits, against a loop over them.
fn check_bits(backend: impl Backend, bits: u64, mask: u64) -> Result<(), TestCaseError> {
    let positions: Vec<u32> = (0..64).filter(|p| mask >> p & 1 == 1).collect();
    let bit = |of: u64, p: usize| of >> p & 1;
    let (gathered, spread) = (backend.extract(bits, mask), backend.deposit(bits, mask));
    prop_assert_eq!(spread & !mask, 0);
    for i in 0..64 {
        let position = positions.get(i).map(|p| *p as usize);
        prop_assert_eq!(bit(gathered, i), position.map_or(0, |p| bit(bits, p)));
        prop_assert!(position.is_none_or(|p| bit(spread, p) == bit(bits, i)));
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
    checks_of!(crate::probe::Avx2::detect());
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::*;
    checks_of!(crate::probe::Avx512::detect());
}
