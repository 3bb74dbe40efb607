import type { CsvReservation } from './csv-reservation.js';
import { compareVersions, type RowVersion } from './row-version.js';

/** How many corrections of one version are taken over; a reservation remembers each of them. */
export const MOST_CORRECTIONS = 100;

/**
 * How a row stands to what is known of its reservation. `newer` and `correction` are taken over; `conflicting` is of the
 * version that is known but says something else; `replaced` was taken over before and corrected since.
 */
export type RowStanding = 'newer' | 'correction' | 'unchanged' | 'conflicting' | 'replaced' | 'older';

/**
 * How a row stands to the records of its reservation (channel-csv.md, identity). Of two rows of the same revision and
 * kind the one that came later corrects a reservation that failed; one that is registered or cancelled, or that staff
 * dismissed a room of, stays as it is until a newer row comes.
 */
export function rowStanding(
  row: RowVersion & { digest: string },
  known: readonly CsvReservation[],
): RowStanding {
  const first = known.find(({ roomIndex }) => roomIndex === 1);
  const order = first ? compareVersions(row, first) : 1;
  if (!first || order > 0) return 'newer';
  if (order < 0) return 'older';
  if (row.digest === first.digest) return 'unchanged';
  const corrected = first.correctedDigests ?? [];
  if (first.isErased || corrected.includes(row.digest)) return 'replaced';
  const isWaiting =
    known.some(({ status }) => status === 'failed') && known.every(({ status }) => status !== 'dismissed');
  return isWaiting && corrected.length < MOST_CORRECTIONS ? 'correction' : 'conflicting';
}
