import { type DateWindow, readCellDate, readNights, windowAfter } from '../cells/dates.js';
import { readRoomCount } from '../cells/rooms.js';
import { readCellTime } from '../cells/times.js';
import { readGender, readPeople, readPoints, readYen } from '../cells/values.js';
import { dayIn, daysBetween } from '../dates.js';
import { MAX_BOOKING_NUMBER, MAX_NAME, MAX_TEL } from '../limits.js';
import { MAX_GUESTS, MAX_NIGHTS } from '../reservation/save-rules.js';
import {
  amountWarnings,
  cut,
  DEFAULT_CHECKIN_TIME,
  isAmount,
  isNightly,
  labelled,
  NO_REVISION,
  notesOf,
  oneLine,
  plainText,
  readMoment,
  readPeopleNames,
  readRevision,
  sourceOfSite,
} from './channel-cells.js';
import {
  type BrokenRow,
  type CsvReservationDetails,
  type FailureReason,
  ROW_KINDS,
  type Warning,
} from './csv-reservation.js';
import { readPaymentWord } from './payment-word.js';

/** One room's share of a reservation, and why this room alone cannot be registered. */
export type RoomShare = Pick<
  CsvReservationDetails,
  'mensCount' | 'womensCount' | 'totalFee' | 'usedPoints' | 'fault'
>;

/** Fields that come from master data, or are known of one room only. */
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

/** Columns that are read beside these; digests leave them out, so that a file read before them is still the same. */
export const FURTHER_COLUMNS = ['会員性別', '泊数', '部屋マスタ'] as const;
export type ChannelColumn = (typeof CHANNEL_COLUMNS)[number] | (typeof FURTHER_COLUMNS)[number];

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

/** Returns why a room cannot be registered for this number of guests; null when it can. */
export function faultOfGuests(guests: number): FailureReason | null {
  if (guests === 0) return '人数不明';
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
    const fault = faultOfGuests(mensCount + womensCount);
    return { mensCount, womensCount, totalFee: fees[room] ?? 0, usedPoints: points[room] ?? 0, fault };
  });
}

const MAX_ROOMS = 20;
const LADIES_ROOM = /レディース|女性/;
/** A long number as a spreadsheet rewrites it (2.12813E+15): many numbers become the same. */
const BROKEN_NUMBER = /^\d(?:[.,]\d+)?E\+?\d+$/i;

/** The text of a column; empty when the row has no such cell. */
type Cell = (column: ChannelColumn) => string;

/** Fault that keeps a row from being registered: the reason, the column and its text. */
type RowFault = { reason: FailureReason; detail: string };

const DETAIL_LENGTH = 60;

const faultAt = (reason: FailureReason, column: ChannelColumn, cell: Cell): RowFault => ({
  reason,
  detail: cut(`${column}: ${oneLine(cell(column))}`, DETAIL_LENGTH),
});

function readIdentity(cell: Cell) {
  const number = oneLine(cell('予約番号'));
  const kind = ROW_KINDS.find((known) => known === plainText(cell('予約区分')));
  const site = cut(oneLine(cell('予約サイト名')), MAX_NAME);
  const isBroken = BROKEN_NUMBER.test(plainText(number)) || [...number].length > MAX_BOOKING_NUMBER;
  const bookingNumber = isBroken ? '' : number;
  const missing: RowFault | null =
    site === '' || number === ''
      ? { reason: '必須項目欠落', detail: site === '' ? '予約サイト名' : '予約番号' }
      : isBroken
        ? faultAt('予約番号不正', '予約番号', cell)
        : kind === undefined
          ? faultAt('必須項目欠落', '予約区分', cell)
          : null;
  return { site, bookingNumber, kind, isBroken, fault: missing };
}

const STAY_COLUMNS = ['チェックイン日', 'チェックアウト日'] as const;

function readStay(cell: Cell, window: DateWindow) {
  const stayStart = readCellDate(cell('チェックイン日'), window);
  const stayEnd = readCellDate(
    cell('チェックアウト日'),
    stayStart ? windowAfter(stayStart, window.timezone) : window,
  );
  const nights = stayStart && stayEnd ? daysBetween(stayStart, stayEnd) : 0;
  const empty = STAY_COLUMNS.find((column) => plainText(cell(column)) === '');
  const unread = STAY_COLUMNS.filter(
    (column) =>
      (column === 'チェックイン日' ? stayStart : stayEnd) === null && plainText(cell(column)) !== '',
  );
  const isOtherLength = !isBlank(cell('泊数')) && readNights(cell('泊数')) !== nights;
  const [first = nights < 1 ? 'チェックアウト日' : 'チェックイン日'] = unread;
  const isRight = nights >= 1 && nights <= MAX_NIGHTS;
  return {
    stayStart,
    stayEnd,
    unread: [...unread, ...(isOtherLength ? (['泊数'] as const) : [])],
    missing: empty === undefined ? null : ({ reason: '必須項目欠落', detail: empty } satisfies RowFault),
    fault: isRight ? null : faultAt('日付不正', first, cell),
  };
}

