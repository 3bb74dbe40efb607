import { type Day, monthOf } from '../dates.js';
import { picked } from '../records.js';
import type { HotelReference } from '../reference.js';
import { blacklistMatch } from '../reservation/blacklist.js';
import { type Flag, knownStay, type Reservation, stayOf } from '../reservation/reservation.js';
import { type ReservationDraft, UNSAID } from '../reservation/reservation-fields.js';
import { isShortName, MAX_GUESTS } from '../reservation/save-rules.js';
import { closureOver, type RoomDirectory, roomMonthsOfStay } from '../room/room-directory.js';
import { type EmptySearch, OCCUPIED } from '../room/room-search.js';
import type { CsvReservation, CsvReservationDetails, FailureReason } from './csv-reservation.js';
import { assignableRooms, chooseRoom, type Vacancy } from './room-choice.js';

/** Facts for automatic registration, read inside the writer's lock. */
export type RegistrationFacts = Pick<HotelReference, 'rooms' | 'corporates' | 'blacklist'> & {
  vacancy: Vacancy;
};

/** Reason why a record cannot be registered, with details for staff; holds no personal data. */
export type RegistrationFailure = { type: 'fail'; reason: FailureReason; detail: string };

/** Step of automatic registration for a record. The draft of an amendment may be empty. */
export type RegistrationPlan =
  | { type: 'create'; draft: ReservationDraft; paymentFlag: Flag }
  | { type: 'amend'; draft: Partial<ReservationDraft>; paymentFlag: Flag | null }
  | RegistrationFailure;

/** A failure with a reason and optional details for staff. */
export function failure(reason: FailureReason, detail = ''): RegistrationFailure {
  return { type: 'fail', reason, detail };
}

/** The failure of a record whose room type no mapping knows, null when one does. */
function unmappedRoom(record: CsvReservationDetails): RegistrationFailure | null {
  const { soldCategories, roomSymbol, roomName } = record;
  return soldCategories.length > 0 ? null : failure('部屋タイプ未定義', `${roomSymbol} ${roomName}`.trim());
}

/** Fields that a record shares with its booking; changes of them are applied to the booking. */
export const SHARED_FIELDS = [
  'reserverName',
  'reserverNameKana',
  'guestName1',
  'guestName1Kana',
  'tel',
  'notes',
  'stayStart',
  'stayEnd',
  'bookingSource',
  'usedPoints',
  'checkinTime',
  'totalFee',
  'bookingNumber',
  'mensCount',
  'womensCount',
  'corporateId',
  'coupon',
] as const satisfies readonly (keyof CsvReservationDetails & keyof ReservationDraft)[];

type SharedField = (typeof SHARED_FIELDS)[number];

/** The shared fields of a record, or some of them. */
function sharedFields(
  record: Pick<CsvReservationDetails, SharedField>,
  wanted: readonly SharedField[] = SHARED_FIELDS,
): Pick<CsvReservationDetails, SharedField> {
  return picked(record, wanted);
}

/** Returns why the record itself cannot be registered automatically; null when it can. */
function faultOf(record: CsvReservationDetails): RegistrationFailure | null {
  const { fault, faultDetail, guestName1, reserverName, mensCount, womensCount } = record;
  const tooMany = failure('定員超過', `${mensCount + womensCount}名 (男${mensCount}・女${womensCount})`);
  if (fault) return fault === '定員超過' && !faultDetail ? tooMany : failure(fault, faultDetail ?? '');
  const unnamed = isShortName(guestName1) ? '宿泊者氏名' : isShortName(reserverName) ? '会員氏名' : null;
  if (unnamed) return failure('必須項目欠落', unnamed);
  if (mensCount + womensCount === 0) return failure('人数不明');
  if (!knownStay(record)) return failure('日付不正');
  return mensCount + womensCount > MAX_GUESTS ? tooMany : null;
}

/** Says in a clerk's words why no room is free: the type is full, or the rule that no room meets. */
function noRoom(
  { roomName, roomSymbol }: Pick<CsvReservationDetails, 'roomName' | 'roomSymbol'>,
  none: EmptySearch | null,
): RegistrationFailure {
  const isFull = none?.code === OCCUPIED.code;
  return failure(
    '空室なし',
    isFull ? `${roomName || roomSymbol || '条件に合う部屋'}満室` : (none?.message ?? ''),
  );
}

