import { figure, table } from '../support/report-files.mjs';

/** The page of what was tried: how often, what was acknowledged to clients, and what was lost or wrong. */
export function pageOf(records) {
  const checkOf = ({ check }) => `\`${check.replace('tests/faults/', '')}\``;
  const whenOf = ({ taken, since, length, seed }) =>
    `${since && since !== taken ? `${since} to ` : ''}${taken}, ${length}, seed ${seed}`;
  const runOf = (run) => `${run.failed > 0 ? '**failed** ' : ''}${whenOf(run)}`;
  const count = (value) => (value === undefined ? '' : figure(value));
  const rows = records.flatMap(({ entries, ...run }) =>
    (entries.length > 0 ? entries : [{ what: '' }]).map((trial) => [
      checkOf(run),
      trial.what,
      ...['tried', 'acknowledged', 'unknown', 'lost', 'wrong'].map((name) => count(trial[name])),
      Object.entries(trial.figures ?? {})
        .map(([name, value]) => `${name} ${figure(value)}`)
        .join(', '),
      runOf(run),
    ]),
  );
  const failures = records.filter(({ failed, failedSince }) => (failedSince?.failed ?? failed) > 0);
  return [
    '# Faults, histories, bad input, load',
    '',
    'Written by `npm run faults [-- --long] [-- PART]`; what was not tried the last time stays from the run named beside it.',
    'A check fails when anything acknowledged is lost or anything is wrong: a room is double, a booking is there twice, the',
    'tables differ from those rebuilt from the log, the hash chain breaks, a terminal shows something else, a refused request',
    'wrote or was answered with 5xx. *Unknown* are writes whose client got no answer: each is there once or not at all. What',
    'was not measured is left empty. One trial again: `TEST_SEED=… npm run faults [-- --long] CHECK`.',
    ...failures.flatMap((run) => [
      '',
      `**Failed in its last run:** ${checkOf(run)}, ${whenOf(run.failedSince ?? run)}`,
    ]),
    '',
    table(['check', '', 'times', 'acknowledged', 'unknown', 'lost', 'wrong', 'figures', 'run'], rows),
    '',
    ...new Set(records.map(({ machine }) => `- ${machine}`)),
    '',
  ].join('\n');
}
