import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { placed } from './placed.mjs';
import { machine, readReport, today, writeReport } from './report-files.mjs';
import { runStep } from './run-step.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
const file = `${project}.cache/entries-${process.pid}.ndjson`;

/**
 * Runs one file of checks and puts what it recorded into the report, in the place of what its last run did; answers how
 * many tests failed. Records of checks that are not known any more go. A run that was broken off leaves the report as it was.
 */
export async function runCheck({ report, check, args, environment, run, pageOf, isKnown = isFile }) {
  mkdirSync(`${project}.cache`, { recursive: true });
  rmSync(file, { force: true });
  const { failed, interrupted } = await runStep({ title: check, args }, { ...environment, ENTRIES: file });
  if (interrupted) return failed;
  const record = { check, taken: today(), machine: machine(), ...run, failed, entries: readEntries() };
  rmSync(file, { force: true });
  const known = readReport(report).filter((each) => isKnown(each.check));
  const records = placed(known, record);
  writeReport(report, { page: pageOf(records), data: records });
  return failed;
}

const isFile = (check) => existsSync(`${project}${check}`);

/** What the check recorded, in order. */
function readEntries() {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line).map((line) => JSON.parse(line));
}
