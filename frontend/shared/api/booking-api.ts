import type { Day } from '@domain/dates.js';
import { itemAt } from '@domain/records.js';
import type { SmokingStatus } from '@domain/room/room-month.js';
import type { AccountRecord, PaidWay } from '@wire/account.js';
import type { BatchAnswer, BatchChange, VacantRoom } from '@wire/booking-batch.js';
import type { BookingRecord, FoundBooking } from '@wire/booking-record.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { SentCancellationFee } from '@wire/cancellation-fee.js';
import type { CsvFormData } from '@wire/csv-record.js';
import type { ProposedMove, RoomProposals, RoomProposalsQuery } from '@wire/room-proposals.js';
import { type Answer, ApiError, get, UNKNOWN_FAILURE, type WriteGuards, write } from './request.js';

/** A booking for the form, with its neighbours' edges in `borderRoom` (contract 2). */
export type ReservationData = BookingRecord & {
  start_day_edge: Day | null;
  end_day_edge: Day | null;
  borderRoom: string;
  /** The imported record that it came from, null for none. */
  imported_record_id: number | null;
  /** The type of its room. */
  room_type: string;
  smoking_status: SmokingStatus;
  /** The other rooms of its party. */
  party: FoundBooking[];
  /** The other guest in its room who has not checked out. */
  in_house: { id: number; guest_name_1: string } | null;
};

/** The saved booking; `mess` is the server's word on a creation. */
export type SavedBooking = BookingRecord & { mess?: string };

/** An existing booking for editing. */
export const fetchReservation = async (id: number) =>
  (await get<ReservationData>(`/api/fetch-reservation-data/${id}`)).data;

/** Free rooms for a party, and what could be done where there is none. */
export async function fetchRoomProposals(
  { booking_id, ...party }: RoomProposalsQuery,
  signal?: AbortSignal,
): Promise<Answer<RoomProposals>> {
  const query = Object.entries(booking_id === undefined ? party : { ...party, booking_id });
  const texts = Object.fromEntries(query.map(([field, value]) => [field, String(value)]));
  return get('/api/room-proposals', texts, signal);
}

/** An imported record for registration. */
export const fetchCsvReservation = async (id: number) =>
  (await get<CsvFormData>(`/api/fetch-csv-reservation-data/${id}`)).data;

/** A booking to save: a new one has no id; the version is what an edit is based on. */
export type BookingChange = { id: number | null; version: number | null; body: BookingSave };

/** Saves a new booking or an edit; of several all or none. */
export async function saveBookings(
  changes: readonly BookingChange[],
  { onKey }: WriteGuards,
): Promise<SavedBooking[]> {
  const [only, ...others] = changes;
  if (only && others.length === 0) {
    const { id, version, body } = only;
    const guards = { version, onKey };
    if (id === null) return [await write('POST', '/api/booking', body, guards)];
    return [await write('PUT', `/api/booking/${id}`, body, guards)];
  }
  const batch = changes.map(
    ({ id, version, body: booking }): BatchChange =>
      id === null
        ? { action: 'create', booking }
        : { action: 'amend', id, version: version ?? undefined, booking },
  );
  return (await changeBookings(batch, { onKey })).bookings;
}

/** Cancels a booking, for a fee if one is given. */
export function cancelBooking(id: number, fee: SentCancellationFee, guards: WriteGuards): Promise<unknown> {
  return write('PUT', `/api/booking/${id}/cancel`, fee, guards);
}

/** Cancels a booking and sets it to the failed auto-registration state; a refusal is thrown. */
export async function returnToAutoFail(id: number, guards: WriteGuards): Promise<{ response: true }> {
  const { response, error }: { response: boolean; error?: string } = await write(
    'PUT',
    `/api/booking/${id}/return-temairazu`,
    {},
    guards,
  );
  if (response !== true) throw new ApiError(error ?? UNKNOWN_FAILURE, 200);
  return { response };
}

type StayStep = Extract<BatchChange, { action: 'check-in' | 'check-out' }>;

/** Payment of a stay: the whole of what is due by one way, or these amounts. */
export type PaidBy = number | readonly PaidWay[];

/** Takes money for a stay and goes on, in the same command. */
async function payFirst(
  payBy: PaidBy,
  step: StayStep,
  { version, onKey }: WriteGuards,
): Promise<SavedBooking> {
  const stored = { id: step.id, version: version ?? undefined };
  const payment: BatchChange =
    typeof payBy === 'number'
      ? { action: 'payment', ...stored, payment_type: payBy, payment_flag: 1 }
      : { action: 'payments', ...stored, ways: [...payBy] };
  const { bookings } = await changeBookings([payment, { ...step, ...stored }], { onKey });
  return itemAt(bookings, -1);
}

/** Checks a guest in, today; a payment goes with it in the same command, null for none. */
export function checkIn(id: number, payBy: PaidBy | null, guards: WriteGuards): Promise<SavedBooking> {
  if (payBy === null) return write('POST', `/api/booking/${id}/check-in`, {}, guards);
  return payFirst(payBy, { action: 'check-in', id }, guards);
}

/** Way of checking out: paid first, null for no payment; and whether the nights left become free. */
export type CheckOutWay = { payBy: PaidBy | null; freeNights: boolean };

