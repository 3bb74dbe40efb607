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

/** Runs one tool as `startStep` does, and waits for its end. */
export const runStep = (step, environment) => startStep(step, environment).ended;

/**
 * Starts one tool and counts its tests; a tool that fails without any counts as one. Its output is passed on, once
 * `isShown` (a promise) is settled when other steps run at the same time, or all of it at its end when it runs `beside` them.
 * Shows at once what a reporter of the tool tells of a failed test. Once the run was interrupted nothing more is started.
 * `drained` is settled when all its files are under way, `ended` when it has ended.
 */
export function startStep(step, environment, { beside = false, isShown } = {}) {
  const { title, args, tells } = step;
  if (interrupted) {
    const ended = Promise.resolve({
      title,
      passed: 0,
      failed: 1,
      failedTests: [],
      passedFiles: [],
      interrupted,
    });
    return { drained: ended, ended };
  }
  const started = Date.now();
  const [script, ...words] = args;
  const child = spawn(process.execPath, ['--no-warnings', `node_modules/${script}`, ...words], {
    cwd: root,
    env: { ...process.env, ...environment, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    stdio: ['ignore', 'pipe', 'pipe', ...(tells ? ['ipc'] : [])],
  });
  running.add(child);
  const failedTests = [];
  const passedFiles = [];
  const drained = new Promise((done) => {
    child.once('close', done);
    child.on('message', ({ waiting, failed, passed }) => {
      if (waiting === 0) done();
      if (passed) passedFiles.push(passed);
      if (!failed) return;
      failedTests.push(failed.name);
      process.stdout.write(`\n✘ ${failed.name}\n${shownMessage(failed.message)}\n\n`);
    });
  });
  const closed = new Promise((done) => child.once('close', done));
  return { drained, ended: follow() };

  async function follow() {
    const output = passOn(child, title, beside ? closed : isShown);
    const code = await closed;
    running.delete(child);
    await (beside ? null : isShown);
    const { passed, failed } = countTests(stripVTControlCharacters(output()));
    const ok = code === 0 && failed === 0 && !interrupted;
    console.log(`── ${title}: ${ok ? '成功' : '失敗'} (${((Date.now() - started) / 1000).toFixed(1)} 秒)`);
    return { title, passed, failed: ok ? 0 : Math.max(failed, 1), failedTests, passedFiles, interrupted };
  }
}

/** Returns the message of a failed test without the lines of the tools. */
function shownMessage(message) {
  const lines = (process.stdout.isTTY ? message : stripVTControlCharacters(message)).split('\n');
  return lines.filter((line) => !/^\s+at .*node_modules/.test(line)).join('\n');
}

/** Passes the output of a tool on, what came before it is shown all at once; answers how to read all of it. */
function passOn(child, title, isShown) {
  const chunks = [];
  let shown = false;
  const show = () => {
    shown = true;
    console.log(`\n── ${title}`);
    for (const [chunk, to] of chunks) to.write(chunk);
  };
  if (isShown) isShown.then(show);
  else show();
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on('data', (chunk) => {
      chunks.push([chunk, to]);
      if (shown) to.write(chunk);
    });
  }
  return () => Buffer.concat(chunks.map(([chunk]) => chunk)).toString();
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
