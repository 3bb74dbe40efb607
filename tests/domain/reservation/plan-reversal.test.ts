import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import {
  type BookingPast,
  differences,
  type RecordPast,
  type ReversalFacts,
} from '@domain/reservation/reversal/booking-past.js';
import { planReversal } from '@domain/reservation/reversal/plan-reversal.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { expect, test } from '@jest/globals';
import { anImport, aReservation, aRoomOf, aStay, facts } from '#tests/support/builders.js';

type Changes = Partial<Reservation>;
/** Changes of a booking before a request, by it and since; without `before` the request made the booking. */
type Past = { before?: Changes | null; by: Changes; since?: Changes; record?: RecordPast };
type Restored = Changes | null;
type Row = [
  what: string,
  past: Past,
  restored: Restored,
  obstacles: string[],
  known?: Partial<ReversalFacts>,
];

const SINCE = 90;
/** An account with the line by which a night was given up. */
const LEFT_EARLY = {
  entries: [],
  charges: [
    { id: 3, kind: '値引' as const, name: '早期出発', amount: 4_000, taxRate: 10 as const, nights: 1 },
  ],
};
const on = (date: number) => day(`2026-11-${date}`);
const closed = { reservableStatus: '予約不可' } as const;
const double = { roomType: 'ダブル' } as const;
const rooms = (...months: ReturnType<typeof aRoomOf>[]) => ({ rooms: roomDirectory(months.flat()) });

function pastOf({ before = {}, by, since, record }: Past): BookingPast {
  const first = aReservation(before ?? {});
  const after = { ...first, ...by };
  const current = { ...after, ...since };
  const later = since ? [{ position: SINCE, before: after, after: current }] : [];
  return { id: first.id, before: before && first, after, current, later, record: record ?? null };
}

const reverse = (past: Past, known: Partial<ReversalFacts> = {}) =>
  planReversal([pastOf(past)], { ...facts(), isTaken: () => false, ...known });

const IN = { checkinDate: on(21) };
const OUT = { ...IN, checkoutDate: on(22) };
const record = (details: Parameters<typeof anImport>[0] = {}) => anImport({ bookingId: 10, ...details });

