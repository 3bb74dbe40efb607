import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { RoomNights } from '#backend/reservations/room-nights.js';
import { aReservation } from '#tests/support/builders.js';

const from = day('2026-12-01');
const end = day('2026-12-11');
const ids = (nights: RoomNights, room: string) => [...(nights.idsIn(room, from, end) ?? ['unknown'])];
const stay = (roomNumber: string, version: number) =>
  aReservation({ id: 7, version, roomNumber, stayStart: day('2026-12-03'), stayEnd: day('2026-12-05') });

/** Two rooms, the first taken by reservation 7 for two nights. */
function twoRooms(): RoomNights {
  const nights = new RoomNights();
  nights.add({
    room: '1001',
    from,
    end,
    nights: [
      [day('2026-12-03'), 7],
      [day('2026-12-04'), 7],
    ],
  });
  nights.add({ room: '1002', from, end, nights: [] });
  return nights;
}

test.each([
  ['with its state before', stay('1001', 1)],
  ['wherever it was, when that is not known', null],
])('a reservation that moves leaves its room %s', (_, before) => {
  const nights = twoRooms();
  nights.apply(before, stay('1002', 2));
  expect([ids(nights, '1001'), ids(nights, '1002')]).toEqual([[], [7]]);
});

test('a cancelled reservation frees its nights, and a night that another has taken since stays taken', () => {
  const nights = twoRooms();
  nights.add({ room: '1001', from, end, nights: [[day('2026-12-04'), 8]] });
  nights.apply(stay('1001', 1), { ...stay('1001', 2), status: 'cancelled' });
  expect(ids(nights, '1001')).toEqual([8]);
});

test('only days that were read are known, in one range a room', () => {
  const nights = twoRooms();
  expect(nights.idsIn('1001', day('2026-11-30'), end)).toBeNull();
  expect(nights.idsIn('1003', from, end)).toBeNull();
  nights.add({ room: '1001', from: end, end: day('2026-12-21'), nights: [[end, 9]] });
  expect([...(nights.idsIn('1001', from, day('2026-12-21')) ?? [])]).toEqual([7, 9]);
  nights.add({ room: '1001', from: day('2027-03-01'), end: day('2027-04-01'), nights: [] });
  expect(nights.idsIn('1001', from, end)).toBeNull();
});
