import { addDays, type Day } from '@domain/dates.js';

/**
 * The rules of a save (spec 5), each with what breaks it and what keeps it. Every case is `COMPLETE` but for what it
 * says. Day 0 is the day of check-in and the last day of a month, so that the second night is another month's.
 */
export const COMPLETE: Entered = {
  guest_name_1: '山田太郎',
  reserver_name: '山田商事',
  mens_count: '1',
  womens_count: '0',
  room_id: 'free',
  stay_start: 0,
  stay_end: 2,
  checkin_time: '15:00',
  total_fee: '8000',
  csv_notes: '0',
};

type TypedField =
  | 'guest_name_1'
  | 'reserver_name'
  | 'mens_count'
  | 'womens_count'
  | 'checkin_time'
  | 'total_fee'
  | 'csv_notes';

/** Typed or chosen values, by the payload's names; null is a value that only a payload can hold. */
export type Entered = Record<TypedField, string | null> & {
  /** A room that is free in all months, unless the case says otherwise; else what stands in its place. */
  room_id: 'free' | '' | '八階' | null;
  /** Days after day 0; empty for none. */
  stay_start: number | '' | null;
  stay_end: number | '' | null;
};

/** Another booking around the stay, in days after day 0. */
export type OtherBooking = { from: number; to: number; isCancelled?: true; inAnotherRoom?: true };

export type SaveCase = Partial<Entered> & {
  /** Said of a new booking or of an edit alone; else of both. The edited booking is stored as `COMPLETE`. */
  mode?: 'new' | 'edit';
  /** Held against one of them alone; else against both. */
  only?: 'server' | 'form';
  /** The room in the month of the second night. */
  secondMonth?: '予約不可' | 'missing';
  others?: OtherBooking[];
  /** The edited booking's guest has checked in. */
  checkedIn?: true;
  /** 部屋検索 was not run for what the form says now. */
  unsearched?: true;
};

export type SaveRule = {
  /** The condition in the words of the specification. */
  rule: string;
  message: string;
  /** The payload's field that the error names. */
  field: string;
  status: 422 | 409;
  /** Each is told this message, and the server tells nothing else. */
  refused: SaveCase[];
  /** None is told anything. */
  kept: SaveCase[];
  /** Wording of the specification for 部屋検索, for which the same cases hold. */
  search?: string;
};

const UNAVAILABLE = '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。';

const saveRules = <Name extends string>(all: Record<Name, Omit<SaveRule, 'status'> & { status?: 409 }>) =>
  Object.fromEntries(
    Object.entries<Omit<SaveRule, 'status'>>(all).map(([name, rule]) => [name, { status: 422, ...rule }]),
  ) as Record<Name, SaveRule>;

/** A case for each value of a field. */
const values = (field: TypedField, ...all: (string | null)[]): SaveCase[] =>
  all.map((value) => ({ [field]: value }));
/** A case for each value that no form holds. */
const sent = (field: keyof Entered, ...all: (string | null)[]): SaveCase[] =>
  all.map((value) => ({ [field]: value, only: 'server' }));
/** A case for each text that the form takes for a value. */
const entered = (field: TypedField, ...all: string[]): SaveCase[] =>
  all.map((value) => ({ [field]: value, only: 'form' }));

