// `npm run faults`: faults, simulation, fuzz, load and the journeys tagged @long, of which `npm test` has the few that tests/jest.config.mjs names;
// `-- --long` does far more of each and all cases of the properties, and `-- killed-server fuzz` only the faults of that name
// and what has it in its path. Written into `.docs/proof/faults`, where what is not tried this time stays. `-- --gates` runs
// the gate over midnight, `-- --mutants` tries
// 200 random mutants; the long run of everything ends with both; `-- --mutations` the listed ones. What has a goal is struck by `--long`
// until that is reached or FAULTS_MINUTES (60) are over; the next run goes on from there.
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { timesIn } from '../support/placed.mjs';
import { readReport } from '../support/report-files.mjs';
import { runCheck } from '../support/run-check.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { runGates } from './gates.mjs';
import { toolOf } from './mutations/project-copy.mjs';
import { runRandomMutants } from './mutations/random.mjs';
import { runMutations } from './mutations/run.mjs';
import { pageOf } from './report.mjs';

/** How often long runs strike in all. */
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

/** How much failed of what the words ask for; the long run of everything ends with the gate in other hours and random mutants. */
async function runWanted() {
  if (words.includes('--mutations')) return await runMutations(parts);
  if (words.includes('--gates')) return await runGates();
  if (words.includes('--mutants')) return await runRandomMutants(parts, { isNear: words.includes('--near') });
  const failed = await runChecks();
  return words.includes('--long') && parts.length === 0
    ? failed + (await runGates()) + (await runRandomMutants([]))
    : failed;
}

function inProject(path) {
  return new URL(`../../${path}`, import.meta.url);
}

/** The files of tests in a folder and below it. */
function testsIn(folder) {
  const files = readdirSync(inProject(folder), { recursive: true });
  return files.filter((path) => /\.(test\.tsx?|spec\.ts)$/.test(path)).map((path) => `${folder}/${path}`);
}

/** What a file has to check: each of its faults by its name, or all of it at once. */
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
  const isKnown = (name) => existsSync(inProject(name)) || known.some(({ check }) => check === name);
  let failed = 0;
  try {
    for (const { check, file, only } of checks) {
      const args = [...toolOf(file), file, ...only];
      const goal = length === 'long' ? GOALS[check] : undefined;
      const ends = Date.now() + MINUTES * 60_000;
      let left = 0;
      // Every round draws anew.
      for (let round = Number(seed); ; round += 1) {
        const run = { seed: String(round), length, goal };
        const environment = { ...cluster.environment, TEST_SEED: run.seed, FAULTS_LENGTH: length };
        failed += await runCheck({ report: 'faults', check, args, environment, run, pageOf, isKnown });
        left = goal ? goal - timesIn(readReport('faults').find((record) => record.check === check)) : 0;
        if (goal) console.log(`${check}: あと ${Math.max(0, left)} 回`);
        if (failed > 0 || left <= 0 || Date.now() >= ends) break;
      }
    }
  } finally {
    await cluster.stop();
  }
  return failed;
}
