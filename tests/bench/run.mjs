// `npm run bench`: the product beside its peers and limits in one run; `npm run bench -- writes reads` measures some of it,
// `npm run bench -- --stale` what has changed since it was measured, the oldest first, for FAULTS_MINUTES in all, and
// `npm run bench -- commands` how long the commands take.
// The goals are written into `.docs/proof/benchmarks.md`, where what is not measured this time stays.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { staleFirst } from '../support/grey-proofs.mjs';
import { codeOf } from '../support/proof-code.mjs';
import { runCheck } from '../support/run-check.mjs';
import { startTestCluster } from '../support/test-cluster.mjs';
import { measureCommands } from './commands.mjs';
import { reportBench } from './report.mjs';

const TOOLS = {
  speed: ['jest/bin/jest.js', '--config', 'tests/bench/jest.config.mjs'],
  bench: ['@playwright/test/cli.js', 'test', '--config', 'tests/bench/playwright.config.ts'],
};
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => /\.(speed|bench)\.ts$/.test(file));
const nameOf = (file) => file.split('.')[0];
const isStale = process.argv.includes('--stale');
const wanted = process.argv.slice(2).filter((word) => word !== '--stale');
const minutes = Number(process.env.FAULTS_MINUTES ?? 60);
const unknown = wanted.find((name) => !files.map(nameOf).includes(name));

if (wanted[0] === 'commands') {
  await measureCommands(wanted.slice(1));
} else if (unknown) {
  const known = ['commands', ...new Set(files.map(nameOf))].join(', ');
  console.error(`${unknown} という計測はありません。使えるのは ${known} です。`);
  process.exitCode = 1;
} else {
  installPeers();
  const cluster = await startTestCluster({ durable: true, connections: 150 });
  let failed = 0;
  try {
    const named = files.filter((file) => wanted.length === 0 || wanted.includes(nameOf(file)));
    const ends = isStale ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
    for (const file of isStale ? staleFirst('benchmarks', named, (name) => `\`${name}\``) : named) {
      if (Date.now() >= ends) break;
      const code = codeOf(`tests/bench/${file}`);
      const args = [...TOOLS[file.split('.')[1]], `bench/${file}`];
      const environment = { ...cluster.environment, NODE_ENV: 'production' };
      const outcome = await runCheck({ check: file, args, environment });
      failed += outcome.failed;
      if (outcome.failed > 0) break;
      reportBench({ file, entries: outcome.entries, code }, (cell) =>
        files.includes(cell.replaceAll('`', '')),
      );
    }
  } finally {
    await cluster.stop();
  }
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Installs the peers; where that fails, the measurements say which are missing. */
function installPeers() {
  const cwd = fileURLToPath(new URL('peers', import.meta.url));
  try {
    execFileSync('npm', ['install'], { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  } catch {
    console.error('比較相手を取得できませんでした。製品だけを計測します。');
  }
}
