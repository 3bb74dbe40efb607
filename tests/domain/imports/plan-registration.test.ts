import { day, type Month } from '@domain/dates.js';
import { type CsvReservationDetails, detailsOf } from '@domain/imports/csv-reservation.js';
import { planChange, planNewBooking, type RegistrationFacts } from '@domain/imports/plan-registration.js';
import { assignableRooms, chooseRoom, type Gap, type RoomRequest } from '@domain/imports/room-choice.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import { anImport, aReservation, stay } from '../../support/builders.js';

const NOVEMBER = '2026-11-01' as Month;
const rooms = roomDirectory(
  ['1001', '1002', '401'].map((roomNumber, index) => ({
    id: 11 + index,
    version: 1,
    roomNumber,
    month: NOVEMBER,
    roomType: 'シングル',
    roomLabel: '',
    priority: '',
    smokingStatus: roomNumber === '401' ? '喫煙' : '禁煙',
    reservableStatus: '予約可能',
    corporate: 0,
  })),
);
const entry = { id: 5, version: 1, guestName: '鬼塚 洋平', tel: null };

/** Facts in which the named rooms are taken. */
const facts = (...taken: string[]): RegistrationFacts => ({
  rooms,
  corporates: new Map(),
  blacklist: new Map([[5, entry]]),
  vacancy: (roomNumber) => (taken.includes(roomNumber) ? null : { before: null, after: null }),
});

const record = (change: Partial<CsvReservationDetails> = {}): CsvReservationDetails => ({
  ...detailsOf(anImport()),
  ...change,
});

describe('a record that is no booking yet', () => {
  it('becomes one with its own details in the chosen room', () => {
    const plan = planNewBooking(record({ paymentFlag: 1, totalFee: 9500 }), facts());
    expect(plan).toMatchObject({
      type: 'create',
      paymentFlag: 1,
      draft: {
        roomId: 11,
        totalFee: 9500,
        purpose: '出張',
        blacklistId: -1,
        roomMoveLock: 0,
        paymentType: null,
      },
    });
    expect(planNewBooking(record(), facts('1001'))).toMatchObject({ draft: { roomId: 12 } });
  });

  it.each([
    ['必須項目欠落', { fault: '必須項目欠落' }],
    ['必須項目欠落', { guestName1: '山' }],
    ['必須項目欠落', { reserverName: '' }],
    ['必須項目欠落', { mensCount: 0, womensCount: 0 }],
    ['日付不正', { stayEnd: null }],
    ['日付不正', { stayEnd: day('2026-11-21') }],
    ['定員超過', { mensCount: 2, womensCount: 1 }],
    ['部屋タイプ未定義', { soldCategories: [] }],
    ['ブラックリスト一致', { reserverName: '鬼塚 洋平' }],
    ['ブラックリスト一致', { reserverName: '鬼塚　洋平' }],
    ['空室なし', { soldCategories: ['twin_smoking'] }],
  ] as [string, Partial<CsvReservationDetails>][])('fails with %s for %j', (reason, change) => {
    expect(planNewBooking(record(change), facts())).toMatchObject({ type: 'fail', reason });
  });
});

