import type { BookingSave } from '@wire/booking-save.js';
import { bookAt } from '../../booking/book-at.js';
import { formAtom, NEW_FORM } from '../../booking/form.js';
import { clearedBlacklistId } from '../../booking/form-checks.js';
import { editedId } from '../../booking/form-mode.js';
import { valuesOf } from '../../booking/form-values.js';
import { mergeForeignChange } from '../../booking/open-form.js';
import { changeBookings, type ReservationData, saveBooking } from '../../shared/api/booking-api.js';
import type { WriteGuards } from '../../shared/api/request.js';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
import type { ShownBooking } from '../../shared/calendar-data/shown-booking.js';
import { liveSession } from '../../shared/live/live-session.js';
import { act } from '../../shared/operations.js';
import { store } from '../../shared/store.js';
import { cancelDrag, type DragPreview, gestureAtom } from './gesture-state.js';
import type { Place } from './place.js';
import { doneText, type Proposal, placeOf } from './proposal.js';
import { roomIdAt } from './room-limits.js';

/** What is saved of a booking that moves; null when staff did not want to go on with a guest of the blacklist. */
async function changeTo({ record, roomNumber }: ShownBooking, place: Place): Promise<BookingSave | null> {
  const booking = {
    ...record,
    start_day_edge: null,
    end_day_edge: null,
    borderRoom: roomNumber,
    imported_record_id: null,
  };
  const mode = { kind: 'edit' as const, booking: booking satisfies ReservationData };
  const blacklistId = await clearedBlacklistId({ ...NEW_FORM, mode, values: valuesOf(record, undefined) });
  const snapshot = store.get(calendarAtom);
  if (blacklistId === null || !snapshot) return null;
  const { start, end } = place.stay;
  return {
    ...(place.roomNumber !== roomNumber && { room_id: roomIdAt(snapshot, place) ?? undefined }),
    ...(start !== record.stay_start && { stay_start: start }),
    ...(end !== record.stay_end && { stay_end: end }),
    ...(blacklistId !== record.blacklist_id && { blacklist_id: blacklistId }),
  };
}

/** Updates the open form with what was just saved. */
async function keepFormUp(ids: readonly number[]): Promise<void> {
  const open = editedId(store.get(formAtom).mode);
  if (open !== null && ids.includes(open)) await mergeForeignChange();
}

/** When refused, the bar is back before the alert is shown. */
function withdrawing<T>(work: (guards: WriteGuards) => Promise<T>): (guards: WriteGuards) => Promise<T> {
  return async (guards) => {
    try {
      return await work(guards);
    } catch (error) {
      cancelDrag();
      throw error;
    }
  };
}

/** Moves a booking to a place that it may have. */
export async function moveTo(booking: ShownBooking, place: Place): Promise<void> {
  const text = doneText({ kind: 'move', booking, place });
  const body = await changeTo(booking, place);
  const save = withdrawing((guards) => saveBooking(booking.id, body ?? {}, guards));
  const saved = body && (await act({ text, ids: [booking.id] }, save, booking.version));
  if (!saved) return;
  await liveSession.applyOwnWrite(saved);
  await keepFormUp([booking.id]);
}

async function swap(proposal: Extract<Proposal, { kind: 'swap' }>): Promise<void> {
  const { booking, with: other, place } = proposal;
  const there = await changeTo(booking, place);
  const back = there && (await changeTo(other, { ...placeOf(other), roomNumber: booking.roomNumber }));
  if (!there || !back) return;
  const amend = ({ id, version }: ShownBooking, body: BookingSave) =>
    ({ action: 'amend', id, version, booking: body }) as const;
  const changes = [amend(booking, there), amend(other, back)];
  const ids = [booking.id, other.id];
  const answer = await act(
    { text: doneText(proposal), ids },
    withdrawing((guards) => changeBookings(changes, guards)),
  );
  for (const record of answer?.bookings ?? []) await liveSession.applyOwnWrite(record);
  if (answer) await keepFormUp(ids);
}

/** Carries out what is allowed. A refusal by the server is alerted. */
export async function drop({ proposal, verdict }: DragPreview): Promise<void> {
  if (!verdict.ok) return cancelDrag();
  if (proposal.kind === 'new') {
    cancelDrag();
    bookAt(proposal.place.roomNumber, proposal.place.stay);
    return;
  }
  if (proposal.kind !== 'move' && proposal.kind !== 'swap') return cancelDrag();
  store.set(gestureAtom, (gesture) => gesture && { ...gesture, isDropped: true });
  try {
    if (proposal.kind === 'swap') await swap(proposal);
    else await moveTo(proposal.booking, proposal.place);
  } finally {
    cancelDrag();
  }
}