const ROWS: Row[] = [
  ['a changed field comes back', { by: { totalFee: 9000 } }, { totalFee: 8000 }, []],
  ['what others changed since stays', { by: { tel: '1' }, since: { tel: '2' } }, null, ['changed @90']],
  [
    'of two fields the one comes back that nobody changed since',
    { by: { tel: '1', notes: 'a' }, since: { tel: '2' } },
    { notes: '' },
    ['changed @90'],
  ],
  [
    'what others set back already is no obstacle',
    { by: { tel: '1' }, since: { tel: '09000000001' } },
    null,
    [],
  ],
  [
    'guests come back together or not at all',
    { by: { mensCount: 2, guestName2: '山田 花子' }, since: { guestName2: '山田 華子' } },
    null,
    ['changed @90'],
  ],
  [
    'one day of a stay comes back though the other was changed since',
    { by: { stayStart: on(20), stayEnd: on(24) }, since: { stayEnd: on(25) } },
    { stayStart: on(21) },
    ['changed @90'],
  ],
  ['an erased guest stays erased', { by: { tel: '1' }, since: { isErased: true } }, null, ['erased']],
  [
    'a booking that was cancelled since is left alone',
    { by: { totalFee: 9000 }, since: { status: 'cancelled' } },
    null,
    ['cancelled @90'],
  ],

  [
    'the fee stays after a check-in',
    { by: { totalFee: 9000 }, since: IN },
    null,
    ['checked_in totalFee @90'],
  ],
  ['points stay after a check-in', { by: { usedPoints: 5 }, since: IN }, null, ['checked_in usedPoints @90']],
  [
    'the day of arrival stays after a check-in',
    { before: { stayStart: on(20) }, by: { stayStart: on(21) }, since: IN },
    null,
    ['checked_in place @90'],
  ],
  [
    'a stay is not extended after a check-in',
    { by: { stayEnd: on(22) }, since: IN },
    null,
    ['checked_in place @90'],
  ],
  ['a stay is shortened after a check-in', { by: { stayEnd: on(24) }, since: IN }, { stayEnd: on(23) }, []],
  ['notes come back after a check-in', { by: { notes: 'a' }, since: IN }, { notes: '' }, []],
  [
    'the fee of a guest who was in the house before comes back',
    { before: IN, by: { totalFee: 9000 } },
    { totalFee: 8000 },
    [],
  ],
  [
    'the fee comes back with the check-in',
    { by: { totalFee: 9000, ...IN } },
    { totalFee: 8000, checkinDate: null },
    [],
  ],

  ['a check-in is taken back', { by: IN }, { checkinDate: null }, []],
  [
    'a check-in stays while the guest is checked out',
    { by: IN, since: { checkoutDate: on(22) } },
    null,
    ['checked_out checkinDate @90'],
  ],
  [
    'a check-out does not come back without the check-in',
    { before: OUT, by: { checkoutDate: null }, since: { checkinDate: null } },
    null,
    ['checked_out checkoutDate @90'],
  ],
  [
    'a check-out does not come back before a later check-in',
    { before: { ...IN, checkoutDate: on(21) }, by: { checkoutDate: null }, since: { checkinDate: on(22) } },
    null,
    ['checked_out checkoutDate @90'],
  ],
  [
    'a check-out comes back on the day of a later check-in',
    { before: OUT, by: { checkoutDate: null }, since: { checkinDate: on(22) } },
    { checkoutDate: on(22) },
    [],
  ],
  [
    'a check-in does not come back before the first day',
    { before: IN, by: { checkinDate: null }, since: { stayStart: on(22) } },
    null,
    ['outside_stay checkinDate @90'],
  ],
  [
    'a check-in does not come back after the last day',
    { before: { checkinDate: on(23) }, by: { checkinDate: null }, since: { stayEnd: on(22) } },
    null,
    ['outside_stay checkinDate @90'],
  ],
  [
    'a check-in comes back on the first day',
    { before: { checkinDate: on(22) }, by: { checkinDate: null }, since: { stayStart: on(22) } },
    { checkinDate: on(22) },
    [],
  ],
  [
    'a check-in comes back on the last day',
    { before: { checkinDate: on(22) }, by: { checkinDate: null }, since: { stayEnd: on(22) } },
    { checkinDate: on(22) },
    [],
  ],
  [
    'a check-in outside the stay comes back with a stay as it was then',
    { before: { stayEnd: on(22), checkinDate: on(23) }, by: { checkinDate: null } },
    { checkinDate: on(23) },
    [],
  ],
  [
    'days without the day of check-in do not come back',
    { before: { stayStart: on(25), stayEnd: on(27) }, by: { stayStart: on(21), stayEnd: on(23) }, since: IN },
    null,
    ['checked_in place @90', 'outside_stay place @90'],
  ],

  [
    'a no-show comes back',
    { before: { isNoShow: true }, by: { isNoShow: undefined } },
    { isNoShow: true },
    [],
  ],
  [
    'a no-show does not come back after a check-in',
    { before: { isNoShow: true }, by: { isNoShow: undefined }, since: IN },
    null,
    ['checked_in isNoShow @90'],
  ],
  [
    'a no-show does not come back for another day',
    { before: { isNoShow: true }, by: { isNoShow: undefined }, since: { stayStart: on(22) } },
    null,
    ['changed isNoShow @90'],
  ],

  [
    'a guest moves back to the former room',
    { by: { roomNumber: '1002', changedRoom: 1 } },
    { roomNumber: '1001', changedRoom: 0 },
    [],
  ],
  [
    'a guest who had moved before has still moved',
    { before: { changedRoom: 1 }, by: { roomNumber: '1002' } },
    { roomNumber: '1001' },
    [],
  ],
  [
    'a guest stays in a room of the same kind when the former one is taken',
    { by: { roomNumber: '1002' } },
    null,
    ['taken place'],
    { neighbours: [aStay(11, '2026-11-22', '2026-11-23')] },
  ],
  [
    'a stay that ends on the day of arrival does not take the room',
    { by: { roomNumber: '1002', changedRoom: 1 } },
    { roomNumber: '1001', changedRoom: 0 },
    [],
    { neighbours: [aStay(11, '2026-11-20', '2026-11-21')] },
  ],
  [
    'former days come back in the present room when the former one is taken',
    { by: { roomNumber: '1002', stayEnd: on(24) } },
    { stayEnd: on(23) },
    ['taken place'],
    { neighbours: [aStay(11, '2026-11-22', '2026-11-23')] },
  ],
  [
    'a guest moves to a free room of the former kind',
    { by: { roomNumber: '201' } },
    { roomNumber: '1002', changedRoom: 1 },
    ['taken place'],
    {
      ...rooms(aRoomOf('1001'), aRoomOf('1002'), aRoomOf('201', double), aRoomOf('202', double)),
      neighbours: [aStay(11, '2026-11-22', '2026-11-23')],
    },
  ],
  [
    'rooms taken further away are not free',
    { by: { roomNumber: '201' } },
    { roomNumber: '1003', changedRoom: 1 },
    ['taken place'],
    {
      ...rooms(
        aRoomOf('1001'),
        aRoomOf('1002'),
        aRoomOf('1003'),
        aRoomOf('1004', closed),
        aRoomOf('201', double),
      ),
      neighbours: [aStay(11, '2026-11-22', '2026-11-23')],
      isTaken: (roomNumber) => roomNumber === '1002',
    },
  ],
  [
    'a guest stays when all rooms of the former kind are closed',
    { by: { roomNumber: '201' } },
    null,
    ['taken place'],
    {
      ...rooms(aRoomOf('1001'), aRoomOf('1002', closed), aRoomOf('201', double)),
      neighbours: [aStay(11, '2026-11-22', '2026-11-23')],
    },
  ],
  [
    'a room that is no more does not come back',
    { before: { roomNumber: '999' }, by: { roomNumber: '1001' } },
    null,
    ['room_missing place'],
  ],
  [
    'a guest who may not be moved stays',
    { before: { roomMoveLock: 1 }, by: { roomNumber: '1002' } },
    null,
    ['locked place'],
  ],
  [
    'a guest who may not be moved since then stays',
    { by: { roomNumber: '1002' }, since: { roomMoveLock: 1 } },
    null,
    ['locked place @90'],
  ],
  [
    'a guest whose lock goes as well moves back',
    { by: { roomNumber: '1002', roomMoveLock: 1, changedRoom: 1 } },
    { roomNumber: '1001', roomMoveLock: 0, changedRoom: 0 },
    [],
  ],
  [
    'a guest who may not be moved gets the former days in the same room',
    { before: { roomMoveLock: 1 }, by: { stayEnd: on(24) } },
    { stayEnd: on(23) },
    [],
  ],
  [
    'a guest who might be moved only now moves back',
    { before: { roomMoveLock: 1 }, by: { roomNumber: '1002', roomMoveLock: 0, changedRoom: 1 } },
    { roomNumber: '1001', roomMoveLock: 1, changedRoom: 0 },
    [],
  ],
  [
    'a stay does not come back with more than 366 nights',
    {
      before: { stayStart: day('2026-01-05') },
      by: { stayStart: on(21) },
      since: { stayEnd: day('2027-01-07') },
    },
    null,
    ['changed place @90'],
  ],

  ['a cancelled booking is active again', { by: { status: 'cancelled' } }, { status: 'active' }, []],
  [
    'a cancelled booking gets another room when its own is closed',
    { by: { status: 'cancelled' } },
    { status: 'active', roomNumber: '1002', changedRoom: 1 },
    ['room_closed place'],
    rooms(aRoomOf('1001', closed), aRoomOf('1002')),
  ],
  [
    'a cancelled booking stays cancelled when no room is free',
    { by: { status: 'cancelled', tel: '1' } },
    null,
    ['room_closed place'],
    rooms(aRoomOf('1001', closed), aRoomOf('1002', closed)),
  ],
  [
    'a cancelled booking gets its former room on its present days when no room is free on the former ones',
    { by: { status: 'cancelled', roomNumber: '1002', changedRoom: 1, stayStart: on(25), stayEnd: on(27) } },
    { status: 'active', roomNumber: '1001', changedRoom: 0 },
    ['taken place'],
    {
      neighbours: [
        aStay(11, '2026-11-22', '2026-11-23'),
        aStay(12, '2026-11-22', '2026-11-23', { roomNumber: '1002' }),
      ],
    },
  ],
  ['a new booking is cancelled', { before: null, by: {} }, { status: 'cancelled' }, []],
  [
    'a new booking that others cancelled stays so',
    { before: null, by: {}, since: { status: 'cancelled' } },
    null,
    [],
  ],
  [
    'a new booking that others changed stays',
    { before: null, by: {}, since: { tel: '1' } },
    null,
    ['changed status @90'],
  ],
  [
    'a new booking of a guest who checked in stays',
    { before: null, by: {}, since: IN },
    null,
    ['changed status @90'],
  ],
  [
    'a reinstated booking is cancelled',
    { before: { status: 'cancelled' }, by: { status: 'active' } },
    { status: 'cancelled' },
    [],
  ],
  [
    'a booking that was checked in as it was made is cancelled with its check-in',
    { before: { status: 'cancelled' }, by: { status: 'active', ...IN } },
    { status: 'cancelled', checkinDate: null },
    [],
  ],

  [
    'a company that is unknown does not come back',
    { before: { corporateId: 5 }, by: { corporateId: 0 } },
    null,
    ['rule corporateId'],
  ],
  [
    'a company that is known comes back',
    { before: { corporateId: 1 }, by: { corporateId: 0 } },
    { corporateId: 1 },
    [],
  ],
  [
    'a way of payment that is unknown does not come back',
    { before: { paymentType: 5 }, by: { paymentType: 1 } },
    null,
    ['rule paymentType'],
  ],
  [
    'an entry of the blacklist that is unknown does not come back',
    { before: { blacklistId: 5 }, by: { blacklistId: -1 } },
    null,
    ['rule blacklistId'],
  ],

  [
    'a booking whose record was cancelled stays cancelled',
    { by: { status: 'cancelled' }, record: { current: record({ status: 'cancelled' }), changed: null } },
    null,
    ['record_cancelled'],
  ],
  [
    'a booking whose record has another booking stays cancelled',
    { by: { status: 'cancelled' }, record: { current: record({ bookingId: 11 }), changed: null } },
    null,
    ['record_changed'],
  ],
  [
    'a booking whose record is still its own is active again',
    { by: { status: 'cancelled' }, record: { current: record(), changed: null } },
    { status: 'active' },
    [],
  ],
  [
    'a field comes back whatever the record became',
    { by: { tel: '1' }, record: { current: record({ status: 'cancelled' }), changed: null } },
    { tel: '09000000001' },
    [],
  ],
  [
    'a field stays when the record that changed with it was changed since',
    {
      by: { tel: '1' },
      record: { current: record({ status: 'cancelled' }), changed: { before: record(), after: record() } },
    },
    null,
    ['record_changed'],
  ],
  [
    'a field stays when the record that changed with it went to another booking',
    {
      by: { tel: '1' },
      record: { current: record({ bookingId: 11 }), changed: { before: record(), after: record() } },
    },
    null,
    ['record_changed'],
  ],
];

