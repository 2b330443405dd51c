// Photos of the six sides: from the camera where the browser grants it, from files elsewhere.

import { FACES } from "./geometry.js";
import { nameOf } from "./colours.js";
import { classify } from "./classify.js";

// The sides in the order of the photos, and the side on top in each.
const ON_TOP = { F: "U", R: "U", B: "U", L: "U", U: "B", D: "F" };
const ORDER = Object.keys(ON_TOP);

// The side of the drawn picture, and of the square in it that the cube fills.
const SIZE = 480;
const SQUARE = 330;

// The part of a sticker's width that is looked at.
const LOOKED_AT = 0.4;

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
    on("file", "change", () => this.load());
    on("again", "click", () => this.again());
    on("leave", "click", () => element("photos").close());
    on("photos", "close", () => this.close());
    on("zoom", "input", () => this.draw());
    this.letMove(element("picture"));
  }

  // Begins with the first side.
  async open() {
    Object.assign(this, { taken: [], place: [0, 0], source: undefined, stream: undefined });
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

  async load() {
    const [file] = element("file").files;
    element("file").value = "";
    if (file === undefined) return;
    this.source = await createImageBitmap(file).catch(() => undefined);
    this.show(this.source ? "" : "This is no picture. ");
  }

  // Shows the picture behind the square.
  draw() {
    const { source, place } = this;
    context.clearRect(0, 0, SIZE, SIZE);
    if (source === undefined) return;
    const size = [source.videoWidth ?? source.width, source.videoHeight ?? source.height];
    const scale = (element("zoom").value * SIZE) / Math.min(...size);
    const [x, y] = place.map((value, i) => SIZE / 2 + value - (size[i] * scale) / 2);
    context.drawImage(source, x, y, size[0] * scale, size[1] * scale);
  }

  // Takes the nine colours in the square.
  take() {
    this.draw();
    this.taken.push(samplesOf(context));
    if (this.stream === undefined) this.source = undefined;
    if (this.taken.length < ORDER.length) return this.show();
    element("photos").close();
    const colours = classify(this.taken.flat());
    const side = (face) => 9 * ORDER.indexOf(face);
    this.onDone(FACES.flatMap((face) => colours.slice(side(face), side(face) + 9).map((n) => ORDER[n])));
  }

  // Goes back to the photo before.
  again() {
    this.taken.pop();
    if (this.stream === undefined) this.source = undefined;
    this.show();
  }

  // Says what to do, and shows what has been taken.
  show(trouble = "") {
    const { taken, source, stream } = this;
    const face = ORDER[taken.length];
    const centre = `${nameOf(face)} centre in front, ${nameOf(ON_TOP[face])} centre on top`;
    element("photo-title").textContent = `Photo ${taken.length + 1} of 6: ${centre}`;
    element("photo-help").textContent = trouble + (stream ? "Fill the square with the side."
      : source ? "Drag the photo, and size it, until the side fills the square." : "Take or choose a photo of this side.");
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

// The colours of the nine stickers in the square.
export function samplesOf(context) {
  const width = SQUARE / 3;
  const corner = (SIZE - SQUARE) / 2 + ((1 - LOOKED_AT) / 2) * width;
  return [...Array(9).keys()].map((n) => {
    const [x, y] = [n % 3, Math.floor(n / 3)].map((place) => Math.round(corner + place * width));
    const side = Math.round(LOOKED_AT * width);
    const { data } = context.getImageData(x, y, side, side);
    return [0, 1, 2].map((channel) => median(data.filter((_, i) => i % 4 === channel)));
  });
}

// Neither a logo nor a reflection changes it.
const median = (values) => values.sort()[values.length >> 1];
