// `npm run faults`: faults, simulation, fuzz, load and the journeys tagged @long, of which `npm test` has the few that tests/jest.config.mjs names;
// `-- --long` does far more of each and all cases of the properties, and `-- killed-server fuzz` only the faults of that name
// and what has it in its path. Long runs write into `.docs/proof/faults.md`, where what is not tried this time stays. `-- --gates` runs
// the gate over midnight, `-- --mutants` tries 200 random mutants; the long run of everything ends with both; `-- --mutations`
// the listed ones. What has a goal is struck by `--long` until that is reached or FAULTS_MINUTES (60) are over.
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { runCheck } from '../support/run-check.mjs';
import { endingSupport } from '../support/supported-lines.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { runGates } from './gates.mjs';
import { toolOf } from './mutations/project-copy.mjs';
import { runRandomMutants } from './mutations/random.mjs';
import { runMutations } from './mutations/run.mjs';
import { added, cellOf, reportCheck } from './report.mjs';

/** How often a long run strikes. */
const GOALS = {
  'killed-server': 1_000,
  'killed-product': 1_000,
  'stopped-postgres': 1_000,
  'terminal-network': 1_000,
  'failover-killed-primary': 100,
};
const MINUTES = Number(process.env.FAULTS_MINUTES ?? 60);

const words = process.argv.slice(2);
const parts = words.filter((word) => !word.startsWith('--'));

process.exitCode = (await runWanted()) > 0 ? 1 : 0;

/** Counts the failures of all that the words ask for; the long run of everything ends with the gate in other hours and random mutants. */
async function runWanted() {
  if (words.includes('--mutations')) return await runMutations(parts);
  if (words.includes('--gates')) return await runGates();
  if (words.includes('--long') && parts.length === 0) tellEndingSupport();
  if (words.includes('--mutants')) return await runRandomMutants(parts, { isNear: words.includes('--near') });
  const failed = await runChecks();
  return words.includes('--long') && parts.length === 0
    ? failed + (await runGates()) + (await runRandomMutants([]))
    : failed;
}

/** Fails when a line that the product stands on has no support on the machine's day; the gate passes on any day. */
function tellEndingSupport() {
  for (const { name, supportEnds, days } of endingSupport()) {
    console.log(`${name}: サポートは ${supportEnds} までです。`);
    if (days < 0) throw new Error(`${name} has no support any more (.container/supported.json)`);
  }
}

function inProject(path) {
  return new URL(`../../${path}`, import.meta.url);
}

/** The files of tests in a folder and below it. */
function testsIn(folder) {
  const files = readdirSync(inProject(folder), { recursive: true });
  return files.filter((path) => /\.(test\.tsx?|spec\.ts)$/.test(path)).map((path) => `${folder}/${path}`);
}

/** Lists the checks of a file: each of its faults by its name, or all of it at once. */
function checksOf(file) {
  const text = file.startsWith('tests/faults/') ? readFileSync(inProject(file), 'utf8') : '';
  const names = [...text.matchAll(/^fault\(\s*'([\w-]+)'/gm)].map(([, name]) => name);
  if (names.length === 0) return [{ check: file, file, only: [] }];
  return names.map((name) => ({ check: name, file, only: ['--testNamePattern', `^${name} `] }));
}

async function runChecks() {
  const length = words.includes('--long') ? 'long' : 'short';
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  const journeys = testsIn('tests/e2e').filter((path) =>
    readFileSync(inProject(path), 'utf8').includes('@long'),
  );
  const always = [...testsIn('tests/faults'), ...journeys].flatMap(checksOf);
  // Properties are in the gate as well, with a fifth of the cases.
  const properties = testsIn('tests').filter((path) => path.includes('.property.'));
  const known = [...always, ...properties.flatMap(checksOf)];
  const checks = (length === 'long' ? known : always).filter(
    ({ check, file }) => parts.length === 0 || parts.some((part) => check === part || file.includes(part)),
  );
  if (checks.length === 0) throw new Error(`No fault is called ${parts.join(' or ')}, and no file.`);
  console.log(`TEST_SEED=${seed}`);
  const cluster = await startTestCluster();
  const cells = new Set(known.map(({ check }) => cellOf(check)));
  const isKnown = (cell) => cells.has(cell);
  let failed = 0;
  try {
    for (const { check, file, only } of checks) {
      const args = [...toolOf(file), file, ...only];
      const goal = length === 'long' ? (GOALS[check] ?? 0) : 0;
      const ends = Date.now() + MINUTES * 60_000;
      let entries = [];
      let isBad = false;
      let isLeftOut = false;
      let tried = 0;
      // Every round draws anew.
      for (let round = Number(seed); ; round += 1) {
        const environment = { ...cluster.environment, TEST_SEED: String(round), FAULTS_LENGTH: length };
        const outcome = await runCheck({ check, args, environment });
        if (outcome.interrupted) return failed + outcome.failed;
        failed += outcome.failed;
        isBad = outcome.failed > 0;
        isLeftOut = outcome.entries.some(({ leftOut }) => leftOut);
        entries = added(entries, outcome.entries);
        tried = Math.max(0, ...entries.map((entry) => entry.tried ?? 0));
        if (goal > 0) console.log(`${check}: あと ${Math.max(0, goal - tried)} 回`);
        if (isBad || isLeftOut || tried >= goal || Date.now() >= ends) break;
      }
      if (length === 'long' && !isLeftOut)
        reportCheck({ check, entries, failed: isBad ? 1 : 0, seed }, isKnown);
    }
  } finally {
    await cluster.stop();
  }
  return failed;
}
