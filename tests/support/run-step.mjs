import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

// An interrupted run ends its children, and goes on to tidy up after them.
let interrupted = false;
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill('SIGTERM');
  });
}

/**
 * Runs one tool with its output passed on, all of it at its end when it runs `beside` others, and counts its tests; a tool
 * that fails without any counts as one. Once the run was interrupted nothing more is started.
 */
export async function runStep({ title, args: [script, ...args] }, environment, { beside = false } = {}) {
  if (interrupted) return { title, passed: 0, failed: 1, interrupted };
  if (!beside) console.log(`\n── ${title}`);
  const started = Date.now();
  const child = spawn(process.execPath, ['--no-warnings', `node_modules/${script}`, ...args], {
    cwd: root,
    env: { ...process.env, ...environment, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const chunks = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on('data', (chunk) => {
      chunks.push(chunk);
      if (!beside) to.write(chunk);
    });
  }
  const code = await new Promise((done) => child.once('close', done));
  running.delete(child);
  const output = Buffer.concat(chunks).toString();
  if (beside) process.stdout.write(`\n── ${title}\n${output}`);
  const { passed, failed } = countTests(stripVTControlCharacters(output));
  const ok = code === 0 && failed === 0 && !interrupted;
  console.log(`── ${title}: ${ok ? '成功' : '失敗'} (${((Date.now() - started) / 1000).toFixed(1)} 秒)`);
  return { title, passed, failed: ok ? 0 : Math.max(failed, 1), interrupted };
}

/** The totals that Jest ("Tests: 1 failed, 2 passed, 3 total") or Playwright ("  2 passed (3s)") printed. */
function countTests(output) {
  const jest = output.match(/^Tests:.*$/m)?.[0];
  const count = (word) => {
    const match = jest
      ? jest.match(new RegExp(`(\\d+) ${word}`))
      : output.match(new RegExp(`^ {2}(\\d+) ${word}( |$)`, 'm'));
    return Number(match?.[1] ?? 0);
  };
  return { passed: count('passed'), failed: count('failed') };
}
