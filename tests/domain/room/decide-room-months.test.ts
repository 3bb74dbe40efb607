import { decided } from '@domain/broken-rule.js';
import { addDays, addMonths, day, type Month, nightsOf } from '@domain/dates.js';
import {
  evolveRoomMonth,
  RESERVABLE_STATUSES,
  type RoomMonth,
  type RoomMonthEvent,
} from '@domain/room/room-month.js';
import { planChanges, planCopy, planMonthsAhead, planNewRoom } from '@domain/room/room-month-plans.js';
import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import {
  aRoomMonth,
  aStay,
  codesOf,
  decisionOf,
  defined,
  givenRooms,
  messagesOf,
  month,
  roomsAfter,
} from '#tests/support/builders.js';

const CLOSED = { reservableStatus: '予約不可' } as const;
const plain = defined('1001', '2026-11').data;

const change = (id: number, traits: object, version = 1) => ({ id, version, traits });

describe('changes of room-months', () => {
  const hotel = givenRooms(defined('1001', '2026-11'), defined('1002', '2026-11'));
  const storeroom = { roomType: '倉庫' };

  it('define what is new, and count the rest', () => {
    const plan = planChanges([change(1, { roomType: 'ツイン' }), change(2, {})]);
    expect(decisionOf(hotel.when(plan))).toEqual({
      defined: [{ id: 1, data: { ...plain, roomType: 'ツイン' } }],
      created: 0,
      changed: 1,
      unchanged: 1,
    });
  });

  it('are meant for the version that was read, and are whole: what is not said stays', () => {
    const twice = givenRooms(defined('1001', '2026-11'), defined('1001', '2026-11', { roomLabel: 'x' }));
    expect(codesOf(twice.when(planChanges([change(1, { corporate: 1 })])))).toEqual(['stale_version']);
    const oneOfTwo = [change(1, { corporate: 1 }), change(2, { corporate: 1 }, 9)];
    expect(codesOf(hotel.when(planChanges(oneOfTwo)))).toEqual(['stale_version']);
    expect(decisionOf(twice.when(planChanges([change(1, { corporate: 1 }, 2)]))).defined).toEqual([
      { id: 1, data: { ...plain, roomLabel: 'x', corporate: 1 } },
    ]);
  });

  it('name each room once, and rooms that there are', () => {
    expect(codesOf(hotel.when(planChanges([change(1, {}), change(1, {})])))).toEqual(['room_twice']);
    expect(codesOf(hotel.when(planChanges([change(1, {}), change(77, {})])))).toEqual(['room_unknown']);
  });

  it('make no storeroom that can be booked, and let one be that is as it was', () => {
    expect(messagesOf(hotel.when(planChanges([change(1, storeroom)])))).toEqual([
      '1001号室 2026年11月: 倉庫は予約不可にしてください。',
    ]);
    expect(decisionOf(hotel.when(planChanges([change(1, { ...storeroom, ...CLOSED })]))).changed).toBe(1);
    const old = givenRooms(defined('216', '2026-11', storeroom));
    expect(decisionOf(old.when(planChanges([change(1, {})]))).unchanged).toBe(1);
  });
});

describe('a new room', () => {
  const { month: _, ...traits } = plain;
  const newRoom = { ...traits, roomNumber: '1101', from: month('2026-11'), until: month('2027-01') };

  it('is defined for every month, over the end of a year', () => {
    const { defined: made, created } = decisionOf(givenRooms().when(planNewRoom(newRoom)));
    expect(made).toEqual(
      ['2026-11', '2026-12', '2027-01'].map((at) => ({
        id: null,
        data: { ...plain, roomNumber: '1101', month: month(at) },
      })),
    );
    expect(created).toBe(3);
  });

  it('is not there yet in any of its months', () => {
    const known = givenRooms(defined('1101', '2027-01'), defined('1101', '2027-02'));
    expect(messagesOf(known.when(planNewRoom(newRoom)))).toEqual([
      '1101号室は既に登録されています（2027年1月）。',
    ]);
    expect(codesOf(known.when(planNewRoom({ ...newRoom, until: month('2026-12') })))).toEqual([]);
  });

  it('has at least one month and no more than ten years of them', () => {
    const until = (text: string) => givenRooms().when(planNewRoom({ ...newRoom, until: month(text) }));
    expect(codesOf(until('2026-10'))).toEqual(['until_before_from']);
    expect(decisionOf(until('2036-10')).created).toBe(120);
    expect(codesOf(until('2036-11'))).toEqual(['too_many_months']);
  });

  it('is not made where one of its months is refused', () => {
    const storeroom = { ...plain, roomType: '倉庫' };
    expect(codesOf(givenRooms().when(() => decided([plain, storeroom])))).toEqual(['storeroom_bookable']);
  });
});

