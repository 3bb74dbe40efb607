import fc from 'fast-check';
import { live } from './history.js';
import { histories, type Step } from './steps.js';
import { Tally } from './tally.js';

/** A run of histories under one seed; `path` names one of them, as a failure tells it. */
export type Run = { seed: number; histories: number; path?: string };

/** What a run lived through, and the least history that breaks a rule, in words; null for none. */
export type Result = { tally: Tally; failure: string | null };

async function tell(history: readonly Step[]): Promise<string> {
  const lines: string[] = [];
  const end = await live(history, new Tally(), lines).then(
    () => 'nothing is broken when it is lived through alone',
    (error: Error) => error.message,
  );
  return [...lines.map((line, index) => `${String(index + 1).padStart(3)}. ${line}`), `  ⇒ ${end}`].join(
    '\n',
  );
}

/** Lives through histories drawn by a seed; the first that breaks a rule is made as small as it can be. */
export async function simulate({ seed, histories: numRuns, path }: Run): Promise<Result> {
  const tally = new Tally();
  const property = fc.asyncProperty(histories, (history) => live(history, tally));
  const details = await fc.check(property, { seed, numRuns, path, endOnFailure: path !== undefined });
  if (!details.failed) return { tally, failure: null };
  const history = details.counterexample?.[0];
  const failure = [
    `A history breaks a rule (after ${details.numRuns} histories, made smaller ${details.numShrinks} times):`,
    history ? await tell(history) : String(details.errorInstance),
    `Once more: node --import ./tests/support/typescript.mjs tests/faults/simulation/run.ts ${details.seed} 1 ${details.counterexamplePath}`,
  ].join('\n');
  return { tally, failure };
}
