// `npm run faults`: faults, simulation, fuzz and load, as `npm test` has them; `-- --long` does far more of each, and
// `-- fuzz` only what has that in its path. What was tried is written into `.docs/proof/faults`.
import { randomInt } from 'node:crypto';
import { forgetEntries } from '../support/report-files.mjs';
import { runStep } from '../support/run-step.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { reportFaults } from './report.mjs';

const words = process.argv.slice(2);
const length = words.includes('--long') ? 'long' : 'short';
const parts = words.filter((word) => word !== '--long');
process.env.TEST_SEED ??= String(randomInt(2 ** 31));
process.env.FAULTS_LENGTH = length;
const seed = process.env.TEST_SEED;
console.log(`TEST_SEED=${seed}`);

forgetEntries('faults');
const cluster = await startTestCluster();
try {
  const paths = parts.length > 0 ? parts.map((part) => `tests/faults/.*${part}`) : ['tests/faults/'];
  const args = ['jest/bin/jest.js', '--config', 'tests/jest.config.mjs', '--maxWorkers=1', ...paths];
  const { failed } = await runStep({ title: '障害・模擬・異常入力・負荷', args }, cluster.environment);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await cluster.stop();
}
reportFaults({ seed, length });
