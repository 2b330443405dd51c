//! Cycles of permutations, lists of images, and permutations of multisets.
#![no_main]

use cubesolve::permutation::Permutation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &str)| {
    let (len, text) = input;
    let len = usize::from(len % 1000);
    match Permutation::from_cycles(text, len) {
        Ok(permutation) => check(&permutation),
        Err(error) => assert!(error.to_string().starts_with("column "), "{error}"),
    }
    let images = text.bytes().map(|byte| u32::from(byte) % 64).collect();
    if let Ok(permutation) = Permutation::new(images) {
        check(&permutation);
    }
});

fn check(permutation: &Permutation) {
    let len = permutation.len();
    let printed = permutation.to_string();
    assert_eq!(
        Permutation::from_cycles(&printed, len).as_ref(),
        Ok(permutation)
    );
    assert!(permutation.product(&permutation.inverse()).is_identity());
    assert_eq!(permutation.inverse(), permutation.power(-1));
    assert_eq!(permutation.is_odd(), permutation.inverse().is_odd());
    if let Some(order) = permutation
        .order()
        .and_then(|order| i128::try_from(order).ok())
    {
        assert!(permutation.power(order).is_identity());
        assert_eq!(permutation.power(order - 1), permutation.inverse());
    }
    let steps = permutation
        .power(i128::MAX)
        .product(&permutation.power(i128::MIN));
    assert_eq!(steps, permutation.inverse());
}
