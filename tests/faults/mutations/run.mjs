// `npm run faults -- --mutations`: makes each listed mistake in a copy of the project, runs the check that is to catch it, which
// passes without it, and expects it to fail; `-- --mutations fuzz` tries those of one part or check. Written into `.docs/proof/mutations`.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { readReport, table, today, writeReport } from '../../support/report-files.mjs';
import { allMutations, mutatedText } from './list.mjs';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const TIME_LIMIT_MS = 900_000;

/** What runs a file of tests, whose path follows. */
export function toolOf(check) {
  if (check.endsWith('.spec.ts'))
    return ['@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'];
  const config = `tests/${check.startsWith('tests/faults/') ? 'faults/' : ''}jest.config.mjs`;
  return ['jest/bin/jest.js', '--config', config, '--runTestsByPath'];
}

/** A copy of what git has, with the packages of the original. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), 'hotel-mutations-'));
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean)) cpSync(join(project, file), join(copy, file));
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Runs a check in the copy: whether it `passed`, `failed` or had nothing to run. */
function resultOf(copy, check, test) {
  const isSpec = check.endsWith('.spec.ts');
  const [program, ...args] = toolOf(check);
  const only = test ? [isSpec ? '-g' : '-t', test] : [];
  const once = isSpec ? '--retries=0' : '--maxWorkers=1';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', `node_modules/${program}`, ...args, check, ...only, once],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: TIME_LIMIT_MS,
      env: { ...process.env, FAULTS_LENGTH: 'short' },
    },
  );
  const output = stdout + stderr;
  const hasFailed = isSpec ? /^ {2}\d+ failed/m.test(output) : /^Tests:.*\d+ failed/m.test(output);
  if (status !== 0 && hasFailed) return 'failed';
  if (status === 0 && /\d+ passed/.test(output)) return 'passed';
  console.error(output.slice(-4000));
  return 'unrun';
}

/**
 * `caught` when the check failed, `survived` when it passed, `unrun` when there was nothing to run, `unfounded` when it
 * does not pass without the mistake either.
 */
function outcomeOf(copy, mutation, sound) {
  const { file, caughtBy, test } = mutation;
  const check = `${caughtBy} ${test ?? ''}`;
  if (!sound.has(check)) sound.set(check, resultOf(copy, caughtBy, test) === 'passed');
  if (!sound.get(check)) return 'unfounded';
  const original = readFileSync(join(copy, file), 'utf8');
  writeFileSync(join(copy, file), mutatedText(mutation, copy));
  const result = resultOf(copy, caughtBy, test);
  writeFileSync(join(copy, file), original);
  return { failed: 'caught', passed: 'survived' }[result] ?? result;
}

/** Tries the mutations of these parts or checks, or all; answers how many were not caught. */
export async function runMutations(parts) {
  const mutations = await allMutations();
  const isWanted = ({ part, caughtBy }) => parts.some((word) => part === word || caughtBy.includes(word));
  const wanted = mutations.filter((mutation) => parts.length === 0 || isWanted(mutation));
  if (wanted.length === 0) throw new Error(`No part and no check is called ${parts.join(' or ')}.`);
  const copy = copyProject();
  const sound = new Map();
  let missed = 0;
  try {
    for (const mutation of wanted) {
      const outcome = outcomeOf(copy, mutation, sound);
      console.log(`${outcome}: ${mutation.what} (${mutation.caughtBy})`);
      if (outcome !== 'caught') missed += 1;
      report(mutations, { ...mutation, taken: today(), outcome });
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return missed;
}

/** Writes down what became of one; the others stay as they were tried, unless their mistake is no longer the same. */
function report(mutations, tried) {
  const known = [tried, ...readReport('mutations')];
  const all = mutations.map((mutation) => {
    const last = known.find((each) =>
      isDeepStrictEqual({ ...mutation, taken: each.taken, outcome: each.outcome }, each),
    );
    return last ?? { ...mutation, outcome: 'not tried' };
  });
  const caught = all.filter(({ outcome }) => outcome === 'caught').length;
  const page = [
    '# Mistakes made on purpose',
    '',
    'Written by `npm run faults -- --mutations [PART]`: each mistake was made in a copy of the product, and the check beside it,',
    'which passes without it, run; what was not tried the last time stays from the day named beside it.',
    '',
    `${caught} of ${mutations.length} were caught.`,
    '',
    table(
      ['mistake', 'in', 'check', 'outcome', 'on'],
      all.map(({ what, file, caughtBy, outcome, taken }) => [
        what,
        `\`${file}\``,
        `\`${caughtBy}\``,
        outcome === 'caught' ? outcome : `**${outcome}**`,
        taken ?? '',
      ]),
    ),
    '',
  ].join('\n');
  writeReport('mutations', { page, data: all });
}
