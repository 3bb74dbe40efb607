import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The machine in one line: figures mean something only beside it. */
export function machine() {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}

/** The day of this run. */
export const today = () => new Date().toISOString().slice(0, 10);

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
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A number to three figures, thousands apart. */
export function figure(value) {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
