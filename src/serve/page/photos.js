// Photos of the six sides: from the camera where the browser grants it, from files elsewhere.

import { FACES } from "./geometry.js";
import { nameOf, rgbOf } from "./colours.js";
import { classify } from "./classify.js";

// The sides in the order of the photos, and the side on top in each.
const ON_TOP = { F: "U", R: "U", B: "U", L: "U", U: "B", D: "F" };
const ORDER = Object.keys(ON_TOP);

// The side of the drawn picture, and of the square in it that the cube fills.
const SIZE = 480;
const SQUARE = 330;

// The part of a sticker's width that is looked at.
const LOOKED_AT = 0.4;

// Every seventh pixel is read.
const EVERY = 7;

// The radius of the spots that show the colours as they are read.
const SPOT = 13;

const KEYS = { ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, -6], ArrowDown: [0, 6] };

const element = (id) => document.getElementById(id);

const context = element("picture").getContext("2d", { willReadFrequently: true });

export class Photos {
  // Calls `onDone(stickers)` after the sixth photo.
  constructor(onDone) {
    this.onDone = onDone;
    const on = (id, kind, listener) => element(id).addEventListener(kind, listener);
    on("photograph", "click", () => this.open());
    on("take", "click", () => (this.source === undefined ? element("file").click() : this.take()));
    on("file", "change", () => this.load([...element("file").files]));
    on("again", "click", () => this.again());
    on("leave", "click", () => element("photos").close());
    on("photos", "close", () => this.close());
    on("zoom", "input", () => this.draw());
    this.letMove(element("picture"));
  }

  // Begins with the first side.
  async open() {
    Object.assign(this, { taken: [], files: [], place: [0, 0], source: undefined, stream: undefined });
    element("zoom").value = 1;
    this.show();
    element("photos").showModal();
    const video = { facingMode: "environment" };
    this.stream = await navigator.mediaDevices?.getUserMedia({ video }).catch(() => undefined);
    if (this.stream === undefined) return;
    if (!element("photos").open) return this.close();
    const camera = Object.assign(document.createElement("video"), { srcObject: this.stream, muted: true, playsInline: true });
    await camera.play();
    this.source = camera;
    this.show();
    this.follow();
  }

