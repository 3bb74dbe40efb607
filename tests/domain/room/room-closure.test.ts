import { day } from '@domain/dates.js';
import { nightsForSale } from '@domain/reports/figures.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import { decideClosure, decideClosureChange, decideClosureEnd } from '@domain/room/decide-room-closure.js';
import { decideTentativeStay } from '@domain/room/decide-tentative-stay.js';
import { evolveRoomClosure, type RoomClosure, type RoomClosureEvent } from '@domain/room/room-closure.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { searchRooms } from '@domain/room/room-search.js';
import { describe, expect, it, test } from '@jest/globals';
import {
  aCreate,
  aReservation,
  aRoomOf,
  codesOf,
  decisionOf,
  facts,
  messagesOf,
  roomIdOf,
  stay,
} from '#tests/support/builders.js';

const MONTHS = [...aRoomOf('1001'), ...aRoomOf('1002')];
const LEAK = { roomNumber: '1001', ...stay('2026-11-10', '2026-11-13'), reason: '水漏れ' };

/** A recorded closure after further events. */
function aClosure(details: Partial<typeof LEAK> = {}, ...later: RoomClosureEvent[]): RoomClosure {
  const started: RoomClosureEvent = {
    type: 'RoomClosureStarted',
    data: { ...LEAK, ...details, staffId: 3 },
  };
  return later.reduce(
    (state, event) => evolveRoomClosure(state, event, 7),
    evolveRoomClosure(null, started, 7),
  );
}

const given = ({
  closures = [],
  bookings = [],
}: {
  closures?: RoomClosure[];
  bookings?: ReturnType<typeof aReservation>[];
} = {}) => ({
  rooms: roomDirectory(MONTHS, closures),
  bookings,
});
const booked = (start: string, end: string, roomNumber = '1001') =>
  aReservation({ id: 20, roomNumber, stayStart: day(start), stayEnd: day(end), guestName1: '山田 太郎' });

describe('a room is taken out of order', () => {
  it('for the nights up to its end, by whoever records it', () => {
    expect(decisionOf(decideClosure(LEAK, 3, given()))).toEqual([
      { type: 'RoomClosureStarted', data: { ...LEAK, staffId: 3 } },
    ]);
  });

  it.each([
    ['no night', { end: day('2026-11-10') }, 'closure_end'],
    ['a negative number of nights', { end: day('2026-11-09') }, 'closure_end'],
    ['more than 366 nights', { end: day('2027-11-12') }, 'closure_too_long'],
    ['a room that is not known', { roomNumber: '9999' }, 'room_missing'],
  ])('but not for %s', (_, wrong, code) => {
    expect(codesOf(decideClosure({ ...LEAK, ...wrong }, null, given()))).toEqual([code]);
  });

  it.each([
    ['2026-11-08', '2026-11-11'],
    ['2026-11-12', '2026-11-15'],
    ['2026-11-11', '2026-11-12'],
    ['2026-11-01', '2026-11-30'],
  ])('but not over a booking from %s to %s, which is named', (start, end) => {
    const refused = decideClosure(LEAK, null, given({ bookings: [booked(start, end)] }));
    expect(codesOf(refused)).toEqual(['closure_over_bookings']);
    expect(messagesOf(refused).join()).toContain('山田 太郎様');
  });

  it('between bookings that end and begin on its days, and over a cancelled one and one in another room', () => {
    const bookings = [
      booked('2026-11-08', '2026-11-10'),
      booked('2026-11-13', '2026-11-14'),
      { ...booked('2026-11-10', '2026-11-13'), status: 'cancelled' as const },
      booked('2026-11-10', '2026-11-13', '1002'),
    ];
    expect(decideClosure(LEAK, null, given({ bookings })).ok).toBe(true);
  });

  it('but not twice for one night; one that was taken back is none', () => {
    const again = { ...LEAK, ...stay('2026-11-12', '2026-11-20') };
    const refused = decideClosure(again, null, given({ closures: [aClosure()] }));
    expect(codesOf(refused)).toEqual(['closure_overlap']);
    expect(messagesOf(refused).join()).toContain('11/10(火)～11/13(金) 3泊（水漏れ）');
    const closures = [aClosure({}, { type: 'RoomClosureEnded', data: {} })];
    expect(decideClosure(again, null, given({ closures })).ok).toBe(true);
  });
});

