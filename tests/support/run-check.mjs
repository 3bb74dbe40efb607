import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runStep } from './run-step.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
const file = `${project}.cache/entries-${process.pid}.ndjson`;

/** Runs one file of checks: how many tests failed, whether it was broken off, and the entries that it recorded. */
export async function runCheck({ check, args, environment }) {
  mkdirSync(`${project}.cache`, { recursive: true });
  rmSync(file, { force: true });
  const { failed, interrupted } = await runStep({ title: check, args }, { ...environment, ENTRIES: file });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(file, { force: true });
  return { failed, interrupted, entries: lines.map((line) => JSON.parse(line)) };
}
