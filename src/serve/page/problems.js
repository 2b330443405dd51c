// Problems of a cube in words: a cube has no letters on it.

import { SIDES } from "./geometry.js";
import { nameOf } from "./colours.js";

const kindOf = (letters) => (letters.length === 3 ? "corner" : "edge");

const placeOf = (letters) => [...letters].map((face) => SIDES[face]).join("-");

const placesOf = (places, between) => places.map(placeOf).join(between);

const at = (places) => (places.length > 0 ? `, at ${placesOf(places, " and ")}` : "");

const colours = (stickers) => stickers.map(nameOf).join("-");

const pieceOf = (piece) => `the ${colours([...piece])} ${kindOf(piece)}`;

// If the place is unknown, it may be any piece, or the cube was assembled wrongly.
const advice = (places, what, repair) =>
  places.length > 0 ? "" : `. Compare ${what} with yours; if all are right, ${repair}`;

const WORDS = {
  no_such_piece: ({ places: [place], seen }) =>
    `no ${kindOf(place)} has the colours ${colours(seen)}${at([place])}`,
  missing: ({ piece }) => `${pieceOf(piece)} is missing`,
  repeated: ({ piece, places }) =>
    `${pieceOf(piece)} appears ${places.length} times${at(places)}`,
  twisted_clockwise: ({ places }) =>
    `a corner is twisted clockwise${at(places)}` +
    advice(places, "the corners", "twist one of your cube counter-clockwise"),
  twisted_counter_clockwise: ({ places }) =>
    `a corner is twisted counter-clockwise${at(places)}` +
    advice(places, "the corners", "twist one of your cube clockwise"),
  flipped: ({ places }) =>
    `an edge is flipped${at(places)}` +
    advice(places, "the edges", "take one out of your cube and put it in the other way round"),
  swapped: ({ places }) =>
    `two pieces are swapped${at(places)}` +
    advice(places, "all stickers", "your cube was assembled wrongly"),
  too_many: ({ seen }) => `${nameOf(seen[0])} is on ${seen.length} stickers instead of 9`,
  together: ({ places }) =>
    places.length > 0
      ? `no cube has these stickers together; check ${placesOf(places, " or ")}`
      : "no cube has these stickers together",
};

const ENTERED = {
  turned_clockwise: "turned clockwise", turned_counter_clockwise: "turned counter-clockwise",
  upside_down: "upside down", mirrored: "as in a mirror",
};

// The face that was not entered as it is.
export const misreadInWords = ({ face, entered }) =>
  `The ${SIDES[face]} side, with the ${nameOf(face)} centre, seems to be entered ${ENTERED[entered]}.`;

// A problem that the server found with these stickers.
export function inWords(problem, stickers) {
  const seen = problem.facelets.map((n) => stickers[n]);
  return WORDS[problem.kind]?.({ ...problem, seen }) ?? problem.text;
}
