import { addDays, monthOf } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CompanyReceivables, InvoiceWritten, Receivables } from '@wire/invoice.js';
import { must } from '#tests/support/api-client.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const fields = { total_fee: 24_600, csv_notes: '0' };
let company = 0;
let bill = 0;
beforeAll(async () => {
  const rule = { name: '前日', occasion: 'キャンセル', days_from: 0, days_to: 1, percent: 50 };
  await must(hotel.api.post('/api/cancellation_rules', rule));
  const named = { corporate_short_name: '取消商事', corporate_flag: 0 };
  company = (await must(hotel.api.post<{ id: number }>('/api/corporate_master', named))).id;
  const way = { payment_name: '請求書払い' };
  bill = (await must(hotel.api.post<{ id: number }>('/api/payment_master', way))).id;
});

const book = (other: Record<string, unknown> = {}) =>
  hotel.book({ stay_start: hotel.today, stay_end: addDays(hotel.today, 3), ...fields, ...other });
const cancel = (id: number, body: object = { cancellation_fee: 12_300 }, headers = {}) =>
  must(hotel.api.put(`/api/booking/${id}/cancel`, body, headers));
const cancelled = async (other: Record<string, unknown> = {}, body?: object) => {
  const { id } = await book(other);
  await cancel(id, body);
  return id;
};
const post = (id: number, what: string, body: object) =>
  must(hotel.api.post(`/api/booking/${id}/${what}`, body));
const month = () => monthOf(addDays(hotel.today, 3));
const receivables = () => must(hotel.api.get<Receivables>(`/api/receivables?month=${month()}`));
const debt = async (id: number) => (await receivables()).ended.find(({ booking_id }) => booking_id === id);

describe('fees of cancellations and no-shows that are not paid', () => {
  it('stand in 売掛 by age with their sums until they are paid', async () => {
    const { ended_sums: before } = await receivables();
    const id = await cancelled({ guest_name_1: '取消 花子' });
    expect(await debt(id)).toEqual({
      ...{ booking_id: id, guest_name: '取消 花子', ended: 'キャンセル', amount: 12_300, age: 'current' },
      ...{ stay_start: hotel.today, stay_end: addDays(hotel.today, 3), since: hotel.today },
      room_number: expect.any(String),
    });
    expect((await receivables()).ended_sums).toEqual({
      ...before,
      ...{ count: before.count + 1, current: before.current + 12_300, sum: before.sum + 12_300 },
    });
    await post(id, 'payments', { payment_type: hotel.ids.cash, amount: 2_300 });
    expect(await debt(id)).toMatchObject({ amount: 10_000 });
    await post(id, 'payments', { payment_type: hotel.ids.card, amount: 10_000 });
    expect(await debt(id)).toBeUndefined();
    expect((await receivables()).ended_sums).toEqual(before);
  });

  it('are those of no-shows too; who comes after all owes the desk', async () => {
    const { id } = await book();
    await post(id, 'no-show', { cancellation_fee: 24_600 });
    expect(await debt(id)).toMatchObject({ ended: 'ノーショー', amount: 24_600 });
    await must(hotel.api.delete(`/api/booking/${id}/no-show`));
    expect(await debt(id)).toBeUndefined();
  });

  it('are a company’s where it doesn’t pay by invoice, else they wait for one', async () => {
    const byCard = await cancelled({ corporateID: company, payment_type: hotel.ids.card });
    expect(await debt(byCard)).toMatchObject({ amount: 12_300 });
    const billed = await cancelled({ corporateID: company, payment_type: bill });
    expect(await debt(billed)).toBeUndefined();
    const ofCompany = await must(
      hotel.api.get<CompanyReceivables>(`/api/receivables/${company}?month=${month()}`),
    );
    expect(ofCompany.waiting).toMatchObject([{ booking_id: billed, amount: 12_300, is_cancelled: 1 }]);
    const order = { corporate_id: company, booking_ids: [byCard], month: month() };
    await must(hotel.api.post<InvoiceWritten>('/api/invoices', { ...order, due_day: hotel.today }));
    expect(await debt(byCard)).toBeUndefined();
    const guest = await cancelled({ payment_type: bill });
    expect(await debt(guest)).toMatchObject({ amount: 12_300 });
  });

  it('are lines that were added by hand and none that were waived, nor what undo took back', async () => {
    const free = await cancelled({}, {});
    const waived = await cancelled({}, { cancellation_fee: 0, cancellation_fee_reason: '台風' });
    const { id: undone } = await book();
    const request = crypto.randomUUID();
    await cancel(undone, undefined, { 'x-request-id': request });
    expect(await debt(undone)).toBeDefined();
    await must(hotel.api.post('/api/reversals', { request_id: request, accept: 'all' }));
    const { id: missed } = await book();
    await post(missed, 'no-show', {});
    for (const id of [free, waived, undone, missed]) expect(await debt(id)).toBeUndefined();
    await post(free, 'charges', { kind: 'キャンセル料', name: '取消料', amount: 5_000, tax_rate: 0 });
    expect(await debt(free)).toMatchObject({ amount: 5_000 });
  });

  it('are a line of the file, in its sum', async () => {
    const id = await cancelled();
    const { ended_sums, companies } = await receivables();
    const csv = await fetch(`${hotel.url}/api/receivables.csv?month=${month()}`);
    const lines = (await csv.text()).trim().split('\r\n');
    const told = lines.find((line) => line.startsWith('個人・取消,'));
    expect(told?.split(',').slice(5, 12).map(Number)).toEqual([
      ...[ended_sums.current, 0, 0, 0, 0, 0, ended_sums.sum],
    ]);
    const sum = companies.reduce((total, company) => total + company.sum, ended_sums.sum);
    expect(lines.at(-1)?.split(',').at(-2)).toBe(String(sum));
    expect((await debt(id))?.amount).toBe(12_300);
  });

  it('are the same after the read models were built anew', async () => {
    await cancelled();
    const before = await receivables();
    await rebuildAll(hotel.databaseUrl);
    expect(await receivables()).toEqual(before);
  });
});
