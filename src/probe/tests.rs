//! Packed cubes and their addresses against plain coset indices, on every backend.

use super::address::AddressTables;
use super::packed_cube::{FACE_FACTORS, SLICE_FACTORS};
use super::packed_cubes::PackedCubes;
use super::{Backend, CLOCKWISE, IDENTITY, Kernel, Lookup, MEMBERS_CAPACITY, PackedCube, TOP_BITS};
use crate::bits::ONE_A_BYTE;
use crate::cube::{Cube, Move, Turn};
use crate::host::cpu::by_each;
use crate::table::Table;
use crate::table::address::address as address_of;
use crate::table::coset_index::CosetIndex;
use crate::table::tests::cubes;
use proptest::prelude::*;
use std::cell::Cell;
use std::sync::LazyLock;

static SAMPLE: LazyLock<Table> = LazyLock::new(|| Table::sample().unwrap());

/// The address of a cube's entry, computed the plain way.
fn address(cube: &Cube) -> u64 {
    address_of(&CosetIndex::new(cube))
}

fn check_moves(backend: impl Backend, cube: &Cube) -> Result<(), TestCaseError> {
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
    let tables = AddressTables::get();
    let packed = PackedCube::new(cube);
    let coset = backend.corner_coset(tables, &packed);
    let class = tables.class(coset, backend.tetrad_halves(&packed.corners));
    prop_assert_eq!(backend.address(tables, &packed, class), address(cube));
    Ok(())
}

/// Checks the left products of each cube with a different set of factors, by faces and by slices.
fn check_products(backend: impl Backend, cubes: &[Cube]) -> Result<(), TestCaseError> {
    for (all, count) in [(&FACE_FACTORS, 6), (&SLICE_FACTORS, 3)] {
        let mut products = PackedCubes::with_capacity(7 * cubes.len());
        let mut expected = vec![];
        for (i, cube) in cubes.iter().enumerate() {
            let factors = (i * 37 + 1) as u8 & (((1 << count) - 1) | (1 << IDENTITY));
            let packed = PackedCube::new(cube);
            backend.left_products(&packed, all, factors, &mut products);
            for (factor, &turn) in all.turns[..count].iter().enumerate() {
                if factors >> factor & 1 == 1 {
                    let inverse = Turn::from_index(turn.into()).inverse();
                    expected.push(PackedCube::new(&inverse.cube().product(cube)));
                }
            }
            if factors >> IDENTITY & 1 == 1 {
                expected.push(packed);
            }
        }
        let products: Vec<PackedCube> = (0..products.len()).map(|i| products.get(i)).collect();
        prop_assert_eq!(products, expected);
    }
    Ok(())
}

fn check_lists(backend: impl Backend, cubes: &[Cube]) -> Result<(), TestCaseError> {
    let mut lookup = Lookup::with_capacity(cubes.len());
    for cube in cubes {
        lookup.cubes.push(PackedCube::new(cube));
    }
    let values = SAMPLE.entries().values;
    backend.corner_classes(AddressTables::get(), &mut lookup);
    backend.addresses(AddressTables::get(), values, &mut lookup);
    let expected: Vec<u64> = cubes.iter().map(address).collect();
    prop_assert_eq!(&lookup.addresses, &expected);
    let locations: Vec<u64> = expected.iter().map(|at| values.location(*at)).collect();
    prop_assert_eq!(&lookup.locations, &locations);
    Ok(())
}

/// Checks extraction and deposition of bits against a loop over them.
fn check_bits(backend: impl Backend, bits: u64, mask: u64) -> Result<(), TestCaseError> {
    let positions: Vec<u32> = (0..64).filter(|p| mask >> p & 1 == 1).collect();
    let bit = |of: u64, p: usize| of >> p & 1;
    let (extracted, deposited) = (backend.extract(bits, mask), backend.deposit(bits, mask));
    prop_assert_eq!(deposited & !mask, 0);
    for i in 0..64 {
        let position = positions.get(i).map(|p| *p as usize);
        prop_assert_eq!(bit(extracted, i), position.map_or(0, |p| bit(bits, p)));
        prop_assert!(position.is_none_or(|p| bit(deposited, p) == bit(bits, i)));
    }
    Ok(())
}

/// The masks that have code of their own, and bytes spread by sets.
fn check_bits_by_constants(backend: impl Backend, bits: u64) -> Result<(), TestCaseError> {
    for mask in [CLOCKWISE, TOP_BITS, ONE_A_BYTE] {
        check_bits(backend, bits, mask)?;
    }
    let set = bits.to_le_bytes()[3];
    let members = (0..8).filter(|i| set >> i & 1 == 1);
    let mut expected = [0; 8];
    for (member, byte) in members.zip(bits.to_le_bytes()) {
        expected[member] = byte;
    }
    prop_assert_eq!(backend.spread(bits, set).to_le_bytes(), expected);
    Ok(())
}

fn check_members(backend: impl Backend, set: u32) -> Result<(), TestCaseError> {
    let expected: Vec<u8> = (0..24).filter(|member| set >> member & 1 == 1).collect();
    let mut members = [0; MEMBERS_CAPACITY];
    let count = backend.members(set, &mut members);
    prop_assert_eq!(&members[..count], expected);
    Ok(())
}

fn check_run(backend: impl Backend) -> Result<(), TestCaseError> {
    struct Count<'a>(&'a Cell<usize>);
    impl Kernel for Count<'_> {
        #[inline(always)]
        fn compute(self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let runs = Cell::new(0);
    backend.enter(Count(&runs));
    prop_assert_eq!(runs.get(), 1);
    Ok(())
}

#[test]
fn kernels_run_once() -> Result<(), TestCaseError> {
    by_each!(backend => check_run(backend)?);
    Ok(())
}

proptest! {
    #[test]
    fn moves_agree_with_cubes(cube in cubes()) {
        by_each!(backend => check_moves(backend, &cube)?);
    }

    #[test]
    fn extract_and_deposit_agree_with_loops(bits: u64, mask: u64) {
        by_each!(backend => check_bits(backend, bits, mask)?);
        by_each!(backend => check_bits_by_constants(backend, bits)?);
    }

    #[test]
    fn members_are_the_set_bits(set in 0u32..1 << 24) {
        by_each!(backend => check_members(backend, set)?);
    }

    #[test]
    fn left_products_agree_with_cubes(cubes in prop::collection::vec(cubes(), 0..20)) {
        by_each!(backend => check_products(backend, &cubes)?);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn address_agrees_with_coset_index(cube in cubes()) {
        by_each!(backend => check_addresses(backend, &cube)?);
    }

    #[test]
    fn list_addresses_agree_with_coset_index(cubes in prop::collection::vec(cubes(), 0..20)) {
        by_each!(backend => check_lists(backend, &cubes)?);
    }
}
