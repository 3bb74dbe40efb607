import type { DayRange } from '@domain/calendar/default-range.js';
import { daysBetween } from '@domain/dates.js';
import type { CalendarSnapshot } from '../calendar-data/calendar-snapshot.js';
import type { ShownBooking } from '../calendar-data/shown-booking.js';

/** A calendar that is no longer kept up, and the moment up to which it was. */
export type KeptCalendar = { at: Date; snapshot: CalendarSnapshot };

/** The days that two ranges share, null for none. */
function sharedDays(a: DayRange, b: DayRange): DayRange | null {
  const first = a.first > b.first ? a.first : b.first;
  const last = a.last < b.last ? a.last : b.last;
  return first <= last ? { first, last } : null;
}

function touches({ stayStart, stayEnd }: ShownBooking, { first, last }: DayRange): boolean {
  return stayStart <= last && stayEnd > first;
}

/** The days of a calendar that lie in a range of which it has some. */
function cutTo(snapshot: CalendarSnapshot, range: DayRange): CalendarSnapshot {
  const { first, last } = range;
  if (first === snapshot.range.first && last === snapshot.range.last) return snapshot;
  const byRoom = [...snapshot.byRoom].map(
    ([roomNumber, bookings]) => [roomNumber, bookings.filter((booking) => touches(booking, range))] as const,
  );
  const days = snapshot.days.filter((date) => date >= first && date <= last);
  return { ...snapshot, range, days, byRoom: new Map(byRoom) };
}

/** What is kept of a range: the calendar with most of its days, of several the newest; null when none has any. */
export function keptRange(kept: readonly KeptCalendar[], range: DayRange): KeptCalendar | null {
  const candidates = kept.flatMap(({ at, snapshot }) => {
    const shared = sharedDays(snapshot.range, range);
    return shared ? [{ at, snapshot, shared, days: daysBetween(shared.first, shared.last) }] : [];
  });
  candidates.sort((a, b) => b.days - a.days || b.at.getTime() - a.at.getTime());
  const [best] = candidates;
  return best ? { at: best.at, snapshot: cutTo(best.snapshot, best.shared) } : null;
}