/** Checks a guest out, today; a payment goes with it in the same command. */
export function checkOut(
  id: number,
  { payBy, freeNights }: CheckOutWay,
  guards: WriteGuards,
): Promise<SavedBooking> {
  const nights = freeNights ? ({ free_nights: 1 } as const) : {};
  if (payBy === null) return write('POST', `/api/booking/${id}/check-out`, nights, guards);
  return payFirst(payBy, { action: 'check-out', id, ...nights }, guards);
}

/** The nights and room of a guest who goes on staying, and what they cost; bookings that move away for it. */
export type FollowingStay = {
  stayEnd: Day;
  roomId: number;
  totalFee: number;
  moves: readonly ProposedMove[];
};

/** Lets a guest stay on; others move first, in the same command. Answers with the following booking. */
export async function extendStay(
  id: number,
  { stayEnd: stay_end, roomId: room_id, totalFee: total_fee, moves }: FollowingStay,
  { version, onKey }: WriteGuards,
): Promise<SavedBooking> {
  const extension = { stay_end, room_id, total_fee };
  if (moves.length === 0) return write('POST', `/api/booking/${id}/extend`, extension, { version, onKey });
  const step = { action: 'extend' as const, id, version: version ?? undefined, ...extension };
  return moveFirst(moves, step, { onKey });
}

/** Moves others away and goes on, in the same command. */
async function moveFirst(
  moves: readonly ProposedMove[],
  step: BatchChange,
  guards: WriteGuards,
): Promise<SavedBooking> {
  const changes: BatchChange[] = moves.map((move) => ({
    ...{ action: 'amend' as const, id: move.id, version: move.version },
    booking: { room_id: move.to.room_id },
  }));
  return itemAt((await changeBookings([...changes, step], guards)).bookings, -1);
}

/** The body of an early departure. */
export type EarlyDeparture = Omit<
  Extract<BatchChange, { action: 'leave-early' }>,
  'action' | 'id' | 'version'
>;

/** Ends the stay of a guest in the house today, with its money. */
export function leaveEarly(
  id: number,
  departure: EarlyDeparture,
  guards: WriteGuards,
): Promise<SavedBooking> {
  return write('POST', `/api/booking/${id}/leave-early`, departure, guards);
}

/** The account of a booking (明細). */
export const fetchAccount = (id: number, signal?: AbortSignal) =>
  get<AccountRecord>(`/api/booking/${id}/account`, {}, signal);

/** Moves a guest in the house into another room from today on. Answers with the booking that continues the stay. */
export async function moveStay(
  id: number,
  { roomId: room_id, moves }: Pick<FollowingStay, 'roomId' | 'moves'>,
  { version, onKey }: WriteGuards,
): Promise<SavedBooking> {
  if (moves.length === 0)
    return write('POST', `/api/booking/${id}/move-from`, { room_id }, { version, onKey });
  const step = { action: 'move-from' as const, id, version: version ?? undefined, room_id };
  return moveFirst(moves, step, { onKey });
}

/** Exchanges the rooms of two guests in the house from today on: each goes into the room of a room-month. */
export async function exchangeRooms(
  one: { id: number; roomId: number },
  other: { id: number; version: number; roomId: number },
  { version, onKey }: WriteGuards,
): Promise<SavedBooking> {
  const changes: BatchChange[] = [
    { action: 'move-from', id: one.id, version: version ?? undefined, room_id: one.roomId },
    { action: 'move-from', id: other.id, version: other.version, room_id: other.roomId },
  ];
  return itemAt((await changeBookings(changes, { onKey })).bookings, 0);
}

/** Takes a check-in or check-out back. */
export function revertStayAct(
  id: number,
  act: 'check-in' | 'check-out',
  guards: WriteGuards,
): Promise<SavedBooking> {
  return write('DELETE', `/api/booking/${id}/${act}`, undefined, guards);
}

/** Marks the guest as a no-show, for a fee if one is given. */
export function markNoShow(
  id: number,
  fee: SentCancellationFee | undefined,
  guards: WriteGuards,
): Promise<SavedBooking> {
  return write('POST', `/api/booking/${id}/no-show`, fee, guards);
}

/** Charges or waives the fee of a booking that is cancelled already. */
export function chargeCancellationFee(
  id: number,
  fee: SentCancellationFee,
  guards: WriteGuards,
): Promise<SavedBooking> {
  return write('POST', `/api/booking/${id}/cancellation-fee`, fee, guards);
}

/** Takes a no-show back. */
export function revertNoShow(id: number, guards: WriteGuards): Promise<SavedBooking> {
  return write('DELETE', `/api/booking/${id}/no-show`, undefined, guards);
}

/** Records how a stay is paid, and whether it is. */
export function recordPayment(
  id: number,
  payment: { payment_type: number | null; payment_flag: 0 | 1 },
  guards: WriteGuards,
): Promise<SavedBooking> {
  return write('POST', `/api/booking/${id}/payment`, payment, guards);
}

/** Takes money for a stay, by one or several ways. */
export function takePayment(
  id: number,
  ways: readonly PaidWay[],
  guards: WriteGuards,
): Promise<SavedBooking> {
  return write('POST', `/api/booking/${id}/payments`, { ways }, guards);
}

/** Makes several changes as one, all or none; also none when afterwards a room is not vacant that is to be. */
export function changeBookings(
  changes: readonly BatchChange[],
  guards: WriteGuards,
  vacant?: VacantRoom,
): Promise<BatchAnswer> {
  return write('POST', '/api/booking-batch', { changes, vacant }, guards);
}
