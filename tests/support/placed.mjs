/**
 * The records of all checks with this one in the place of the check's last. What a long run proved stands when a short
 * one follows, which proves less; but that the short one failed is said beside it until one passes.
 */
export function placed(records, record) {
  const last = records.find(({ check }) => check === record.check);
  const others = records.filter((each) => each !== last);
  return [...others, inPlaceOf(last, record)].sort((a, b) => (a.check < b.check ? -1 : 1));
}

/** How often a check has struck, by its record. */
export function timesIn(record) {
  return Math.max(0, ...(record?.entries ?? []).map(({ tried = 0 }) => tried));
}

function inPlaceOf(last, record) {
  if (record.length === 'long') return goneOn(last, record);
  if (last?.length !== 'long') return record;
  const { failedSince, ...long } = last;
  const { entries, ...short } = record;
  return record.failed > 0 ? { ...long, failedSince: short } : long;
}

/** A long run towards a goal counts what those before it did, as long as they passed and it was not reached. */
function goneOn(last, record) {
  const hasPassed = last?.length === 'long' && last.failed === 0 && record.failed === 0;
  if (!hasPassed || timesIn(last) >= (record.goal ?? 0)) return record;
  const before = new Map(last.entries.map((entry) => [entry.what, entry]));
  if (!record.entries.some(({ what }) => before.has(what))) return record; // It was another trial then.
  const entries = record.entries.map((entry) => together(entry, before.get(entry.what) ?? {}));
  return { ...record, since: last.since ?? last.taken, entries };
}

/** Counts add up; of other figures the greatest stands. */
function together({ what, figures = {}, ...counts }, { figures: earlier = {}, ...before }) {
  const sums = Object.entries(counts).map(([name, count]) => [name, count + (before[name] ?? 0)]);
  const greatest = Object.entries(figures).map(([name, value]) => [
    name,
    Math.max(value, earlier[name] ?? value),
  ]);
  return { what, ...Object.fromEntries(sums), figures: Object.fromEntries(greatest) };
}
