// One search, its progress, and what it has found.

import { Player, describe } from "./player.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const count = new Intl.NumberFormat("en");

// What lengths are in, by metric.
const UNITS = { htm: "move", qtm: "quarter turn" };

// A solution may be a text, or an object that tells more.
const asObject = (solution) => (typeof solution === "string" ? { solution } : solution);

const movesOf = ({ solution }) => solution.split(" ").filter((move) => move !== "");

// Brings what is found to where it can be seen, if it is not, as below the cube on a phone.
function reveal() {
  const section = element("found");
  const { top } = section.getBoundingClientRect();
  if (top >= 0 && top < innerHeight / 3) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: still ? "auto" : "smooth" });
}

function textItem(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

// Moves on the inverse of a scramble cannot be made on a cube.
const isPlayable = ({ solution }) => !solution.includes("(");

function duration(seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

export class Search {
  constructor() {
    this.player = new Player(element("scene"), (step) => this.showStep(step));
    this.solutions = [];
    element("first").addEventListener("click", () => this.player.go(0));
    element("back").addEventListener("click", () => this.player.go(this.player.step - 1));
    element("next").addEventListener("click", () => this.player.go(this.player.step + 1));
    element("last").addEventListener("click", () => this.player.go(this.player.moves.length));
    element("play").addEventListener("click", () => this.playOrPause());
    element("copy").addEventListener("click", () => this.copy());
    element("choice").addEventListener("change", (event) => this.choose(event.target.value));
  }

  // Ends what is under way and clears what was shown.
  forget() {
    this.controller?.abort();
    this.controller = undefined;
    element("solution").hidden = true;
    element("progress").hidden = true;
    element("found").classList.remove("full");
    this.end("Enter your cube, then press Solve.");
    this.player.pause();
  }

  // Solves the cube with these stickers.
  async run(stickers, options) {
    this.forget();
    const controller = new AbortController();
    Object.assign(this, { controller, stickers, options, known: undefined, bound: 0 });
    this.solutions = [];
    this.player.load(stickers, []);
    element("stop").hidden = false;
    if (document.activeElement === element("solve")) element("stop").focus({ preventScroll: true });
    element("progress").hidden = false;
    element("progress").classList.remove("ended");
    element("found").classList.add("full");
    reveal();
    element("result").textContent = "Searching …";
    for (const id of ["known", "bound", "now", "probes"]) element(id).textContent = "–";
    element("done").value = 0;
    try {
      const question = { scramble: stickers.join(""), format: "facelets", ...options };
      await server.solve(question, (event) => this[event.event](event), controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.end(`There is no answer: ${error.message}.`);
    }
  }

  // A length in words.
  words(length) {
    return `${length} ${UNITS[this.options.metric]}${length === 1 ? "" : "s"}`;
  }

  atLeast(length) {
    return `no solution has fewer than ${this.words(length)}`;
  }

  stop() {
    this.controller.abort();
    const known = this.known === undefined ? "" : `A solution of ${this.words(this.known)} is known; `;
    const proved = `every solution takes at least ${this.words(this.bound)}.`;
    this.end(`Stopped. ${known}${proved}`);
  }

  // Says how it ended. The focus that was on Stop goes to what is to be pressed next.
  end(result) {
    const isFocused = document.activeElement === element("stop");
    element("stop").hidden = true;
    const next = element(element("solution").hidden || element("controls").hidden ? "solve" : "play");
    if (isFocused) next.focus({ preventScroll: true });
    element("progress").classList.add("ended");
    element("result").textContent = result;
  }

  // Events, by their names.

  waiting({ before }) {
    element("now").textContent =
      before === 1 ? "waiting for another search" : `waiting for ${before} other searches`;
  }

  short({ solution, length }) {
    if (this.known <= length) return;
    this.known = length;
    element("known").textContent = `${this.words(length)}, perhaps not the shortest`;
    element("result").textContent =
      `Here is a solution of ${this.words(length)}; looking for a shorter one …`;
    this.show([{ solution }]);
  }

  progress({ depth, done, probes, seconds_left }) {
    element("probes").textContent = count.format(probes);
    element("done").value = done;
    const percent = done > 0 ? `, ${Math.floor(100 * done)}% done` : "";
    const left = seconds_left > 1 ? `, about ${duration(seconds_left)} left` : "";
    element("now").textContent = `looking at ${this.words(depth)}${percent}${left}`;
  }

  depth(event) {
    this.bound = event.lower_bound;
    element("bound").textContent = this.atLeast(event.lower_bound);
    element("probes").textContent = count.format(event.probes);
  }

  making({ table, done }) {
    element("done").value = done;
    element("now").textContent = `making the table ${table} for this, ${Math.floor(100 * done)}% done`;
  }

  answer({ solutions, length, optimal, lower_bound, probes, seconds, error, ...first }) {
    this.bound = lower_bound;
    element("probes").textContent = count.format(probes);
    element("bound").textContent = this.atLeast(lower_bound);
    if (first.solution === null) {
      this.end(`No solution: ${error}.`);
      return;
    }
    this.known = length;
    element("known").textContent = this.words(length);
    const how = first.steps ? "The shortest in these steps" : "Optimal";
    const proved = optimal ? `${how}: ${this.words(length)}, proved` : `${this.words(length)}, not proved`;
    const found = solutions && solutions.length > 1 ? `; ${solutions.length} solutions` : "";
    this.show((solutions ?? [first]).map(asObject));
    this.end(`${proved}${found}, in ${duration(seconds)}.${error ? ` (${error})` : ""}`);
  }

  // Solutions, and the drawn cube.

  // One that somebody is following already stays; the better ones can be chosen.
  show(found) {
    const followed = this.player.step > 0 ? this.solutions[element("choice").value] : undefined;
    const isFollowed = (way) => way.solution === followed?.solution;
    const keeps = followed !== undefined && !found.some(isFollowed);
    const solutions = keeps ? [...found, followed] : found;
    this.solutions = solutions;
    element("choice").hidden = solutions.length < 2;
    element("choice-label").hidden = solutions.length < 2;
    element("choice").replaceChildren(
      ...solutions.map(({ solution, goal }, n) => {
        const text = goal === undefined ? solution : `${solution} (${goal})`;
        return new Option(text, String(n));
      }),
    );
    element("solution").hidden = false;
    const at = solutions.findIndex(isFollowed);
    element("choice").value = String(Math.max(at, 0));
    if (at < 0) this.choose(0);
  }

  // Shows one of the solutions, step by step if it has several.
  choose(n) {
    const way = this.solutions[n];
    const steps = way.steps ?? [way];
    this.goal = steps.at(-1).goal ?? this.options.goal;
    this.goals = steps.flatMap((step) => movesOf(step).map(() => step.goal));
    this.copied = movesOf(way).join(" ");
    const playable = isPlayable(way);
    for (const id of ["drawn", "controls"]) element(id).hidden = !playable;
    let made = 0;
    const items = steps.flatMap((step) => [
      ...(way.steps ? [textItem(`${step.goal}:`)] : []),
      ...movesOf(step).map((move) => (playable ? this.moveItem(move, (made += 1)) : textItem(move))),
    ]);
    element("moves").replaceChildren(...items);
    this.player.load(this.stickers, playable ? movesOf(way) : []);
    if (!playable) {
      element("step").textContent =
        "The moves in ( ) are made on the inverse of the scramble, which a cube in your hand cannot show.";
    }
  }

  // A move that is clicked to be the last one made.
  moveItem(move, made) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    button.setAttribute("aria-label", `${move}, turn ${describe(move)}`);
    button.addEventListener("click", () => this.player.go(made));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  showStep(step) {
    const all = this.player.moves;
    [...element("moves").querySelectorAll("button")].forEach((button, n) => {
      button.classList.toggle("made", n < step);
      if (n === step - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    element("play").textContent = this.player.isPlaying ? "Pause" : "Play";
    element("step").textContent = this.tellStep(step, all);
  }

  // What to do next.
  tellStep(step, all) {
    const isWhole = this.goal === undefined || this.goal === "solved";
    if (all.length === 0) return isWhole ? "The cube is solved already." : `This is ${this.goal} already.`;
    if (step === all.length) return isWhole ? "Solved." : `Done: ${this.goal}.`;
    const goal = this.goals?.[step] ? ` (${this.goals[step]})` : "";
    return `Move ${step + 1} of ${all.length}${goal}: ${all[step]}, turn ${describe(all[step])}.`;
  }

  playOrPause() {
    if (this.player.isPlaying) this.player.pause();
    else this.player.play();
    this.showStep(this.player.step);
  }

  repaint() {
    if (this.player.states.length > 0) this.player.show(this.player.step);
  }

  async copy() {
    const done = navigator.clipboard.writeText(this.copied).then(
      () => "Copied",
      () => "The browser does not allow it",
    );
    element("copy").textContent = await done;
    setTimeout(() => (element("copy").textContent = "Copy moves"), 2000);
  }
}
