// `npm run bench`: the product beside its peers and limits in one run; `npm run bench -- writes reads` measures some of it.
import { readdirSync } from 'node:fs';
import { forgetEntries } from '../support/report-files.mjs';
import { runStep } from '../support/run-step.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { installPeers } from './peers/install.mjs';
import { reportBenchmarks } from './report.mjs';

const files = readdirSync(new URL('.', import.meta.url));
const namesOf = (ending) =>
  files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
const server = namesOf('.speed.ts');
const browser = namesOf('.bench.ts');
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !server.includes(name) && !browser.includes(name));

if (unknown) {
  console.error(`${unknown} という計測はありません。使えるのは ${[...server, ...browser].join(', ')} です。`);
  process.exitCode = 1;
} else {
  const chosen = (names) => names.filter((name) => wanted.length === 0 || wanted.includes(name));
  forgetEntries('bench');
  await installPeers();
  const cluster = await startTestCluster({ durable: true, connections: 150 });
  let failed = 0;
  try {
    for (const name of chosen(server))
      failed += await measure(name, 'jest/bin/jest.js', 'jest.config.mjs', []);
    for (const name of chosen(browser))
      failed += await measure(name, '@playwright/test/cli.js', 'playwright.config.ts', ['test']);
  } finally {
    await cluster.stop();
  }
  reportBenchmarks();
  process.exitCode = failed > 0 ? 1 : 0;

  async function measure(name, program, config, command) {
    const args = [program, ...command, '--config', `tests/bench/${config}`, `bench/${name}.`];
    return (await runStep({ title: name, args }, cluster.environment)).failed;
  }
}