/** Drops a retired company from a record, unless its booking names the company already. */
export function withOfferedCorporate(
  record: CsvReservation,
  corporates: HotelReference['corporates'],
): CsvReservation {
  const { corporateId, applied } = record;
  const isOffered = corporateId === applied?.corporateId || !corporates.get(corporateId)?.isRetired;
  return isOffered ? record : { ...record, corporateId: 0 };
}

/** The room-month id by which a save names a room for a stay; null when the room has none that month. */
function roomIdFor(roomNumber: string, start: Day, rooms: RoomDirectory): number | null {
  return rooms.byNumber.get(roomNumber)?.months.get(monthOf(start))?.id ?? null;
}

/** Plans the booking of a record that has none (channel-csv.md, registration). */
export function planNewBooking(record: CsvReservationDetails, facts: RegistrationFacts): RegistrationPlan {
  const fault = faultOf(record);
  const stay = knownStay(record);
  if (fault || !stay) return fault ?? failure('日付不正');
  const unmapped = unmappedRoom(record);
  if (unmapped) return unmapped;
  if (blacklistMatch(record, [...facts.blacklist.values()])) return failure('ブラックリスト一致');
  const choice = chooseRoom({ ...record, stay }, facts, facts.vacancy, null);
  if ('none' in choice) return noRoom(record, choice.none);
  const draft: ReservationDraft = {
    ...UNSAID,
    ...sharedFields(record),
    guestName2: record.guestName2,
    roomId: roomIdFor(choice.roomNumber, stay.start, facts.rooms),
  };
  return { type: 'create', draft, paymentFlag: record.paymentFlag };
}

/** A record, the details last applied to its booking, and the booking. */
type Change = { record: CsvReservationDetails; applied: CsvReservationDetails; booking: Reservation };

const ROOM_FIELDS = ['roomSymbol', 'roomName', 'mensCount', 'womensCount', 'corporateId'] as const;

function requestsOtherRoom({ record, applied }: Change): boolean {
  return ROOM_FIELDS.some((field) => record[field] !== applied[field]);
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
  const request = { ...record, mensCount, womensCount, corporateId, stay: stayOf(after) };
  const needsOther = requestsOtherRoom(change);
  const unmapped = needsOther ? unmappedRoom(record) : null;
  if (unmapped) return unmapped;
  const room = facts.rooms.byNumber.get(roomNumber);
  const exists =
    room !== undefined && roomMonthsOfStay(room, request.stay) !== null && !closureOver(room, request.stay);
  const sameStay = after.stayStart === booking.stayStart && after.stayEnd === booking.stayEnd;
  const free = sameStay || (exists && facts.vacancy(roomNumber, request.stay, booking.id) !== null);
  if (free && (!needsOther || assignableRooms(request, facts).includes(roomNumber))) return { roomNumber };
  if (booking.roomMoveLock === 1) return failure('部屋移動不可');
  const choice = chooseRoom(request, facts, facts.vacancy, booking.id);
  return 'none' in choice ? noRoom(record, choice.none) : choice;
}

function isListed(after: Reservation, fields: readonly string[], { blacklist }: RegistrationFacts): boolean {
  if (!fields.some((field) => field === 'tel' || field.includes('Name'))) return false;
  const entry = blacklistMatch(after, [...blacklist.values()]);
  return entry !== null && entry.id !== after.blacklistId;
}

/**
 * Plans the change of a record's active booking: only fields that differ from what was applied before, so that edits of
 * staff survive (channel-csv.md, registration).
 */
export function planChange(change: Change, facts: RegistrationFacts): RegistrationPlan {
  const { record, applied, booking } = change;
  const fault = faultOf(record);
  if (fault) return fault;
  const fields = SHARED_FIELDS.filter(
    (field) => record[field] !== applied[field] && record[field] !== booking[field],
  );
  const draft: Partial<ReservationDraft> = sharedFields(record, fields);
  const paid = record.paymentFlag !== applied.paymentFlag && record.paymentFlag !== booking.paymentFlag;
  const paymentFlag = paid ? record.paymentFlag : null;
  if (fields.length === 0 && !paid && !requestsOtherRoom(change))
    return { type: 'amend', draft, paymentFlag };
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
