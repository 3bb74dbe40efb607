// `npm run faults -- --mutations`: makes each listed mistake in a copy of the project, runs the check that is to catch it, which
// passes without it, and expects it to fail; `-- --mutations kills` tries those of one part or check. Written into `.docs/proof/mutations`.
import { isDeepStrictEqual } from 'node:util';
import { today } from '../../support/report-files.mjs';
import { allMutations, mutatedText } from './list.mjs';
import { ProjectCopy } from './project-copy.mjs';
import { readMutations, reportListed } from './report.mjs';

async function resultOf(copy, check, test) {
  const { verdict, output } = await copy.runTests([check], { test });
  if (verdict === 'unrun') console.error(output.slice(-4000));
  return verdict;
}

/**
 * `caught` when the check failed, `survived` when it passed, `unrun` when there was nothing to run, `unfounded` when it
 * does not pass without the mistake either.
 */
async function outcomeOf(copy, mutation, sound) {
  const { file, caughtBy, test } = mutation;
  const check = `${caughtBy} ${test ?? ''}`;
  if (!sound.has(check)) sound.set(check, (await resultOf(copy, caughtBy, test)) === 'passed');
  if (!sound.get(check)) return 'unfounded';
  const verdict = await copy.withText(file, mutatedText(mutation), () => resultOf(copy, caughtBy, test));
  return { failed: 'caught', slow: 'caught', passed: 'survived' }[verdict] ?? verdict;
}

/** Tries the mutations of these parts or checks, or all; answers how many were not caught. */
export async function runMutations(parts) {
  const mutations = await allMutations();
  const isWanted = ({ part, caughtBy }) => parts.some((word) => part === word || caughtBy.includes(word));
  const wanted = mutations.filter((mutation) => parts.length === 0 || isWanted(mutation));
  if (wanted.length === 0) throw new Error(`No part and no check is called ${parts.join(' or ')}.`);
  const copy = new ProjectCopy();
  const sound = new Map();
  let missed = 0;
  try {
    for (const mutation of wanted) {
      const outcome = await outcomeOf(copy, mutation, sound);
      console.log(`${outcome}: ${mutation.what} (${mutation.caughtBy})`);
      if (outcome !== 'caught') missed += 1;
      report(mutations, { ...mutation, taken: today(), outcome });
    }
  } finally {
    copy.remove();
  }
  return missed;
}

/** Writes down what became of one; the others stay as they were tried, unless their mistake is no longer the same. */
function report(mutations, tried) {
  const known = [tried, ...readMutations().listed];
  reportListed(
    mutations.map((mutation) => {
      const last = known.find((each) =>
        isDeepStrictEqual({ ...mutation, taken: each.taken, outcome: each.outcome }, each),
      );
      return last ?? { ...mutation, outcome: 'not tried' };
    }),
  );
}
