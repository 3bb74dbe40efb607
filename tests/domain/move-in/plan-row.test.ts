import { roomNumbersOf } from '@domain/cells/values.js';
import { day } from '@domain/dates.js';
import { ONLY_LINE } from '@domain/move-in/booking-lines.js';
import type { MoveInField } from '@domain/move-in/move-in-fields.js';
import { arrivalStanding, originKey } from '@domain/move-in/origin.js';
import { faultsOfRules, type PastChoice, planMovedInRow, skippedBecause } from '@domain/move-in/plan-row.js';
import { readMovedInRow } from '@domain/move-in/read-row.js';
import type { HotelReference } from '@domain/reference.js';
import type { MoveInOrigin } from '@domain/reservation/reservation.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, test } from '@jest/globals';
import { aReservation, aRoomMonth } from '#tests/support/builders.js';

const TODAY = day('2026-11-25');
const rooms = roomDirectory([
  aRoomMonth({ id: 1, roomNumber: '201' }),
  aRoomMonth({ id: 2, roomNumber: '202', reservableStatus: '予約不可' }),
]);
const REFERENCE: HotelReference = {
  hotel: null,
  setup: null,
  rooms,
  corporates: new Map([[5, { id: 5, version: 1, corporateShortName: '謎商事', corporateFlag: 0 as const }]]),
  payments: new Map([
    [7, { id: 7, version: 1, paymentName: '現金', kind: '現金' as const }],
    [8, { id: 8, version: 2, paymentName: '手形', kind: '現金' as const, isRetired: true as const }],
  ]),
  blacklist: new Map(),
  staff: new Map(),
  ...{ serviceAccounts: new Map(), serviceKeys: new Map(), webhooks: new Map(), webhookSecrets: new Map() },
  ...{ icalAddresses: new Map(), icalSecrets: new Map() },
  roomTypeMappings: new Map(),
  prepaidWords: new Map(),
  lodgingTaxRules: [],
  cancellationRules: new Map(),
  chargeItems: new Map(),
  lastClosedDay: null,
};

type Row = Partial<Record<MoveInField, string>>;
const GOOD: Row = {
  guestName1: '山田太郎',
  roomNumber: '0201',
  stayStart: '2026/11/20',
  stayEnd: '2026/11/22',
};

const readOf = (row: Row) =>
  readMovedInRow(Object.values(row), Object.keys(row) as MoveInField[], {
    today: TODAY,
    timezone: 'Asia/Tokyo',
  });
const contextOf = (past: PastChoice) => ({
  reference: REFERENCE,
  rooms: roomNumbersOf(rooms),
  today: TODAY,
  past,
});
const planOf = (row: Row, past: PastChoice = 'completed') =>
  planMovedInRow(readOf({ ...GOOD, ...row }), contextOf(past));

describe('what happened since', () => {
  const IN = (date: string) => ({ type: 'check-in', date });
  const OUT = (date: string) => ({ type: 'check-out', date });
  test.each<[string, Row, PastChoice, unknown[], 0 | 1]>([
    ['a stay that is over', {}, 'completed', [IN('2026-11-20'), OUT('2026-11-22')], 1],
    ['as the file says', {}, 'as_is', [], 0],
    [
      'as the file says, paid and gone',
      { status: 'C/O済', paid: '済' },
      'as_is',
      [IN('2026-11-20'), OUT('2026-11-22')],
      1,
    ],
    [
      'who left early',
      { checkinDate: '11/20', checkoutDate: '11/21' },
      'as_is',
      [IN('2026-11-20'), OUT('2026-11-21')],
      0,
    ],
    [
      'who is here',
      { stayStart: '11/24', stayEnd: '11/26', status: '滞在中' },
      'completed',
      [IN('2026-11-24')],
      0,
    ],
    [
      'who left before the end',
      { stayStart: '11/24', stayEnd: '11/26', status: 'OUT済' },
      'completed',
      [IN('2026-11-24'), OUT('2026-11-25')],
      0,
    ],
    ['who may leave today', { stayStart: '11/24', stayEnd: '11/25' }, 'completed', [], 0],
    ['who did not come', { status: 'ノーショー' }, 'completed', [{ type: 'mark-no-show' }], 0],
    [
      'who comes later, whatever is said',
      { stayStart: '12/1', stayEnd: '12/2', status: '滞在中', paid: '済' },
      'completed',
      [],
      1,
    ],
  ])('%s', (_, row, past, since, paymentFlag) => {
    expect(planOf(row, past)).toMatchObject({ since, paymentFlag });
  });

  test.each<[Row, PastChoice, string | null]>([
    [{ status: 'キャンセル' }, 'as_is', '取り消された予約です。'],
    [{}, 'skip', '過去の宿泊です。'],
    [{ stayEnd: '2026/11/25' }, 'skip', null],
    [{}, 'completed', null],
  ])('left out: %j with %s', (row, past, reason) => {
    expect(skippedBecause(readOf({ ...GOOD, ...row }), contextOf(past))).toBe(reason);
  });
});

