import { figure, table } from '../support/report-files.mjs';

const PARTS = {
  faults: 'Faults survived',
  simulation: 'Histories simulated',
  fuzz: 'Bad input tried',
  load: 'Load carried',
};

/** The page of what was tried: how often, what was acknowledged to clients, and what was lost or wrong. */
export function pageOf(records) {
  const trials = records.flatMap(({ entries, ...run }) => entries.map((trial) => ({ ...trial, run })));
  const uncounted = records.filter(({ entries }) => entries.length === 0);
  return [
    '# Faults, histories, bad input, load',
    '',
    'Written by `npm run faults [-- --long] [-- PART]`; what was not tried the last time stays from the run named beside it.',
    'A check fails when anything acknowledged is lost or anything is wrong: a room is double, a booking is there twice, the',
    'tables differ from those rebuilt from the log, the hash chain breaks, a terminal shows something else, a refused request',
    'wrote or was answered with 5xx. *Unknown* are writes whose client got no answer: each is there once or not at all. What',
    'was not measured is left empty. One trial again: `TEST_SEED=… npm run faults [-- --long] CHECK`.',
    ...records.flatMap((record) => failureOf(record)).flatMap((line) => ['', line]),
    ...Object.entries(PARTS).flatMap(([part, title]) =>
      sectionOf(
        title,
        trials.filter((trial) => trial.part === part),
      ),
    ),
    ...(uncounted.length > 0
      ? ['', '## Without a count', '', table(['check', 'run'], uncounted.map(placeOf))]
      : []),
    '',
    '## Machines',
    '',
    ...new Set(records.map(({ machine }) => `- ${machine}`)),
    '',
  ].join('\n');
}

function failureOf({ failedSince, ...last }) {
  const run = failedSince ?? last;
  return run.failed > 0 ? [`**Failed in its last run:** \`${last.check}\`, ${whenOf(run)}`] : [];
}

const whenOf = ({ taken, length, seed }) => `${taken}, ${length}, seed ${seed}`;
const runOf = (run) => `${run.failed > 0 ? '**failed** ' : ''}${whenOf(run)}`;

const placeOf = (run) => [`\`${run.check.replace('tests/faults/', '')}\``, runOf(run)];

function sectionOf(title, trials) {
  if (trials.length === 0) return [];
  const count = (value) => (value === undefined ? '' : figure(value));
  const rows = trials.map(({ what, tried, acknowledged, unknown, lost, wrong, figures, run }) => [
    what,
    figure(tried),
    count(acknowledged),
    count(unknown),
    count(lost),
    figure(wrong),
    Object.entries(figures ?? {})
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(', '),
    ...placeOf(run),
  ]);
  const head = ['', 'times', 'acknowledged', 'unknown', 'lost', 'wrong', 'figures', 'check', 'run'];
  return ['', `## ${title}`, '', table(head, rows)];
}