export const SAVE_RULES = saveRules({
  guestName: {
    rule: 'guest name under 2 characters',
    message: '宿泊者名は2文字以上で入力してください。',
    field: 'guest_name_1',
    // が is one character once it is composed.
    refused: [...values('guest_name_1', '', '山', ' 山　', '𠮷'), ...sent('guest_name_1', 'か\u3099', null)],
    kept: values('guest_name_1', '山田', '𠮷田'),
  },
  bookerName: {
    rule: 'booker name under 2 characters',
    message: '予約者名は2文字以上で入力してください。',
    field: 'reserver_name',
    refused: [...values('reserver_name', '', '山', ' 　 ', '𠮷'), ...sent('reserver_name', null)],
    kept: values('reserver_name', '山田', '𠮷田'),
  },
  noGuests: {
    rule: 'men plus women count is 0',
    message: '宿泊人数を選択してください。',
    field: 'mens_count',
    refused: [{ mens_count: '0', womens_count: '0' }, ...sent('mens_count', null, '', '１')],
    kept: [{ mens_count: '0', womens_count: '1' }],
    search: 'it requires 1 guest at least',
  },
  tooMany: {
    rule: 'men plus women count is more than 2',
    message: '宿泊人数が2名を超えています。',
    field: 'mens_count',
    refused: [
      { mens_count: '2', womens_count: '1' },
      { mens_count: '1', womens_count: '2' },
      { mens_count: '2', womens_count: '2' },
      ...sent('mens_count', '3'),
    ],
    kept: [
      { mens_count: '1', womens_count: '1' },
      { mens_count: '2', womens_count: '0' },
      { mens_count: '0', womens_count: '2' },
    ],
    search: 'it requires 2 guests at most',
  },
  room: {
    rule: 'room missing or not numeric',
    message: 'ルームタイプを選択してください。',
    field: 'room_id',
    refused: [{ room_id: '' }, { room_id: '八階' }, ...sent('room_id', null)],
    kept: [{ room_id: 'free' }],
  },
  checkIn: {
    rule: 'check-in missing',
    message: 'チェックイン日を入力してください。',
    field: 'stay_start',
    refused: [{ stay_start: '' }, ...sent('stay_start', null)],
    kept: [{ stay_start: 1 }],
    search: 'it requires check-in',
  },
  checkOut: {
    rule: 'check-out missing',
    message: 'チェックアウト日を入力してください。',
    field: 'stay_end',
    refused: [{ stay_end: '' }, ...sent('stay_end', null)],
    kept: [{ stay_end: 1 }],
    search: 'it requires check-out',
  },
  extended: {
    rule: 'already checked in and new check-out later than the original',
    message: 'チェックイン後はチェックアウト日を延長することは出来ません。',
    field: 'stay_end',
    refused: [{ stay_end: 3, mode: 'edit', checkedIn: true }],
    kept: [
      { stay_end: 2, mode: 'edit', checkedIn: true },
      { stay_end: 1, mode: 'edit', checkedIn: true },
      { stay_end: 3, mode: 'edit' },
    ],
  },
  time: {
    rule: 'check-in time missing',
    message: 'チェックイン時間を入力してください。',
    field: 'checkin_time',
    refused: [...values('checkin_time', ''), ...sent('checkin_time', null)],
    kept: [...values('checkin_time', '00:00', '25:00'), ...entered('checkin_time', '15')],
  },
  fee: {
    rule: 'billing fee not numeric or empty',
    message: '合計料金は数値を入力してください。',
    field: 'total_fee',
    refused: [...values('total_fee', '', 'abc', '八千円', '-1'), ...sent('total_fee', '８０００', null)],
    kept: [...values('total_fee', '0'), ...entered('total_fee', '９０００', '9,000')],
  },
  points: {
    rule: 'used points not numeric or empty',
    message: '利用ポイントは数値を入力してください。',
    field: 'csv_notes',
    refused: [...values('csv_notes', '', 'abc', '三百', '-1'), ...sent('csv_notes', '３００', null)],
    kept: [...values('csv_notes', '300'), ...entered('csv_notes', '３００')],
  },
  notAfter: {
    rule: 'check-out not after check-in',
    message: '宿泊終了日は宿泊開始日より後の日付を選択してください。',
    field: 'stay_end',
    refused: [{ stay_end: 0 }, { stay_end: -1 }, { stay_start: 2 }],
    kept: [{ stay_end: 1 }],
    search: 'it requires a check-out after the check-in',
  },
  tooLong: {
    rule: 'a stay of more than 366 nights',
    message: '宿泊は366泊以内で入力してください。',
    field: 'stay_end',
    refused: [{ stay_end: 367 }],
    kept: [{ stay_end: 366 }],
    search: 'it requires a stay of at most 366 nights',
  },
  notSearched: {
    rule: 'new bookings only: room search not run',
    message: UNAVAILABLE,
    field: 'room_id',
    refused: [{ mode: 'new', unsearched: true, only: 'form' }],
    kept: [{ mode: 'edit', unsearched: true, only: 'form' }],
  },
  closed: {
    rule: 'new bookings only: chosen room marked 予約不可 in some month of the stay',
    message: UNAVAILABLE,
    field: 'room_id',
    refused: [
      { mode: 'new', secondMonth: '予約不可' },
      { mode: 'new', secondMonth: '予約不可', stay_start: 1, stay_end: 3 },
    ],
    kept: [
      { mode: 'new', secondMonth: '予約不可', stay_end: 1 },
      { mode: 'edit', secondMonth: '予約不可', stay_end: 3 },
    ],
  },
  missing: {
    rule: 'chosen room missing in some month of the stay',
    message: UNAVAILABLE,
    field: 'room_id',
    refused: [{ secondMonth: 'missing' }],
    kept: [{ secondMonth: 'missing', stay_end: 1 }],
  },
  overlap: {
    rule: 'overlap with another active booking in the same room in the period (the booking being edited is excluded)',
    message: '選択した部屋は指定された期間に既に予約されています。',
    field: 'room_id',
    status: 409,
    refused: [
      { mode: 'new', others: [{ from: 0, to: 2 }] },
      { mode: 'new', others: [{ from: -1, to: 1 }] },
      { mode: 'new', others: [{ from: 1, to: 3 }] },
      { mode: 'new', others: [{ from: -1, to: 3 }] },
      { mode: 'edit', stay_end: 3, others: [{ from: 2, to: 4 }] },
      { mode: 'edit', stay_start: -1, others: [{ from: -3, to: 0 }] },
    ],
    kept: [
      { others: [-2, 2].map((from) => ({ from, to: from + 2 })) },
      { others: [{ from: 0, to: 2, isCancelled: true }] },
      { others: [{ from: 0, to: 2, inAnotherRoom: true }] },
      { mode: 'edit', stay_start: 1, stay_end: 4, others: [{ from: 4, to: 5 }] },
    ],
  },
});

