import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The tool, with its arguments, that runs a file of tests, whose path follows. */
export function toolOf(check) {
  if (check.endsWith('.spec.ts'))
    return ['@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'];
  const config = `tests/${check.startsWith('tests/faults/') ? 'faults/' : ''}jest.config.mjs`;
  return ['jest/bin/jest.js', '--config', config, '--runTestsByPath'];
}

/** A copy of the project's files but those that git ignores, with the packages and the built server of the original; mutants are made in it. */
export class ProjectCopy {
  #folder = mkdtempSync(join(tmpdir(), 'hotel-mutations-'));
  #kill = () => {};
  #isStopped = false;

  constructor() {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', args, { cwd: project, encoding: 'utf8' });
    for (const file of listed.split('\0').filter((path) => path && existsSync(join(project, path))))
      cpSync(join(project, file), join(this.#folder, file));
    for (const folder of ['node_modules', 'dist'])
      if (existsSync(join(project, folder))) symlinkSync(join(project, folder), join(this.#folder, folder));
  }

  /** The text of a file, which stays as it was when the copy was made. */
  read(file) {
    return readFileSync(join(this.#folder, file), 'utf8');
  }

  /** Exchanges a file's text while `work` runs. */
  async withText(file, text, work) {
    const path = join(this.#folder, file);
    const original = this.read(file);
    writeFileSync(path, text);
    try {
      return await work();
    } finally {
      writeFileSync(path, original);
    }
  }

  /**
   * Runs files of one tool until the first that fails. The verdict is `passed`, `failed`, `slow` when it did not end within
   * the limit, or `unrun` when there was nothing to run; `output` is what the tool printed.
   */
  async runTests(files, { environment, within }) {
    const isSpec = files[0].endsWith('.spec.ts');
    const [program, ...args] = toolOf(files[0]);
    const once = isSpec ? ['--retries=0'] : ['--maxWorkers=1', '--bail'];
    const flags = ['--experimental-vm-modules', '--no-warnings', '--max-old-space-size=3072'];
    const { status, output } = await this.run(
      [...flags, `node_modules/${program}`, ...args, ...files, ...once],
      { ...environment, FAULTS_LENGTH: 'short' },
      within,
    );
    const hasFailed = isSpec
      ? /^ {2}\d+ failed/m.test(output)
      : /^Test(s| Suites):.*\d+ failed/m.test(output);
    if (status === 'slow') return { verdict: 'slow', output };
    if (status !== 0 && hasFailed) return { verdict: 'failed', output };
    if (status === 0 && /\d+ passed/.test(output)) return { verdict: 'passed', output };
    return { verdict: 'unrun', output };
  }

  /** Runs Node in the copy; its processes are killed after the limit, and the status is then `slow`. */
  async run(args, environment, within) {
    if (this.#isStopped) return { status: 'slow', output: '' };
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // A group of its own, so that what it has started is killed with it.
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    let isSlow = false;
    this.#kill = () => {
      isSlow = true;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const timer = setTimeout(this.#kill, within);
    const status = await new Promise((done) => child.once('close', done));
    clearTimeout(timer);
    this.#kill = () => {};
    return { status: isSlow ? 'slow' : status, output };
  }

  /** Kills what runs in the copy, and runs nothing more. */
  stop() {
    this.#isStopped = true;
    this.#kill();
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
