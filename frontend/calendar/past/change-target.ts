import type { DayRange } from '@domain/calendar/default-range.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingChange } from '@wire/time-travel.js';
import type { CalendarTarget } from '../../shared/calendar-data/calendar-target.js';

function firstNightIn(record: BookingRecord, { first, last }: DayRange) {
  if (record.stay_start > last || record.stay_end <= first) return null;
  return record.stay_start < first ? first : record.stay_start;
}

/** The cell of the calendar of the past that a difference leads to: the booking's, or where it stands now. */
export function targetOf(change: BookingChange, range: DayRange): CalendarTarget | null {
  const { before, before_room: room } = change;
  const then = before && before.is_cancelled === 0 && room !== null ? firstNightIn(before, range) : null;
  if (then !== null && room !== null) return { roomNumber: room, date: then };
  const now = firstNightIn(change.after, range);
  return now && { roomNumber: change.after_room, date: now };
}
