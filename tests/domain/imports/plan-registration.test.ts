import { day, type Month } from '@domain/dates.js';
import { type CsvReservationDetails, detailsOf } from '@domain/imports/csv-reservation.js';
import {
  planChange,
  planNewBooking,
  type RegistrationFacts,
  withOfferedCorporate,
} from '@domain/imports/plan-registration.js';
import {
  assignableRooms,
  chooseRoom,
  type Gap,
  offeredRooms,
  type RoomRequest,
  roomsSold,
} from '@domain/imports/room-choice.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import { anImport, aReservation, aRoomMonth, aRoomOf, stay } from '#tests/support/builders.js';

const SMOKING = { smokingStatus: '喫煙' } as const;
const rooms = roomDirectory([
  aRoomMonth({ id: 11, roomNumber: '1001' }),
  aRoomMonth({ id: 12, roomNumber: '1002' }),
  aRoomMonth({ id: 13, roomNumber: '401', ...SMOKING }),
]);
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

describe('the company of a record', () => {
  const corporates = new Map([
    [5, { id: 5, version: 1, corporateShortName: '青葉建設㈱', corporateFlag: 0 as const }],
    [
      6,
      {
        id: 6,
        version: 2,
        corporateShortName: '旧社㈱',
        corporateFlag: 0 as const,
        isRetired: true as const,
      },
    ],
  ]);
  it.each([
    ['stays', 'in use', 5, null, 5],
    ['is dropped', 'retired', 6, null, 0],
    ['is dropped', 'retired and not that of its booking', 6, 5, 0],
    ['stays', 'retired, but that of its booking already', 6, 6, 6],
  ])('%s when it is %s', (_, __, corporateId, applied, offered) => {
    const found = anImport({
      corporateId,
      applied: applied === null ? null : record({ corporateId: applied }),
    });
    expect(withOfferedCorporate(found, corporates).corporateId).toBe(offered);
  });
});