  close() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = undefined;
    this.source = undefined;
  }

  // Draws what the camera sees until it is switched off.
  follow() {
    if (this.stream === undefined) return;
    this.draw();
    requestAnimationFrame(() => this.follow());
  }

  // Shows the first of these files; the others are for the next sides.
  async load([file, ...files]) {
    element("file").value = "";
    if (file === undefined) return;
    this.files = files;
    this.source = await createImageBitmap(file).catch(() => undefined);
    this.show(this.source ? "" : "This is no picture. ");
  }

  // Shows the picture behind the square, with a spot of the colour that is read in each field.
  draw() {
    const { source, place } = this;
    context.clearRect(0, 0, SIZE, SIZE);
    if (source === undefined) return;
    const size = [source.videoWidth ?? source.width, source.videoHeight ?? source.height];
    const scale = (element("zoom").value * SIZE) / Math.min(...size);
    const [x, y] = place.map((value, i) => SIZE / 2 + value - (size[i] * scale) / 2);
    context.drawImage(source, x, y, size[0] * scale, size[1] * scale);
    this.samples = samplesOf(context);
    this.samples.forEach((sample, n) => {
      const [right, down] = cornerOf(n).map((value) => value + SQUARE / 3 - SPOT - 6);
      context.fillStyle = `rgb(${sample})`;
      context.beginPath();
      context.arc(right, down, SPOT, 0, 2 * Math.PI);
      context.fill();
      for (const [colour, width] of [["#000", 4], ["#fff", 2]]) {
        Object.assign(context, { strokeStyle: colour, lineWidth: width });
        context.stroke();
      }
    });
  }

  // Takes the nine colours in the square.
  take() {
    this.draw();
    this.taken.push(this.samples);
    if (this.stream === undefined) this.source = undefined;
    if (this.taken.length < ORDER.length) return this.files.length > 0 ? this.load(this.files) : this.show();
    element("photos").close();
    const samples = FACES.flatMap((face) => this.taken[ORDER.indexOf(face)]);
    this.onDone(classify(samples, FACES.map((face) => rgbOf(nameOf(face)))));
  }

  // Goes back to the photo before.
  again() {
    this.taken.pop();
    if (this.stream === undefined) this.source = undefined;
    this.files = [];
    this.show();
  }

  // Says what to do, and shows what has been taken.
  show(trouble = "") {
    const { taken, source, stream } = this;
    const face = ORDER[taken.length];
    const [front, top] = [face, ON_TOP[face]].map(nameOf);
    element("photo-title").textContent = `Photo ${taken.length + 1} of 6: ${front} centre in front, ${top} centre on top`;
    element("photo-hold").style.setProperty("--front", `var(--${front})`);
    element("photo-hold").style.setProperty("--top", `var(--${top})`);
    element("photo-help").textContent = trouble + (stream ? "Fill the square with the side."
      : source ? "Drag the photo, and size it, until the side fills the square." : "Take or choose a photo of this side, or choose all six in order.");
    element("take").textContent = stream ? "Take" : source ? "Use this photo" : "Photo";
    element("again").disabled = taken.length === 0;
    element("fit").hidden = stream !== undefined || source === undefined;
    // in front of a screen people expect a mirror
    const facing = stream?.getVideoTracks()[0]?.getSettings().facingMode;
    element("picture").classList.toggle("mirrored", stream !== undefined && facing !== "environment");
    const small = element("taken").getContext("2d");
    small.clearRect(0, 0, 24, 3);
    taken.flat().forEach((colour, n) => {
      small.fillStyle = `rgb(${colour})`;
      small.fillRect(4 * Math.floor(n / 9) + (n % 3), Math.floor((n % 9) / 3), 1, 1);
    });
    this.draw();
  }

  // Lets the picture of a file be moved, by dragging and by keys.
  letMove(picture) {
    const move = (by) => {
      if (this.stream !== undefined) return;
      this.place = this.place.map((value, i) => value + by[i]);
      this.draw();
    };
    picture.addEventListener("pointerdown", (event) => picture.setPointerCapture(event.pointerId));
    picture.addEventListener("pointermove", (event) => {
      const scale = SIZE / picture.clientWidth;
      if (event.buttons > 0) move([scale * event.movementX, scale * event.movementY]);
    });
    picture.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS)) return;
      move(KEYS[event.key]);
      event.preventDefault();
    });
  }
}

// The corner of a field in the square, to the right and down.
const cornerOf = (n) => [n % 3, Math.floor(n / 3)].map((place) => (SIZE - SQUARE) / 2 + (place * SQUARE) / 3);

// The colours of the nine stickers in the square.
export function samplesOf(context) {
  const side = Math.round((LOOKED_AT * SQUARE) / 3);
  return [...Array(9).keys()].map((n) => {
    const [x, y] = cornerOf(n).map((corner) => Math.round(corner + ((1 - LOOKED_AT) * SQUARE) / 6));
    const { data } = context.getImageData(x, y, side, side);
    return colourOf(data);
  });
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

// The colour of most of the quarter of the pixels that has the least white in it: neither a small logo nor a
// reflection changes it. One pixel of several is enough.
function colourOf(data) {
  const pixels = [];
  for (let i = 0; i < data.length; i += 4 * EVERY) pixels.push([...data.subarray(i, i + 3)]);
  const white = (pixel) => Math.min(...pixel);
  const deep = pixels.sort((a, b) => white(a) - white(b)).slice(0, pixels.length >> 2);
  return [0, 1, 2].map((channel) => median(deep.map((pixel) => pixel[channel])));
}
