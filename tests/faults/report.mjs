import { figure, today, updateTable } from '../support/report-files.mjs';
import { cellOf } from './checks.mjs';

const COUNTS = ['tried', 'acknowledged', 'unknown', 'lost', 'wrong'];

/** Puts what a check tried into `.docs/proof/faults.md`; checks that `isKnown` does not take go. */
export function reportCheck({ check, entries, failed, seed, code }, isKnown) {
  const run = `${failed > 0 ? '**failed** ' : ''}${today()}, long, seed ${seed}`;
  const rows = (entries.length > 0 ? entries : [{ what: '' }]).map(({ what, figures = {}, ...counts }) => [
    cellOf(check),
    what,
    ...COUNTS.map((name) => (counts[name] === undefined ? '' : figure(counts[name]))),
    Object.entries(figures)
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(', '),
    run,
    code,
  ]);
  updateTable('faults', rows, isKnown);
}

/** Adds the entries of one more round: counts add up, of other figures the greatest stands. */
export function added(entries, more) {
  const earlier = new Map(entries.map((entry) => [entry.what, entry]));
  return more.map(({ what, figures = {}, ...counts }) => {
    const { figures: before = {}, ...last } = earlier.get(what) ?? {};
    const sums = Object.entries(counts).map(([name, count]) => [name, count + (last[name] ?? 0)]);
    const greatest = Object.entries(figures).map(([name, value]) => [
      name,
      Math.max(value, before[name] ?? value),
    ]);
    return { what, ...Object.fromEntries(sums), figures: Object.fromEntries(greatest) };
  });
}
