/**
 * The records of all checks with this one in the place of the check's last. What a long run proved stands when a short
 * one follows, which proves less; but that the short one failed is said beside it until one passes.
 */
export function placed(records, record) {
  const last = records.find(({ check }) => check === record.check);
  const others = records.filter((each) => each !== last);
  return [...others, inPlaceOf(last, record)].sort((a, b) => (a.check < b.check ? -1 : 1));
}

function inPlaceOf(last, record) {
  if (last?.length !== 'long' || record.length === 'long') return record;
  const { failedSince, ...long } = last;
  const { entries, ...short } = record;
  return record.failed > 0 ? { ...long, failedSince: short } : long;
}
