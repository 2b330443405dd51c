//! Permutations of any size, of multisets, and of facelets.

use cubesolve::cube::{Face, FaceletTuple, NxnMove};
use cubesolve::permutation::{Item, MultisetPermutation, NotAPermutation, Permutation};
use proptest::prelude::*;

fn permutations(len: usize) -> impl Strategy<Value = Permutation> {
    let items: Vec<u32> = (0..len as u32).collect();
    Just(items)
        .prop_shuffle()
        .prop_map(|images| Permutation::new(images).unwrap())
}

fn same_size() -> impl Strategy<Value = (Permutation, Permutation, Permutation)> {
    (0..40usize).prop_flat_map(|len| (permutations(len), permutations(len), permutations(len)))
}

/// A permutation with one cycle of each of the given lengths.
fn with_cycle_lengths(lengths: impl IntoIterator<Item = u32>) -> Permutation {
    let mut images = Vec::new();
    for length in lengths {
        let start = images.len() as u32;
        images.extend((1..length).map(|i| start + i));
        images.push(start);
    }
    Permutation::new(images).unwrap()
}

fn primes_below(end: u32) -> impl Iterator<Item = u32> {
    (2..end).filter(|n| (2..*n).all(|divisor| n % divisor != 0))
}

proptest! {
    #[test]
    fn permutations_form_a_group((a, b, c) in same_size()) {
        prop_assert_eq!(a.product(&b).product(&c), a.product(&b.product(&c)));
        prop_assert!(a.product(&a.inverse()).is_identity());
        prop_assert!(a.inverse().product(&a).is_identity());
        prop_assert_eq!(a.product(&b).is_odd(), a.is_odd() != b.is_odd());
    }

    #[test]
    fn powers_are_repeated_products(a in permutations(12), n in 0..30i128) {
        let repeated = (0..n).fold(Permutation::identity(12), |power, _| power.product(&a));
        prop_assert_eq!(a.power(n), repeated.clone());
        prop_assert_eq!(a.power(-n), repeated.inverse());
    }

    #[test]
    fn order_is_first_power_that_is_identity(a in permutations(9)) {
        let mut power = a.clone();
        let mut n = 1;
        while !power.is_identity() {
            power = power.product(&a);
            n += 1;
        }
        prop_assert_eq!(a.order(), Some(n));
    }

    #[test]
    fn cycles_round_trip_as_text(a in permutations(30)) {
        prop_assert_eq!(Permutation::from_cycles(&a.to_string(), 30), Ok(a));
    }
}

#[test]
fn order_beyond_128_bits_is_none() {
    let product = |primes: &[u32]| {
        primes
            .iter()
            .try_fold(1u128, |n, p| n.checked_mul(u128::from(*p)))
    };
    let primes: Vec<u32> = primes_below(110).collect();
    let fitting = (1..primes.len())
        .take_while(|n| product(&primes[..*n]).is_some())
        .count();
    assert_eq!(
        with_cycle_lengths(primes[..fitting].to_vec()).order(),
        product(&primes[..fitting])
    );
    assert_eq!(
        with_cycle_lengths(primes[..=fitting].to_vec()).order(),
        None
    );
}

#[test]
fn invalid_lists_report_first_violation() {
    let error = |images: &[u32]| Permutation::new(images.to_vec()).unwrap_err();
    assert_eq!(error(&[0, 2]), NotAPermutation(2));
    assert_eq!(error(&[1, 0, 1]), NotAPermutation(1));
    assert_eq!(Permutation::new(vec![]).unwrap().order(), Some(1));
}

