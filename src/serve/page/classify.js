// The colours of stickers in photos of the six sides: the possible cube that fits them best.

import { FACES } from "./geometry.js";
import { cheapestCube } from "./assignment.js";

// Added to each channel, so that noise in the dark counts little.
const FLOOR = 20;

// After these the cube, the colours and the light no longer change.
const ROUNDS = 7;

// What brightness counts: it depends on the light more than on the sticker.
const BRIGHTNESS_WEIGHT = 0.35;

// How much white glare may lie over a sticker, and what that costs.
const GLARES = [0, 0.15, 0.3, 0.45, 0.6];
const GLARE_COST = 1;

// No sticker counts more than this: it may be a logo.
const MAX_COST = 1.5;

const WHITE = 255 + FLOOR;

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

// A colour with glare over it, and a sample without its glare.
const under = (colour, glare) => colour.map((value) => Math.log((1 - glare) * Math.exp(value) + glare * WHITE));
const without = (point, glare) => point.map((value) => Math.log(Math.max(FLOOR, (Math.exp(value) - glare * WHITE) / (1 - glare))));

// What a sample costs as one of a colour, with as much glare as fits best, and how much that is.
function fit(point, colour) {
  let best = { cost: MAX_COST, glare: 0 };
  for (const glare of GLARES) {
    const cost = difference(point, glare === 0 ? colour : under(colour, glare)) + GLARE_COST * glare ** 2;
    if (cost < best.cost) best = { cost, glare };
  }
  return best;
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
    const fits = points.map((point, n) => colours.map((colour) => fit(point, plus(colour, lights[sideOf(n)]))));
    found = cheapestCube(fits.map((fit) => Object.fromEntries(FACES.map((face, k) => [face, fit[k].cost]))));
    const indices = found.stickers.map((face) => FACES.indexOf(face));
    const clear = points.map((point, n) => without(point, fits[n][indices[n]].glare));
    lights = FACES.map((_, side) => {
      const own = [...points.keys()].filter((n) => sideOf(n) === side && !isCentre(n));
      return medians(own.map((n) => minus(clear[n], colours[indices[n]])));
    });
    colours = colours.map((_, colour) => {
      const own = [...points.keys()].filter((n) => indices[n] === colour);
      return medians(own.map((n) => minus(clear[n], lights[sideOf(n)])));
    });
  }
  return found.stickers;
}
