// `npm test`: every suite with the time it took, what only reads the sources beside each other, then what runs them one
// after another; `npm test -- jest e2e` runs some of them.
import { randomInt } from 'node:crypto';
import { runStep } from './support/run-step.mjs';
import { startTestCluster } from './support/test-cluster.mjs';

const steps = {
  types: { title: '型検査', args: ['typescript/bin/tsc', '--noEmit'] },
  lint: { title: '書式と lint', args: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  unused: { title: '使われていないコード', args: ['knip/bin/knip.js', '--config', '.knip.json'] },
  jest: {
    title: 'Jest',
    args: ['jest/bin/jest.js', '--config', 'tests/jest.config.mjs'],
    needsDatabase: true,
  },
  e2e: {
    title: 'ブラウザー (Playwright)',
    args: ['@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    needsDatabase: true,
  },
};

/** Runs every chosen step, whatever became of those before it; answers with the totals and with what failed. */
async function runSteps(names) {
  const total = { passed: 0, failed: 0, failedSteps: [] };
  const count = (name, { passed, failed }) => {
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) total.failedSteps.push(steps[name].title);
  };
  const [running, reading] = [true, false].map((needs) =>
    names.filter((name) => Boolean(steps[name].needsDatabase) === needs),
  );
  await Promise.all(
    reading.map(async (name) => count(name, await runStep(steps[name], {}, { beside: reading.length > 1 }))),
  );
  if (running.length === 0) return total;
  const cluster = await startTestCluster();
  try {
    for (const name of running) {
      const outcome = await runStep(steps[name], cluster.environment);
      count(name, outcome);
      if (outcome.interrupted) break;
    }
  } finally {
    await cluster.stop();
  }
  return total;
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in steps));
if (unknown) {
  console.error(`${unknown} という段階はありません。使えるのは ${Object.keys(steps).join(', ')} です。`);
  process.exitCode = 1;
} else {
  const started = Date.now();
  process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`TEST_SEED=${process.env.TEST_SEED}`);
  const { passed, failed, failedSteps } = await runSteps(wanted.length > 0 ? wanted : Object.keys(steps));
  console.log(`\n合計 ${((Date.now() - started) / 1000).toFixed(1)} 秒`);
  if (failed > 0) console.log(`失敗した段階: ${failedSteps.join(', ')}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