#[test]
fn invalid_cycles_report_column_and_problem() {
    for (text, message) in [
        ("1 2", "column 1: expected '(', found '1'"),
        ("(1 x)", "column 4: expected a number or ')', found 'x'"),
        ("(1 2", "column 5: expected a number or ')', found the end"),
        ("(1 10)", "column 4: expected an item from 1 to 9"),
        ("(0 1)", "column 2: expected an item from 1 to 9"),
        (
            "(1 99999999999999999999)",
            "column 4: expected an item from 1 to 9",
        ),
        (
            "(1 2)(3 1)",
            "column 9: 1 appears more than once; cycles have to be disjoint",
        ),
    ] {
        let error = Permutation::from_cycles(text, 9).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    assert!(
        Permutation::from_cycles(" () (5)", 9)
            .unwrap()
            .is_identity()
    );
    assert_eq!(
        Permutation::from_cycles("(1, 3,2)", 9),
        Permutation::from_cycles("(1 3 2)", 9)
    );
}

/// The published map of U on the 4x4x4: each place, and the place whose facelet moves there.
#[test]
fn u_on_4x4x4_is_published_map() {
    #[rustfmt::skip]
    let published = [
        (1, 13), (2, 9), (3, 5), (4, 1), (5, 14), (6, 10), (7, 6), (8, 2),
        (9, 15), (10, 11), (11, 7), (12, 3), (13, 16), (14, 12), (15, 8), (16, 4),
        (17, 33), (18, 34), (19, 35), (20, 36), (33, 49), (34, 50), (35, 51), (36, 52),
        (49, 65), (50, 66), (51, 67), (52, 68), (65, 17), (66, 18), (67, 19), (68, 20),
    ];
    let tuple = FaceletTuple::new(4).unwrap();
    let u = tuple.permutation(&NxnMove {
        face: Face::U,
        layers: 1..=1,
        turns: 1,
    });
    let moved: Vec<(u32, u32)> = (1..)
        .zip(u.images().iter().map(|facelet| facelet + 1))
        .filter(|(place, facelet)| place != facelet)
        .collect();
    assert_eq!(moved, published);
}

fn turns(size: usize) -> impl Strategy<Value = NxnMove> {
    (0..6usize, 1..=size, 0..size, 1..=3u8).prop_map(move |(face, first, more, turns)| NxnMove {
        face: Face::ALL[face],
        layers: first..=(first + more).min(size),
        turns,
    })
}

proptest! {
    #[test]
    fn quarter_turn_has_order_four(
        (size, turn) in FaceletTuple::SIZES.prop_flat_map(|size| (Just(size), turns(size)))
    ) {
        let tuple = FaceletTuple::new(size).unwrap();
        let order = if turn.turns == 2 { 2 } else { 4 };
        prop_assert_eq!(tuple.permutation(&turn).order(), Some(order));
    }

    /// A move is the same when layers are counted from the opposite face and turn the other way.
    #[test]
    fn layers_counted_from_opposite_face_agree(
        (size, turn) in FaceletTuple::SIZES.prop_flat_map(|size| (Just(size), turns(size)))
    ) {
        let tuple = FaceletTuple::new(size).unwrap();

        let other = NxnMove {
            face: turn.face.opposite(),
            layers: size + 1 - turn.layers.end()..=size + 1 - turn.layers.start(),
            turns: 4 - turn.turns,
        };
        prop_assert_eq!(tuple.permutation(&turn), tuple.permutation(&other));
    }
}

/// Moves keep the facelets of a cubie together. Swapping two facelets separates them from their
/// cubies, unless these have one facelet or are the same.
#[test]
fn moves_keep_cubies_and_swaps_do_not() {
    for size in FaceletTuple::SIZES {
        let tuple = FaceletTuple::new(size).unwrap();
        let layers = 1..=1;
        let turn = |(face, turns)| {
            tuple.permutation(&NxnMove {
                face,
                layers: layers.clone(),
                turns,
            })
        };
        let cube = turn((Face::R, 1)).product(&turn((Face::U, 3)));
        assert!(tuple.keeps_cubies(&cube));
        let exchanged = |text| Permutation::from_cycles(text, tuple.facelet_count()).unwrap();
        assert!(!tuple.keeps_cubies(&exchanged("(1 2)").product(&cube)));
        let corner = format!("(1 {})", size * size + 1);
        assert!(tuple.keeps_cubies(&exchanged(&corner)));
    }
    let tuple = FaceletTuple::new(3).unwrap();
    let centres = Permutation::from_cycles("(5 14)", 54).unwrap();
    assert!(tuple.keeps_cubies(&centres));
}

#[test]
fn size_out_of_range_is_none() {
    assert_eq!(FaceletTuple::new(1), None);
    assert_eq!(FaceletTuple::new(8), None);
    assert_eq!(FaceletTuple::new(7).unwrap().facelet_count(), 294);
}

fn multiset(lower: &str) -> MultisetPermutation<char> {
    MultisetPermutation::from_lower_line(lower.chars().collect())
}

fn lines(upper: &str, lower: &str) -> MultisetPermutation<char> {
    MultisetPermutation::from_columns(upper.chars().zip(lower.chars()).collect()).unwrap()
}

fn product(factors: &[Vec<char>]) -> MultisetPermutation<char> {
    let cycles = factors
        .iter()
        .map(|factor| MultisetPermutation::cycle(factor));
    cycles.fold(MultisetPermutation::empty(), |a, b| a.intercalation(&b))
}

/// Knuth's example of an intercalation product.
#[test]
fn intercalation_is_knuths_example() {
    let a = lines("aabcd", "cadab");
    let b = lines("abddd", "bddad");
    assert_eq!(a.intercalation(&b), lines("aaabbcdddd", "cabddabdad"));
    assert_ne!(a.intercalation(&b), b.intercalation(&a));
}

/// Knuth's example of a factorisation, in whole and into primes.
#[test]
fn factors_are_knuths_example() {
    let permutation = lines("aabbbbbcccddddd", "dbcbcacdaddbbbd");
    let factors = permutation.factors();
    let first = lines("addbcdbbc", "ddbcdbbca");
    assert_eq!(MultisetPermutation::cycle(&factors[0]), first);
    let text = |factors: &[Vec<char>]| factors.iter().map(String::from_iter).collect::<Vec<_>>();
    assert_eq!(text(&factors), ["addbcdbbc", "ab", "bcd", "d"]);
    let primes = ["d", "dbc", "b", "adbc", "ab", "bcd", "d"];
    assert_eq!(text(&permutation.prime_factors()), primes);
    assert_eq!(product(&factors), permutation);
    assert_eq!(product(&permutation.prime_factors()), permutation);
}

/// Two swaps apart from each other, and a permutation that mixes all.
#[test]
fn words_without_equal_items_convert_to_permutation() {
    let plain = |word: &str| multiset(word).to_permutation().unwrap();
    assert_eq!(
        plain("213465"),
        Permutation::from_cycles("(1 2)(5 6)", 6).unwrap()
    );
    assert_eq!(
        plain("245613"),
        Permutation::from_cycles("(1 2 4 6 3 5)", 6).unwrap()
    );
    assert_eq!(plain(""), Permutation::identity(0));
    assert_eq!(multiset("abca").to_permutation(), None);
}

fn word(text: &str) -> MultisetPermutation<Item> {
    text.parse().unwrap()
}

#[test]
fn words_lines_and_cycles_parse_to_same() {
    let same = [
        ["cadab", "c a  d,a b", "aabcd/cadab"],
        ["(ab)(a)", "(a b) * a", "b a a"],
        ["baa/aba", "(a, b)(a)", "aab/baa"],
        ["10 9 2", "2 9 10 / 10 9 2", "(2 10)*(9)"],
        ["x * (y z) ⊤ x", "(z y)(x)(x)", " xxzy "],
        ["", "()", "()*( )"],
    ];
    for [a, b, c] in same {
        assert_eq!(word(a), word(b), "{a} {b}");
        assert_eq!(word(a), word(c), "{a} {c}");
    }
    // the first column of a letter is the first factor's
    assert_ne!(word("(a b)(a)"), word("(a)(a b)"));
    let ten_after_nine = word("10 9").columns()[1].0.clone();
    assert_eq!(ten_after_nine, Item::Number(10));
}

#[test]
fn permutation_of_no_items_is_empty() {
    let [none, one] = [0, 1].map(Permutation::identity);
    assert!(none.is_empty() && !one.is_empty());
}

#[test]
fn invalid_products_report_factor() {
    let error = |text: &str| {
        let product = text.parse::<MultisetPermutation<Item>>();
        product.unwrap_err().to_string()
    };
    for text in ["ab/aa", "ab/a", "a/b/c", "aa/a a a"] {
        let expected = format!("in {text:?}: the two lines have different items");
        assert_eq!(error(text), expected);
    }
    for text in ["(a", "a)", "a(b)", "(a) b", "((a))", "(a/b)"] {
        assert!(error(text).ends_with(&format!("found {text:?}")), "{text}");
    }
    for text in ["*", "a*", "⊤a", "a**b"] {
        assert!(error(text).ends_with("on both sides of every *"), "{text}");
    }
}

proptest! {
    #[test]
    fn intercalation_is_associative_and_cancels(a in "[a-d]{0,8}", b in "[a-d]{0,8}", c in "[a-d]{0,8}", d in "[e-h]{0,8}") {
        let (a, b, c, d) = (multiset(&a), multiset(&b), multiset(&c), multiset(&d));
        prop_assert_eq!(a.intercalation(&b).intercalation(&c), a.intercalation(&b.intercalation(&c)));
        prop_assert_eq!(a.intercalation(&MultisetPermutation::empty()), a.clone());
        prop_assert_eq!(a.intercalation(&d), d.intercalation(&a));
        // What can be cancelled on the left or right without a trace is equal.
        prop_assert_eq!(a.intercalation(&c) == b.intercalation(&c), a == b);
        prop_assert_eq!(c.intercalation(&a) == c.intercalation(&b), a == b);
    }

    #[test]
    fn factors_multiply_to_permutation(text in "[a-e]{0,30}") {
        let permutation = multiset(&text);
        let (upper, lower): (Vec<char>, String) = permutation.columns().iter().copied().unzip();
        prop_assert!(upper.is_sorted());
        prop_assert_eq!(lower, text);
        let factors = permutation.factors();
        prop_assert_eq!(product(&factors), permutation);
        prop_assert!(factors.is_sorted_by_key(|factor| factor[0]));
        for factor in factors {
            prop_assert!(factor[1..].iter().all(|item| *item > factor[0]));
        }
    }

    #[test]
    fn prime_factors_are_disjoint_cycles(text in "[a-e]{0,30}") {
        let permutation = multiset(&text);
        let factors = permutation.prime_factors();
        prop_assert_eq!(product(&factors), permutation);
        for factor in factors {
            for (i, item) in factor.iter().enumerate() {
                prop_assert!(!factor[..i].contains(item));
            }
        }
    }

    /// Printed factors parse to their product.
    #[test]
    fn factors_round_trip_as_text(text in "[a-d0-3]{0,20}") {
        let permutation = word(&text);
        for factors in [permutation.factors(), permutation.prime_factors()] {
            let cycle = |factor: &Vec<Item>| {
                let items: Vec<String> = factor.iter().map(Item::to_string).collect();
                format!("({} )", items.join(" "))
            };
            let cycles: String = factors.iter().map(cycle).collect();
            prop_assert_eq!(cycles.parse(), Ok(permutation.clone()));
        }
    }

    #[test]
    fn words_of_any_text_do_not_panic(text in "[a-c1-3 (),*/⊤é]{0,12}") {
        if let Ok(permutation) = text.parse::<MultisetPermutation<Item>>() {
            prop_assert_eq!(permutation.factors().concat().len(), permutation.columns().len());
        }
    }

    /// Without equal items the factors are the cycles of the permutation.
    #[test]
    fn factors_without_equal_items_are_cycles(a in permutations(20)) {
        let permutation = MultisetPermutation::from_lower_line(a.images().to_vec());
        let longer: Vec<Vec<u32>> = permutation.factors().into_iter().filter(|f| f.len() > 1).collect();
        prop_assert_eq!(longer, a.cycles());
        prop_assert_eq!(permutation.to_permutation(), Some(a));
    }
}
