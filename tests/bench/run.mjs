// `npm run bench`: the product beside its peers and limits in one run; `npm run bench -- writes reads` measures some of it,
// `npm run bench -- commands` how long the commands take.
// Written into `.docs/proof/benchmarks`, where what is not measured this time stays.
import { readdirSync } from 'node:fs';
import { runCheck } from '../support/run-check.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { measureCommands } from './commands.mjs';
import { installPeers } from './peers/install.mjs';
import { pageOf } from './report.mjs';

const files = readdirSync(new URL('.', import.meta.url));
const namesOf = (ending) =>
  files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
const server = namesOf('.speed.ts');
const browser = namesOf('.bench.ts');
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !server.includes(name) && !browser.includes(name));

if (wanted[0] === 'commands') {
  await measureCommands({ withGate: wanted.includes('--gate') });
} else if (unknown) {
  const known = ['commands', ...server, ...browser].join(', ');
  console.error(`${unknown} という計測はありません。使えるのは ${known} です。`);
  process.exitCode = 1;
} else {
  const chosen = (names) => names.filter((name) => wanted.length === 0 || wanted.includes(name));
  await installPeers();
  const cluster = await startTestCluster({ durable: true, connections: 150 });
  let failed = 0;
  try {
    for (const name of chosen(server))
      failed += await measure(`${name}.speed.ts`, 'jest/bin/jest.js', 'jest.config.mjs', []);
    for (const name of chosen(browser))
      failed += await measure(`${name}.bench.ts`, '@playwright/test/cli.js', 'playwright.config.ts', [
        'test',
      ]);
  } finally {
    await cluster.stop();
  }
  process.exitCode = failed > 0 ? 1 : 0;

  function measure(file, program, config, command) {
    const args = [program, ...command, '--config', `tests/bench/${config}`, `bench/${file}`];
    const { environment } = cluster;
    const check = `tests/bench/${file}`;
    return runCheck({ report: 'benchmarks', check, args, environment, pageOf });
  }
}