describe('a record whose booking is active', () => {
  const booking = (change: Partial<Reservation> = {}) =>
    aReservation({ ...(sharedOf(record()) as Partial<Reservation>), roomNumber: '1001', ...change });
  const sharedOf = ({ stayStart, stayEnd, notes, tel, totalFee, mensCount }: CsvReservationDetails) => ({
    stayStart,
    stayEnd,
    notes,
    tel,
    totalFee,
    mensCount,
  });
  const plan = (
    change: Partial<CsvReservationDetails>,
    stored: Partial<Reservation> = {},
    ...taken: string[]
  ) => planChange({ record: record(change), applied: record(), booking: booking(stored) }, facts(...taken));

  it('needs nothing when nothing differs from what was applied, whatever staff edited, also after check-in', () => {
    const edited = { notes: 'フロント', totalFee: 1, checkinDate: day('2026-11-21') };
    expect(plan({ revision: '2026-11-02T00:00:00Z', digest: 'x' }, edited)).toEqual({
      type: 'amend',
      draft: {},
      paymentFlag: null,
    });
  });

  it('applies only what differs, in the same room', () => {
    expect(plan({ totalFee: 9999, stayEnd: day('2026-11-25') }, { notes: 'フロント' })).toEqual({
      type: 'amend',
      draft: { totalFee: 9999, stayEnd: '2026-11-25' },
      paymentFlag: null,
    });
  });

  it('leaves out what staff already did by hand', () => {
    expect(plan({ totalFee: 9999, tel: '1' }, { totalFee: 9999 })).toMatchObject({ draft: { tel: '1' } });
    expect(plan({ totalFee: 9999 }, { totalFee: 9999, checkinDate: day('2026-11-21') })).toMatchObject({
      draft: {},
    });
  });

  it('moves when its room is not free for the new dates, or another kind of room is requested', () => {
    const longer = { stayEnd: day('2026-11-25') };
    expect(plan(longer, {}, '1001')).toMatchObject({ type: 'amend', draft: { roomId: 12 } });
    expect(plan(longer, {}, '1001', '1002')).toMatchObject({ type: 'fail', reason: '空室なし' });
    const smoking: Partial<CsvReservationDetails> = {
      roomSymbol: 'SS',
      soldCategories: ['normal_smoking'],
      smokingStatus: '喫煙',
    };
    expect(plan(smoking)).toMatchObject({ type: 'amend', draft: { roomId: 13 } });
  });

  it('stays where staff put it while the requested room is the same', () => {
    expect(plan({ totalFee: 1 }, { roomNumber: '401' })).toMatchObject({
      type: 'amend',
      draft: { totalFee: 1 },
    });
    expect(plan({ totalFee: 1 }, { roomNumber: '401' })).not.toHaveProperty('draft.roomId');
  });

  it.each([
    ['部屋移動不可', { stayEnd: day('2026-11-25') }, { roomMoveLock: 1 }, ['1001']],
    [
      '部屋移動不可',
      { roomSymbol: 'SS', soldCategories: ['normal_smoking'], smokingStatus: '喫煙' },
      { roomMoveLock: 1 },
      [],
    ],
    ['部屋タイプ未定義', { roomSymbol: 'ND', soldCategories: [] }, {}, []],
    ['チェックイン済みの変更', { totalFee: 1 }, { checkinDate: day('2026-11-21') }, []],
    ['チェックイン済みの変更', { paymentFlag: 1 }, { checkinDate: day('2026-11-21') }, []],
    ['日付不正', { stayEnd: day('2026-11-21') }, {}, []],
    ['日付不正', { stayStart: day('2026-11-22') }, { stayEnd: day('2026-11-22') }, []],
    ['必須項目欠落', { mensCount: 0 }, {}, []],
    ['ブラックリスト一致', { guestName1: '鬼塚 洋平' }, {}, []],
  ] as [string, Partial<CsvReservationDetails>, Partial<Reservation>, string[]][])(
    'fails with %s for %j of %j',
    (reason, change, stored, taken) => {
      expect(plan(change, stored, ...taken)).toMatchObject({ type: 'fail', reason });
    },
  );

  it('is not held up by an entry of the blacklist that staff accepted', () => {
    expect(plan({ guestName1: '鬼塚 洋平' }, { blacklistId: 5 })).toMatchObject({ type: 'amend' });
  });

  it('brings the payment along only when the source changed it', () => {
    expect(plan({ paymentFlag: 1 })).toMatchObject({ paymentFlag: 1 });
    expect(plan({ paymentFlag: 1 }, { paymentFlag: 1 })).toMatchObject({ paymentFlag: null });
    expect(plan({ totalFee: 1 }, { paymentFlag: 1 })).toMatchObject({ paymentFlag: null });
  });
});

const MONTHS = ['2026-12-01', '2027-01-01'] as Month[];
let nextId = 1;
const room = (
  roomNumber: string,
  change: Partial<RoomMonthDetails> = {},
  second: Partial<RoomMonthDetails> = change,
) =>
  MONTHS.map((month, index) => ({
    id: nextId++,
    version: 1,
    roomNumber,
    month,
    roomType: 'シングル',
    roomLabel: '',
    priority: '' as const,
    smokingStatus: '禁煙' as const,
    reservableStatus: '予約可能' as const,
    corporate: 0 as const,
    ...(index === 0 ? change : second),
  }));
