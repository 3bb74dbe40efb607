import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The day of this run. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Puts rows into the table of a page of `.docs/proof`. */
export function updateTable(name, rows, isKnown) {
  writePage(name, withRows(readPage(name), rows, isKnown));
}

/**
 * A page with rows put into its one table, which ends the page, in the place of those with the same first cell, by that
 * cell. Rows whose first cell `isKnown` refuses go.
 */
export function withRows(page, rows, isKnown = () => true) {
  const [head, rule, body] = page.split(/^(\| ---.*\n)/m);
  const firstOf = (text) => text.split(' | ')[0].slice(2);
  const replaced = new Set(rows.map(([first]) => first));
  const others = body
    .split('\n')
    .filter((text) => text !== '' && !replaced.has(firstOf(text)) && isKnown(firstOf(text)));
  const all = [...others, ...rows.map(line)].sort((one, other) => firstOf(one).localeCompare(firstOf(other)));
  return `${head}${rule}${all.join('\n')}\n`;
}

/** Returns the rows of the table of a page, as cells. */
export function rowsOf(page) {
  const [, , body] = page.split(/^(\| ---.*\n)/m);
  return body.split('\n').filter(Boolean).map(cellsOf);
}

const cellsOf = (text) =>
  text
    .slice(2, -2)
    .split(' | ')
    .map((cell) => cell.replaceAll('\\|', '|'));

/** Returns a page of `.docs/proof`. */
export const readPage = (name) => readFileSync(inProject(`.docs/proof/${name}.md`), 'utf8');

/** Writes a page of `.docs/proof`, if it says anything else than before. */
export function writePage(name, page) {
  if (page !== readPage(name)) writeFileSync(inProject(`.docs/proof/${name}.md`), page);
}

const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Writes a report as a page and as JSON into `.docs/proof`. */
export function writeReport(name, { page, data }) {
  const base = inProject(`.docs/proof/${name}`);
  mkdirSync(dirname(base), { recursive: true });
  writeFileSync(`${base}.md`, page);
  writeFileSync(`${base}.json`, `${JSON.stringify(data, null, 2)}\n`);
}

/** The JSON of a report as earlier runs left it. */
export function readReport(name) {
  const file = inProject(`.docs/proof/${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** A table in Markdown. */
export function table(head, rows) {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A number to three figures, thousands apart. */
export function figure(value) {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
