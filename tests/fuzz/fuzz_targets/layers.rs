//! Move sequences of the 2x2x2 to 7x7x7.
#![no_main]

use cubesolve::cube::FaceletTuple;
use cubesolve::notation::layers;
use cubesolve::permutation::Permutation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (size, text) = input;
    let tuple = FaceletTuple::new(2 + usize::from(size % 6)).expect("2 to 7 are sizes");
    let facelets = match layers::parse(text, &tuple) {
        Ok(facelets) => facelets,
        Err(error) => {
            assert!(
                (1..=text.chars().count()).contains(&error.column),
                "{error}"
            );
            return;
        }
    };
    let count = tuple.facelet_count();
    assert_eq!(facelets.len(), count);
    assert!(Permutation::new(facelets.images().to_vec()).is_ok());
    let order = facelets.order().expect("so few facelets");
    assert!(facelets.power(order as i128).is_identity());
    assert_eq!(
        Permutation::from_cycles(&facelets.to_string(), count),
        Ok(facelets.clone())
    );
    if tuple.size() == 3 {
        let cube_of = |facelets| layers::cube_and_rotations(facelets).expect("it is a cube");
        let (cube, rotations) = cube_of(&facelets);
        let rotated = layers::parse(&rotations.to_string(), &tuple).expect("they are rotations");
        let (unrotated, none) = cube_of(&facelets.product(&rotated.inverse()));
        assert_eq!((unrotated, none.to_string()), (cube, String::new()));
    }
});
