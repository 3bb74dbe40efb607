import { countText } from '@domain/calendar/stay-text.js';
import {
  type DateWindow,
  readCellDate,
  readNights,
  readPeriod,
  timeBehindDate,
  windowAround,
} from '../cells/dates.js';
import { readCellTime } from '../cells/times.js';
import {
  type BookingStanding,
  readGender,
  readGuestName,
  readPeople,
  readPoints,
  readPurpose,
  readSource,
  readStanding,
  readYen,
  readYesNo,
} from '../cells/values.js';
import { addDays, type Day } from '../dates.js';
import { cut, labelled, manyLines, oneLine } from '../imports/channel-cells.js';
import { MAX_BOOKING_NUMBER, MAX_NAME, MAX_NOTES, MAX_TEL } from '../limits.js';
import { halfWidth, tidyPhone, toKatakana } from '../typed-text.js';
import { type ColumnMapping, MOVE_IN_FIELDS, type MoveInField } from './move-in-fields.js';

/** What is wrong with a row, and the field that says so; null for the row as a whole. */
export type RowFault = { code: string; field: MoveInField | null; message: string };

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
  stayStart: Day | null;
  stayEnd: Day | null;
  /** Empty for the hotel's usual time. */
  checkinTime: string;
  mensCount: number;
  womensCount: number;
  totalFee: number | null;
  usedPoints: number | null;
  coupon: 0 | 1;
  paid: 0 | 1;
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
};

/** The cells of a row by field. */
class RowCells {
  readonly faults: RowFault[] = [];

  constructor(
    private readonly cells: readonly string[],
    private readonly mapping: ColumnMapping,
  ) {}

  has(field: MoveInField): boolean {
    return this.mapping.includes(field);
  }

  all(field: MoveInField): string[] {
    return this.mapping.flatMap((other, column) => (other === field ? [this.cells[column] ?? ''] : []));
  }

  one(field: MoveInField): string {
    return oneLine(this.all(field).join(' '));
  }

  /** The text of a field of at most so many characters. */
  text(field: MoveInField, max: number, read: (text: string) => string = (text) => text): string {
    const text = oneLine(read(this.one(field)));
    if ([...text].length > max) {
      this.fault('too_long', field, `${MOVE_IN_FIELDS[field]}は${max}文字以内にしてください。`);
    }
    return cut(text, max);
  }

  /** What a cell says; a fault, and null, when it says nothing that can be read. */
  read<Value>(field: MoveInField, read: (cell: string) => Value | null, wanted: string): Value | null {
    const cell = this.one(field);
    const value = read(cell);
    if (value === null) {
      this.fault('unreadable', field, `「${cut(cell, 30)}」は${wanted}として読み取れません。`);
    }
    return value;
  }

  fault(code: string, field: MoveInField | null, message: string): void {
    this.faults.push({ code, field, message });
  }
}

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

/** Men and women: by their own columns, else by the number of people and the gender, men where nothing is said. */
function readParty(cells: RowCells): Pick<MovedInRow, 'mensCount' | 'womensCount'> {
  const people = (field: MoveInField) => cells.read(field, readPeople, '人数') ?? 0;
  const men = cells.has('mensCount') ? people('mensCount') : 0;
  const women = cells.has('womensCount') ? people('womensCount') : 0;
  if (men + women > 0) return { mensCount: men, womensCount: women };
  const isAlone = !cells.has('guests') && !cells.has('mensCount') && !cells.has('womensCount');
  const guests = isAlone ? 1 : cells.has('guests') ? people('guests') : 0;
  return readGender(cells.one('gender')) === 'female'
    ? { mensCount: 0, womensCount: guests }
    : { mensCount: guests, womensCount: 0 };
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

function readNotes(cells: RowCells, more: readonly string[]): string {
  const texts = cells.all('notes').map(manyLines);
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
  { today, timezone }: { today: Day; timezone: string },
): MovedInRow {
  const window = windowAround(today, timezone);
  const cells = new RowCells(row, mapping);
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
  const party = readParty(cells);
  const money = {
    totalFee: cells.read('totalFee', readYen, '金額'),
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
  const notes = readNotes(cells, [
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
    ...stay,
    checkinTime: time.time ?? '',
    ...party,
    ...money,
    ...flags,
    paymentName: cells.one('paymentType'),
    corporateName: cells.one('corporate'),
    source: cells.one('bookingSource') === '' ? '自社' : source.source,
    purpose: cells.has('purpose') ? readPurpose(cells.one('purpose')) : null,
    tel: [...phone].length > MAX_TEL ? '' : phone,
    notes,
    ...actual,
    faults: cells.faults,
  };
}