export type SaveRuleName = keyof typeof SAVE_RULES;

const told = (...rules: SaveRuleName[]) => rules.map((rule) => SAVE_RULES[rule].message);

/** Cases that break several rules: all are told at once, in the order of the table. */
export const BROKEN_TOGETHER: (SaveCase & { name: string; told: string[] })[] = [
  {
    name: 'nothing entered',
    mode: 'edit',
    guest_name_1: '',
    reserver_name: '',
    mens_count: '0',
    room_id: '',
    stay_start: '',
    stay_end: '',
    checkin_time: '',
    total_fee: '',
    csv_notes: '',
    told: told('guestName', 'bookerName', 'noGuests', 'room', 'checkIn', 'checkOut', 'time', 'fee', 'points'),
  },
  {
    name: 'a search not run, after all that is missing',
    mode: 'new',
    guest_name_1: '山',
    room_id: '',
    stay_start: '',
    total_fee: 'x',
    unsearched: true,
    only: 'form',
    told: told('guestName', 'room', 'checkIn', 'fee', 'notSearched'),
  },
  {
    name: 'too many guests and a stay that ends before it begins',
    mode: 'edit',
    mens_count: '2',
    womens_count: '2',
    stay_end: -1,
    csv_notes: '十',
    told: told('tooMany', 'points', 'notAfter'),
  },
  {
    name: 'a guest in house whose stay is extended',
    mode: 'edit',
    guest_name_1: '山',
    mens_count: '0',
    stay_end: 3,
    checkin_time: '',
    checkedIn: true,
    told: told('guestName', 'noGuests', 'extended', 'time'),
  },
  {
    name: 'a room that is closed and taken, after the fields',
    mode: 'new',
    guest_name_1: '山',
    total_fee: '',
    secondMonth: '予約不可',
    others: [{ from: 0, to: 1 }],
    told: told('guestName', 'fee', 'closed', 'overlap'),
  },
];

/** Names a case in a test's title: all that it says, as it stands in the table. */
export const caseName = ({ only: _only, name, ...said }: SaveCase & { name?: string }): string =>
  name ?? JSON.stringify(said);

/** Returns the entries of a case. */
export function enteredOf(one: SaveCase): Entered {
  const fields = Object.keys(COMPLETE) as (keyof Entered)[];
  return Object.fromEntries(
    fields.map((field) => [field, field in one ? one[field] : COMPLETE[field]]),
  ) as Entered;
}

/** The save payload of what a case enters. */
export function payloadOf(
  one: SaveCase,
  { dayZero, roomId }: { dayZero: Day; roomId: number },
): Record<string, unknown> {
  const entered = enteredOf(one);
  const dayOf = (days: number | '' | null) => (typeof days === 'number' ? addDays(dayZero, days) : days);
  return {
    ...entered,
    room_id: entered.room_id === 'free' ? roomId : entered.room_id,
    stay_start: dayOf(entered.stay_start),
    stay_end: dayOf(entered.stay_end),
  };
}
