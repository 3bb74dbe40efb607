import { figure, table } from '../support/report-files.mjs';

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
};

/** The least and the greatest of several runs. */
export const spreadOf = (runs) =>
  runs.length > 1 ? ` (${figure(Math.min(...runs))} – ${figure(Math.max(...runs))})` : '';

const isMet = ({ value, bound }) => ('atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost);

const unique = (values) => [...new Set(values)];

/** The page of what was measured: for each group the goals beside what was reached, then the ways side by side. */
export function pageOf(records) {
  const entries = records.flatMap(({ entries, ...run }) => entries.map((entry) => ({ ...entry, run })));
  const goals = entries.filter(({ kind }) => kind === 'goal');
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench [-- NAME …]`; what was not measured the last time stays from the day named beside it. Medians',
    'of repetitions after warm-up, in brackets the least and the greatest; the ways of one table took turns within one run.',
    '*× 2* is what the product has against that way: twice the rate, or twice the time. Only the ratios mean something on',
    'another machine.',
    '',
    `${goals.filter(isMet).length} of ${goals.length} goals are met.`,
    ...records
      .filter(({ failed }) => failed > 0)
      .flatMap((run) => ['', `**Failed in its last run:** ${runOf(run)}`]),
    ...unique(entries.map(({ group }) => group)).flatMap((group) =>
      sectionOf(
        group,
        entries.filter((entry) => entry.group === group),
      ),
    ),
    '',
  ].join('\n');
}

const runOf = ({ check, taken, machine }) => `\`${check}\` on ${taken}: ${machine}`;

function sectionOf(group, entries) {
  const measured = entries.filter(({ kind }) => kind === 'measured');
  const goals = entries.filter(({ kind }) => kind === 'goal');
  const leftOut = entries.filter(({ kind }) => kind === 'left-out');
  return [
    '',
    `## ${group[0].toUpperCase()}${group.slice(1)}`,
    ...unique(entries.map(({ run }) => runOf(run))).flatMap((run) => ['', run]),
    ...(goals.length > 0 ? ['', goalsTable(goals)] : []),
    ...unique(measured.map(({ what }) => titleOf(what))).flatMap((title) => tableOf(title, measured)),
    ...leftOut.flatMap(({ peer, why }) => ['', `Left out: ${peer}, ${why}`]),
  ];
}

// Figures of the same thing, such as `one booking, 8 clients` and `one booking, 8 clients: p99`, are columns of one table.
const titleOf = (what) => what.split(': ')[0];

function tableOf(title, measured) {
  const own = measured.filter(({ what }) => titleOf(what) === title);
  const columns = unique(own.map(({ what }) => what));
  const head = columns.map((what) => {
    const { unit } = own.find((entry) => entry.what === what);
    return [what.slice(title.length + 2), unit].filter((word) => word).join(', ');
  });
  const rows = unique(own.map(({ way }) => way)).map((way) => {
    const { role } = own.find((entry) => entry.way === way);
    return [
      role === 'product' ? `**${way}**` : way,
      role,
      ...columns.map((what) =>
        cellOf(
          own.filter((entry) => entry.what === what),
          way,
        ),
      ),
    ];
  });
  return ['', table([title, '', ...head], rows)];
}

/** A way's median with its spread, and what the product has against it. */
function cellOf(entries, way) {
  const entry = entries.find((each) => each.way === way);
  if (!entry) return '';
  const { runs, role } = entry;
  const product = entries.find((each) => each.role === 'product');
  const ratio =
    role === 'product' || !product ? '' : `, **× ${figure(median(product.runs) / median(runs))}**`;
  return `${figure(median(runs))}${spreadOf(runs)}${ratio}`;
}

const goalsTable = (goals) =>
  table(
    ['goal', 'reached', 'bound', ''],
    goals.map((goal) => [
      goal.goal,
      `${figure(goal.value)} ${goal.unit}`,
      'atLeast' in goal.bound ? `≥ ${figure(goal.bound.atLeast)}` : `≤ ${figure(goal.bound.atMost)}`,
      isMet(goal) ? 'met' : '**not met**',
    ]),
  );
