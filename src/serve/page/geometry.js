// The 54 stickers in space, and how moves permute them. x to the right, y up, z to the viewer.

export const FACES = ["U", "R", "F", "D", "L", "B"];

// Names of the sides.
export const SIDES = { U: "top", R: "right", F: "front", D: "bottom", L: "left", B: "back" };

export const NORMALS = {
  U: [0, 1, 0], D: [0, -1, 0], R: [1, 0, 0], L: [-1, 0, 0], F: [0, 0, 1], B: [0, 0, -1],
};

// Each turn by the axis it is seen from and the layers along it that move.
const TURNS = {
  ...Object.fromEntries(FACES.map((face) => [face, { axis: NORMALS[face], layers: [1] }])),
  x: { axis: NORMALS.R, layers: [-1, 0, 1] },
  y: { axis: NORMALS.U, layers: [-1, 0, 1] },
  z: { axis: NORMALS.F, layers: [-1, 0, 1] },
};

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a, b) => [
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
function rightAndDown(face) {
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

// A move such as R, U2 or F' as axis, layers and quarter turns (1, 2 or -1).
export function readMove(move) {
  const quarters = move.endsWith("2") ? 2 : move.endsWith("'") ? -1 : 1;
  return { ...TURNS[move[0]], quarters };
}

export const inverse = (move) =>
  move.endsWith("2") ? move : move.endsWith("'") ? move[0] : `${move}'`;

export const isMoved = ({ axis, layers }, cubie) => layers.includes(dot(cubie, axis));

// The colours after a move.
export function applyMove(colours, move) {
  const turn = readMove(move);
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
