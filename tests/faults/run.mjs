// `npm run faults`: faults, simulation, fuzz and load, as `npm test` has them; `-- --long` does far more of each, and
// `-- fuzz` only what has that in its path. What was tried is written into `.docs/proof/faults`. `-- --mutations` makes the
// listed mistakes in a copy of the product and expects each to be caught.
import { randomInt } from 'node:crypto';
import { forgetEntries } from '../support/report-files.mjs';
import { runStep } from '../support/run-step.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { runMutations } from './mutations/run.mjs';
import { reportFaults } from './report.mjs';

const words = process.argv.slice(2);
const parts = words.filter((word) => !word.startsWith('--'));

process.exitCode =
  (words.includes('--mutations') ? await runMutations(parts) : await runChecks()) > 0 ? 1 : 0;

async function runChecks() {
  const length = words.includes('--long') ? 'long' : 'short';
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  console.log(`TEST_SEED=${seed}`);
  forgetEntries('faults');
  const cluster = await startTestCluster();
  const environment = { ...cluster.environment, TEST_SEED: seed, FAULTS_LENGTH: length };
  const paths = parts.length > 0 ? parts.map((part) => `tests/faults/.*${part}`) : ['tests/faults/'];
  const args = ['jest/bin/jest.js', '--config', 'tests/jest.config.mjs', '--maxWorkers=1', ...paths];
  try {
    return (await runStep({ title: '障害・模擬・異常入力・負荷', args }, environment)).failed;
  } finally {
    await cluster.stop();
    reportFaults({ seed, length });
  }
}
