import { figure, machine, readEntries, table, writeReport } from '../support/report-files.mjs';

const PARTS = {
  faults: 'Faults survived',
  simulation: 'Histories simulated',
  fuzz: 'Bad input tried',
  load: 'Load carried',
};

/** Writes what the run tried into `.docs/proof/faults`: how often, what was acknowledged, and what was lost. */
export function reportFaults({ seed, length }) {
  const trials = readEntries('faults');
  const taken = new Date().toISOString().slice(0, 10);
  const page = [
    '# Faults, histories, bad input, load',
    '',
    `Written by \`npm run faults${length === 'long' ? ' -- --long' : ''}\` on ${taken}, seed ${seed}: ${machine()}.`,
    ...Object.entries(PARTS).flatMap(([part, title]) =>
      sectionOf(
        title,
        trials.filter((trial) => trial.part === part),
      ),
    ),
    '',
  ].join('\n');
  writeReport('faults', page, { taken, seed, length, machine: machine(), trials });
}

function sectionOf(title, trials) {
  if (trials.length === 0) return [];
  const count = (value) => (value === undefined ? '' : figure(value));
  const rows = trials.map(({ what, tried, acknowledged, unknown, lost, wrong, figures }) => [
    what,
    figure(tried),
    count(acknowledged),
    count(unknown),
    count(lost),
    figure(wrong),
    Object.entries(figures ?? {})
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(', '),
  ]);
  return ['', `## ${title}`, '', table(['', 'times', 'acknowledged', 'unknown', 'lost', 'wrong', ''], rows)];
}
