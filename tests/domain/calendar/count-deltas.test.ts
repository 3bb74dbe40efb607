import {
  type CountDelta,
  type CountedImport,
  countDeltas,
  roomMonthDeltas,
  temaNights,
} from '@domain/calendar/count-deltas.js';
import { type CountedBooking, countFormula, totalsOf } from '@domain/calendar/daily-counts.js';
import { addDays, day, daysFromTo } from '@domain/dates.js';
import { ROW_KINDS } from '@domain/imports/csv-reservation.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { CATEGORIES, categoryOf, type RoomMonth } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anImport, aRoomMonth, aRoomOf, aStay, month, roomIdOf } from '#tests/support/builders.js';

const rooms = roomDirectory([...aRoomOf('1001'), ...aRoomOf('1002', { roomType: 'ツイン' })]);
const booked = aStay(1, '2026-11-21', '2026-11-23');
const imported = anImport({ stayStart: day('2026-11-21'), stayEnd: day('2026-11-23') });
const text = (deltas: ReturnType<typeof countDeltas>) =>
  deltas.map(({ date, category, actual, tema }) => `${date} ${category} ${actual} ${tema}`).sort();

it('a change of rooms moves the nights between categories; what cancels out has no deltas', () => {
  const moved = { ...booked, roomNumber: '1002' };
  expect(text(countDeltas(rooms, { bookings: [{ before: booked, after: moved }] }))).toEqual([
    '2026-11-21 normal_non_smoking -1 0',
    '2026-11-21 twin_non_smoking 1 0',
    '2026-11-22 normal_non_smoking -1 0',
    '2026-11-22 twin_non_smoking 1 0',
  ]);
  const exchange = [
    { before: booked, after: moved },
    { before: moved, after: { ...booked, guestName1: '別人' } },
  ];
  expect(countDeltas(rooms, { bookings: exchange })).toEqual([]);
});

it.each([
  ['a day that could not be read', { stayEnd: null }],
  ['days the wrong way round', { stayEnd: day('2026-11-20') }],
  ['more nights than any stay has', { stayEnd: day('2036-11-21') }],
])('an imported record with %s counts for no nights', (_, change) => {
  expect(temaNights({ ...imported, ...change })).toEqual([]);
  expect(temaNights(imported)).toHaveLength(2);
});

const FIRST = day('2026-11-27');
const DAYS = daysFromTo(FIRST, addDays(FIRST, 14));
const ROOMS = ['1001', '1002', '1003'];
const [november, december] = [month('2026-11'), month('2026-12')];

const stays = fc
  .tuple(fc.nat({ max: 8 }), fc.integer({ min: 1, max: 6 }))
  .map(([from, nights]) => ({ stayStart: addDays(FIRST, from), stayEnd: addDays(FIRST, from + nights) }));
const bookings: fc.Arbitrary<CountedBooking> = fc
  .tuple(stays, fc.constantFrom(...ROOMS, '404'), fc.constantFrom('active', 'active', 'cancelled'))
  .map(([stay, roomNumber, status]) => ({ ...stay, roomNumber, status: status as CountedBooking['status'] }));
const imports: fc.Arbitrary<CountedImport> = fc
  .record({
    stay: stays,
    soldCategories: fc.subarray([...CATEGORIES]),
    status: fc.constantFrom<CountedImport['status']>('failed', 'registered', 'cancelled', 'dismissed'),
    kind: fc.constantFrom(...ROW_KINDS),
  })
  .map(({ stay, ...record }) => ({ ...stay, ...record }));
const definitions: fc.Arbitrary<RoomMonth> = fc
  .record({
    roomNumber: fc.constantFrom(...ROOMS),
    month: fc.constantFrom(november, december),
    roomType: fc.constantFrom('シングル', 'ツイン', '倉庫'),
    priority: fc.constantFrom('女性' as const, '' as const),
    smokingStatus: fc.constantFrom('禁煙' as const, '喫煙' as const),
    reservableStatus: fc.constantFrom('予約可能' as const, '予約可能' as const, '予約不可' as const),
    corporate: fc.constantFrom(0 as const, 1 as const),
  })
  .map((details) => aRoomMonth({ ...details, id: roomIdOf(details.roomNumber, details.month) }));

const id = fc.nat({ max: 5 });
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('booking' as const), id, state: bookings }),
    fc.record({ kind: fc.constant('import' as const), id, state: imports }),
    fc.record({ kind: fc.constant('room' as const), state: definitions }),
  ),
  { maxLength: 40, size: 'max' },
);

/** A count over the night records: day by day, record by record. */
function counted(
  rooms: Iterable<RoomMonth>,
  booked: Iterable<CountedBooking>,
  imported: Iterable<CountedImport>,
): Record<string, { actual: number; tema: number }> {
  const counts: Record<string, { actual: number; tema: number }> = {};
  const at = (date: string, category: string) => {
    counts[`${date} ${category}`] ??= { actual: 0, tema: 0 };
    return counts[`${date} ${category}`] as { actual: number; tema: number };
  };
  const all = [...rooms];
  for (const date of DAYS) {
    for (const { status, roomNumber, stayStart, stayEnd } of booked) {
      const room = all.find(
        (one) => one.roomNumber === roomNumber && one.month.slice(0, 7) === date.slice(0, 7),
      );
      const category = room && categoryOf(room);
      if (status === 'active' && category && stayStart <= date && date < stayEnd)
        at(date, category).actual += 1;
    }
    for (const { status, kind, soldCategories, stayStart, stayEnd } of imported) {
      const [category] = soldCategories;
      const isSold = kind !== 'キャンセル' && (status === 'failed' || status === 'registered');
      if (!isSold || !stayStart || !stayEnd) continue;
      if (category && stayStart <= date && date < stayEnd) at(date, category).tema += 1;
    }
  }
  return counts;
}