describe('a record that is no booking yet', () => {
  it('becomes one with its own details in the chosen room', () => {
    const plan = planNewBooking(record({ paymentFlag: 1, totalFee: 9500 }), facts());
    const asEntered = {
      totalFee: 9500,
      purpose: '出張',
      blacklistId: -1,
      roomMoveLock: 0,
      paymentType: null,
    };
    expect(plan).toMatchObject({ type: 'create', paymentFlag: 1, draft: { roomId: 11, ...asEntered } });
    expect(planNewBooking(record(), facts('1001'))).toMatchObject({ draft: { roomId: 12 } });
  });

  it.each([
    ['必須項目欠落', { fault: '必須項目欠落' }],
    ['必須項目欠落', { guestName1: '山' }],
    ['必須項目欠落', { reserverName: '' }],
    ['人数不明', { mensCount: 0, womensCount: 0 }],
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

  it.each([{ fault: '定員超過' as const }, {}])(
    'names a party that is too large, whoever found it: %j',
    (found) => {
      const party = record({ mensCount: 1, womensCount: 2, ...found });
      const told = { reason: '定員超過', detail: '3名 (男1・女2)' };
      expect(planNewBooking(party, facts())).toMatchObject(told);
    },
  );

  it('names the type that is full', () => {
    const full = { ...facts(), vacancy: () => null };
    const sold = record({ roomSymbol: 'NS', roomName: '禁煙シングル' });
    expect(planNewBooking(sold, full)).toMatchObject({ reason: '空室なし', detail: '禁煙シングル満室' });
  });
});

describe('a record whose booking is active', () => {
  type Change = Partial<CsvReservationDetails>;
  const smokingRoom: Change = {
    roomSymbol: 'SS',
    soldCategories: ['normal_smoking'],
    ...SMOKING,
  };
  const longer = { stayEnd: day('2026-11-25') };
  const checkedIn = { checkinDate: day('2026-11-21') };
  const amended = (draft: object) => ({ type: 'amend', draft, paymentFlag: null });
  const plan = (change: Change, stored: Partial<Reservation> = {}, ...taken: string[]) =>
    planChange({ record: record(change), applied: record(), booking: aReservation(stored) }, facts(...taken));

  it.each<[string, Change, Partial<Reservation>, object]>([
    [
      'needs nothing when nothing differs from what was applied, whatever staff edited, also after check-in',
      { revision: '2026-11-02T00:00:00Z', digest: 'x' },
      { notes: 'フロント', totalFee: 1, ...checkedIn },
      {},
    ],
    [
      'applies only what differs, in the same room',
      { totalFee: 9999, ...longer },
      { notes: 'フロント' },
      { totalFee: 9999, ...longer },
    ],
    [
      'leaves out what staff already did by hand',
      { totalFee: 9999, tel: '1' },
      { totalFee: 9999 },
      { tel: '1' },
    ],
    ['may have been done by hand after check-in', { totalFee: 9999 }, { totalFee: 9999, ...checkedIn }, {}],
    [
      'stays where staff put it while the requested room is the same',
      { totalFee: 1 },
      { roomNumber: '401' },
      { totalFee: 1 },
    ],
    [
      'is not held up by an entry of the blacklist that staff accepted',
      { guestName1: '鬼塚 洋平' },
      { blacklistId: 5 },
      { guestName1: '鬼塚 洋平' },
    ],
  ])('%s', (_, change, stored, draft) => expect(plan(change, stored)).toEqual(amended(draft)));

  it('moves when its room is not free for the new dates, or another kind of room is requested', () => {
    expect(plan(longer, {}, '1001')).toMatchObject({ type: 'amend', draft: { roomId: 12 } });
    expect(plan(longer, {}, '1001', '1002')).toMatchObject({ type: 'fail', reason: '空室なし' });
    expect(plan(smokingRoom)).toMatchObject({ type: 'amend', draft: { roomId: 13 } });
  });

  const PHONE = '090-1234-5678';
  const blacklisted = { type: 'fail', reason: 'ブラックリスト一致', detail: '' };
  it.each<[string, { before: { tel?: string }; change: Change; expected: object }]>([
    ['to the phone listed', { before: {}, change: { tel: PHONE }, expected: blacklisted }],
    ['to that phone without hyphens', { before: {}, change: { tel: '09012345678' }, expected: blacklisted }],
    ['to no phone', { before: {}, change: { tel: '' }, expected: blacklisted }],
    ['to another phone', { before: {}, change: { tel: '1' }, expected: amended({ tel: '1' }) }],
    [
      'of the fee alone, though the phone is listed',
      { before: { tel: PHONE }, change: { totalFee: 9999 }, expected: amended({ totalFee: 9999 }) },
    ],
  ])('whose name is listed with another phone is compared with the blacklist after a change %s', (_, row) => {
    const named = { reserverName: '黒田 官兵衛', tel: '03-1234-5678', ...row.before };
    const listed = { id: 6, version: 1, guestName: named.reserverName, tel: PHONE };
    const change = { record: record({ ...named, ...row.change }), applied: record(named) };
    const withListed = { ...facts(), blacklist: new Map([[6, listed]]) };
    expect(planChange({ ...change, booking: aReservation(named) }, withListed)).toEqual(row.expected);
  });

  it.each<[string, Change, Partial<Reservation>, string[]]>([
    ['部屋移動不可', longer, { roomMoveLock: 1 }, ['1001']],
    ['部屋移動不可', smokingRoom, { roomMoveLock: 1 }, []],
    ['部屋タイプ未定義', { roomSymbol: 'ND', soldCategories: [] }, {}, []],
    ['チェックイン済みの変更', { totalFee: 1 }, checkedIn, []],
    ['チェックイン済みの変更', { paymentFlag: 1 }, checkedIn, []],
    ['日付不正', { stayEnd: day('2026-11-21') }, {}, []],
    ['日付不正', { stayStart: day('2026-11-22') }, { stayEnd: day('2026-11-22') }, []],
    ['人数不明', { mensCount: 0 }, {}, []],
    ['ブラックリスト一致', { guestName1: '鬼塚 洋平' }, {}, []],
  ])('fails with %s for %j of %j', (reason, change, stored, taken) => {
    expect(plan(change, stored, ...taken)).toMatchObject({ type: 'fail', reason });
  });

  it('brings the payment along only when the source changed it', () => {
    expect(plan({ paymentFlag: 1 })).toMatchObject({ paymentFlag: 1 });
    expect(plan({ paymentFlag: 1 }, { paymentFlag: 1 })).toMatchObject({ paymentFlag: null });
    expect(plan({ totalFee: 1 }, { paymentFlag: 1 })).toMatchObject({ paymentFlag: null });
  });
});

const room = (roomNumber: string, traits: Partial<RoomMonthDetails> = {}, second = traits) => [
  ...aRoomOf(roomNumber, traits, ['2026-12-01' as Month]),
  ...aRoomOf(roomNumber, second, ['2027-01-01' as Month]),
];
const many = roomDirectory([
  ...room('1001'),
  ...room('901'),
  ...room('902', {}, { reservableStatus: '予約不可' }),
  ...room('903', { priority: '女性' }),
  ...room('702', { corporate: 1 }),
  ...room('501', { roomType: 'ツイン' }),
  ...room('401', SMOKING),
]);
const corporates = new Map([
  [7, { id: 7, version: 1, corporateShortName: '㈱A', corporateFlag: 1 as const }],
  [8, { id: 8, version: 1, corporateShortName: '㈱B', corporateFlag: 0 as const }],
]);
const masters = { rooms: many, corporates };
const party = (change: Partial<RoomRequest> = {}): RoomRequest => ({
  warnings: [],
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

  it('for a guest whose gender nobody said, only those that are for anybody in every month of the stay', () => {
    const some = roomDirectory([...room('904', {}, { priority: '女性' }), ...room('905')]);
    const unsaid = party({
      warnings: ['性別未確認'],
      soldCategories: ['normal_non_smoking', 'women_non_smoking'],
      stay: stay('2026-12-31', '2027-01-02'),
    });
    expect(roomsSold(unsaid, { rooms: some, corporates }).map(({ roomNumber }) => roomNumber)).toEqual([
      '905',
    ]);
  });
});

describe('the room that is chosen', () => {
  const chosen = (gaps: Record<string, Gap | null>) => chooseRoom(party(), masters, free(gaps), null);

  it.each<[string, Record<string, Gap | null>, string]>([
    ['the first in display order where all are open', {}, '1001'],
    [
      'the one whose gap leaves the fewest nights',
      { '901': { before: 5, after: 2 }, '902': { before: 0, after: 6 } },
      '902',
    ],
    [
      'the first where two gaps leave as many',
      { '901': { before: 3, after: 3 }, '1001': { before: 1, after: 5 } },
      '1001',
    ],
    ['rather one with a neighbour on one side than on none', { '902': { before: 4, after: null } }, '902'],
    [
      'rather one with neighbours on both sides than on one',
      { '901': { before: 0, after: null }, '902': { before: 90, after: 90 } },
      '902',
    ],
    ['never an occupied one', { '1001': null }, '901'],
  ])('is %s', (_, gaps, roomNumber) => expect(chosen(gaps)).toEqual({ roomNumber }));

  it('is none if all are occupied, and that is said', () => {
    expect(chosen({ '1001': null, '901': null, '902': null })).toEqual({
      none: expect.objectContaining({ code: 'occupied' }),
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

describe('the rooms that staff are offered', () => {
  const offered = (change: Partial<RoomRequest>, gaps: Record<string, Gap | null> = {}) =>
    offeredRooms(party(change), masters, free(gaps), null);

  it.each<[string, Partial<RoomRequest>, Record<string, Gap | null>, string[], number]>([
    ['of its type in display order', {}, {}, ['1001', '901', '902'], 3],
    ['the tightest gap first', {}, { '902': { before: 1, after: 1 } }, ['902', '1001', '901'], 3],
    ['none that is taken', {}, { '1001': null }, ['901', '902'], 2],
    [
      'those of its type before all others that 部屋検索 finds, however tight these are',
      { mensCount: 0, womensCount: 1, soldCategories: ['women_non_smoking'] },
      { '901': { before: 0, after: 0 } },
      ['903', '901', '1001', '902'],
      1,
    ],
    [
      'all that 部屋検索 finds where its type is not mapped',
      { soldCategories: [] },
      {},
      ['1001', '901', '902'],
      0,
    ],
  ])('are %s', (_, change, gaps, candidates, ofType) => {
    expect(offered(change, gaps)).toEqual({ candidates, ofType, emptyBecause: null });
  });

  it('are none, with the reason, where no room suits or is free', () => {
    expect(offered({ mensCount: 2 }, { '501': null })).toMatchObject({
      candidates: [],
      emptyBecause: { code: 'occupied' },
    });
  });
});
