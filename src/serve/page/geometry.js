// The 54 stickers in space, and how moves permute them. x to the right, y up, z to the viewer.

export const FACES = ["U", "R", "F", "D", "L", "B"];

// Names of the sides.
export const SIDES = { U: "top", R: "right", F: "front", D: "bottom", L: "left", B: "back" };

export const NORMALS = {
  U: [0, 1, 0], D: [0, -1, 0], R: [1, 0, 0], L: [-1, 0, 0], F: [0, 0, 1], B: [0, 0, -1],
};

// Axes of slices and rotations: M turns like L, E like D, S like F.
const AXES = { ...NORMALS, M: NORMALS.L, E: NORMALS.D, S: NORMALS.F, x: NORMALS.R, y: NORMALS.U, z: NORMALS.F };

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

// A quarter turn, clockwise as seen from the end of the axis.
function turned(vector, axis) {
  const across = cross(vector, axis);
  const along = dot(vector, axis);
  return across.map((value, i) => value + along * axis[i]);
}

// To the right and down on a face as it lies in the net.
export function rightAndDown(face) {
  if (face === "U") return [[1, 0, 0], [0, 0, 1]];
  if (face === "D") return [[1, 0, 0], [0, 0, -1]];
  return [cross([0, 1, 0], NORMALS[face]), [0, -1, 0]];
}

// Cubie and face of each sticker: faces in the order U R F D L B, each by rows.
export const STICKERS = FACES.flatMap((face) => {
  const [right, down] = rightAndDown(face);
  return [...Array(9).keys()].map((n) => {
    const [row, column] = [Math.floor(n / 3) - 1, (n % 3) - 1];
    const cubie = NORMALS[face].map((value, i) => value + row * down[i] + column * right[i]);
    return { face, cubie, facing: NORMALS[face] };
  });
});

const key = (cubie, facing) => [...cubie, ...facing].join();

const INDEX = new Map(STICKERS.map(({ cubie, facing }, n) => [key(cubie, facing), n]));

export const SOLVED = FACES.flatMap((face) => Array(9).fill(face));

// A move such as R, U2, F', Rw, M or x as axis, layers along it, and quarter turns (1, 2 or -1).
export function readMove(move) {
  const quarters = move.includes("2") ? 2 : move.includes("'") ? -1 : 1;
  const isWide = move[1] === "w";
  const layers = "xyz".includes(move[0]) ? [-1, 0, 1] : "MES".includes(move[0]) ? [0] : isWide ? [0, 1] : [1];
  return { axis: AXES[move[0]], layers, quarters };
}

export const inverse = (turn) => ({ ...turn, quarters: -turn.quarters });

export const isMoved = ({ axis, layers }, cubie) => layers.includes(dot(cubie, axis));

// The colours after a turn.
export function applyTurn(colours, turn) {
  let result = [...colours];
  for (let n = 0; n < (turn.quarters + 4) % 4; n += 1) {
    const before = result;
    result = [...before];
    STICKERS.forEach(({ cubie, facing }, from) => {
      if (isMoved(turn, cubie)) {
        const to = INDEX.get(key(turned(cubie, turn.axis), turned(facing, turn.axis)));
        result[to] = before[from];
      }
    });
  }
  return result;
}

export const isCorner = (n) => [0, 2, 6, 8].includes(n % 9);

// The stickers as text: those of corners alone if the options are for the 2x2x2.
export const textOf = (stickers, { puzzle }) =>
  (puzzle === "2x2x2" ? stickers.filter((_, n) => isCorner(n)) : stickers).join("");