test.each(
  ROWS.map(([what, past, restored, obstacles, known = {}]) => ({ what, past, restored, obstacles, known })),
)('$what', ({ past, restored, obstacles, known }) => {
  const plan = reverse(past, known);
  const [booking] = plan.bookings;
  const fields = booking ? [...differences(booking.current, booking.final), 'changedRoom' as const] : [];
  const changed = fields.filter((field) => booking && booking.current[field] !== booking.final[field]);
  expect(booking ? Object.fromEntries(changed.map((field) => [field, booking.final[field]])) : null).toEqual(
    restored,
  );
  const words = plan.obstacles.map(({ cause, unit, position }) =>
    [cause, unit, position && `@${position}`].filter(Boolean).join(' '),
  );
  expect(words).toEqual(obstacles);
});

const shortened = (since?: Changes) =>
  pastOf({ before: { ...IN, stayEnd: on(25) }, by: { stayEnd: on(23) }, since });
const partBehind = () => {
  const part = aReservation({ id: 11, continues: 10 });
  return { id: 11, before: null, after: part, current: part, later: [], record: null };
};
const leftEarly = (since?: Changes) =>
  pastOf({
    before: { ...IN, stayEnd: on(25) },
    by: { stayEnd: on(23), account: LEFT_EARLY },
    since,
  });

test.each<[string, (since?: Changes) => BookingPast[], number[]]>([
  ['the parts of a divided stay come', (since) => [shortened(since), partBehind()], [10, 11]],
  ['a stay that was left early comes', (since) => [leftEarly(since)], [10]],
])('%s back as a whole, or not at all', (_, pastsOf, whole) => {
  const plan = (since?: Changes) => planReversal(pastsOf(since), { ...facts(), isTaken: () => false });
  const idsOf = ({ bookings }: ReturnType<typeof plan>) => bookings.map(({ id }) => id);
  expect([idsOf(plan()), plan().obstacles]).toEqual([whole, []]);
  const hindered = plan({ stayEnd: on(24) });
  expect([idsOf(hindered), hindered.obstacles.map(({ cause }) => cause)]).toEqual([[], ['changed']]);
});
