import { addDays, daysBetween } from '@domain/dates.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import { channelOf } from './channels.js';
import { clockTime, HOUR, instantOf, MINUTE } from './hotel-time.js';
import type { PlannedBooking } from './planned-booking.js';
import type { Random } from './prng.js';
import type { Setting } from './setting.js';
import type { PlacedStay } from './stays.js';

const FIRST_CHECKIN = 15 * 60;
const EARLY_CHECKIN = 13 * 60;

/** The latest instant that has surely passed and lies before `limit`. */
export function justBefore(limit: number, { now }: Setting): number {
  return Math.min(limit, now) - MINUTE;
}

function someHour(source: BookingSource, random: Random): number {
  const online = channelOf(source).sites.length > 0;
  return online ? random.between(7 * 60, 24 * 60) : random.between(9 * 60, 21 * 60);
}

/** When a walk-in stood at the desk: in the evening of the stay, or in the last hours when that is yet to come. */
function walkInAt(stay: PlacedStay, setting: Setting): number {
  const evening = instantOf(stay.start, setting.random.between(14.5 * 60, 22.5 * 60));
  return evening <= setting.now
    ? evening
    : justBefore(setting.now, setting) - setting.random.between(0, HOUR);
}

/** When a booking was made: its source's lead time before the stay, between the first record and now. */
export function bookedAt(stay: PlacedStay, source: BookingSource, setting: Setting): number {
  const { random, today, opening } = setting;
  if (source === '訪問') return Math.round(walkInAt(stay, setting));
  const ahead = Math.max(0, daysBetween(today, stay.start));
  const leadDays = Math.round(ahead + random.exponential(channelOf(source).meanLeadDays));
  const wanted = instantOf(addDays(stay.start, -leadDays), someHour(source, random));
  const latest = justBefore(instantOf(stay.start, FIRST_CHECKIN), setting);
  const at = wanted <= latest ? wanted : latest - random.between(0, 5 * HOUR);
  return Math.round(Math.max(at, opening + random.between(2, 60) * HOUR));
}

/** When a guest who stays asked for more nights, or null when that has not come yet. */
export function extendedAt(previous: PlannedBooking, stay: PlacedStay, setting: Setting): number | null {
  const earliest = Math.max(previous.createdAt, instantOf(previous.details.stayStart, 20 * 60)) + MINUTE;
  const latest = justBefore(instantOf(stay.start, 9 * 60), setting);
  return earliest < latest ? Math.round(setting.random.between(earliest, latest)) : null;
}

/** The check-in time that a guest announces, in steps of 10 minutes. */
export function someCheckinTime(random: Random): string {
  const [from, to] = random.weighted<readonly [number, number]>([
    [[EARLY_CHECKIN, FIRST_CHECKIN], 4],
    [[FIRST_CHECKIN, 18 * 60], 48],
    [[18 * 60, 22 * 60], 38],
    [[22 * 60, 24 * 60], 7],
    [[24 * 60, 26 * 60], 3],
  ]);
  return clockTime(random.whole(from / 10, to / 10) * 10);
}

/** The check-in time of a walk-in: now, but not before rooms are ready. */
export function walkInCheckinTime(stay: PlacedStay, createdAt: number): string {
  const minutes = Math.floor((createdAt - instantOf(stay.start, 0)) / MINUTE / 10) * 10;
  return clockTime(Math.max(FIRST_CHECKIN, minutes));
}
