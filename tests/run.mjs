// `npm test`: the static steps beside Jest, then the browser, each with the time that it took;
// `npm test -- jest e2e` runs some of them, `npm run test:changed` the static ones and what uncommitted changes touch in Jest.
import { randomInt } from 'node:crypto';
import { chooseClock } from './support/clock/chosen-clock.mjs';
import { runStep } from './support/run-step.mjs';
import { startTestCluster } from './support/test-cluster.mjs';

process.env.TEST_SEED ??= String(randomInt(2 ** 31));
const jest = ['jest/bin/jest.js', '--config', 'tests/jest.config.mjs', '--seed', process.env.TEST_SEED];

const steps = {
  types: { title: '型検査', args: ['typescript/bin/tsc', '--noEmit'] },
  lint: { title: '書式と lint', args: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  unused: { title: '使われていないコード', args: ['knip/bin/knip.js', '--config', '.knip.json'] },
  jest: {
    title: 'Jest',
    args: jest,
    needsDatabase: true,
  },
  changed: {
    title: 'Jest (変更に関わるもの)',
    args: [...jest, '--onlyChanged'],
    needsDatabase: true,
  },
  e2e: {
    title: 'ブラウザー (Playwright)',
    args: ['@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    needsDatabase: true,
  },
};

/** What must pass before a change is merged. */
const gate = Object.keys(steps).filter((name) => name !== 'changed');

/** Runs every chosen step, whatever becomes of the others; answers with the totals and with what failed. */
async function runSteps(names) {
  const onDatabase = names.filter((name) => steps[name].needsDatabase);
  const inSources = names.filter((name) => !onDatabase.includes(name));
  const cluster = onDatabase.length > 0 ? startTestCluster() : null;
  const outcomes = [];
  try {
    const checked = Promise.all(
      inSources.map((name) => runStep(steps[name], {}, { beside: names.length > 1 })),
    );
    for (const name of onDatabase) outcomes.push(await runStep(steps[name], (await cluster).environment));
    outcomes.push(...(await checked));
  } finally {
    await (await cluster)?.stop();
  }
  const sum = (count) => outcomes.reduce((total, outcome) => total + outcome[count], 0);
  const failedSteps = outcomes.filter(({ failed }) => failed > 0).map(({ title }) => title);
  return { passed: sum('passed'), failed: sum('failed'), failedSteps };
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in steps));
if (unknown) {
  console.error(`${unknown} という段階はありません。使えるのは ${Object.keys(steps).join(', ')} です。`);
  process.exitCode = 1;
} else {
  const started = Date.now();
  chooseClock();
  console.log(`TEST_SEED=${process.env.TEST_SEED} TEST_NOW=${process.env.TEST_NOW}`);
  const { passed, failed, failedSteps } = await runSteps(wanted.length > 0 ? wanted : gate);
  console.log(`\n合計 ${((Date.now() - started) / 1000).toFixed(1)} 秒`);
  if (failed > 0) console.log(`失敗した段階: ${failedSteps.join(', ')}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
