import { availableParallelism } from 'node:os';
import { figure, table, today, updateTable } from '../support/report-files.mjs';

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
};

/** The least and the greatest of several runs. */
export const spreadOf = (runs) =>
  runs.length > 1 ? ` (${figure(Math.min(...runs))} – ${figure(Math.max(...runs))})` : '';

const isMet = ({ value, bound }) => ('atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost);

/** Prints what was measured, and puts the goals of a file into `.docs/proof/benchmarks.md`. */
export function reportBench({ file, entries, code }, isKnown) {
  const measured = entries.filter(({ kind }) => kind === 'measured');
  console.log(table(['', 'way', 'median', 'product ×'], measured.map(measuredRow(measured))));
  for (const { kind, peer, why } of entries)
    if (kind === 'left-out') console.log(`Left out: ${peer}, ${why}`);
  const run = `${today()}, ${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}`;
  const goals = entries.filter(({ kind }) => kind === 'goal');
  const rows = goals.map((goal) => [
    `\`${file}\``,
    goal.goal,
    `${figure(goal.value)} ${goal.unit}`.trim(),
    'atLeast' in goal.bound ? `≥ ${figure(goal.bound.atLeast)}` : `≤ ${figure(goal.bound.atMost)}`,
    isMet(goal) ? 'met' : '**not met**',
    run,
    code,
  ]);
  if (rows.length > 0) updateTable('benchmarks', rows, isKnown);
}

/** A way's median and spread; the product's median to that of a limit or peer of the same figure. */
const measuredRow =
  (all) =>
  ({ what, way, unit, runs, role }) => {
    const product = all.find((each) => each.what === what && each.role === 'product');
    const ratio = role === 'product' || !product ? '' : figure(median(product.runs) / median(runs));
    return [what, way, `${figure(median(runs))} ${unit}${spreadOf(runs)}`, ratio];
  };
