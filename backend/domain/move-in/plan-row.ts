import type { BrokenRule } from '../broken-rule.js';
import { monthText, stayRangeText } from '../calendar/stay-text.js';
import { type RoomNumbers, wordOf } from '../cells/values.js';
import { type Day, monthsOfStay, type Stay } from '../dates.js';
import { cut } from '../imports/channel-cells.js';
import { MAX_NOTES } from '../limits.js';
import { UNDEFINED_HOTEL } from '../masters/hotel.js';
import { inUse } from '../masters/masters.js';
import type { HotelReference } from '../reference.js';
import { blacklistMatch } from '../reservation/blacklist.js';
import type { ReservationCommand, ReservationDraft } from '../reservation/reservation.commands.js';
import {
  type Flag,
  knownStay,
  NOT_BLACKLISTED,
  occupies,
  type Reservation,
  stayOf,
} from '../reservation/reservation.js';
import { DEFAULT_PURPOSE } from '../reservation/sources.js';
import type { Room } from '../room/room-directory.js';
import { BOOKABLE } from '../room/room-month.js';
import { roomText } from '../room/room-number.js';
import type { MoveInField } from './move-in-fields.js';
import type { MovedInRow, RowFault } from './read-row.js';

/** What is done with stays that are over: they count as checked out and paid, as the file says, or are left out. */
export const PAST_CHOICES = ['completed', 'as_is', 'skip'] as const;
export type PastChoice = (typeof PAST_CHOICES)[number];

/** What a row is compared with. */
export type PlanContext = { reference: HotelReference; rooms: RoomNumbers; today: Day; past: PastChoice };

/** A row that becomes a booking if the rules allow it: its draft, and what happened to the guest since. */
export type PlannedBooking = {
  draft: ReservationDraft;
  roomNumber: string | null;
  paymentFlag: Flag;
  since: ReservationCommand[];
  faults: RowFault[];
  warnings: string[];
};

/** Why a row becomes no booking although nothing is wrong with it; null for one that does. */
export function skippedBecause(
  { standing, stayEnd }: MovedInRow,
  { past, today }: PlanContext,
): string | null {
  if (standing === 'cancelled') return '取り消された予約です。';
  return past === 'skip' && stayEnd !== null && stayEnd < today ? '過去の宿泊です。' : null;
}

function roomFaults(row: MovedInRow, room: Room | undefined): RowFault[] {
  const fault = (code: string, message: string): RowFault[] => [{ code, field: 'roomNumber', message }];
  if (row.room === '') return fault('room_missing', '部屋番号がありません。');
  if (!room) return fault('room_unknown', `部屋「${cut(row.room, 30)}」はこのホテルにありません。`);
  const stay = knownStay(row);
  // A stay of years is refused for its length.
  const months = stay === null ? [] : monthsOfStay(stay).slice(0, 14);
  const missing = months.filter((month) => !room.months.has(month));
  if (missing.length > 0) {
    const texts = missing.map(monthText).join('、');
    return fault(
      'room_month_missing',
      `${roomText(room.roomNumber)}の${texts}がまだありません。マスタの「部屋」で月を作ってください。`,
    );
  }
  const closed = months.filter((month) => room.months.get(month)?.reservableStatus !== BOOKABLE);
  if (closed.length === 0) return [];
  return fault(
    'room_unavailable',
    `${roomText(room.roomNumber)}は${closed.map(monthText).join('、')}は予約不可です。`,
  );
}

/** The master record with this name; 0 for none. */
function idByName<Kind extends { id: number; isRetired?: true }>(
  name: string,
  records: ReadonlyMap<number, Kind>,
  nameOf: (record: Kind) => string,
): number {
  const word = wordOf(name);
  return inUse(records.values()).find((record) => wordOf(nameOf(record)) === word)?.id ?? 0;
}

/** What happened to the guest of a row until today. */
function eventsSince(
  row: MovedInRow,
  { past, today }: PlanContext,
): { since: ReservationCommand[]; isPaid: boolean } {
  const { standing, stayStart, stayEnd, paid } = row;
  if (stayStart === null || stayEnd === null || stayStart > today) return { since: [], isPaid: paid === 1 };
  if (standing === 'no-show') return { since: [{ type: 'mark-no-show' }], isPaid: paid === 1 };
  const isOver = past === 'completed' && stayEnd < today;
  const hasLeft = isOver || standing === 'departed' || row.checkoutDate !== null;
  const hasCome = hasLeft || standing === 'in-house' || row.checkinDate !== null;
  const since: ReservationCommand[] = [];
  if (hasCome) since.push({ type: 'check-in', date: row.checkinDate ?? stayStart });
  if (hasLeft)
    since.push({ type: 'check-out', date: row.checkoutDate ?? (stayEnd < today ? stayEnd : today) });
  return { since, isPaid: isOver || paid === 1 };
}

const withLines = (notes: string, lines: readonly string[]): string =>
  cut([notes, ...lines].filter((line) => line !== '').join('\n'), MAX_NOTES);

