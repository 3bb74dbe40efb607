import { countDeltas } from '@domain/calendar/count-deltas.js';
import { type Day, daysFromTo } from '@domain/dates.js';
import type { CountRecord } from '@wire/count-record.js';
import type { PastViews } from '../time-travel/time-travel.module.js';
import { countRecords } from './daily-counts.public.js';

/** The counts of every day from `start` to `end` as they were when the log stood at a position, counted afresh. */
export async function pastCounts(
  past: PastViews,
  days: { start: Day; end: Day },
  position: number,
): Promise<Record<string, CountRecord>> {
  const [bookings, imports, rooms] = await Promise.all([
    past.bookings(days, position),
    past.imports(days, position),
    past.rooms(days, position),
  ]);
  const appeared = <State>(after: State) => ({ before: null, after });
  const rows = countDeltas(rooms, { bookings: bookings.map(appeared), imports: imports.map(appeared) });
  return countRecords(rows, rooms, daysFromTo(days.start, days.end));
}
