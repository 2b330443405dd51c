// One search, its progress, and what it has found.

import { Player, describe } from "./player.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const count = new Intl.NumberFormat("en");

const moves = (number) => (number === 1 ? "1 move" : `${number} moves`);

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
    this.end("");
    element("progress").hidden = true;
    element("solution").hidden = true;
    this.player.pause();
  }

  // Solves the cube with these stickers.
  async run(stickers, options) {
    this.forget();
    const controller = new AbortController();
    Object.assign(this, { controller, stickers, known: undefined, bound: 0 });
    this.solutions = [];
    this.player.load(stickers, []);
    this.several = Object.keys(options).length > 0;
    element("solve").hidden = true;
    element("stop").hidden = false;
    element("progress").hidden = false;
    element("result").textContent = "Searching …";
    for (const id of ["known", "bound", "now", "probes"]) element(id).textContent = "–";
    element("done").value = 0;
    try {
      const question = { scramble: stickers.join(""), format: "facelets", ...options };
      await server.solve(question, (event) => this[event.event](event), controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.end(`The search broke off: ${error.message}`);
    }
  }

  stop() {
    this.controller.abort();
    const known = this.known === undefined ? "" : `A solution of ${moves(this.known)} is known; `;
    const proved = `every solution takes at least ${moves(this.bound)}.`;
    this.end(`Stopped. ${known}${proved}`);
  }

  end(result) {
    element("solve").hidden = false;
    element("stop").hidden = true;
    element("now").textContent = "–";
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
    element("known").textContent = `${moves(length)}, perhaps not the shortest`;
    this.show([solution]);
  }

  progress({ depth, done, probes, seconds_left }) {
    element("probes").textContent = count.format(probes);
    element("done").value = done;
    const percent = done > 0 ? `, ${Math.floor(100 * done)}% done` : "";
    const left = seconds_left > 1 ? `, about ${duration(seconds_left)} left` : "";
    element("now").textContent = `looking at ${moves(depth)}${percent}${left}`;
  }

  depth(event) {
    this.bound = event.lower_bound;
    element("bound").textContent = `no solution has fewer than ${moves(event.lower_bound)}`;
    element("probes").textContent = count.format(event.probes);
    // The short solution is a shortest one: what the search would find is no better.
    if (!this.several && event.lower_bound > event.depth && event.lower_bound === this.known) {
      this.controller.abort();
      element("known").textContent = moves(this.known);
      this.end(`Optimal: ${moves(this.known)}, proved, in ${duration(event.seconds)}.`);
    }
  }

  answer({ solution, solutions, length, optimal, lower_bound, probes, seconds, error }) {
    this.bound = lower_bound;
    element("probes").textContent = count.format(probes);
    element("bound").textContent = `no solution has fewer than ${moves(lower_bound)}`;
    if (solution === null) {
      this.end(`No solution: ${error}.`);
      return;
    }
    this.known = length;
    element("known").textContent = moves(length);
    const proved = optimal ? `Optimal: ${moves(length)}, proved` : `${moves(length)}, not proved`;
    const found = solutions && solutions.length > 1 ? `; ${solutions.length} solutions` : "";
    this.end(`${proved}${found}, in ${duration(seconds)}.${error ? ` (${error})` : ""}`);
    this.show(solutions ?? [solution]);
  }

  // Solutions, and the drawn cube.

  // One that somebody is following already stays; the better ones can be chosen.
  show(found) {
    const followed = this.player.step > 0 ? this.player.moves.join(" ") : undefined;
    const keeps = this.solutions.includes(followed) && !found.includes(followed);
    const solutions = keeps ? [...found, followed] : found;
    this.solutions = solutions;
    element("choice").hidden = solutions.length < 2;
    element("choice-label").hidden = solutions.length < 2;
    element("choice").replaceChildren(
      ...solutions.map((solution, n) => new Option(solution, String(n))),
    );
    element("solution").hidden = false;
    const at = solutions.indexOf(followed);
    element("choice").value = String(Math.max(at, 0));
    if (at < 0) this.choose(0);
  }

  choose(n) {
    const solution = this.solutions[n].split(" ").filter((move) => move !== "");
    element("moves").replaceChildren(
      ...solution.map((move, at) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = move;
        button.addEventListener("click", () => this.player.go(at + 1));
        item.append(button);
        return item;
      }),
    );
    this.player.load(this.stickers, solution);
  }

  showStep(step) {
    const all = this.player.moves;
    [...element("moves").querySelectorAll("button")].forEach((button, n) => {
      button.classList.toggle("made", n < step);
      if (n === step - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    element("play").textContent = this.player.isPlaying ? "Pause" : "Play";
    if (all.length === 0) element("step").textContent = "The cube is solved already.";
    else if (step === all.length) element("step").textContent = "Solved.";
    else element("step").textContent = `Move ${step + 1} of ${all.length}: ${all[step]}, ${describe(all[step])}.`;
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
    const done = navigator.clipboard.writeText(this.player.moves.join(" ")).then(
      () => "Copied",
      () => "The browser does not allow it",
    );
    element("copy").textContent = await done;
    setTimeout(() => (element("copy").textContent = "Copy moves"), 2000);
  }
}
