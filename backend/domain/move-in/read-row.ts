import { countText } from '@domain/calendar/stay-text.js';
import {
  type DateWindow,
  readCellDate,
  readNights,
  readPeriod,
  timeBehindDate,
  windowAround,
} from '../cells/dates.js';
import { readRoomCount } from '../cells/rooms.js';
import { readCellTime } from '../cells/times.js';
import {
  type BookingStanding,
  readGuestName,
  readPoints,
  readPurpose,
  readSource,
  readStanding,
  readYesNo,
} from '../cells/values.js';
import { addDays, type Day, daysBetween } from '../dates.js';
import { cut, labelled, manyLines } from '../imports/channel-cells.js';
import { MAX_BOOKING_NUMBER, MAX_NAME, MAX_NOTES, MAX_TEL } from '../limits.js';
import { halfWidth, tidyPhone, toKatakana } from '../typed-text.js';
import { type BookingLines, ONLY_LINE } from './booking-lines.js';
import { headerWord } from './header-words.js';
import type { ColumnMapping, MoveInField } from './move-in-fields.js';
import { readFee } from './read-fee.js';
import { readParty } from './read-party.js';
import { RowCells, type RowFault } from './row-cells.js';

/** A row of another system's file, read: master data and rooms are still the words of the file. */
export type MovedInRow = {
  number: string;
  bookingNumber: string;
  party: string;
  standing: BookingStanding;
  guestName1: string;
  guestName1Kana: string;
  guestName2: string;
  reserverName: string;
  reserverNameKana: string;
  room: string;
  /** Number of rooms that the row stands for, by its column; null where there is none. */
  roomCount: number | null;
  stayStart: Day | null;
  stayEnd: Day | null;
  /** Empty for the hotel's usual time. */
  checkinTime: string;
  mensCount: number;
  womensCount: number;
  /** True if the file gives the number of guests. */
  saysParty: boolean;
  totalFee: number | null;
  /** True if the file gives the fee; false for a blank cell. */
  saysFee: boolean;
  usedPoints: number | null;
  coupon: 0 | 1;
  paid: 0 | 1;
  saysPaid: boolean;
  paymentName: string;
  corporateName: string;
  source: ReturnType<typeof readSource>['source'];
  purpose: ReturnType<typeof readPurpose> | null;
  tel: string;
  notes: string;
  roomMoveLock: 0 | 1;
  nextdayOutFlag: 0 | 1;
  sameAsDayBefore: 0 | 1;
  checkinDate: Day | null;
  checkoutDate: Day | null;
  faults: RowFault[];
  /** Warnings about a row that fits, for staff. */
  warnings: string[];
};

function readStay(cells: RowCells, window: DateWindow): Pick<MovedInRow, 'stayStart' | 'stayEnd'> {
  if (cells.has('period')) {
    const period = cells.read('period', (cell) => readPeriod(cell, window), '宿泊期間');
    return { stayStart: period?.start ?? null, stayEnd: period?.end ?? null };
  }
  const stayStart = cells.read('stayStart', (cell) => readCellDate(cell, window), '日付');
  if (cells.one('stayEnd') !== '' || !cells.has('nights')) {
    const from = stayStart === null ? window : { ...window, from: stayStart };
    return { stayStart, stayEnd: cells.read('stayEnd', (cell) => readCellDate(cell, from), '日付') };
  }
  const nights = cells.read('nights', readNights, '泊数');
  return { stayStart, stayEnd: stayStart && nights !== null ? addDays(stayStart, nights) : null };
}

function readNames(cells: RowCells) {
  const guest = cells.text('guestName1', MAX_NAME, readGuestName);
  const reserver = cells.text('reserverName', MAX_NAME, readGuestName);
  const guestKana = cells.text('guestName1Kana', MAX_NAME, (kana) => toKatakana(readGuestName(kana)));
  const reserverKana = cells.text('reserverNameKana', MAX_NAME, (kana) => toKatakana(readGuestName(kana)));
  const isSame = guest === '' || reserver === '' || guest === reserver;
  return {
    guestName1: guest || reserver,
    reserverName: reserver || guest,
    guestName1Kana: guestKana || (isSame ? reserverKana : ''),
    reserverNameKana: reserverKana || (isSame ? guestKana : ''),
    guestName2: cells.text('guestName2', MAX_NAME, readGuestName),
  };
}