describe('a draft', () => {
  test.each<[string, Row, object]>([
    [
      'the booker is the guest where there is none',
      { reserverName: '' },
      { reserverName: '山田太郎', checkinTime: '15:00', mensCount: 1 },
    ],
    ['women by the column of genders', { guests: '2名', gender: '女' }, { mensCount: 0, womensCount: 2 }],
    [
      'men and women by their own columns',
      { mensCount: '1', womensCount: '1', guests: '9' },
      { mensCount: 1, womensCount: 1 },
    ],
    [
      'masters by their names',
      { paymentType: '現 金', corporate: '謎商事' },
      { paymentType: 7, corporateId: 5, notes: '' },
    ],
    ['a retired master is none', { paymentType: '手形' }, { paymentType: null, notes: '支払方法: 手形' }],
    [
      'mail and an unknown word in the notes',
      { email: 'a@b.jp', bookingSource: '一休', notes: '窓側\n静か' },
      { notes: '窓側\n静か\nメール: a@b.jp\n予約媒体: 一休', bookingSource: 'その他' },
    ],
    [
      'the time in the date, in steps of ten minutes',
      { stayStart: '2026/11/20 18:37' },
      { checkinTime: '18:30' },
    ],
    ['nights instead of a check-out', { stayEnd: '', nights: '3泊4日' }, { stayEnd: '2026-11-23' }],
    [
      'names joined and without 様',
      { guestName1Kana: 'やまだ ﾀﾛｳ', tel: '０９０ー１２３４' },
      { guestName1Kana: 'ヤマダ タロウ', tel: '090-1234' },
    ],
  ])('%s', (_, row, draft) => {
    expect(planOf(row)).toMatchObject({ draft, faults: [] });
  });

  test.each<[Row, string[]]>([
    [{ roomNumber: '' }, ['部屋番号がありません。']],
    [{ roomNumber: '999' }, ['部屋「999」はこのホテルにありません。']],
    [{ roomNumber: '202' }, ['202号室は2026年11月は予約不可です。']],
    [
      { stayEnd: '2026/12/2' },
      ['201号室の2026年12月がまだありません。マスタの「部屋」で月を作ってください。'],
    ],
    [
      { stayEnd: '2027/1/2' },
      ['201号室の2026年12月、2027年1月がまだありません。マスタの「部屋」で月を作ってください。'],
    ],
    [
      { stayStart: '未定', totalFee: '時価' },
      ['「未定」は日付として読み取れません。', '「時価」は金額として読み取れません。'],
    ],
    [{ guestName1: '長'.repeat(101) }, ['宿泊者名は100文字以内にしてください。']],
    [{ notes: '長'.repeat(2_001) }, ['備考は2,000文字以内にしてください。']],
    [{ paid: '半分' }, ['「半分」は「済」や「未」として読み取れません。']],
  ])('the faults of %j', (row, messages) => {
    expect(planOf(row).faults.map(({ message }) => message)).toEqual(messages);
  });
});

describe('the rules that a booking breaks, as faults of its row', () => {
  const rule = (code: string, field: string | null) => ({
    kind: 'invalid' as const,
    code,
    field,
    message: code,
  });
  const own = (field: MoveInField) => ({ code: 'unreadable', field, message: '読み取れません。' });
  const has = (field: MoveInField) => field !== 'stayEnd' && field !== 'guestName1';

  test.each<[string, string, string | null, MoveInField[], MoveInField | null]>([
    ['names the column that is mapped', 'stay_end_missing', 'stay_end', [], 'nights'],
    [
      'of a guest stands at the booker where there is no guest',
      'name_short',
      'guest_name_1',
      [],
      'reserverName',
    ],
    ['about no field stands at none', 'too_long_stay', null, [], null],
    [
      'of a fee is told beside a date that is unreadable',
      'fee_missing',
      'total_fee',
      ['stayStart'],
      'totalFee',
    ],
    ['that no cell says is told beside an unreadable cell', 'not_after', 'stay_end', ['stayStart'], 'nights'],
  ])('a rule that %s', (_, code, field, unreadable, column) => {
    expect(faultsOfRules([rule(code, field)], unreadable.map(own), has)).toEqual([
      { code, field: column, message: code },
    ]);
  });

  test.each<[string, string | null, MoveInField[]]>([
    ['stay_end_missing', 'stay_end', ['stayStart']],
    ['stay_start_missing', 'stay_start', ['nights']],
    ['fee_missing', 'total_fee', ['totalFee']],
    ['room_missing', 'room_id', ['roomNumber']],
    ['overlap', 'room_id', []],
  ])('%s is not told where a cell says it better', (code, field, unreadable) => {
    expect(faultsOfRules([rule(code, field)], unreadable.map(own), has)).toEqual([]);
  });
});

