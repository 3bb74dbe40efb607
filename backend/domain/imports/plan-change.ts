import { blacklistMatch } from '../reservation/blacklist.js';
import type { ReservationDraft } from '../reservation/reservation.commands.js';
import { type Reservation, stayOf } from '../reservation/reservation.js';
import { roomMonthsOfStay } from '../room/room-directory.js';
import type { CsvReservationDetails } from './csv-reservation.js';
import { roomIdFor } from './plan-new-booking.js';
import {
  failure,
  type RegistrationFacts,
  type RegistrationFailure,
  type RegistrationPlan,
  unmappedRoom,
} from './plan-registration.js';
import { faultOf } from './record-fault.js';
import { chooseRoom, roomsToGive } from './room-choice.js';
import { SHARED_FIELDS, sharedFields } from './shared-fields.js';

/** A record, what its booking was last brought in line with, and the booking. */
type Change = { record: CsvReservationDetails; applied: CsvReservationDetails; booking: Reservation };

function asksOtherRoom({ record, applied }: Change): boolean {
  const wish = ({ roomSymbol, roomName, mensCount, womensCount, corporateId }: CsvReservationDetails) =>
    JSON.stringify([roomSymbol, roomName, mensCount, womensCount, corporateId]);
  return wish(record) !== wish(applied);
}

/** The room after a change: the same one when it can be kept (channel-csv.md, registration). */
function roomAfter(
  change: Change,
  after: Reservation,
  facts: RegistrationFacts,
): { roomNumber: string } | RegistrationFailure {
  const { record, booking } = change;
  const { roomNumber } = booking;
  const { mensCount, womensCount, corporateId } = after;
  const wish = { ...record, mensCount, womensCount, corporateId, stay: stayOf(after) };
  const other = asksOtherRoom(change);
  const unmapped = other ? unmappedRoom(record) : null;
  if (unmapped) return unmapped;
  const room = facts.rooms.byNumber.get(roomNumber);
  const exists = room !== undefined && roomMonthsOfStay(room, wish.stay) !== null;
  const sameStay = after.stayStart === booking.stayStart && after.stayEnd === booking.stayEnd;
  const free = sameStay || (exists && facts.vacancy(roomNumber, wish.stay, booking.id) !== null);
  if (free && (!other || roomsToGive(wish, facts).includes(roomNumber))) return { roomNumber };
  if (booking.roomMoveLock === 1) return failure('部屋移動不可');
  const choice = chooseRoom(wish, facts, facts.vacancy, booking.id);
  return 'none' in choice ? failure('空室なし', choice.none) : choice;
}

function isListed(after: Reservation, fields: readonly string[], { blacklist }: RegistrationFacts): boolean {
  if (!fields.some((field) => field === 'tel' || field.includes('Name'))) return false;
  const entry = blacklistMatch(after, [...blacklist.values()]);
  return entry !== null && entry.id !== after.blacklistId;
}

/**
 * Brings the active booking of a record in line with it: only fields that differ from what was applied before, so that
 * what staff edited survives (channel-csv.md, registration).
 */
export function planChange(change: Change, facts: RegistrationFacts): RegistrationPlan {
  const { record, applied, booking } = change;
  const fault = faultOf(record);
  if (fault) return failure(fault);
  const fields = SHARED_FIELDS.filter(
    (field) => record[field] !== applied[field] && record[field] !== booking[field],
  );
  const draft: Partial<ReservationDraft> = sharedFields(record, fields);
  const paid = record.paymentFlag !== applied.paymentFlag && record.paymentFlag !== booking.paymentFlag;
  const paymentFlag = paid ? record.paymentFlag : null;
  if (fields.length === 0 && !paid && !asksOtherRoom(change)) return { type: 'amend', draft, paymentFlag };
  if (booking.checkinDate !== null) return failure('チェックイン済みの変更');
  const after = { ...booking, ...draft } as Reservation;
  if (after.stayStart >= after.stayEnd) return failure('日付不正');
  if (isListed(after, fields, facts)) return failure('ブラックリスト一致');
  const room = roomAfter(change, after, facts);
  if ('type' in room) return room;
  const roomId = roomIdFor(room.roomNumber, after.stayStart, facts.rooms);
  const move = room.roomNumber === booking.roomNumber ? {} : { roomId };
  return { type: 'amend', draft: { ...draft, ...move }, paymentFlag };
}