describe('the copy of a month', () => {
  const hotel = givenRooms(
    defined('201', '2026-11', { roomLabel: '甲' }),
    defined('1001', '2026-11', CLOSED),
    defined('1001', '2026-12'),
    defined('1002', '2026-12'),
  );
  const copy = (from: string, to: string) => hotel.when(planCopy({ from: month(from), to: month(to) }));

  it('changes the rooms that are there, adds those that are not and leaves the others', () => {
    const december = { ...plain, month: month('2026-12') };
    expect(decisionOf(copy('2026-11', '2026-12'))).toEqual({
      defined: [
        { id: 3, data: { ...december, ...CLOSED } },
        { id: null, data: { ...december, roomNumber: '201', roomLabel: '甲' } },
      ],
      created: 1,
      changed: 1,
      unchanged: 0,
    });
  });

  it('is of another month, which has rooms', () => {
    expect(codesOf(copy('2026-11', '2026-11'))).toEqual(['same_month']);
    expect(codesOf(copy('2026-10', '2026-11'))).toEqual(['month_empty']);
    const empty = copy('2026-10', '2026-11');
    expect(empty.ok ? [] : empty.broken.map(({ field }) => field)).toEqual(['from']);
  });
});

it('a room that is closed names each active booking with a night in it that was not seen, by room and date', () => {
  const hotel = givenRooms(defined('1001', '2026-11'), defined('901', '2026-11'));
  const bookings = [
    aStay(20, '2026-11-30', '2026-12-02', { roomNumber: '901', guestName1: '鈴木 花' }),
    aStay(11, '2026-11-21', '2026-11-23'),
    aStay(12, '2026-10-31', '2026-11-02'),
    aStay(13, '2026-10-30', '2026-11-01'),
  ];
  const refused = hotel.when(planChanges([change(1, CLOSED), change(2, CLOSED)]), { bookings });
  expect(messagesOf(refused)).toEqual([
    '1001号室 10/31(土)～11/2(月) 山田太郎の予約があります。',
    '1001号室 11/21(土)～11/23(月) 山田太郎の予約があります。',
    '901号室 11/30(月)～12/2(水) 鈴木 花の予約があります。',
  ]);
  expect(refused).toMatchObject({
    broken: [{ kind: 'conflict', code: 'booked_room', field: '12' }, { field: '11' }, { field: '20' }],
  });
});

const NUMBERS = ['1001', '902', '1203'];
const MONTHS = [0, 1, 2].map((offset) => addMonths(month('2026-11'), offset));

const rooms = fc.tuple(
  ...NUMBERS.flatMap((number) =>
    MONTHS.map((at) =>
      fc
        .constantFrom(...RESERVABLE_STATUSES)
        .map((reservableStatus) => defined(number, at.slice(0, 7), { reservableStatus })),
    ),
  ),
);
const bookings = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 100, max: 119 }),
    start: fc.integer({ min: -5, max: 95 }),
    nights: fc.integer({ min: 1, max: 40 }),
    roomNumber: fc.constantFrom(...NUMBERS),
    status: fc.constantFrom('active' as const, 'active' as const, 'cancelled' as const),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);
const changes = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: NUMBERS.length * MONTHS.length }),
    status: fc.option(fc.constantFrom(...RESERVABLE_STATUSES)),
    corporate: fc.constantFrom(0 as const, 1 as const),
  }),
  { selector: ({ id }) => id, minLength: 1 },
);

/** Worked out night by night: the ids of active bookings in rooms that these changes close. */
function concerned(
  before: RoomMonth[],
  asked: { id: number; status: string | null }[],
  booked: ReturnType<typeof aStay>[],
) {
  const closed = new Set(
    asked.flatMap(({ id, status }) => {
      const room = before.find((one) => one.id === id) as RoomMonth;
      return status === '予約不可' && room.reservableStatus === '予約可能'
        ? `${room.roomNumber} ${room.month.slice(0, 7)}`
        : [];
    }),
  );
  return booked
    .filter(({ status }) => status === 'active')
    .filter((one) =>
      nightsOf({ start: one.stayStart, end: one.stayEnd }).some((night) =>
        closed.has(`${one.roomNumber} ${night.slice(0, 7)}`),
      ),
    )
    .map(({ id }) => id);
}

