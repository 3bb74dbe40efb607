import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventPage, FieldChange } from '@wire/event-record.js';
import fc from 'fast-check';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { recordTrial } from '../../support/records.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { oddName, tidied } from './odd-values.js';

const NAMES = timesOf(20, 2_000);
type History = { events: { changes: FieldChange[] }[] };
type Names = Pick<BookingRecord, 'guest_name_1' | 'reserver_name' | 'reserver_name_kana' | 'notes'>;

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const namesIn = ({ guest_name_1, reserver_name, reserver_name_kana, notes }: Names): Names => ({
  guest_name_1,
  reserver_name,
  reserver_name_kana,
  notes,
});
const afterwards = (changes: readonly FieldChange[]) =>
  namesIn(Object.fromEntries(changes.map(({ field, after }) => [field, after])) as Names);
const answered = async <Body>(path: string) => {
  const { status, body, text } = await hotel.api.get<Body>(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return { body, text };
};

test(
  `${NAMES} odd but valid names come back to the byte from every place that tells them`,
  async () => {
    let run = 0;
    const room_id = hotel.roomId('1001', '2096-01-10');
    const stay = { room_id, stay_start: '2096-01-10', stay_end: '2096-01-11' };
    // The room is given back in any case: what is tried next needs it.
    let booked: number | null = null;
    const property = fc
      .asyncProperty(oddName, oddName, oddName, async (guest, booker, kana) => {
        run += 1;
        const sent: Names = {
          guest_name_1: guest,
          reserver_name: booker,
          reserver_name_kana: kana,
          notes: `${guest}\n${kana}|`,
        };
        const expected = {
          guest_name_1: tidied(guest),
          reserver_name: tidied(booker),
          reserver_name_kana: tidied(kana),
          notes: tidied(`${guest}\n${kana}|`),
        };
        const number = `NAME-${run}`;
        const { id } = await hotel.book({ ...stay, ...sent, booking_number: number });
        booked = id;
        const range = `start_date=${stay.stay_start}&end_date=${stay.stay_start}`;
        const list = await answered<BookingRecord[]>(`/api/bookings?${range}`);
        expect(list.body.filter((record) => record.id === id).map(namesIn)).toEqual([expected]);
        const { events } = (await answered<History>(`/api/booking/${id}/history`)).body;
        expect(afterwards(events[0]?.changes ?? [])).toEqual(expected);

        const log = (await answered<EventPage>(`/api/events?stream=reservation-${id}`)).body.events[0];
        expect(afterwards(log?.changes ?? [])).toEqual(expected);
        expect(log?.payload).toMatchObject({ guestName1: expected.guest_name_1, notes: expected.notes });
        const past = await answered<BookingRecord[]>(`/api/bookings?${range}&as_of=${log?.position}`);
        expect(past.body.filter((record) => record.id === id).map(namesIn)).toEqual([expected]);

        const { text } = await answered(`/api/events?stream=reservation-${id}&format=csv`);
        for (const name of [expected.guest_name_1, expected.reserver_name]) {
          expect(text).toContain(` → ${name.replaceAll('"', '""')}`);
        }
        const words = encodeURIComponent(`${number} ${guest} ${booker}`);
        const found = await answered<BookingRecord[]>(`/api/booking-search?q=${words}`);
        expect(found.body.map(namesIn)).toEqual([expected]);
      })
      .afterEach(async () => {
        if (booked !== null) expect((await hotel.api.put(`/api/booking/${booked}/cancel`)).status).toBe(200);
        booked = null;
      });
    await fc.assert(property, { seed, numRuns: NAMES });
    recordTrial({ part: 'fuzz', what: 'odd names through every reader', tried: NAMES, wrong: 0 });
  },
  timesOf(300_000, 1_800_000),
);