const many = roomDirectory([
  ...room('1001'),
  ...room('901'),
  ...room('902', {}, { reservableStatus: '予約不可' }),
  ...room('903', { priority: '女性' }),
  ...room('702', { corporate: 1 }),
  ...room('501', { roomType: 'ツイン' }),
  ...room('401', { smokingStatus: '喫煙' }),
]);
const corporates = new Map([
  [7, { id: 7, version: 1, corporateShortName: '㈱A', corporateFlag: 1 as const }],
  [8, { id: 8, version: 1, corporateShortName: '㈱B', corporateFlag: 0 as const }],
]);
const masters = { rooms: many, corporates };
const party = (change: Partial<RoomRequest> = {}): RoomRequest => ({
  mensCount: 1,
  womensCount: 0,
  smokingStatus: '禁煙',
  corporateId: 0,
  soldCategories: ['normal_non_smoking'],
  stay: stay('2026-12-10', '2026-12-12'),
  ...change,
});
const free = (gaps: Record<string, Gap | null>) => (roomNumber: string) =>
  roomNumber in gaps ? (gaps[roomNumber] as Gap | null) : { before: null, after: null };

describe('the rooms that may be given', () => {
  it.each([
    ['one man', {}, ['1001', '901', '902']],
    [
      'one woman in a ladies room',
      { mensCount: 0, womensCount: 1, soldCategories: ['women_non_smoking'] },
      ['903'],
    ],
    ['a man in a ladies room', { soldCategories: ['women_non_smoking'] }, []],
    ['a stay into a month without it', { stay: stay('2026-12-31', '2027-01-02') }, ['1001', '901']],
    ['two men', { mensCount: 2, soldCategories: ['twin_non_smoking'] }, ['501']],
    ['a smoker', { smokingStatus: '喫煙', soldCategories: ['normal_smoking'] }, ['401']],
    ['a single of a flagged corporate, whatever it was sold as', { corporateId: 7 }, ['702']],
    ['a single of another corporate', { corporateId: 8 }, ['1001', '901', '902']],
    ['nothing mapped', { soldCategories: [] }, []],
  ] as [string, Partial<RoomRequest>, string[]][])('for %s', (_, change, expected) => {
    expect(assignableRooms(party(change), masters)).toEqual(expected);
  });
});

describe('the room that is chosen', () => {
  const chosen = (gaps: Record<string, Gap | null>) => chooseRoom(party(), masters, free(gaps), null);

  it('is the first in display order where all are open', () => {
    expect(chosen({})).toEqual({ roomNumber: '1001' });
  });

  it('is the one whose gap leaves the fewest nights', () => {
    expect(chosen({ '901': { before: 5, after: 2 }, '902': { before: 0, after: 6 } })).toEqual({
      roomNumber: '902',
    });
    expect(chosen({ '901': { before: 3, after: 3 }, '1001': { before: 1, after: 5 } })).toEqual({
      roomNumber: '1001',
    });
  });

  it('is rather one with a neighbour on one side than on none, and rather on both than on one', () => {
    expect(chosen({ '902': { before: 4, after: null } })).toEqual({ roomNumber: '902' });
    expect(chosen({ '901': { before: 0, after: null }, '902': { before: 90, after: 90 } })).toEqual({
      roomNumber: '902',
    });
  });

  it('is never an occupied one; if all are, it reports so', () => {
    expect(chosen({ '1001': null })).toEqual({ roomNumber: '901' });
    expect(chosen({ '1001': null, '901': null, '902': null })).toEqual({
      none: '条件に合う部屋は、指定された期間にすべて予約されています。',
    });
  });

  it('excludes the booking that moves', () => {
    const asked: unknown[] = [];
    const vacancy = (...question: unknown[]) => {
      asked.push(question);
      return null;
    };
    chooseRoom(party(), masters, vacancy, 42);
    expect(asked).toContainEqual(['901', stay('2026-12-10', '2026-12-12'), 42]);
  });
});
