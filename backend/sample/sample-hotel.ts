import { planBookings } from './bookings.js';
import { planAmendments, planCancellations } from './changes.js';
import { bookingDrafts } from './desk.js';
import { handoverDrafts, holidayDrafts, weatherDrafts } from './house.js';
import { planImports } from './imports.js';
import { masterDrafts } from './masters.js';
import { RoomNights, roomMonthDrafts } from './rooms.js';
import { historyOf, type SampleEvent } from './sample-event.js';
import { type SampleRequest, settingOf } from './setting.js';
import { placeStays } from './stays.js';

/**
 * The history of the sample hotel, seen from today, as the log that it begins: the id of each record is the
 * position (index + 1) of its first event. The same request gives the same history.
 */
export function sampleHotel(request: SampleRequest): SampleEvent[] {
  const setting = settingOf(request);
  const stays = placeStays(setting);
  const bookings = planBookings(stays, setting);
  const taken = new RoomNights(stays);
  const cancelled = planCancellations(bookings, taken, setting);
  planAmendments(bookings, taken, setting);
  const imports = planImports(bookings, cancelled, setting);
  const importOf = new Map(imports.map((plan) => [plan.booking, plan]));
  const drafts = [
    ...masterDrafts(setting),
    ...roomMonthDrafts(setting),
    ...holidayDrafts(setting),
    ...weatherDrafts(setting),
    ...handoverDrafts(setting),
    ...[...bookings, ...cancelled].flatMap((booking) =>
      bookingDrafts(booking, importOf.get(booking), setting),
    ),
    ...imports.flatMap((plan) => plan.drafts),
  ];
  return historyOf(drafts, setting.now);
}
