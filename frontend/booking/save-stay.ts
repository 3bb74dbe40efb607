import type { BookingSave } from '@wire/booking-save.js';
import { changeBookings, type SavedBooking, saveBooking } from '../shared/api/booking-api.js';
import type { WriteGuards } from '../shared/api/request.js';
import { storedBooking } from './form-mode.js';
import { splitPayloads } from './split-payload.js';
import { liveSession } from '../shared/live/live-session.js';
import type { FormState } from './form.js';

const SPLIT_MESSAGE = '2室に分けて、2件の予約を登録しました。';

/** Saves what is in the form: a booking, or both of a stay in two rooms, together or not at all. */
export async function saveStay(
  { mode, split }: FormState,
  body: BookingSave,
  guards: WriteGuards,
): Promise<[SavedBooking, ...SavedBooking[]]> {
  if (split === null) return [await saveBooking(storedBooking(mode)?.id ?? null, body, guards)];
  const changes = splitPayloads(body, split).map((booking) => ({ action: 'create' as const, booking }));
  const [first, second] = (await changeBookings(changes, guards)).bookings;
  if (!first || !second) throw new Error('a stay in two rooms was answered without its bookings');
  void liveSession.applyOwnWrite(second);
  return [{ ...first, mess: SPLIT_MESSAGE }, second];
}
