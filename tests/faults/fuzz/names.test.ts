import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventPage, FieldChange } from '@wire/event-record.js';
import fc from 'fast-check';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { fault } from '../harness.js';
import { oddName } from './odd-values.js';
import { storedText } from './stored-text.js';

type History = { events: { changes: FieldChange[] }[] };
type Names = Pick<BookingRecord, 'guest_name_1' | 'reserver_name' | 'reserver_name_kana' | 'notes'>;

const namesIn = ({ guest_name_1, reserver_name, reserver_name_kana, notes }: Names): Names => ({
  ...{ guest_name_1, reserver_name, reserver_name_kana, notes },
});
/** A guest and who reserves need a name that can be seen. */
const seenName = oddName.filter((name) => storedText(name) !== '');
// The history tells of no field that was empty from the start.
const AT_FIRST = { reserver_name_kana: '' };
const afterwards = (changes: readonly FieldChange[] = []) =>
  namesIn({ ...AT_FIRST, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) } as Names);

fault(
  'odd-names',
  'odd but valid names come back to the byte from every place that tells them',
  async (world) => {
    const { api, book, roomId } = await world.hotel();
    const answered = async <Body>(path: string) => {
      const { status, body, text } = await api.get<Body>(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      return { body, text };
    };
    const stay = { room_id: roomId('1001', '2096-01-10'), stay_start: '2096-01-10', stay_end: '2096-01-11' };
    // The room is given back in any case: what is tried next needs it.
    let booked: number | null = null;
    const giveBack = async () => {
      if (booked !== null) expect((await api.put(`/api/booking/${booked}/cancel`)).status).toBe(200);
      booked = null;
    };
    const property = fc.asyncProperty(seenName, seenName, oddName, async (guest, reserver, kana) => {
      const notes = `${guest}\n${kana}|`;
      const sent = { guest_name_1: guest, reserver_name: reserver, reserver_name_kana: kana, notes };
      const entries = Object.entries(sent).map(([field, text]) => [field, storedText(text)]);
      const expected = namesIn(Object.fromEntries(entries));
      const number = `NAME-${++world.struck}`;
      const { id } = await book({ ...stay, ...sent, booking_number: number });
      booked = id;
      const range = `start_date=${stay.stay_start}&end_date=${stay.stay_start}`;
      const expectListed = async (path: string) => {
        const { body } = await answered<BookingRecord[]>(path);
        expect(body.filter((record) => record.id === id).map(namesIn)).toEqual([expected]);
      };
      await expectListed(`/api/bookings?${range}`);
      const { events } = (await answered<History>(`/api/booking/${id}/history`)).body;
      expect(afterwards(events[0]?.changes)).toEqual(expected);
      const log = (await answered<EventPage>(`/api/events?stream=reservation-${id}`)).body.events[0];
      expect(afterwards(log?.changes)).toEqual(expected);
      expect(log?.payload).toMatchObject({ guestName1: expected.guest_name_1, notes: expected.notes });
      await expectListed(`/api/bookings?${range}&as_of=${log?.position}`);
      const { text } = await answered(`/api/events?stream=reservation-${id}&format=csv`);
      for (const name of [expected.guest_name_1, expected.reserver_name]) {
        expect(text).toContain(` → ${name.replaceAll('"', '""')}`);
      }
      const words = encodeURIComponent(`${number} ${guest} ${reserver}`);
      const found = await answered<BookingRecord[]>(`/api/booking-search?q=${words}`);
      expect(found.body.map(namesIn)).toEqual([expected]);
    });
    await fc.assert(property.afterEach(giveBack), { seed, numRuns: timesOf(20, 2_000) });
  },
);
