// The colours of stickers in photos of the six sides: the possible cube that fits them best.

import { FACES } from "./geometry.js";
import { cheapestCube } from "./assignment.js";

// Added to each channel, so that noise in the dark counts little.
const FLOOR = 10;

// After these the colours and the light no longer change.
const ROUNDS = 4;

// What brightness counts: it depends on the light more than on the sticker.
const BRIGHTNESS_WEIGHT = 0.35;

// How much white glare may lie over a sticker, and what that costs.
const GLARES = [0, 0.15, 0.3, 0.45, 0.6];
const GLARE_COST = 0.5;

// No sticker counts more than this: it may be a logo.
const MAX_COST = 1.5;

const sideOf = (n) => Math.floor(n / 9);

const isCentre = (n) => n % 9 === 4;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const medians = (points) => [0, 1, 2].map((i) => median(points.map((point) => point[i])));

const plus = (a, b) => a.map((value, i) => value + b[i]);

const minus = (a, b) => a.map((value, i) => value - b[i]);

const logarithms = (sample) => sample.map((value) => Math.log(value + FLOOR));

// The square of how different two colours look, by hue and, less, by brightness.
function difference(a, b) {
  const [red, green, blue] = minus(a, b);
  const bright = BRIGHTNESS_WEIGHT * ((red + green + blue) / 3);
  return (red - green) ** 2 + (blue - green) ** 2 + bright ** 2;
}

// What a sample costs as one of a colour, with as much glare as fits best.
function costOf(point, colour) {
  let least = MAX_COST;
  for (const glare of GLARES) {
    const seen = glare === 0 ? colour : colour.map((value) => Math.log((1 - glare) * Math.exp(value) + glare * (255 + FLOOR)));
    least = Math.min(least, difference(point, seen) + GLARE_COST * glare ** 2);
  }
  return least;
}

// The stickers of the cube in photos: `samples` are red, green and blue from 0 to 255 of 54 stickers, `paints`
// those of the six colours in daylight. At first the light of all photos together is known, since each colour
// occurs nine times. Each round finds the cube, then the colours as they look on it, and the light of each photo.
export function classify(samples, paints) {
  const points = samples.map(logarithms);
  const usual = paints.map(logarithms);
  const light = minus(medians(points), medians(usual.flatMap((colour) => Array(9).fill(colour))));
  let colours = usual.map((colour) => plus(colour, light));
  let lights = FACES.map(() => [0, 0, 0]);
  let found;
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = points.map((point, n) => {
      const here = colours.map((colour) => costOf(point, plus(colour, lights[sideOf(n)])));
      return Object.fromEntries(FACES.map((face, k) => [face, here[k]]));
    });
    found = cheapestCube(costs);
    const indices = found.stickers.map((face) => FACES.indexOf(face));
    lights = FACES.map((_, side) => {
      const own = [...points.keys()].filter((n) => sideOf(n) === side && !isCentre(n));
      return medians(own.map((n) => minus(points[n], colours[indices[n]])));
    });
    colours = colours.map((_, colour) => {
      const own = [...points.keys()].filter((n) => indices[n] === colour);
      return medians(own.map((n) => minus(points[n], lights[sideOf(n)])));
    });
  }
  return found.stickers;
}