describe('a row beside what was moved in before', () => {
  const origin: MoveInOrigin = {
    ...{ system: '旧', number: 'A1', fileName: 'a.csv', fileId: 1, line: 2 },
    ...{ roomNumber: '201', stayStart: day('2026-12-01'), stayEnd: day('2026-12-03') },
  };
  const unnumbered = { ...origin, number: '' };
  const names = { guestName1: '山田 太郎', reserverName: '山田 太郎' };
  const moved = (from: MoveInOrigin, more: object = {}) =>
    aReservation({ id: 9, ...names, ...from, movedInFrom: from, ...more });
  const EXISTING = { type: 'existing', id: 9 };
  test.each<[string, MoveInOrigin, ReturnType<typeof moved>[], object]>([
    ['new', origin, [], { type: 'new' }],
    [
      'the same, moved and cancelled since',
      origin,
      [moved(origin, { roomNumber: '302', status: 'cancelled' })],
      EXISTING,
    ],
    ['the same, a further night on a line of its own', { ...origin, line: 3 }, [moved(origin)], EXISTING],
    [
      'another room, from another file',
      { ...origin, fileId: 2, roomNumber: '302' },
      [moved(origin)],
      { type: 'changed', origin },
    ],
    [
      'another room of the party',
      { ...origin, roomNumber: '302' },
      [moved(origin)],
      { type: 'further', isNextNight: false },
    ],
    [
      'the night behind',
      { ...origin, stayStart: day('2026-12-03'), stayEnd: day('2026-12-04') },
      [moved(origin)],
      { type: 'further', isNextNight: true },
    ],
    ['without a number, of the same name', { ...unnumbered, fileId: 2 }, [moved(unnumbered)], EXISTING],
    [
      'without a number, of the same name in other spelling',
      unnumbered,
      [moved(unnumbered, { guestName1: '佐藤', reserverName: '山田太郎　様' })],
      EXISTING,
    ],
    [
      'without a number, of another name',
      unnumbered,
      [moved(unnumbered, { guestName1: '佐藤', reserverName: '佐藤' })],
      { type: 'new' },
    ],
  ])('%s', (_, arrival, known, standing) => {
    expect(arrivalStanding({ ...arrival, ...names }, known)).toMatchObject(standing);
  });

  test('is found by its number, else by its room and first night', () => {
    expect([originKey(origin), originKey(unnumbered)]).toEqual(['#A1', '201 2026-12-01']);
  });
});

describe('a number of rooms that is not that of the rooms named', () => {
  const planned = (roomCount: string, roomNumber: string, lines = 1) => {
    const row: Row = { ...GOOD, roomNumber, roomCount, totalFee: '¥9,800' };
    const times = { today: TODAY, timezone: 'Asia/Tokyo' };
    const told = { ...ONLY_LINE, rooms: lines };
    const read = readMovedInRow(Object.values(row), Object.keys(row) as MoveInField[], times, told);
    return planMovedInRow(read, contextOf('completed'));
  };

  test.each([
    ['1', '201/202', 2, '室数は1室ですが、部屋番号は2室です。'],
    ['3', '201,202', 1, '室数は3室ですが、部屋番号は2室です。'],
  ])('%s beside %s, of %i lines, is told, and no error of the program', (count, numbers, lines, told) => {
    const { faults, further } = planned(count, numbers, lines);
    expect(faults.map(({ message }) => message)).toContain(told);
    expect(further).toHaveLength(1);
  });

  test('is none where the cell is empty, whatever other lines the booking has', () => {
    for (const lines of [1, 2, 3])
      expect(planned('', '201/202', lines).faults.filter(({ code }) => code === 'rooms_differ')).toEqual([]);
  });
});
