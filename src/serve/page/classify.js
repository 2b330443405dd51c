// The colours of stickers in photos of the six sides. Only the colours of the centres are known.

// Added to each channel, so that noise in the dark counts little.
const FLOOR = 10;

// After these the means and the light no longer change.
const ROUNDS = 5;

const sideOf = (n) => Math.floor(n / 9);

const isCentre = (n) => n % 9 === 4;

const mean = (points) =>
  [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);

const difference = (a, b) => a.map((value, i) => value - b[i]);

// The hue of red, green and blue as a point, whatever the brightness. Light of another colour moves all
// points of a photo by the same.
function pointOf(sample) {
  const [red, green, blue] = sample.map((value) => Math.log(value + FLOOR));
  return [red - green, blue - green];
}

// The number of the side whose centre has the colour of each sample: `samples` are red, green and blue
// from 0 to 255 of six sides by rows. Each colour occurs nine times. A round estimates the mean of
// each colour and the light of each photo from the colours of the round before, and assigns them again.
export function classify(samples) {
  const points = samples.map(pointOf);
  let inSameLight = points;
  let means = points.filter((_, n) => isCentre(n));
  let colours;
  for (let round = 0; round < ROUNDS; round += 1) {
    colours = assign(inSameLight, means);
    const shifts = points.map((point, n) => difference(point, means[colours[n]]));
    const lights = means.map((_, side) => mean(shifts.slice(9 * side, 9 * side + 9)));
    inSameLight = points.map((point, n) => difference(point, lights[sideOf(n)]));
    means = means.map((_, colour) => mean(inSameLight.filter((_, n) => colours[n] === colour)));
  }
  return colours;
}

// Gives each point the nearest of the colours that are left, to those that fit best first.
function assign(points, means) {
  const colours = points.map((_, n) => (isCentre(n) ? sideOf(n) : undefined));
  const left = means.map(() => 8);
  const pairs = points.flatMap((point, n) =>
    means.map((mean, colour) => ({ n, colour, far: Math.hypot(...difference(point, mean)) })),
  );
  for (const { n, colour } of pairs.sort((a, b) => a.far - b.far)) {
    if (colours[n] !== undefined || left[colour] === 0) continue;
    colours[n] = colour;
    left[colour] -= 1;
  }
  return colours;
}
