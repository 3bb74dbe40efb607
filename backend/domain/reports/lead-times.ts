/** How many active stays were made this many days before they start. */
export type LeadCount = { lead: number; stays: number };

/** Stays that were made between `from` and `to` days before, both included; open to the end where `to` is null. */
export type LeadBand = { from: number; to: number | null; stays: number };

const BEGINS = [0, 1, 2, 4, 8, 15, 31, 61];

/** The counts in bands from the day itself to more than two months. */
export function leadBands(counts: readonly LeadCount[]): LeadBand[] {
  return BEGINS.map((from, index) => {
    const next = BEGINS[index + 1];
    const to = next === undefined ? null : next - 1;
    const within = counts.filter(({ lead }) => lead >= from && (to === null || lead <= to));
    return { from, to, stays: within.reduce((sum, { stays }) => sum + stays, 0) };
  });
}

/** The lead time in the middle of all, the mean of the two in the middle of an even number; null for none. */
export function medianLead(counts: readonly LeadCount[]): number | null {
  const all = counts.reduce((sum, { stays }) => sum + stays, 0);
  if (all === 0) return null;
  const sorted = counts.toSorted((a, b) => a.lead - b.lead);
  const at = (place: number): number => {
    let passed = 0;
    for (const { lead, stays } of sorted) {
      passed += stays;
      if (place < passed) return lead;
    }
    return 0;
  };
  return (at(Math.floor((all - 1) / 2)) + at(Math.floor(all / 2))) / 2;
}
