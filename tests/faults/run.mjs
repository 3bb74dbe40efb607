// `npm run faults`: faults, simulation, fuzz, load and the journeys tagged @long, of which `npm test` has the few that tests/jest.config.mjs names;
// `-- --long` does far more of each and all cases of the properties, and `-- killed-server fuzz` only the faults of that name
// and what has it in its path. Long runs write into `.docs/proof/faults.md`, where what is not tried this time stays. `-- --gates` runs
// the gate over midnight, `-- --mutants` tries 200 random mutants; the long run of everything ends with both; `-- --stale` runs long what has changed since it last ran, the oldest first, for FAULTS_MINUTES in all. What has a goal is struck by `--long` until that is reached or FAULTS_MINUTES (60) are over.
import { randomInt } from 'node:crypto';
import { staleFirst } from '../support/grey-proofs.mjs';
import { codeOf } from '../support/proof-code.mjs';
import { runCheck } from '../support/run-check.mjs';
import { endingSupport } from '../support/supported-lines.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { cellOf, listChecks } from './checks.mjs';
import { runGates } from './gates.mjs';
import { toolOf } from './mutations/project-copy.mjs';
import { runRandomMutants } from './mutations/random.mjs';
import { added, reportCheck } from './report.mjs';

/** Number of strikes of a long run. */
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

async function runChecks() {
  const length = words.includes('--long') || words.includes('--stale') ? 'long' : 'short';
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  const { always, long: known } = listChecks();
  const isWanted = ({ check, file }) =>
    parts.length === 0 || parts.some((part) => check === part || file.includes(part));
  const named = (length === 'long' ? known : always).filter(isWanted);
  if (named.length === 0) throw new Error(`No fault is called ${parts.join(' or ')}, and no file.`);
  const checks = words.includes('--stale')
    ? staleFirst('faults', named, ({ check }) => cellOf(check))
    : named;
  console.log(`TEST_SEED=${seed}`);
  const cluster = await startTestCluster();
  const cells = new Set(known.map(({ check }) => cellOf(check)));
  const isKnown = (cell) => cells.has(cell);
  let failed = 0;
  try {
    const allEnd = words.includes('--stale') ? Date.now() + MINUTES * 60_000 : Number.POSITIVE_INFINITY;
    for (const { check, file, only } of checks) {
      if (Date.now() >= allEnd) break;
      const code = codeOf(file);
      const args = [...toolOf(file), file, ...only];
      const goal = length === 'long' ? (GOALS[check] ?? 0) : 0;
      const ends = Math.min(allEnd, Date.now() + MINUTES * 60_000);
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
        reportCheck({ check, entries, failed: isBad ? 1 : 0, seed, code }, isKnown);
    }
  } finally {
    await cluster.stop();
  }
  return failed;
}
