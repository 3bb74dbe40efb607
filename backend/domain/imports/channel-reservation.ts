import { daysBetween } from '../dates.js';
import { MAX_BOOKING_NUMBER, MAX_NAME, MAX_TEL } from '../limits.js';
import { MAX_GUESTS, MAX_NIGHTS } from '../reservation/save-rules.js';
import {
  amountWarnings,
  cut,
  notesOf,
  oneLine,
  plainText,
  readAmount,
  readCheckinTime,
  readCount,
  readDate,
  readPeople,
  readRevision,
  sourceOfSite,
} from './channel-cells.js';
import {
  type BrokenRow,
  type CsvReservationDetails,
  type FailureReason,
  ROW_KINDS,
} from './csv-reservation.js';

/** One room's share of a reservation, and why this room alone cannot be registered. */
export type RoomShare = Pick<
  CsvReservationDetails,
  'mensCount' | 'womensCount' | 'totalFee' | 'usedPoints' | 'fault'
>;

/** What comes from master data, or is known of one room only. */
type RoomDetails =
  | 'roomIndex'
  | 'soldCategories'
  | 'smokingStatus'
  | 'guestName2'
  | 'corporateId'
  | 'coupon'
  | Exclude<keyof RoomShare, 'fault'>;

/**
 * One row of the channel manager's file, read: the full new state of one reservation, before master data is looked at.
 * Its `fault` is why no room can be registered. Serializable as JSON.
 */
export type ChannelReservation = Omit<CsvReservationDetails, RoomDetails> & {
  /** The company whose member the booker is; empty for none. */
  companyName: string;
  /** A share for each room, at least one. */
  rooms: RoomShare[];
};

/**
 * Identifies a reservation across rows: site and number, or the row's digest when one of them is missing.
 */
export function reservationKey(reservation: { site: string; bookingNumber: string; digest: string }): string {
  const { site, bookingNumber, digest } = reservation;
  return site !== '' && bookingNumber !== '' ? `${site}\n${bookingNumber}` : `#${digest}`;
}

/** Columns that a reservation is read from. Row digests depend on this order: do not change it. */
export const CHANNEL_COLUMNS = [
  '予約サイト名',
  '予約番号',
  '予約区分',
  '予約日時',
  '変更日時',
  'キャンセル日時',
  'チェックイン日',
  'チェックアウト日',
  'チェックイン時刻',
  '部屋数',
  '部屋名称',
  '部屋記号',
  'プラン名称',
  '宿泊者氏名',
  '宿泊者氏名カナ',
  '会員氏名',
  '会員氏名カナ',
  '会員会社名',
  '電話番号',
  '大人人数',
  '子供人数',
  '男性人数',
  '女性人数',
  '合計料金',
  'ポイント',
  '請求料金',
  '支払方法',
  '連泊情報',
  '食事条件',
  '備考',
  'メモ',
] as const;
export type ChannelColumn = (typeof CHANNEL_COLUMNS)[number];

/** Columns that a file must have. */
export const NEEDED_COLUMNS = [
  '予約サイト名',
  '予約番号',
  '予約区分',
  'チェックイン日',
  'チェックアウト日',
  '宿泊者氏名',
] as const satisfies readonly ChannelColumn[];

/** Columns of which a file must have one. */
export const ROOM_COLUMNS = ['部屋名称', '部屋記号'] as const satisfies readonly ChannelColumn[];

type Whole = { rooms: number; men: number; women: number; totalFee: number; usedPoints: number };

function evenly(total: number, rooms: number): number[] {
  const [base, remainder] = [Math.floor(total / rooms), total % rooms];
  return Array.from({ length: rooms }, (_, room) => base + (room < remainder ? 1 : 0));
}

/** Distributes more guests evenly; the remainder goes to the rooms with the fewest, first rooms first. */
function addEvenly(guests: readonly number[], total: number): number[] {
  const order = guests.map((_, room) => room).sort((a, b) => (guests[a] ?? 0) - (guests[b] ?? 0));
  const shares = evenly(total, guests.length);
  return guests.map((_, room) => shares[order.indexOf(room)] ?? 0);
}

function faultOf(guests: number): FailureReason | null {
  if (guests === 0) return '必須項目欠落';
  return guests > MAX_GUESTS ? '定員超過' : null;
}

/** Splits guests, yen and points evenly among the rooms, the remainder to the first ones. */
export function shareRooms({ rooms, men, women, totalFee, usedPoints }: Whole): RoomShare[] {
  const mens = evenly(men, rooms);
  const womens = addEvenly(mens, women);
  const fees = evenly(totalFee, rooms);
  const points = evenly(usedPoints, rooms);
  return mens.map((mensCount, room) => {
    const womensCount = womens[room] ?? 0;
    const fault = faultOf(mensCount + womensCount);
    return { mensCount, womensCount, totalFee: fees[room] ?? 0, usedPoints: points[room] ?? 0, fault };
  });
}

const MAX_ROOMS = 20;
const LADIES_ROOM = /レディース|女性/;

