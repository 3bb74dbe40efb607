import type { Day } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import { type AllowedActions, allowedActions } from '@domain/reservation/stay-actions.js';
import type { CsvFormData } from '@wire/csv-record.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { bookingAddress, recordAddress, SCREENS } from '../shared/screens.js';

/** Purpose of the form: a new registration, an edit, or the registration of an imported record. */
export type FormMode =
  | { kind: 'new' }
  | { kind: 'edit'; booking: ReservationData }
  | { kind: 'csv'; record: CsvFormData };

/** A stored booking that saving the form changes: its room, and how far its stay may reach there. */
type StoredBooking = Pick<
  ReservationData,
  'id' | 'version' | 'room_id' | 'start_day_edge' | 'end_day_edge'
> & {
  borderRoom: string | null;
};

/** The booking that saving changes: the edited one, or the one that an imported record became before; else null. */
export function storedBooking(mode: FormMode): StoredBooking | null {
  if (mode.kind === 'edit') return mode.booking;
  if (mode.kind === 'new') return null;
  const { booking_id, booking_version } = mode.record;
  if (booking_id === null || booking_version === null) return null;
  return { ...mode.record, id: booking_id, version: booking_version };
}

/** The record that the form was opened for, null for a new registration. */
export function recordOf(mode: FormMode): ReservationData | CsvFormData | null {
  if (mode.kind === 'new') return null;
  return mode.kind === 'edit' ? mode.booking : mode.record;
}

/** The id of the booking that saving changes, null when it makes a new one. */
export function editedId(mode: FormMode): number | null {
  return storedBooking(mode)?.id ?? null;
}

/** The stored check-out of the edited booking once its guest has checked in, else null (spec 4). */
export function checkedInUntil(mode: FormMode): Day | null {
  return mode.kind === 'edit' && mode.booking.checkin_date !== null ? mode.booking.stay_end : null;
}

/** The other rooms of its party that could be cancelled with a booking. */
export function cancellableParty({ party }: Pick<ReservationData, 'party'>): ReservationData['party'] {
  return party.filter(({ is_cancelled, checkin_date }) => is_cancelled === 0 && checkin_date === null);
}

/** Ends of a booking in the calendar: the question to staff, and what they are told afterwards. */
export const END_TEXTS = {
  cancel: {
    title: '予約取消の確認',
    text: 'この予約を取り消します。よろしいですか？',
    button: '予約取消',
    done: '予約がキャンセルされました',
  },
  return: {
    title: '自動登録失敗に戻す操作の確認',
    text: 'この予約を取り消し、手間いらずの自動登録失敗に戻します。よろしいですか？',
    button: '自動登録失敗に戻す',
    done: '予約情報を取消後、手間いらずの自動登録失敗状態にしました',
  },
} as const;
export type EndOfBooking = keyof typeof END_TEXTS;

const ON_NEW: AllowedActions = {
  edit: true,
  cancel: false,
  returnToAutoFail: false,
  checkIn: false,
  revertCheckIn: false,
  checkOut: false,
  revertCheckOut: false,
  changeCheckedInFields: true,
  moveRoom: true,
};

/** Returns true if the guest of an open booking asked to be forgotten: it stays as it is. */
export function isErased(mode: FormMode): boolean {
  return mode.kind === 'edit' && mode.booking.guest_name_1 === ERASED;
}

/** Returns true if saving an imported record is offered: one that is settled is refused with the server's words. */
const isOpenToRegister = ({ kind, status }: CsvFormData): boolean =>
  kind !== 'キャンセル' && status !== 'dismissed';

/** Returns the actions that are allowed for the open form (spec 4). */
export function actionsOf(mode: FormMode): AllowedActions {
  if (mode.kind === 'csv') return { ...ON_NEW, edit: isOpenToRegister(mode.record) };
  if (mode.kind === 'new') return ON_NEW;
  const { is_cancelled, checkin_date, checkout_date, room_move_lock } = mode.booking;
  const allowed = allowedActions({
    status: is_cancelled === 1 ? 'cancelled' : 'active',
    checkinDate: checkin_date,
    checkoutDate: checkout_date,
    roomMoveLock: room_move_lock,
  });
  return { ...allowed, edit: allowed.edit && !isErased(mode) };
}

/** Part of the registration screen's address: an id, and its kind (contract 7). */
export type FormAddress = { id: string | undefined; type: string | null };

/** The address of what the form is open for. */
export function addressOf(mode: FormMode): string {
  if (mode.kind === 'edit') return bookingAddress(mode.booking.id);
  if (mode.kind === 'csv') return recordAddress(mode.record.id);
  return SCREENS.registration.path;
}

/** Returns true if an address names what the form is open for. */
export function isNamed(mode: FormMode, { id, type }: FormAddress): boolean {
  if (mode.kind === 'new') return id === undefined;
  if (mode.kind === 'csv') return type === 'csvReservation' && id === String(mode.record.id);
  return (type === null || type === 'reservation') && id === String(mode.booking.id);
}