describe('a known closure', () => {
  it('is extended, ended early and given another reason; the same again is no event', () => {
    const extended = { ...stay('2026-11-10', '2026-11-20'), reason: '水漏れ' };
    const closures = [aClosure()];
    const change = (wanted: Parameters<typeof decideClosureChange>[0]) =>
      decideClosureChange(wanted, aClosure(), given({ closures }));
    expect(decisionOf(change({ end: day('2026-11-20') }))).toEqual([
      { type: 'RoomClosureChanged', data: extended },
    ]);
    expect(decisionOf(change({ end: day('2026-11-11') }))).toHaveLength(1);
    expect(decisionOf(change({ reason: '工事' }))).toHaveLength(1);
    expect(decisionOf(change({ start: LEAK.start, end: LEAK.end, reason: LEAK.reason }))).toEqual([]);
  });

  it('is not extended over a booking or another closure', () => {
    const next = { ...aClosure({ ...stay('2026-11-20', '2026-11-21') }), id: 9 };
    const end = day('2026-11-22');
    const refused = (known: Parameters<typeof given>[0]) =>
      codesOf(decideClosureChange({ end }, aClosure(), given(known)));
    expect(refused({ closures: [aClosure(), next] })).toEqual(['closure_overlap']);
    expect(refused({ bookings: [booked('2026-11-21', '2026-11-23')] })).toEqual(['closure_over_bookings']);
  });

  it('is taken back once', () => {
    expect(decisionOf(decideClosureEnd(aClosure()))).toEqual([{ type: 'RoomClosureEnded', data: {} }]);
    const ended = aClosure({}, { type: 'RoomClosureEnded', data: {} });
    expect(codesOf(decideClosureEnd(ended))).toEqual(['closure_ended']);
    expect(codesOf(decideClosureChange({ reason: '工事' }, ended, given()))).toEqual(['closure_ended']);
  });

  it('remembers all days that it ever had', () => {
    const change = (start: string, end: string): RoomClosureEvent => ({
      type: 'RoomClosureChanged',
      data: { ...stay(start, end), reason: '工事' },
    });
    const after = aClosure({}, change('2026-11-01', '2026-11-02'), change('2026-11-28', '2026-11-30'));
    expect(after).toMatchObject({
      firstDay: '2026-11-01',
      lastDay: '2026-11-30',
      version: 3,
      isEnded: false,
    });
  });
});

test('a booking over a closure is refused with its dates and reason; beside it, it is taken', () => {
  const rooms = roomDirectory(MONTHS, [aClosure()]);
  const create = (start: string, end: string) =>
    decideCreate(
      aCreate({ roomId: roomIdOf('1001'), stayStart: day(start), stayEnd: day(end) }),
      50,
      facts({ rooms, neighbours: [] }),
    );
  const refused = create('2026-11-12', '2026-11-14');
  expect(codesOf(refused)).toEqual(['room_closed']);
  expect(messagesOf(refused)).toEqual(['売り止めの部屋です: 1001 11/10(火)～11/13(金) 3泊（水漏れ）']);
  expect(create('2026-11-13', '2026-11-14').ok).toBe(true);
  expect(create('2026-11-09', '2026-11-10').ok).toBe(true);
});

test('部屋検索 finds no room that is out of order, and says so when it was the last', () => {
  const search = (closures: RoomClosure[], ...numbers: string[]) => {
    const { byNumber } = roomDirectory(MONTHS, closures);
    return searchRooms({
      ...{ stay: stay('2026-11-12', '2026-11-14'), mensCount: 1, womensCount: 0 },
      ...{ smokingStatus: '禁煙', corporate: null, occupied: () => false },
      rooms: [...byNumber.values()].filter(({ roomNumber }) => numbers.includes(roomNumber)),
    });
  };
  expect(search([aClosure()], '1001', '1002').candidates).toEqual(['1002']);
  expect(search([aClosure()], '1001').emptyBecause).toMatchObject({
    code: 'occupied',
    message: expect.stringContaining('売り止め'),
  });
});

test('a night out of order is not for sale in reports', () => {
  const days = { first: day('2026-11-01'), last: day('2026-11-30') };
  const nights = (closures: RoomClosure[]) =>
    nightsForSale(roomDirectory(MONTHS, closures), days).normal_non_smoking;
  expect(nights([])).toBe(60);
  expect(nights([aClosure()])).toBe(57);
  expect(nights([aClosure(stay('2026-10-30', '2026-11-03'))])).toBe(58);
  expect(nights([aClosure(stay('2026-11-29', '2026-12-05'))])).toBe(58);
});

it.each([
  ['now', 0, ['tentative_until']],
  ['a moment later', 1, []],
  ['60 days later', 60 * 86_400_000, []],
  ['a moment after 60 days', 60 * 86_400_000 + 1, ['tentative_until']],
])('a 仮予約 that ends %s', (_, afterMs, codes) => {
  const now = '2026-11-09T15:00:00.000Z';
  const until = new Date(Date.parse(now) + afterMs).toISOString();
  const guest = { guestName: '佐藤 花', tel: '', remark: '' };
  const { reason: _reason, ...nights } = LEAK;
  const decision = decideTentativeStay({ ...nights, ...guest, until }, null, { ...given(), now });
  expect(decision.ok ? [] : codesOf(decision)).toEqual(codes);
});
