import { addDays } from '@domain/dates.js';
import { expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

it('another consumption tax in the prices gives coming stays another bracket, and leaves who has arrived', async () => {
  const brackets = [
    { from: 0, yen: 200 },
    { from: 6_000, yen: 400 },
  ];
  await hotel.api.post('/api/lodging-tax/rules', {
    ...{ name: '京都市', first_day: '2026-03-01', is_included: 0, levies: [{ name: '京都市', brackets }] },
  });
  const stay = () =>
    hotel.book({
      ...{ stay_start: hotel.today, stay_end: addDays(hotel.today, 1), total_fee: 6_500, csv_notes: '0' },
    });
  const [coming, arrived] = [await stay(), await stay()];
  await hotel.api.post(`/api/booking/${arrived.id}/check-in`, { date: hotel.today });
  const taxes = () =>
    Promise.all(
      [coming, arrived].map(async ({ id }) => {
        const { body } = await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`);
        return body.lodging_tax;
      }),
    );
  expect(await taxes()).toEqual([200, 200]);
  const { body } = await hotel.api.get<Record<string, unknown>>('/api/hotel');
  const { name, short_name, address, phone, email, registration_number, receipt_note } = body;
  const { check_in_time, check_out_time } = body;
  const texts = { name, short_name, address, phone, email, registration_number, receipt_note };
  const saved = await hotel.api.put('/api/hotel', { ...texts, check_in_time, check_out_time, tax_rate: 8 });
  expect(saved.status).toBe(200);
  expect(await taxes()).toEqual([400, 200]);
});
