import type { BrokenRule } from '../broken-rule.js';
import { monthText, stayRangeText } from '../calendar/stay-text.js';
import { readRooms } from '../cells/rooms.js';
import { type RoomNumbers, wordOf } from '../cells/values.js';
import { type Day, monthsOfStay, type Stay } from '../dates.js';
import { cut } from '../imports/channel-cells.js';
import { shareRooms } from '../imports/channel-reservation.js';
import { MAX_NOTES } from '../limits.js';
import { UNDEFINED_HOTEL } from '../masters/hotel.js';
import { inUse } from '../masters/masters.js';
import { itemAt } from '../records.js';
import type { HotelReference } from '../reference.js';
import { blacklistMatch } from '../reservation/blacklist.js';
import type { ReservationCommand } from '../reservation/reservation.commands.js';
import { type Flag, knownStay, occupies, type Reservation, stayOf } from '../reservation/reservation.js';
import { NOT_BLACKLISTED, type ReservationDraft, UNSAID } from '../reservation/reservation-fields.js';
import { DEFAULT_PURPOSE } from '../reservation/sources.js';
import { closedRule } from '../room/room-closure.js';
import { closureOver, isBookableFor, isSameKind, type Room } from '../room/room-directory.js';
import { BOOKABLE } from '../room/room-month.js';
import { roomText } from '../room/room-number.js';
import { inDisplayOrder } from '../room/room-order.js';
import type { MoveInField } from './move-in-fields.js';
import type { MovedInRow } from './read-row.js';
import type { RowFault } from './row-cells.js';

/** Treatment of stays that are over: they count as checked out and paid, as the file says, or are left out. */
export const PAST_CHOICES = ['completed', 'as_is', 'skip'] as const;
export type PastChoice = (typeof PAST_CHOICES)[number];

/** Facts that a row is compared with. */
export type PlanContext = { reference: HotelReference; rooms: RoomNumbers; today: Day; past: PastChoice };

/** A booking that a row becomes if the rules allow it. */
export type PlannedRoom = { draft: ReservationDraft; roomNumber: string | null };

/** A row that becomes a booking: its draft, those of its further rooms, and what happened to the guests since. */
export type PlannedBooking = PlannedRoom & {
  further: PlannedRoom[];
  paymentFlag: Flag;
  since: ReservationCommand[];
  faults: RowFault[];
  warnings: string[];
};

/** Returns why a row becomes no booking although nothing is wrong with it; null for one that does. */
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
  const closure = stay && closureOver(room, stay);
  if (closure) return fault('room_closed', closedRule(closure).message);
  const closed = months.filter((month) => room.months.get(month)?.reservableStatus !== BOOKABLE);
  if (closed.length === 0) return [];
  return fault(
    'room_unavailable',
    `${roomText(room.roomNumber)}は${closed.map(monthText).join('、')}は予約不可です。`,
  );
}

/** The rooms that a row's further rooms may be: bookable ones of the same kind as the room that it names. */
export function roomsLike(
  row: MovedInRow,
  { reference, rooms }: Pick<PlanContext, 'reference' | 'rooms'>,
): string[] {
  const stay = knownStay(row);
  const [named, ...others] = readRooms(row.room, rooms);
  const first = named === undefined ? undefined : reference.rooms.byNumber.get(named);
  if (!stay || !first || others.length > 0 || row.roomCount === null || row.roomCount < 2) return [];
  return inDisplayOrder(reference.rooms)
    .filter((room) => room !== first && isBookableFor(room, stay) && isSameKind(first, room, stay))
    .map(({ roomNumber }) => roomNumber);
}

