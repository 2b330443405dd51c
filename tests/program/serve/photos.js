// Draws photos of cubes. They share nothing with the page that reads them.

// Stickers of three makes, in sRGB: the last ones are old.
const MAKES = [
  { U: [245, 245, 242], R: [185, 25, 45], F: [0, 150, 75], D: [255, 210, 0], L: [255, 95, 15], B: [0, 75, 180] },
  { U: [250, 250, 252], R: [215, 20, 50], F: [65, 200, 70], D: [245, 235, 45], L: [255, 120, 10], B: [25, 95, 220] },
  { U: [225, 222, 205], R: [175, 45, 40], F: [30, 125, 75], D: [215, 195, 50], L: [220, 95, 45], B: [40, 75, 145] },
];

// What dust and the sun make of all colours.
const DUST = [205, 200, 190];

// Factors of red, green and blue, how far the light falls off over a photo, and noise of the camera. Then, if
// they differ from other photos: how white a lamp shines on each side, how wide the logo on the white centre is,
// as a part of a side, and how far stickers have faded.
const LIGHTS = {
  warm: { colour: [1, 0.65, 0.33], falls: 0.3, noise: 8 },
  cool: { colour: [0.75, 0.92, 1.1], falls: 0.3, noise: 8 },
  dim: { colour: [0.3, 0.25, 0.2], falls: 0.5, noise: 16 },
  glare: { colour: [1, 0.9, 0.75], falls: 0.3, noise: 8, glare: 0.5 },
  logo: { colour: [1, 0.8, 0.6], falls: 0.3, noise: 8, logo: 0.15 },
  faded: { colour: [1, 0.9, 0.8], falls: 0.3, noise: 8, faded: 0.4 },
};

// Pixels of a photo, and of the side of a cube in it.
const SIDE = 160;
const FACE = 110;

// https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// A factor of light as a factor of what a screen is sent.
const encoded = (factor) => factor ** (1 / 2.2);

// Draws nine stickers, by rows, as a camera sees them.
function drawPhoto(canvas, stickers, make, light, random) {
  canvas.width = canvas.height = SIDE;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const about = (width) => (random() - 0.5) * 2 * width;
  const { glare = 0, logo = 0, faded = 0 } = LIGHTS[light];
  const quad = corners(about);
  const fill = (rgb, outline) => {
    context.fillStyle = `rgb(${rgb})`;
    context.beginPath();
    for (const [x, y] of outline) context.lineTo(...inside(quad, x, y));
    context.fill();
  };
  context.fillStyle = `rgb(${[0, 0, 0].map(() => 60 + 120 * random())})`;
  context.fillRect(0, 0, SIDE, SIDE);
  fill([25, 25, 27], [[0, 0], [1, 0], [1, 1], [0, 1]]);
  stickers.forEach((sticker, n) => {
    const [x, y] = [(n % 3) / 3 + 0.02, Math.floor(n / 3) / 3 + 0.02];
    const bleached = faded && faded * random();
    const worn = MAKES[make][sticker].map((value, i) =>
      Math.min(255, ((1 - bleached) * value + bleached * DUST[i]) * (1 + about(0.08))),
    );
    const far = 1 / 3 - 0.04;
    fill(worn, [[x, y], [x + far, y], [x + far, y + far], [x, y + far]]);
    // a reflection, and in the middle a logo
    if (n === 4 && sticker === "U") fill([40, 60, 160], [[0.48, 0.48], [0.52, 0.48], [0.5, 0.53]]);
    if (n === 4 && sticker === "U" && logo > 0) {
      const [a, b] = [0.5 - logo / 2, 0.5 + logo / 2];
      fill(MAKES[make][["B", "R", "F"][Math.floor(3 * random())]], [[a, a], [b, a], [b, b], [a, b]]);
    }
    if (random() < 0.2) fill([255, 255, 255], [[x, y], [x + 0.09, y], [x, y + 0.09]]);
  });
  if (glare > 0) {
    const middle = inside(quad, random(), random());
    const lamp = context.createRadialGradient(...middle, 0, ...middle, FACE / 2);
    [1, 0.8, 0].forEach((part, i) => lamp.addColorStop(i / 2, `rgb(255 255 255 / ${glare * part})`));
    context.fillStyle = lamp;
    context.fillRect(0, 0, SIDE, SIDE);
  }
  shine(context, LIGHTS[light], random, about);
}

// Light, exposure and noise of a photo: the camera takes most of what is most for the light's own
// colour, and gloss adds some white to all.
function shine(context, { colour, falls, noise }, random, about) {
  const image = context.getImageData(0, 0, SIDE, SIDE);
  const { data } = image;
  const gloss = 24 * random();
  const mean = [0, 0, 0];
  data.forEach((value, i) => i % 4 < 3 && (mean[i % 4] += value / SIDE ** 2));
  const grey = (mean[0] + mean[1] + mean[2]) / 3;
  const exposure = 1 + about(0.3);
  const factors = colour.map(
    (factor, i) => encoded(factor * exposure * (1 + about(0.05))) * (grey / mean[i]) ** 0.8,
  );
  const direction = 2 * Math.PI * random();
  for (let n = 0; n < SIDE * SIDE; n += 1) {
    const [x, y] = [(n % SIDE) / SIDE - 0.5, Math.floor(n / SIDE) / SIDE - 0.5];
    const across = x * Math.cos(direction) + y * Math.sin(direction);
    const here = encoded(1 - falls * (0.5 + across));
    for (let channel = 0; channel < 3; channel += 1) {
      // close to a normal distribution
      const error = noise * 2 * (random() + random() + random() - 1.5);
      data[4 * n + channel] = (data[4 * n + channel] + gloss) * factors[channel] * here + error;
    }
  }
  context.putImageData(image, 0, 0);
}

// The corners of a side that is held a little askew.
function corners(about) {
  const turned = about(0.05);
  const [shiftX, shiftY] = [about(0.03), about(0.03)];
  return [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => {
    const [right, down] = [x - 0.5 + about(0.06) + shiftX, y - 0.5 + about(0.06) + shiftY];
    return [
      SIDE / 2 + FACE * (right * Math.cos(turned) - down * Math.sin(turned)),
      SIDE / 2 + FACE * (right * Math.sin(turned) + down * Math.cos(turned)),
    ];
  });
}

// A point of the unit square in perspective, in which the square has the four corners
// (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989).
function inside([a, b, c, d], x, y) {
  const [dx1, dy1] = [b[0] - c[0], b[1] - c[1]];
  const [dx2, dy2] = [d[0] - c[0], d[1] - c[1]];
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const w = g * x + h * y + 1;
  return [0, 1].map((i) => ((b[i] - a[i] + g * b[i]) * x + (d[i] - a[i] + h * d[i]) * y + a[i]) / w);
}

// A photo of each side of a cube of 54 facelets, in the order in which the page requests them.
function photosOf(facelets, light, seed) {
  const random = mulberry32(seed);
  const make = seed % MAKES.length;
  return [..."FRBLUD"].map((face) => {
    const canvas = document.createElement("canvas");
    const first = 9 * "URFDLB".indexOf(face);
    drawPhoto(canvas, [...facelets.slice(first, first + 9)], make, light, random);
    return canvas;
  });
}
