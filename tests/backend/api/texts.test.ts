import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import * as fc from 'fast-check';
import { type Hotel, startHotel } from '../../support/hotel.js';

let hotel: Hotel;
let booking: BookingRecord;

beforeAll(async () => {
  hotel = await startHotel();
  booking = await hotel.book();
});
afterAll(() => hotel.stop());

/** Saves a guest name and reads it again from every place that shows it. */
async function savedAs(name: string): Promise<string[]> {
  const path = `/api/booking/${booking.id}`;
  const answer = await hotel.api.put<BookingRecord>(path, { guest_name_1: name });
  expect(answer.status).toBe(200);
  const range = `start_date=${booking.stay_start}&end_date=${booking.stay_start}`;
  const nights = await hotel.api.get<BookingRecord[]>(`/api/bookings?${range}`);
  const form = await hotel.api.get<BookingRecord>(`/api/fetch-reservation-data/${booking.id}`);
  return [answer.body, ...nights.body, (await hotel.api.get<BookingRecord>(path)).body, form.body].map(
    (record) => record.guest_name_1,
  );
}

describe('names', () => {
  it.each([
    '髙橋 𠮷野家 渡邉󠄀 ㈱①～―∥－￠￡￢',
    'O\'Brien "Bob" <b>&amp;</b>',
    '\\u0000 \\n %s {{name}} $1',
    "'; drop table bookings; --",
    '__proto__',
    'عبد الله 👩‍👩‍👧‍👦 a\u200bb',
    'ＡＢＣ ﾊﾝｶｸ ﬃ',
  ])('%j comes back to the byte in NFC', async (name) => {
    for (const shown of await savedAs(name)) expect(shown).toBe(name.normalize('NFC'));
  });

  it('come back in NFC, trimmed, whatever they are', async () => {
    const character = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
    const names = fc
      .array(character, { minLength: 2, maxLength: 20 })
      .map((characters) => characters.join('').normalize('NFC').trim())
      .filter((name) => [...name].length >= 2 && [...name].length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(name));
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom('', ' ', '　', '\t'), async (name, space) => {
        for (const shown of await savedAs(`${space}${name}${space}`)) expect(shown).toBe(name);
      }),
      { numRuns: 40 },
    );
  });
});