/** Columns whose texts need no name in front of them. */
const IS_NOTES =
  /備考|メモ|要望|特記|事項|コメント|NOTE|REMARK|COMMENT|MEMO|MESSAGE|プラン|食事|摘要|申し?送|リクエスト|質問|通信欄/;

function readNotes(cells: RowCells, more: readonly string[]): string {
  const texts = cells.named('notes').map(({ header, cell }) => {
    const text = manyLines(cell);
    return IS_NOTES.test(headerWord(header)) || header === '' ? text : labelled(header, text);
  });
  const notes = [...texts, ...more].filter((text) => text !== '').join('\n');
  if ([...notes].length > MAX_NOTES) {
    cells.fault('too_long', 'notes', `備考は${countText(MAX_NOTES)}文字以内にしてください。`);
  }
  return cut(notes, MAX_NOTES);
}

/** Reads a row by its mapping, on a day in a time zone; what cannot be read is a fault, or stands in the notes. */
export function readMovedInRow(
  row: readonly string[],
  mapping: ColumnMapping,
  { today, timezone, header = [] }: { today: Day; timezone: string; header?: readonly string[] },
  lines: BookingLines = ONLY_LINE,
): MovedInRow {
  const window = windowAround(today, timezone);
  const cells = new RowCells(row, mapping, header);
  const yesNo = (field: MoveInField) => cells.read(field, readYesNo, '「済」や「未」') ?? 0;
  const dated = (field: MoveInField) =>
    cells.one(field) === '' ? null : cells.read(field, (cell) => readCellDate(cell, window), '日付');
  const status = cells.one('status');
  const standing = readStanding(status);
  const stay = readStay(cells, window);
  const bookingNumber = cells.text('bookingNumber', MAX_BOOKING_NUMBER);
  const phone = tidyPhone(cells.one('tel'));
  const source = readSource(cells.one('bookingSource'));
  const said = cells.one('checkinTime');
  const behind = timeBehindDate(cells.one('stayStart'));
  const time = readCellTime(said || behind);
  const names = readNames(cells);
  const { children, ...party } = readParty(cells);
  const { stayStart, stayEnd } = stay;
  const money = {
    ...readFee(cells, stayStart && stayEnd ? daysBetween(stayStart, stayEnd) : null, lines),
    usedPoints: cells.read('usedPoints', readPoints, 'ポイント数'),
  };
  const flags = {
    coupon: yesNo('coupon'),
    paid: yesNo('paid'),
    roomMoveLock: yesNo('roomMoveLock'),
    nextdayOutFlag: yesNo('nextdayOutFlag'),
    sameAsDayBefore: yesNo('sameAsDayBefore'),
  };
  const actual = { checkinDate: dated('checkinDate'), checkoutDate: dated('checkoutDate') };
  const rooms = cells.read('roomCount', readRoomCount, '室数');
  const notes = readNotes(cells, [
    ...children,
    labelled('メール', cells.one('email')),
    time.isWhole ? '' : labelled('到着予定', said || behind),
    standing === null ? labelled('予約状態', status) : '',
    source.isKnown || cells.one('bookingSource') === ''
      ? ''
      : labelled('予約媒体', cells.one('bookingSource')),
    [...phone].length > MAX_TEL ? labelled('電話番号', phone) : '',
  ]);
  return {
    number: cells.one('sourceNumber') || bookingNumber,
    bookingNumber,
    party: cells.one('party'),
    standing: standing ?? 'booked',
    ...names,
    room: halfWidth(cells.one('roomNumber')),
    // Each room has a line of its own where there are as many of them.
    roomCount: cells.one('roomCount') === '' || rooms === lines.rooms ? null : rooms,
    ...stay,
    checkinTime: time.time ?? '',
    ...party,
    ...money,
    ...flags,
    saysPaid: cells.one('paid') !== '',
    paymentName: cells.one('paymentType'),
    corporateName: cells.one('corporate'),
    source: cells.one('bookingSource') === '' ? '自社' : source.source,
    purpose: cells.has('purpose') ? readPurpose(cells.one('purpose')) : null,
    tel: [...phone].length > MAX_TEL ? '' : phone,
    notes,
    ...actual,
    faults: cells.faults,
    warnings: cells.warnings,
  };
}