/** The rooms of a row: those that it names, and for more that its number of rooms says the free ones of the same kind. */
function roomsOf(
  row: MovedInRow,
  context: PlanContext,
  isFree: (roomNumber: string) => boolean,
): { rooms: string[]; wanted: number; faults: RowFault[]; warnings: string[] } {
  const named = readRooms(row.room, context.rooms);
  const wanted = row.roomCount ?? named.length;
  if (named.length === 0 || wanted === named.length)
    return { rooms: named, wanted, faults: [], warnings: [] };
  const fault = (code: string, message: string) => ({
    rooms: named,
    wanted,
    faults: [{ code, field: 'roomCount' as const, message }],
    warnings: [],
  });
  if (named.length > 1 || wanted < 1) {
    return fault('rooms_differ', `室数は${wanted}室ですが、部屋番号は${named.length}室です。`);
  }
  const more = roomsLike(row, context)
    .filter(isFree)
    .slice(0, wanted - 1);
  if (more.length < wanted - 1) {
    const found = `${roomText(named[0] ?? '')}と同じ種類の空室は${more.length}室です`;
    return fault('rooms_taken', `室数は${wanted}室ですが、${found}。部屋番号に全室を入れてください。`);
  }
  const warning = `室数が${wanted}室のため、${more.map(roomText).join('、')}も予約します。`;
  return { rooms: [...named, ...more], wanted, faults: [], warnings: [warning] };
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

/** Returns what happened to the guest of a row until today. */
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

/** Plans the bookings of a row: masters and rooms by their names, with every fault of its own. */
export function planMovedInRow(
  row: MovedInRow,
  context: PlanContext,
  isFree: (roomNumber: string) => boolean = () => true,
): PlannedBooking {
  const { corporates, payments, blacklist, rooms } = context.reference;
  const { rooms: numbers, wanted, faults, warnings } = roomsOf(row, context, isFree);
  const taken = numbers.length === 0 ? [undefined] : numbers.map((number) => rooms.byNumber.get(number));
  const { isPaid, since } = eventsSince(row, context);
  const paymentType = idByName(row.paymentName, payments, ({ paymentName }) => paymentName) || null;
  const corporateId = idByName(row.corporateName, corporates, ({ corporateShortName }) => corporateShortName);
  const unknown = [
    row.paymentName !== '' && paymentType === null ? `支払方法: ${row.paymentName}` : '',
    row.corporateName !== '' && corporateId === 0 ? `法人: ${row.corporateName}` : '',
  ].filter((line) => line !== '');
  const listed = blacklistMatch(row, [...blacklist.values()]);
  const notes = withLines(row.notes, unknown);
  const whole = { notes, paymentType, corporateId, blacklistId: listed?.id ?? NOT_BLACKLISTED };
  // A row that names more rooms than its number says is refused, with a share for each.
  const shares = sharesOf(row, Math.max(taken.length, wanted));
  const planned = taken.map((room, index): PlannedRoom => {
    const draft = { ...UNSAID, ...draftOf(row, context), ...whole, ...itemAt(shares, index) };
    return {
      roomNumber: room?.roomNumber ?? null,
      draft: { ...draft, roomId: monthOfRoom(room, knownStay(row)) },
    };
  });
  return {
    ...itemAt(planned, 0),
    further: planned.slice(1),
    paymentFlag: isPaid ? 1 : 0,
    since,
    faults: [...row.faults, ...faults, ...taken.flatMap((room) => roomFaults(row, room))],
    warnings: [
      ...row.warnings,
      ...warnings,
      ...unknown.map((line) => `${line} はマスタにないため、備考に残します。`),
      ...(listed ? ['ブラックリストに登録されている宿泊者です。'] : []),
    ],
  };
}

type Share = Pick<ReservationDraft, 'mensCount' | 'womensCount' | 'totalFee' | 'usedPoints'>;

/** Guests, yen and points of each room, shared as the channel's reader shares them; what is unreadable is nobody's. */
function sharesOf({ mensCount, womensCount, totalFee, usedPoints }: MovedInRow, rooms: number): Share[] {
  if (rooms === 1) return [{ mensCount, womensCount, totalFee, usedPoints }];
  const amounts = { totalFee: totalFee ?? 0, usedPoints: usedPoints ?? 0 };
  return shareRooms({ rooms, men: mensCount, women: womensCount, ...amounts }).map(
    ({ fault: _, ...share }) => ({
      ...share,
      totalFee: totalFee === null ? null : share.totalFee,
      usedPoints: usedPoints === null ? null : share.usedPoints,
    }),
  );
}

function draftOf(row: MovedInRow, { reference: { hotel } }: PlanContext) {
  return {
    reserverName: row.reserverName,
    reserverNameKana: row.reserverNameKana,
    guestName1: row.guestName1,
    guestName1Kana: row.guestName1Kana,
    guestName2: row.guestName2,
    tel: row.tel,
    stayStart: row.stayStart,
    stayEnd: row.stayEnd,
    purpose: row.purpose ?? DEFAULT_PURPOSE,
    bookingSource: row.source,
    checkinTime: row.checkinTime || (hotel ?? UNDEFINED_HOTEL).checkInTime,
    bookingNumber: row.bookingNumber,
    coupon: row.coupon,
    roomMoveLock: row.roomMoveLock,
    nextdayOutFlag: row.nextdayOutFlag,
  } satisfies Partial<ReservationDraft>;
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
  mens_count: ['guests', 'mensCount', 'womensCount', 'partyText'],
  room_id: ['roomNumber'],
  stay_start: ['stayStart', 'period'],
  stay_end: ['stayEnd', 'nights', 'period'],
  checkin_time: ['checkinTime', 'stayStart'],
  total_fee: ['totalFee', 'nightlyFee'],
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
  { draft, roomNumber }: PlannedRoom,
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