test('a room-month closes only when every booking with a night in it was seen, and those that were not are named', () => {
  fc.assert(
    fc.property(
      rooms,
      bookings,
      changes,
      fc.array(fc.integer({ min: 100, max: 119 })),
      (events, stays, asked, seen) => {
        const booked = stays.map(({ id, start, nights, ...rest }) => {
          const from = addDays(MONTHS[0] as Month, start);
          return aStay(id, from, addDays(from, nights), rest);
        });
        const plan = planChanges(
          asked.map(({ id, status, corporate }) => ({
            id,
            version: 1,
            traits: status ? { corporate, reservableStatus: status } : { corporate },
          })),
        );
        const unseen = concerned(roomsAfter(events), asked, booked).filter((id) => !seen.includes(id));
        const decision = givenRooms(...events).when(plan, { bookings: booked, acknowledged: new Set(seen) });
        const named = decision.ok ? [] : decision.broken.map(({ field }) => Number(field));
        expect(named.sort()).toEqual(unseen.sort());
        if (!decision.ok) return;
        const { defined: made, changed, unchanged } = decision.value;
        expect(changed + unchanged).toBe(asked.length);
        expect(made).toHaveLength(changed);
      },
    ),
  );
});

/** Lists the rooms made, as `room month label`, given these rooms. */
function made(events: RoomMonthEvent[], today: string, monthsAhead: number): string[] {
  const decision = givenRooms(...events).when(planMonthsAhead(day(today), monthsAhead));
  return decisionOf(decision).defined.map(
    ({ id, data }) => `${id ?? 'new'} ${data.roomNumber} ${data.month.slice(0, 7)} ${data.roomLabel}`,
  );
}

describe('months ahead', () => {
  it('go on as the newest month is, by month and in display order', () => {
    const events = [
      defined('201', '2026-11'),
      defined('1001', '2026-10', { roomLabel: '古' }),
      defined('1001', '2026-11', { roomLabel: '新' }),
      defined('1001', '2026-12', { roomLabel: '新々' }),
    ];
    expect(made(events, '2026-11-30', 2)).toEqual([
      'new 201 2026-12 S',
      'new 1001 2027-01 新々',
      'new 201 2027-01 S',
    ]);
  });

  it('are counted from the month of the day', () => {
    const events = [defined('1001', '2026-11')];
    expect(made(events, '2026-11-01', 1)).toEqual(['new 1001 2026-12 S']);
    expect(made(events, '2026-12-01', 1)).toEqual(['new 1001 2026-12 S', 'new 1001 2027-01 S']);
    expect(made(events, '2026-11-30', 0)).toEqual([]);
    expect(made([defined('1001', '2028-01')], '2026-11-30', 12)).toEqual([]);
  });

  it('are made for storerooms and for rooms that are closed for a while', () => {
    const storeroom = defined('216', '2026-11', { roomType: '倉庫', ...CLOSED });
    expect(made([storeroom], '2026-11-30', 1)).toEqual(['new 216 2026-12 S']);
    const repaired = [defined('1001', '2025-11'), defined('1001', '2026-11', CLOSED)];
    expect(made(repaired, '2026-11-30', 1)).toEqual(['new 1001 2026-12 S']);
  });

  it('are not made for a room whose months ended, nor for one that was closed for a year', () => {
    expect(made([defined('1001', '2026-09')], '2026-11-30', 3)).toEqual([]);
    const closed = [defined('1001', '2025-10'), defined('1001', '2026-11', CLOSED)];
    expect(made(closed, '2026-11-30', 3)).toEqual([]);
  });
});

it('a room-month is entirely its latest definition', () => {
  const first = evolveRoomMonth(null, defined('1001', '2026-11'), 7);
  expect(first).toEqual(aRoomMonth({ id: 7 }));
  const second = evolveRoomMonth(first, defined('1001', '2026-11', CLOSED), 7);
  expect(second).toEqual(aRoomMonth({ id: 7, version: 2, ...CLOSED }));
});
