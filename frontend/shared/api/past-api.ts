import type { DayRange } from '@domain/calendar/default-range.js';
import type { BookingChanges, LogMoment } from '@wire/time-travel.js';
import { get } from './request.js';

/** Where the log stood at a position, an instant or the end of a day; its head when none is named. */
export const fetchMoment = async (asOf?: string) =>
  (await get<LogMoment>('/api/log/moment', asOf === undefined ? {} : { as_of: asOf })).data;

/** What became of the bookings of a range since a position. */
export async function fetchBookingChanges(range: DayRange, position: number): Promise<BookingChanges> {
  const query = { as_of: String(position), start_date: range.first, end_date: range.last };
  return (await get<BookingChanges>('/api/booking-changes', query)).data;
}
