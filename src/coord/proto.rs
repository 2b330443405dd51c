use crate::cube::Cube;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CornerRefinement {
    None,
    Parity,
    HalfTurn,
}

pub struct CosetCorners(pub CornerRefinement);

const TETRAD: u8 = 0b1010_0101;

pub fn rank(mask: u8) -> usize {
    (0..mask).filter(|m| m.count_ones() == 4).count()
}

fn pairing(places: [u8; 4], key: impl Fn(u8) -> u8) -> usize {
    // which of the others pairs with the first
    (1..4)
        .find(|&i| key(places[0]) == key(places[i]))
        .unwrap_or(9)
}

impl CosetCorners {
    pub fn size(&self) -> usize {
        153_090
            * match self.0 {
                CornerRefinement::None => 1,
                CornerRefinement::Parity => 2,
                CornerRefinement::HalfTurn => 6,
            }
    }
    pub fn index(&self, cube: &Cube) -> usize {
        let cp = cube.corners();
        let mask = (0..8).fold(0u8, |m, p| m | (TETRAD >> cp[p] & 1) << p);
        let co = (0..7)
            .rev()
            .fold(0, |v, i| 3 * v + cube.corner_orientations()[i] as usize);
        let refinement = match self.0 {
            CornerRefinement::None => 0,
            CornerRefinement::Parity => cube.is_odd() as usize,
            CornerRefinement::HalfTurn => {
                let list = |m: u8| -> [u8; 4] {
                    let v: Vec<u8> = (0..8).filter(|p| m >> p & 1 == 1).collect();
                    v.try_into().unwrap()
                };
                let (a, b) = (list(mask), list(!mask));
                // cubie coordinates: pairs along each axis within a tetrad share one coordinate
                let side = |c: u8, axis: usize| {
                    let name = crate::cube::CORNER_NAMES[c as usize];
                    let l = ["U", "R", "F"][axis];
                    u8::from(name.contains(l))
                };
                let pa: [usize; 3] =
                    std::array::from_fn(|ax| pairing(a, |p| side(cp[p as usize], ax)));
                let pb: [usize; 3] =
                    std::array::from_fn(|ax| pairing(b, |p| side(cp[p as usize], ax)));
                let mut map = [0; 3];
                for ax in 0..3 {
                    map[pa[ax] - 1] = pb[ax] - 1;
                }
                2 * map[0] + usize::from(map[1] > map[2])
            }
        };
        (refinement * 70 + rank(mask)) * 2187 + co
    }
}