const PEOPLE_COLUMNS = ['男性人数', '女性人数', '大人人数'] as const;

/** Returns whether the booker is the guest, whose gender 会員性別 is then. */
function isMemberGuest(cell: Cell): boolean {
  const member = plainText(cell('会員氏名'));
  return member === '' || member === plainText(cell('宿泊者氏名'));
}

function readGuests(cell: Cell, roomName: string) {
  const men = readPeopleCount(cell('男性人数'));
  const women = readPeopleCount(cell('女性人数'));
  const adults = readPeopleCount(cell('大人人数'));
  const gender = readGender(cell('会員性別'));
  const counts = { 男性人数: men, 女性人数: women, 大人人数: adults };
  const unread = PEOPLE_COLUMNS.filter((column) => counts[column] === null);
  const said = (men ?? 0) + (women ?? 0);
  const some = said > 0 ? 0 : (adults ?? 0);
  const isLadies = LADIES_ROOM.test(plainText(roomName));
  const areWomen = isLadies || gender === 'female';
  const isGenderKnown = isLadies || (gender !== null && some === 1 && isMemberGuest(cell));
  const party = { men: (men ?? 0) + (areWomen ? 0 : some), women: (women ?? 0) + (areWomen ? some : 0) };
  const isGenderTold = gender === null || (gender === 'male' ? party.men : party.women) === 0;
  const isOtherNumber = said > 0 && adults !== null && adults !== 0 && adults !== said;
  const [first] = unread.filter((column) => column !== '大人人数' || said === 0);
  return {
    ...party,
    isGenderUnknown: some > 0 && !isGenderKnown,
    unread: [
      ...unread,
      ...(isOtherNumber ? (['大人人数'] as const) : []),
      ...(isGenderTold ? (['会員性別'] as const) : []),
    ],
    fault: first === undefined ? null : faultAt('人数不明', first, cell),
  };
}

function readRooms(cell: Cell, roomName: string) {
  const { men, women, isGenderUnknown, unread: people, fault: guests } = readGuests(cell, roomName);
  const count = readRoomCount(cell('部屋数')) ?? 0;
  const isCounted = count >= 1 && count <= MAX_ROOMS;
  const fee = plainText(cell('合計料金')) === '' ? 0 : readYen(cell('合計料金'));
  const points = isBlank(cell('ポイント')) ? 0 : readPoints(cell('ポイント'));
  const [totalFee, usedPoints] = [fee ?? 0, points ?? 0];
  const isPaidFor = fee !== null && points !== null;
  const amounts = isPaidFor
    ? amountWarnings({ totalFee, usedPoints }, cell('請求料金'), cell('連泊情報'))
    : [];
  const warnings: Warning[] = [...amounts, ...(isGenderUnknown ? (['性別未確認'] as const) : [])];
  const rooms = shareRooms({ rooms: isCounted ? count : 1, men, women, totalFee, usedPoints });
  const unread: ChannelColumn[] = [
    ...(fee === null ? (['合計料金'] as const) : []),
    ...(points === null ? (['ポイント'] as const) : []),
  ];
  const [money] = unread;
  const isChecked = isPaidFor && amounts.length === 0;
  const fault =
    (isCounted ? null : faultAt('部屋数不明', '部屋数', cell)) ??
    guests ??
    (money === undefined ? null : faultAt('料金不明', money, cell));
  const told: ChannelColumn[] = [
    ...people,
    ...(isCounted ? [] : (['部屋数'] as const)),
    ...unread,
    ...(isChecked && isAmount(cell('請求料金')) ? [] : (['請求料金'] as const)),
    ...(isChecked && isNightly(cell('連泊情報')) ? [] : (['連泊情報'] as const)),
  ];
  return { rooms, warnings, unread: told, fault };
}

const INSTANT_COLUMNS = ['予約日時', '変更日時', 'キャンセル日時'] as const;

/** Returns whether a cell is empty or holds only a dash. */
const isBlank = (cell: string): boolean => /^[-ー―‐]?$/.test(plainText(cell));

/** Parses people such as `2`, `2名` or `大人2名`; 0 for a blank cell, null when unreadable. */
const readPeopleCount = (cell: string): number | null => (isBlank(cell) ? 0 : readPeople(cell));

const NAME_COLUMNS = ['宿泊者氏名', '会員氏名', '宿泊者氏名カナ', '会員氏名カナ'] as const;

const longest = (cell: Cell) =>
  NAME_COLUMNS.find((column) => [...oneLine(cell(column))].length > MAX_NAME) ?? NAME_COLUMNS[0];