/** Plans the booking of a row: masters and rooms by their names, with every fault of its own. */
export function planMovedInRow(row: MovedInRow, context: PlanContext): PlannedBooking {
  const { corporates, payments, blacklist, rooms, hotel } = context.reference;
  const roomNumber = context.rooms.find(row.room);
  const room = roomNumber === null ? undefined : rooms.byNumber.get(roomNumber);
  const { isPaid, since } = eventsSince(row, context);
  const paymentType = idByName(row.paymentName, payments, ({ paymentName }) => paymentName) || null;
  const corporateId = idByName(row.corporateName, corporates, ({ corporateShortName }) => corporateShortName);
  const unknown = [
    row.paymentName !== '' && paymentType === null ? `支払方法: ${row.paymentName}` : '',
    row.corporateName !== '' && corporateId === 0 ? `法人: ${row.corporateName}` : '',
  ].filter((line) => line !== '');
  const listed = blacklistMatch(row, [...blacklist.values()]);
  const draft: ReservationDraft = {
    roomId: monthOfRoom(room, knownStay(row)),
    reserverName: row.reserverName,
    reserverNameKana: row.reserverNameKana,
    guestName1: row.guestName1,
    guestName1Kana: row.guestName1Kana,
    guestName2: row.guestName2,
    tel: row.tel,
    notes: withLines(row.notes, unknown),
    stayStart: row.stayStart,
    stayEnd: row.stayEnd,
    purpose: row.purpose ?? DEFAULT_PURPOSE,
    bookingSource: row.source,
    usedPoints: row.usedPoints,
    checkinTime: row.checkinTime || (hotel ?? UNDEFINED_HOTEL).checkInTime,
    totalFee: row.totalFee,
    bookingNumber: row.bookingNumber,
    mensCount: row.mensCount,
    womensCount: row.womensCount,
    corporateId,
    paymentType,
    coupon: row.coupon,
    roomMoveLock: row.roomMoveLock,
    blacklistId: listed?.id ?? NOT_BLACKLISTED,
    nextdayOutFlag: row.nextdayOutFlag,
  };
  return {
    draft,
    roomNumber,
    paymentFlag: isPaid ? 1 : 0,
    since,
    faults: [...row.faults, ...roomFaults(row, room)],
    warnings: [
      ...unknown.map((line) => `${line} はマスタにないため、備考に残します。`),
      ...(listed ? ['ブラックリストに登録されている宿泊者です。'] : []),
    ],
  };
}

/** The id of the room's month that a stay begins in, else of any of its months. */
function monthOfRoom(room: Room | undefined, stay: Stay | null): number | null {
  if (!room) return null;
  const [first] = stay === null ? [] : monthsOfStay(stay);
  const [any] = room.months.values();
  return ((first && room.months.get(first)) ?? any)?.id ?? null;
}

/** The columns that a rule of the specification speaks of, the likeliest first. */
const FIELDS_OF_RULES: Readonly<Record<string, readonly MoveInField[]>> = {
  guest_name_1: ['guestName1', 'reserverName'],
  reserver_name: ['reserverName', 'guestName1'],
  mens_count: ['guests', 'mensCount', 'womensCount'],
  room_id: ['roomNumber'],
  stay_start: ['stayStart', 'period'],
  stay_end: ['stayEnd', 'nights', 'period'],
  checkin_time: ['checkinTime', 'stayStart'],
  total_fee: ['totalFee'],
  csv_notes: ['usedPoints'],
  corporateID: ['corporate'],
  payment_type: ['paymentType'],
  is_day_before_same_flag: ['sameAsDayBefore'],
  date: ['checkoutDate', 'checkinDate', 'stayStart'],
};

const STAY_FIELDS: readonly MoveInField[] = ['stayStart', 'stayEnd', 'nights', 'period'];

/** Rules that say no more than a fault of the row's own about the same thing. */
const SAID_BY_CELLS = [
  'room_missing',
  'room_unavailable',
  'stay_start_missing',
  'stay_end_missing',
  'fee_missing',
  'points_missing',
  'overlap',
];

/** The rules that a booking breaks as faults of its row, without those that the row's own faults say better. */
export function faultsOfRules(
  broken: readonly BrokenRule[],
  own: readonly RowFault[],
  has: (field: MoveInField) => boolean,
): RowFault[] {
  return broken.flatMap(({ code, field, message }) => {
    const fields = FIELDS_OF_RULES[field ?? ''] ?? [];
    const alike = field?.startsWith('stay_') ? STAY_FIELDS : fields;
    const isSaid = own.some((fault) => fault.field !== null && alike.includes(fault.field));
    if (code === 'overlap' || (isSaid && SAID_BY_CELLS.includes(code))) return [];
    return [{ code, field: fields.find(has) ?? null, message }];
  });
}

/** The booking that already has the room on a night of the stay, as the fault of a row of a file; null for none. */
export function overlapFault(
  { draft, roomNumber }: PlannedBooking,
  fileId: number,
  neighbours: readonly Reservation[],
): RowFault | null {
  const stay = knownStay(draft);
  if (!stay || roomNumber === null) return null;
  const other = neighbours.find((booking) => occupies(booking, roomNumber, stay));
  if (!other) return null;
  const { movedInFrom: origin } = other;
  const whose = origin?.fileId === fileId ? `${origin.line}行目の予約` : '登録済みの予約';
  const text = `${roomText(roomNumber)}は${whose}(${stayRangeText(stayOf(other))})と重なっています。`;
  return { code: 'overlap', field: 'roomNumber', message: text };
}
