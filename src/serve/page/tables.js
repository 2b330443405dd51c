// The tables: which exist, what a larger one would bring, and its generation.

import * as server from "./server.js";

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

export class Tables {
  // Lists the tables in the body of a table; `report(text)` shows the progress of a generation.
  constructor(body, report) {
    Object.assign(this, { body, report });
  }

  async load() {
    const { tables, generates } = await server.tables();
    this.tables = tables;
    this.generates = generates;
    this.body.replaceChildren(...tables.map((table) => this.row(table)));
  }

  row(table) {
    const row = document.createElement("tr");
    const random = table.cube_seconds === null ? "" : duration(table.cube_seconds);
    const last = cell(state(table));
    if (this.canGenerate(table)) last.append(this.button(table));
    row.append(cell(table.name), cell(size(table.bytes)), cell(random), last);
    return row;
  }

  // Whether a table can be generated, and is faster than the one in use.
  canGenerate({ metric, installed, fits, cube_seconds }) {
    const used = this.tables.find((table) => table.used && table.metric === metric);
    return this.generates && !installed && fits && !(used?.cube_seconds <= cube_seconds);
  }

  button(table) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Generate ${table.name}`;
    button.addEventListener("click", () => this.generate(table));
    return button;
  }

  async generate({ name }) {
    const show = ({ done, error }) =>
      this.report(error ? `No table: ${error}.` : done === 1 ? `The table ${name} is in use.` : `Generating the table ${name}: ${Math.floor(100 * done)}%`);
    try {
      show({ done: 0 });
      await server.generate(name, show);
      await this.load();
    } catch (error) {
      this.report(`No table: ${error.message}.`);
    }
  }

  // The table with which a search that has this many seconds `left` would end soonest, and the sentence
  // that says so; undefined if none is worth it.
  async advice(metric, left) {
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
