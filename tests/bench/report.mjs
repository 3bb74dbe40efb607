import { figure, machine, readEntries, table, writeReport } from '../support/report-files.mjs';

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
};

const isMet = ({ value, bound }) => ('atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost);

/** Writes what the run measured into `.docs/proof/benchmarks`: a table a group, the goals beside what was reached. */
export function reportBenchmarks() {
  const entries = readEntries('bench');
  const groups = [...new Set(entries.map(({ group }) => group))];
  const taken = new Date().toISOString().slice(0, 10);
  const page = [
    '# Benchmarks',
    '',
    `Written by \`npm run bench\` on ${taken}: ${machine()}. Medians of repetitions after warm-up, in brackets the least and the`,
    'greatest; everything in one table was measured in one run. Only the ratios mean something elsewhere.',
    ...groups.flatMap((group) =>
      sectionOf(
        group,
        entries.filter((entry) => entry.group === group),
      ),
    ),
    '',
  ].join('\n');
  writeReport('benchmarks', page, { taken, machine: machine(), entries });
}

function sectionOf(group, entries) {
  const measured = entries.filter(({ kind }) => kind === 'measured');
  const goals = entries.filter(({ kind }) => kind === 'goal');
  const leftOut = entries.filter(({ kind }) => kind === 'left-out');
  return [
    '',
    `## ${group[0].toUpperCase()}${group.slice(1)}`,
    ...[...new Set(measured.map(({ what }) => what))].flatMap((what) => tableOf(what, measured)),
    ...(goals.length > 0 ? ['', goalsTable(goals)] : []),
    ...leftOut.flatMap(({ peer, why }) => ['', `Left out: ${peer}, ${why}`]),
  ];
}

function tableOf(what, measured) {
  const ways = measured.filter((entry) => entry.what === what);
  const own = ways.find(({ role }) => role === 'product');
  return [
    '',
    table(
      [what, '', 'median', 'unit', 'the product is'],
      ways.map(({ way, role, unit, runs }) => [
        role === 'product' ? `**${way}**` : way,
        role,
        `${figure(median(runs))} (${figure(Math.min(...runs))} – ${figure(Math.max(...runs))})`,
        unit,
        role === 'product' || !own ? '' : `${figure(median(own.runs) / median(runs))} ×`,
      ]),
    ),
  ];
}

const goalsTable = (goals) =>
  table(
    ['Goal', 'reached', 'bound', ''],
    goals.map((goal) => [
      goal.goal,
      `${figure(goal.value)} ${goal.unit}`,
      'atLeast' in goal.bound ? `≥ ${figure(goal.bound.atLeast)}` : `≤ ${figure(goal.bound.atMost)}`,
      isMet(goal) ? 'met' : '**not met**',
    ]),
  );
