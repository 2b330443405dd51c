// The cheapest possible cube: which cubie is where, if each colour on each sticker has a cost.

import { NORMALS, STICKERS, cross, dot } from "./geometry.js";

// The stickers of a cubie: that on top or below first, of other edges that in front or behind, then clockwise.
function inOrder(stickers) {
  const facing = (faces) => stickers.find((n) => faces.includes(STICKERS[n].face));
  const first = facing("UD") ?? facing("FB");
  const [a, b] = stickers.filter((n) => n !== first);
  if (b === undefined) return [first, a];
  const normal = (n) => NORMALS[STICKERS[n].face];
  return dot(normal(first), cross(normal(a), normal(b))) < 0 ? [first, a, b] : [first, b, a];
}

// The places of cubies with `count` stickers, each as its stickers in order.
function placesWith(count) {
  const places = new Map();
  STICKERS.forEach(({ cubie }, n) => places.set(cubie.join(), [...(places.get(cubie.join()) ?? []), n]));
  return [...places.values()].filter(({ length }) => length === count).map(inOrder);
}

const CORNERS = placesWith(3);
const EDGES = placesWith(2);

function bits(set) {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

// The colours of a cubie in a place, from its first sticker there on.
const coloursOf = (home, turn) => home.map((_, i) => STICKERS[home[(i + turn) % home.length]].face);

// The cheapest ways to put all cubies of a kind in their places, with turns that add up, as an even and as an odd
// permutation. The places are filled in order. Of all ways that have used the same cubies, with the same sum of
// turns and the same parity, only the cheapest is kept.
function cheapest(places, costs) {
  const turns = places[0].length;
  const all = 1 << places.length;
  const best = new Float64Array(2 * turns * all).fill(Infinity);
  const choice = new Int32Array(best.length);
  const before = new Int32Array(best.length);
  const cost = places.map((stickers) =>
    places.map((home) =>
      [...Array(turns).keys()].map((turn) =>
        coloursOf(home, turn).reduce((sum, face, i) => sum + costs[stickers[i]][face], 0),
      ),
    ),
  );
  best[0] = 0;
  for (let set = 0; set < all - 1; set += 1) {
    const place = bits(set);
    for (let cubie = 0; cubie < places.length; cubie += 1) {
      if ((set >> cubie) & 1) continue;
      const isOdd = bits(set >> cubie) % 2;
      for (let state = 0; state < 2 * turns; state += 1) {
        const from = 2 * turns * set + state;
        for (let turn = 0; turn < turns; turn += 1) {
          const sum = ((state >> 1) + turn) % turns;
          const to = 2 * turns * (set | (1 << cubie)) + 2 * sum + ((state & 1) ^ isOdd);
          const total = best[from] + cost[place][cubie][turn];
          if (total >= best[to]) continue;
          best[to] = total;
          choice[to] = turns * cubie + turn;
          before[to] = from;
        }
      }
    }
  }
  return [0, 1].map((parity) => {
    const end = 2 * turns * (all - 1) + parity;
    const colours = [];
    for (let state = end, place = places.length - 1; place >= 0; state = before[state], place -= 1) {
      const faces = coloursOf(places[Math.floor(choice[state] / turns)], choice[state] % turns);
      faces.forEach((face, i) => colours.push([places[place][i], face]));
    }
    return { cost: best[end], colours };
  });
}

// The 54 stickers of the possible cube with the least cost, and this cost; `costs[n][face]` is that of a colour on
// a sticker. Corners and edges share their parity, and nothing else.
export function cheapestCube(costs) {
  const [corners, edges] = [CORNERS, EDGES].map((places) => cheapest(places, costs));
  const pairs = [0, 1].map((parity) => [corners[parity], edges[parity]]);
  const sum = ([a, b]) => a.cost + b.cost;
  const pair = sum(pairs[1]) < sum(pairs[0]) ? pairs[1] : pairs[0];
  const stickers = STICKERS.map(({ face }) => face);
  for (const [n, face] of pair.flatMap(({ colours }) => colours)) stickers[n] = face;
  return { stickers, cost: sum(pair) };
}
