// The tables: which exist, what a larger one would bring, and its generation.

import * as server from "./server.js";

const element = (id) => document.getElementById(id);

export function duration(seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const size = (bytes) => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);

const state = ({ used, installed, fits }) =>
  used ? "in use" : installed ? "installed" : fits ? "" : "too large for this machine";

function cell(text) {
  const element = document.createElement("td");
  element.textContent = text;
  return element;
}

// From this size on the user confirms the generation of a table.
const LARGE_BYTES = 1e9;

export class Tables {
  // Lists the tables in the body of a table; `report(text)` shows the progress of a generation.
  constructor(body, report) {
    Object.assign(this, { body, report, generating: undefined });
    element("cancel-table").addEventListener("click", () => this.generating?.abort());
  }

  async load() {
    const isFirst = this.tables === undefined;
    if (isFirst) this.report("Measuring how fast this machine is …");
    const { tables, generates } = await server.tables();
    if (isFirst) this.report("");
    this.tables = tables;
    this.generates = generates;
    this.show();
  }

  show() {
    this.body.replaceChildren(...this.tables.map((table) => this.row(table)));
    element("cancel-table").hidden = this.generating === undefined;
  }

  row(table) {
    const row = document.createElement("tr");
    const random = table.cube_seconds === null ? "" : duration(table.cube_seconds);
    const last = cell(state(table));
    if (this.canGenerate(table)) last.append(this.button(table));
    const generation = table.installed || !table.fits ? "" : duration(table.generation_seconds);
    row.append(cell(table.name), cell(size(table.bytes)), cell(random), cell(generation), last);
    return row;
  }

  // Whether a table can be generated, and is faster than the one in use.
  canGenerate({ metric, installed, fits, cube_seconds }) {
    const used = this.tables.find((table) => table.used && table.metric === metric);
    return this.generates && !installed && fits && !(used?.cube_seconds <= cube_seconds);
  }

  // Generates the table. One that is large does so at the second click, after the first has said what it takes.
  button(table) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Generate ${table.name}`;
    button.disabled = this.generating !== undefined;
    let isAsked = table.bytes < LARGE_BYTES;
    button.addEventListener("click", () => {
      if (isAsked) return this.generate(table);
      isAsked = true;
      const takes = `${size(table.bytes)} on the disk, and about ${duration(table.generation_seconds)} on all processors`;
      this.report(`The table ${table.name} takes ${takes}. Press again to generate it.`);
      button.textContent = `Yes, generate ${table.name}`;
      return undefined;
    });
    return button;
  }

  // Generates a table, one at a time. `signal` cancels it, and so does the button.
  async generate({ name, generation_seconds: seconds }, signal) {
    if (this.generating !== undefined) return;
    this.generating = new AbortController();
    signal?.addEventListener("abort", () => this.generating?.abort());
    const percent = (done) => `${Math.floor(100 * done)}%, about ${duration(seconds * (1 - done))} left`;
    const show = ({ done, error }) =>
      this.report(error ? `No table: ${error}.` : done === 1 ? `The table ${name} is in use.` : `Generating the table ${name}: ${percent(done)}`);
    try {
      this.show();
      show({ done: 0 });
      await server.generate(name, show, this.generating.signal);
    } catch (error) {
      this.report(this.generating.signal.aborted ? `The table ${name} was cancelled.` : `No table: ${error.message}.`);
    } finally {
      this.generating = undefined;
      await this.load().catch(() => {});
    }
  }

  // The table with which a search that has this many seconds `left` would end soonest, and the sentence
  // that says so; undefined if none is worth it.
  async advice(metric, left) {
    if (this.generating !== undefined) return undefined;
    await this.load();
    const current = this.tables.find((table) => table.used && table.metric === metric);
    if (!current?.cube_seconds) return undefined;
    const time = (table) => (left * table.cube_seconds) / current.cube_seconds;
    const total = (table) => time(table) + table.generation_seconds;
    const better = this.tables.filter(
      (table) => table.metric === current.metric && this.canGenerate(table) && 2 * total(table) < left,
    );
    if (better.length === 0) return undefined;
    const best = better.reduce((a, b) => (total(b) < total(a) ? b : a));
    const needs = `${size(best.bytes)}, generated in about ${duration(best.generation_seconds)}`;
    return { table: best, text: `With the table ${best.name} (${needs}) the proof would take about ${duration(time(best))}.` };
  }
}
