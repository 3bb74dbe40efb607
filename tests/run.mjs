// `npm test`: the static steps beside Jest, then the browser as soon as no file of Jest waits, each with the time that it
// took; `npm test -- jest e2e` runs some of them, `npm test -- --all` also the suites that passed here and have not changed
// since; `npm run test:changed` runs the static steps and what uncommitted changes touch in Jest.
import { randomInt } from 'node:crypto';
import { chooseClock } from './support/clock/chosen-clock.mjs';
import { tellGreyProofs } from './support/grey-proofs.mjs';
import { lastPassed, notePassed, SUITES, sharedReader, stampOf, testsOf } from './support/passed-suites.mjs';
import { startStep } from './support/run-step.mjs';
import { startTestCluster } from './support/test-cluster.mjs';

process.env.TEST_SEED ??= String(randomInt(2 ** 31));
const jest = [
  ...['jest/bin/jest.js', '--config', 'tests/jest.config.mjs', '--seed', process.env.TEST_SEED],
  ...['--reporters', 'default', '--reporters', '<rootDir>/tests/support/jest/tell-run.mjs'],
];

const steps = {
  types: { title: '型検査', args: ['typescript/bin/tsc', '--noEmit'] },
  lint: { title: '書式と lint', args: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  unused: { title: '使われていないコード', args: ['knip/bin/knip.js', '--config', '.knip.json'] },
  jest: {
    title: 'Jest',
    args: jest,
    needsDatabase: true,
    tells: true,
  },
  changed: {
    title: 'Jest (変更に関わるもの)',
    args: [...jest, '--onlyChanged'],
    needsDatabase: true,
    tells: true,
  },
  e2e: {
    title: 'ブラウザー (Playwright)',
    args: [
      ...['@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'],
      ...['--reporter', 'list,./tests/support/browser/tell-run.mjs'],
    ],
    needsDatabase: true,
    tells: true,
  },
};

/** Steps that must pass before a change is merged. */
const gate = Object.keys(steps).filter((name) => name !== 'changed');

/** Runs every chosen step, whatever becomes of the others; answers with the totals and with what failed. */
async function runSteps(names, settings) {
  const onDatabase = names.filter((name) => steps[name].needsDatabase);
  const inSources = names.filter((name) => !onDatabase.includes(name));
  const cluster = onDatabase.length > 0 ? startTestCluster() : null;
  const outcomes = [];
  try {
    const running = inSources.map((name) => startStep(steps[name], {}, { beside: names.length > 1 }).ended);
    let isShown;
    for (const name of onDatabase) {
      const environment = { ...(await cluster).environment, ...settings };
      const { drained, ended } = startStep(steps[name], environment, { isShown });
      running.push(ended);
      isShown = ended;
      await drained;
    }
    outcomes.push(...(await Promise.all(running)));
  } finally {
    await (await cluster)?.stop();
  }
  const sum = (count) => outcomes.reduce((total, outcome) => total + outcome[count], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    failedSteps: outcomes.filter(({ failed }) => failed > 0).map(({ title }) => title),
    failedTests: outcomes.flatMap(({ failedTests }) => failedTests),
    passedFiles: outcomes.flatMap(({ passedFiles }) => passedFiles),
  };
}

const words = process.argv.slice(2);
const wanted = words.filter((word) => word !== '--all');
const unknown = wanted.find((name) => !(name in steps));
if (unknown) {
  console.error(`${unknown} という段階はありません。使えるのは ${Object.keys(steps).join(', ')} です。`);
  process.exitCode = 1;
} else {
  process.exitCode = (await runGate(wanted.length > 0 ? wanted : gate)) > 0 ? 1 : 0;
}

/** Runs the steps but for the suites that are left out, and says how they went; answers how many tests failed. */
async function runGate(names) {
  const started = Date.now();
  chooseClock();
  console.log(`TEST_SEED=${process.env.TEST_SEED} TEST_NOW=${process.env.TEST_NOW}`);
  const before = sharedReader();
  const suites = Object.entries(SUITES)
    .filter(([, { step = 'jest' }]) => names.includes(step))
    .map(([name, suite]) => ({ name, suite, stamp: stampOf(suite, before) }));
  const hasPassed = ({ name, stamp }) => lastPassed(name)?.stamp === stamp;
  const leftOut = words.includes('--all') ? [] : suites.filter(hasPassed);
  const stepsLeftOut = leftOut.map(({ suite }) => suite.step);
  const TESTS_LEFT_OUT = leftOut.flatMap(({ suite }) => suite.tests).join(' ');
  const { passed, failed, failedSteps, failedTests, passedFiles } = await runSteps(
    names.filter((name) => !stepsLeftOut.includes(name)),
    { TESTS_LEFT_OUT },
  );
  const filesLeftOut = leftOut.flatMap(({ suite }) => testsOf(suite));
  const isPassedFile = (file) => passedFiles.includes(file) || filesLeftOut.includes(file);
  const after = sharedReader();
  for (const { name, suite, stamp } of suites) {
    const isPassed = suite.step
      ? !failedSteps.includes(steps[suite.step].title)
      : testsOf(suite).every(isPassedFile);
    // What changed meanwhile may have been tested as it was before.
    if (isPassed && stampOf(suite, after) === stamp) notePassed(name, stamp);
  }
  console.log(`\n合計 ${((Date.now() - started) / 1000).toFixed(1)} 秒`);
  if (leftOut.length > 0) console.log('省略(成功してから変更なし。--all で実行):');
  for (const { name, suite } of leftOut) {
    const since = new Date(lastPassed(name).since).toLocaleString('sv-SE').slice(0, 16);
    console.log(`  ${suite.title} (${since})`);
  }
  tellGreyProofs();
  if (failed > 0) console.log(`失敗した段階: ${failedSteps.join(', ')}`);
  for (const name of failedTests) console.log(`✘ ${name}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}