function readNames(cell: Cell) {
  const { marks, longNames, missing, ...people } = readPeopleNames({
    guest: cell('宿泊者氏名'),
    guestKana: cell('宿泊者氏名カナ'),
    member: cell('会員氏名'),
    memberKana: cell('会員氏名カナ'),
  });
  const long = longNames.length > 0 ? longest(cell) : undefined;
  const fault: RowFault | null =
    long !== undefined
      ? { reason: '名前が長すぎます', detail: `${long}: ${[...oneLine(cell(long))].length}文字` }
      : missing
        ? { reason: '必須項目欠落', detail: '宿泊者氏名' }
        : null;
  return { people, marks, longNames, fault };
}

/** The first of these faults. */
const firstOf = (...faults: (RowFault | null)[]): RowFault | null =>
  faults.find((fault) => fault !== null) ?? null;

const NO_WORDS: ReadonlySet<string> = new Set();

/** Context of reading a row; `broken` says why it has no cells, `prepaidWords` are the hotel's own, folded. */
type RowReading = {
  digest: string;
  timezone: string;
  broken?: BrokenRow | null;
  prepaidWords?: ReadonlySet<string>;
};

/**
 * Parses one row of the channel manager's file, given by column. Unreadable content becomes the row's fault and stands in
 * the notes, never an error; a cancellation needs only site and number. `broken` says why the row has no cells.
 */
export function readRow(
  cells: ReadonlyMap<string, string>,
  { digest, timezone, broken = null, prepaidWords = NO_WORDS }: RowReading,
): ChannelReservation {
  const cell: Cell = (column) => cells.get(column) ?? '';
  const { site, bookingNumber, kind, ...identity } = readIdentity(cell);
  const names = readNames(cell);
  const revision = readRevision([cell('予約日時'), cell('変更日時'), cell('キャンセル日時')], timezone);
  const booked = revision === NO_REVISION ? null : dayIn(timezone, new Date(revision));
  const { stayStart, stayEnd, ...stay } = readStay(cell, windowAfter(booked, timezone));
  const roomSymbol = cut(oneLine(cell('部屋記号')), MAX_NAME);
  const roomName = cut(oneLine(cell('部屋名称')), MAX_NAME);
  const { rooms, warnings, ...counted } = readRooms(cell, roomName);
  const time = readCellTime(cell('チェックイン時刻'));
  const { paymentFlag, isKnown: isPaymentKnown } = readPaymentWord(cell('支払方法'), prepaidWords);
  const tel = oneLine(cell('電話番号'));
  const isLongTel = [...tel].length > MAX_TEL;
  const isCancel = identity.fault === null && kind === 'キャンセル';
  const isUntimed = isCancel && readMoment(cell('キャンセル日時'), timezone) === null;
  const noRoom: RowFault | null =
    roomSymbol === '' && roomName === '' ? { reason: '必須項目欠落', detail: '部屋名称' } : null;
  const fault = firstOf(
    broken === null ? null : { reason: broken, detail: '' },
    identity.fault,
    names.fault,
    stay.missing,
    noRoom,
    counted.fault,
    stay.fault,
  );
  const unread = (column: ChannelColumn) => labelled(column, cell(column));
  return {
    site,
    bookingNumber,
    kind: kind ?? '予約',
    revision,
    ...(isUntimed && { isUntimed: true as const }),
    digest,
    fault: isCancel ? null : (fault?.reason ?? null),
    ...(!isCancel && fault && { faultDetail: fault.detail }),
    warnings: isCancel ? [] : [...warnings, ...(isPaymentKnown ? [] : (['支払方法不明'] as const))],
    roomSymbol,
    roomName,
    companyName: cut(oneLine(cell('会員会社名')), MAX_NAME),
    bookingSource: sourceOfSite(site),
    ...names.people,
    tel: isLongTel ? '' : tel,
    notes: notesOf({
      marks: names.marks,
      remarks: cell('備考'),
      memo: cell('メモ'),
      plan: cell('プラン名称'),
      meals: cell('食事条件'),
      children: cell('子供人数'),
      company: cell('会員会社名'),
      tel: isLongTel ? tel : '',
      unread: [
        identity.isBroken ? unread('予約番号') : '',
        kind === undefined ? unread('予約区分') : '',
        noRoom ? unread('部屋マスタ') : '',
        ...INSTANT_COLUMNS.map((column) =>
          readMoment(cell(column), timezone) === null ? unread(column) : '',
        ),
        ...names.longNames.map((name) => labelled('氏名', name)),
        ...stay.unread.map(unread),
        ...counted.unread.map(unread),
        time.isWhole ? '' : unread('チェックイン時刻'),
        isPaymentKnown ? '' : unread('支払方法'),
      ],
    }),
    stayStart,
    stayEnd,
    checkinTime: time.time ?? DEFAULT_CHECKIN_TIME,
    paymentFlag,
    rooms: isCancel ? rooms.map((room) => ({ ...room, fault: null })) : rooms,
  };
}
