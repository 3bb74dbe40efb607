import type { Day } from '@domain/dates.js';
import { planAmendments } from './amendments.js';
import { planBookings } from './bookings.js';
import { planCancellations } from './cancellations.js';
import { holidayDrafts, weatherDrafts } from './days.js';
import { deskDrafts } from './desk-drafts.js';
import { handoverDrafts } from './handovers.js';
import { historyOf } from './history.js';
import { publicHolidays } from './holidays.js';
import { importDrafts } from './import-drafts.js';
import { type PlannedImport, planImports } from './imports.js';
import { masterDrafts } from './master-drafts.js';
import { SAMPLE_MASTERS } from './masters.js';
import type { PlannedBooking } from './planned-booking.js';
import { randomFrom } from './prng.js';
import { amendmentDrafts, cancellationDrafts, creationDrafts } from './reservation-drafts.js';
import { roomNights } from './room-nights.js';
import { roomMonthDrafts } from './rooms.js';
import type { Draft, SampleEvent } from './sample-event.js';
import { periodAround, type Setting } from './setting.js';
import { placeStays } from './stays.js';

/** `today` is the hotel's day, `now` the RFC 3339 instant after which nothing is recorded. */
type SampleRequest = { today: Day; now: string; seed: number };

function bookingDrafts(
  booking: PlannedBooking,
  record: PlannedImport | undefined,
  setting: Setting,
): Draft[] {
  const by = setting.random.pick(setting.masters.staff);
  const returned = record?.sequel?.type === 'failed';
  return [
    ...creationDrafts(booking, record ?? null),
    ...amendmentDrafts(booking, by),
    ...cancellationDrafts(booking, by, returned ? 'ReservationReturnedToAutoFail' : 'ReservationCancelled'),
    ...deskDrafts(booking, setting),
  ];
}

/**
 * The history of the sample hotel, seen from today, as the log that it begins: the id of each record is the
 * position (index + 1) of its first event. The same request gives the same history.
 */
export function sampleHotel({ today, now, seed }: SampleRequest): SampleEvent[] {
  const period = periodAround(today);
  const setting: Setting = {
    ...period,
    today,
    now: Date.parse(now),
    random: randomFrom(seed),
    holidays: new Set(publicHolidays(period.firstMonth, period.lastNight)),
    masters: SAMPLE_MASTERS,
  };
  const stays = placeStays(setting);
  const kept = planBookings(stays, setting);
  const taken = roomNights(stays, period.firstNight);
  const cancelled = planCancellations(kept, taken, setting);
  planAmendments(kept, taken, setting);
  const imports = planImports(kept, cancelled, setting);
  const recordOf = new Map(imports.map((plan) => [plan.booking, plan]));
  const drafts = [
    ...masterDrafts(setting),
    ...roomMonthDrafts(setting),
    ...holidayDrafts(setting),
    ...weatherDrafts(setting),
    ...handoverDrafts(setting),
    ...[...kept, ...cancelled].flatMap((booking) => bookingDrafts(booking, recordOf.get(booking), setting)),
    ...imports.flatMap(importDrafts),
  ];
  return historyOf(drafts, setting.now);
}