/** The text of a column; empty when the row has no such cell. */
type Cell = (column: ChannelColumn) => string;

function readIdentity(cell: Cell) {
  const number = oneLine(cell('予約番号'));
  const kind = ROW_KINDS.find((known) => known === plainText(cell('予約区分')));
  const site = cut(oneLine(cell('予約サイト名')), MAX_NAME);
  const bookingNumber = [...number].length <= MAX_BOOKING_NUMBER ? number : '';
  return { site, bookingNumber, kind, isKnown: site !== '' && bookingNumber !== '' && kind !== undefined };
}

function readStay(cell: Cell) {
  const stayStart = readDate(cell('チェックイン日'));
  const stayEnd = readDate(cell('チェックアウト日'));
  const nights = stayStart && stayEnd ? daysBetween(stayStart, stayEnd) : 0;
  const isGiven = plainText(cell('チェックイン日')) !== '' && plainText(cell('チェックアウト日')) !== '';
  return { stayStart, stayEnd, isGiven, isRight: nights >= 1 && nights <= MAX_NIGHTS };
}

function readGuests(cell: Cell, roomName: string) {
  const men = readCount(cell('男性人数'));
  const women = readCount(cell('女性人数'));
  const adults = readCount(cell('大人人数')) ?? 0;
  const areWomen = men === 0 && women === 0 && LADIES_ROOM.test(plainText(roomName));
  return {
    men: men ?? 0,
    women: areWomen ? adults : (women ?? 0),
    areReadable: men !== null && women !== null,
  };
}

function readRooms(cell: Cell, roomName: string) {
  const { men, women, areReadable } = readGuests(cell, roomName);
  const count = readCount(cell('部屋数'), 1) ?? 0;
  const isCounted = count >= 1 && count <= MAX_ROOMS;
  const fee = readAmount(cell('合計料金'));
  const points = readAmount(cell('ポイント'));
  const [totalFee, usedPoints] = [fee ?? 0, points ?? 0];
  const isPaidFor = fee !== null && points !== null;
  const warnings = isPaidFor
    ? amountWarnings({ totalFee, usedPoints }, cell('請求料金'), cell('連泊情報'))
    : [];
  const rooms = shareRooms({ rooms: isCounted ? count : 1, men, women, totalFee, usedPoints });
  return { rooms, warnings, areRight: areReadable && isCounted && isPaidFor };
}

/**
 * Parses one row of the channel manager's file, given by column. Unreadable content becomes the row's fault, never an
 * error; a cancellation needs only site and number. `broken` says why the row has no cells.
 */
export function readRow(
  cells: ReadonlyMap<string, string>,
  { digest, timezone, broken = null }: { digest: string; timezone: string; broken?: BrokenRow | null },
): ChannelReservation {
  const cell: Cell = (column) => cells.get(column) ?? '';
  const { site, bookingNumber, kind, isKnown } = readIdentity(cell);
  const { marks, areFit, ...people } = readPeople({
    guest: cell('宿泊者氏名'),
    guestKana: cell('宿泊者氏名カナ'),
    member: cell('会員氏名'),
    memberKana: cell('会員氏名カナ'),
  });
  const { stayStart, stayEnd, ...stay } = readStay(cell);
  const roomSymbol = cut(oneLine(cell('部屋記号')), MAX_NAME);
  const roomName = cut(oneLine(cell('部屋名称')), MAX_NAME);
  const { rooms, warnings, areRight } = readRooms(cell, roomName);
  const tel = oneLine(cell('電話番号'));
  const isLongTel = [...tel].length > MAX_TEL;
  const isCancel = isKnown && kind === 'キャンセル';
  const isWhole = isKnown && areFit && areRight && stay.isGiven && (roomSymbol !== '' || roomName !== '');
  const unreadable = !isWhole ? '必須項目欠落' : stay.isRight ? null : '日付不正';
  const fault = broken ?? unreadable;
  return {
    site,
    bookingNumber,
    kind: kind ?? '予約',
    revision: readRevision([cell('予約日時'), cell('変更日時'), cell('キャンセル日時')], timezone),
    digest,
    fault: isCancel ? null : fault,
    warnings: isCancel ? [] : warnings,
    roomSymbol,
    roomName,
    companyName: cut(oneLine(cell('会員会社名')), MAX_NAME),
    bookingSource: sourceOfSite(site),
    ...people,
    tel: isLongTel ? '' : tel,
    notes: notesOf({
      marks,
      remarks: cell('備考'),
      memo: cell('メモ'),
      plan: cell('プラン名称'),
      meals: cell('食事条件'),
      children: cell('子供人数'),
      company: cell('会員会社名'),
      tel: isLongTel ? tel : '',
    }),
    stayStart,
    stayEnd,
    checkinTime: readCheckinTime(cell('チェックイン時刻')),
    paymentFlag: plainText(cell('支払方法')) === '事前決済' ? 1 : 0,
    rooms: isCancel ? rooms.map((room) => ({ ...room, fault: null })) : rooms,
  };
}
