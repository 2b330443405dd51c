// One search, its progress, and the solutions it has found.

import { Player, describe } from "./player.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const count = new Intl.NumberFormat("en");

// Units of lengths, by metric.
const UNITS = { htm: "move", qtm: "quarter turn" };

const movesOf = ({ solution }) => solution.split(" ").filter((move) => move !== "");

// Scrolls to the solution if it is not in view, as on a phone, where it is below the cube.
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

// Moves on the inverse scramble cannot be made on a physical cube.
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

  // Stops the search and clears its results.
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
      const request = { scramble: stickers.join(""), format: "facelets", ...options };
      await server.solve(request, (event) => this[event.event](event), controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.end(`No answer: ${error.message}.`);
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
    const known = this.known === undefined ? "" : `Best so far: ${this.words(this.known)}; `;
    this.end(`Stopped. ${known}at least ${this.words(this.bound)} are needed.`);
  }

  // Shows the result. Moves the focus from Stop to the button that is needed next.
  end(result) {
    const isFocused = document.activeElement === element("stop");
    element("stop").hidden = true;
    const next = element(element("solution").hidden || element("controls").hidden ? "solve" : "play");
    if (isFocused) next.focus({ preventScroll: true });
    element("progress").classList.add("ended");
    element("result").textContent = result;
  }

  // Events, by their names.

  short({ solution, length }) {
    if (this.known <= length) return;
    this.known = length;
    element("known").textContent = `${this.words(length)}, not proven to be the shortest`;
    element("result").textContent =
      `Found a solution of ${this.words(length)}; looking for a shorter one …`;
    this.show([{ solution, steps: [{ solution, goal: null }] }]);
  }

  progress({ depth, done, probes, seconds_left }) {
    element("probes").textContent = count.format(probes);
    element("done").value = done;
    const percent = done > 0 ? `, ${Math.floor(100 * done)}% done` : "";
    const left = seconds_left > 1 ? `, about ${duration(seconds_left)} left` : "";
    element("now").textContent = `searching at ${this.words(depth)}${percent}${left}`;
  }

  depth(event) {
    this.bound = event.lower_bound;
    element("bound").textContent = this.atLeast(event.lower_bound);
    element("probes").textContent = count.format(event.probes);
  }

  generating({ table, done }) {
    element("done").value = done;
    element("now").textContent = `generating the table ${table}, ${Math.floor(100 * done)}% done`;
  }

  answer({ solutions, length, optimal, lower_bound, probes, seconds, error }) {
    this.bound = lower_bound;
    element("probes").textContent = count.format(probes);
    element("bound").textContent = this.atLeast(lower_bound);
    if (solutions.length === 0) {
      this.end(`No solution: ${error}.`);
      return;
    }
    this.known = length;
    element("known").textContent = this.words(length);
    const kind = solutions[0].steps.length > 1 ? "Shortest in these steps" : "Optimal";
    const result = optimal
      ? `${kind}: ${this.words(length)}, proven`
      : `${this.words(length)}, not proven to be the shortest`;
    const found = solutions.length > 1 ? `; ${solutions.length} solutions` : "";
    this.show(solutions);
    this.end(`${result}${found}, in ${duration(seconds)}.${error ? ` (${error})` : ""}`);
  }

  // Solutions, and the drawn cube.

  // A solution that the user follows already stays selected; better ones can be chosen.
  show(found) {
    const followed = this.player.step > 0 ? this.solutions[element("choice").value] : undefined;
    const isFollowed = ({ solution }) => solution === followed?.solution;
    const keeps = followed !== undefined && !found.some(isFollowed);
    const solutions = keeps ? [...found, followed] : found;
    this.solutions = solutions;
    element("choice").hidden = solutions.length < 2;
    element("choice-label").hidden = solutions.length < 2;
    element("choice").replaceChildren(
      ...solutions.map(({ solution, steps }, n) => {
        const goal = steps.length === 1 ? steps[0].goal : null;
        return new Option(goal === null ? solution : `${solution} (${goal})`, String(n));
      }),
    );
    element("solution").hidden = false;
    const at = solutions.findIndex(isFollowed);
    element("choice").value = String(Math.max(at, 0));
    if (at < 0) this.choose(0);
  }

  // Shows one of the solutions, with the names of its steps if it has several.
  choose(n) {
    const chosen = this.solutions[n];
    const { steps } = chosen;
    const named = steps.length > 1;
    this.goal = steps.at(-1).goal ?? this.options.goal;
    this.goals = steps.flatMap((step) => movesOf(step).map(() => (named ? step.goal : null)));
    this.copied = movesOf(chosen).join(" ");
    const playable = isPlayable(chosen);
    for (const id of ["drawn", "controls"]) element(id).hidden = !playable;
    let made = 0;
    const items = steps.flatMap((step) => [
      ...(named ? [textItem(`${step.goal}:`)] : []),
      ...movesOf(step).map((move) => (playable ? this.moveItem(move, (made += 1)) : textItem(move))),
    ]);
    element("moves").replaceChildren(...items);
    this.player.load(this.stickers, playable ? movesOf(chosen) : []);
    if (!playable) {
      element("step").textContent =
        "The moves in ( ) are made on the inverse scramble, which a cube in your hand cannot show.";
    }
  }

  // A button that plays up to its move.
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
    element("step").textContent = this.describeStep(step, all);
  }

  // The next move in words.
  describeStep(step, all) {
    const isWhole = this.goal === undefined || this.goal === "solved";
    if (all.length === 0) return isWhole ? "The cube is solved already." : `${this.goal} is done already.`;
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
