// The text of a QR code on stdin, drawn with blocks of which each shows two rows, as jsQR reads it.
const { readFileSync } = require("node:fs");
const jsQR = require("jsqr");

// Pixels of a module.
const SIZE = 6;

const lines = readFileSync(0, "utf8").replace(/\x1b\[[\d;]*m/g, "").trimEnd().split("\n");
const rowOf = (line, light) => [...line].map((block) => light.includes(block));
const isLight = lines.flatMap((line) => [rowOf(line, "█▀"), rowOf(line, "█▄")]);
const [width, height] = [SIZE * isLight[0].length, SIZE * isLight.length];
const image = new Uint8ClampedArray(4 * width * height).fill(255);
for (let n = 0; n < width * height; n += 1) {
  const [x, y] = [n % width, Math.floor(n / width)].map((at) => Math.floor(at / SIZE));
  if (!isLight[y][x]) image.fill(0, 4 * n, 4 * n + 3);
}
process.stdout.write(jsQR(image, width, height)?.data ?? "nothing");