describe('changes of the counts over any history', () => {
  it('add up to a fresh count after any bookings, imports and room changes in any order', () => {
    let nonZero = 0;
    fc.assert(
      fc.property(steps, (history) => {
        const rooms = new Map<number, RoomMonth>();
        const booked = new Map<number, CountedBooking>();
        const imported = new Map<number, CountedImport>();
        const put = <State>(all: Map<number, State>, id: number, after: State) => {
          const before = all.get(id) ?? null;
          all.set(id, after);
          return { before, after };
        };
        const deltas = history.flatMap((step): CountDelta[] => {
          const directory = roomDirectory(rooms.values());
          if (step.kind === 'booking')
            return countDeltas(directory, { bookings: [put(booked, step.id, step.state)] });
          if (step.kind === 'import')
            return countDeltas(directory, { imports: [put(imported, step.id, step.state)] });
          return roomMonthDeltas(put(rooms, step.state.id, step.state), booked.values());
        });
        const summed: Record<string, { actual: number; tema: number }> = {};
        for (const { date, category, actual, tema } of deltas) {
          const sum = summed[`${date} ${category}`] ?? { actual: 0, tema: 0 };
          summed[`${date} ${category}`] = { actual: sum.actual + actual, tema: sum.tema + tema };
        }
        const standing = Object.entries(summed).filter(([, { actual, tema }]) => actual !== 0 || tema !== 0);
        const fresh = counted(rooms.values(), [...booked.values()], [...imported.values()]);
        expect(Object.fromEntries(standing)).toEqual(fresh);
        if (Object.values(fresh).some(({ actual }) => actual > 0)) nonZero += 1;
      }),
      { numRuns: 300 },
    );
    expect(nonZero).toBeGreaterThan(50);
  });
});

const hotel = roomDirectory([
  ...aRoomOf('1001', {}, [november]),
  ...aRoomOf('1001', { corporate: 1 }, [december]),
  ...aRoomOf('1002', { roomType: 'ツイン' }, [november, december]),
  ...aRoomOf('1003', { reservableStatus: '予約不可' }, [november]),
  ...aRoomOf('1003', { priority: '女性' }, [december]),
  ...aRoomOf('1005', { roomType: '倉庫', reservableStatus: '予約不可' }, [november, december]),
]);
const none = Object.fromEntries(CATEGORIES.map((category) => [category, 0]));

describe('actual counts of a day', () => {
  const bookings = [
    aStay(1, '2026-11-29', '2026-12-02', { roomNumber: '1001' }),
    aStay(2, '2026-11-30', '2026-12-01', { roomNumber: '1002' }),
    aStay(3, '2026-11-29', '2026-12-03', { roomNumber: '1002', status: 'cancelled' }),
    aStay(4, '2026-11-30', '2026-12-02', { roomNumber: '1003' }),
    aStay(5, '2026-11-30', '2026-12-02', { roomNumber: '9999' }),
  ];

  it.each([
    ['2026-11-28', {}],
    ['2026-11-29', { normal_non_smoking: 1 }],
    ['2026-11-30', { normal_non_smoking: 1, twin_non_smoking: 1 }],
    ['2026-12-01', { corporate_non_smoking: 1, women_non_smoking: 1 }],
    ['2026-12-02', {}],
  ])('on %s are %j: active nights in the category of their own month', (date, counts) => {
    const deltas = countDeltas(hotel, { bookings: bookings.map((after) => ({ before: null, after })) });
    const onDate = deltas.filter((delta) => delta.date === date);
    expect(Object.fromEntries(onDate.map(({ category, actual }) => [category, actual]))).toEqual(counts);
  });
});

describe('totals of a month', () => {
  it('count the rooms that can be booked in it, storerooms never', () => {
    expect(totalsOf(hotel, november)).toEqual({ ...none, normal_non_smoking: 1, twin_non_smoking: 1 });
    expect(totalsOf(hotel, december)).toEqual({
      ...none,
      corporate_non_smoking: 1,
      twin_non_smoking: 1,
      women_non_smoking: 1,
    });
    expect(totalsOf(hotel, month('2027-01'))).toEqual(none);
  });
});

describe('formula of a count cell (spec 9)', () => {
  it.each([
    [{ total: 60, actual: 41, tema: 12 }, [19, 12, 29]],
    [{ total: 10, actual: 10, tema: 10 }, [0, 10, 0]],
    [{ total: 5, actual: 6, tema: 0 }, [-1, 0, 6]],
    [{ total: 0, actual: 0, tema: 3 }, [0, 3, -3]],
  ])('of %j is %j', (count, figures) => {
    expect(countFormula(count)).toEqual(figures);
  });
});
