import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { cachedReservation } from '#frontend/booking/cached-reservation.js';
import { placeCalendar } from '#frontend/shared/calendar-data/calendar.js';
import { aCalendar } from '../support/records.js';

const STAY = { stayStart: day('2026-11-21'), stayEnd: day('2026-11-23') };
const BEFORE = { stayStart: day('2026-11-19'), stayEnd: day('2026-11-21') };

test('without a line a booking has its party, and who is still in its room, as the calendar knows them', async () => {
  placeCalendar(
    aCalendar([
      { ...STAY, id: 7, roomNumber: '1002', partyId: 0 },
      { ...STAY, id: 8, roomNumber: '1001', partyId: 7 },
      { ...STAY, id: 9, roomNumber: '1003' },
      { ...BEFORE, id: 5, roomNumber: '1001', guestName1: '先客 三郎', checkinDate: day('2026-11-19') },
    ]),
  );
  const [first, second, alone] = await Promise.all([7, 8, 9].map(cachedReservation));
  expect(first?.party.map(({ id, room_number }) => [id, room_number])).toEqual([[8, '1001']]);
  expect(second?.party.map(({ id }) => id)).toEqual([7]);
  expect(alone?.party).toEqual([]);
  expect([first?.in_house, second?.in_house]).toEqual([null, { id: 5, guest_name_1: '先客 三郎' }]);
});

test('the other rooms of a party stand in the order that the hotel gave its rooms', async () => {
  const party = { ...STAY, partyId: 7 };
  const numbers = ['1001', '201', '101', '1002'];
  const bookings = numbers.map((roomNumber, at) => ({ ...party, id: 7 + at, roomNumber, partyId: at && 7 }));
  const places = { 101: { position: 1 }, 201: { position: 2 }, 1002: { position: 3 } };
  placeCalendar(aCalendar(bookings, places));
  const reservation = await cachedReservation(7);
  expect(reservation?.party.map(({ room_number }) => room_number)).toEqual(['101', '201', '1002']);
});
