// `npm run faults`: faults, simulation, fuzz, load and the screens' states, of which `npm test` has the few that tests/jest.config.mjs names;
// `-- --long` does far more of each and all cases of the properties, and `-- fuzz` only what has that in its path. Written
// into `.docs/proof/faults`, where what is not tried this time stays. `-- --mutations` makes the listed mistakes in a copy
// of the product and expects each to be caught.
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { runCheck } from '../support/run-check.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { runMutations } from './mutations/run.mjs';
import { pageOf } from './report.mjs';

const words = process.argv.slice(2);
const parts = words.filter((word) => !word.startsWith('--'));

process.exitCode =
  (words.includes('--mutations') ? await runMutations(parts) : await runChecks()) > 0 ? 1 : 0;

/** What runs a file of tests. */
function toolOf(check) {
  if (check.endsWith('.spec.ts'))
    return ['@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'];
  const config = `tests/${check.startsWith('tests/faults/') ? 'faults/' : ''}jest.config.mjs`;
  return ['jest/bin/jest.js', '--config', config, '--runTestsByPath'];
}

/** The files of tests in a folder and below it. */
function testsIn(folder) {
  const files = readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true });
  return files.filter((path) => /\.(test\.tsx?|spec\.ts)$/.test(path)).map((path) => `${folder}/${path}`);
}

async function runChecks() {
  const length = words.includes('--long') ? 'long' : 'short';
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  // Properties are in the gate as well, with a fifth of the cases.
  const properties = testsIn('tests').filter((path) => path.includes('.property.'));
  const always = [...testsIn('tests/faults'), ...testsIn('tests/e2e/long')];
  const checks = [...always, ...(length === 'long' ? properties : [])].filter(
    (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
  );
  if (checks.length === 0) throw new Error(`No check has ${parts.join(' or ')} in its path.`);
  console.log(`TEST_SEED=${seed}`);
  const cluster = await startTestCluster();
  const environment = { ...cluster.environment, TEST_SEED: seed, FAULTS_LENGTH: length };
  let failed = 0;
  try {
    for (const check of checks.sort()) {
      const args = [...toolOf(check), check];
      const run = { seed, length };
      failed += await runCheck({ report: 'faults', check, args, environment, run, pageOf });
    }
  } finally {
    await cluster.stop();
  }
  return failed;
}
