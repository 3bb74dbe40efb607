import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DailyPayments, ReceiptRecord } from '@wire/payment.js';
import { rawLog, tamper } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

async function paid(fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await hotel.book({ total_fee: 16_000, csv_notes: '1000', ...fields });
  await pay(id);
  return id;
}
const pay = (id: number) =>
  hotel.api.post(`/api/booking/${id}/payment`, { payment_type: hotel.ids.cash, payment_flag: 1 });
const issue = async (id: number, said: object = {}) =>
  (await hotel.api.post<ReceiptRecord>(`/api/booking/${id}/receipt`, said)).body;
const day = async () => (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;

describe('receipts', () => {
  beforeAll(() => hotel.api.put('/api/hotel', { name: '海の宿', receipt_note: 'お宿代として' }));

  it('have numbers without a gap, however many are asked for at once', async () => {
    const ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await paid());
    const issued = await Promise.all(ids.map((id) => issue(id)));
    const numbers = issued.map(({ number }) => number ?? 0).sort((a, b) => a - b);
    const [lowest = 0] = numbers;
    expect(numbers).toEqual(ids.map((_, index) => lowest + index));
    const again = await Promise.all(ids.map((id) => issue(id)));
    expect(again.map(({ number, is_reissue }) => [number, is_reissue])).toEqual(
      issued.map(({ number }) => [number, 1]),
    );
    expect((await issue(await paid())).number).toBe(lowest + 6);
  });

  it('say what was paid, the tax in it, to whom and for what, as the hotel has it or as staff say', async () => {
    const id = await paid({ corporateID: hotel.ids.corporate });
    const preview = (await hotel.api.get<ReceiptRecord>(`/api/booking/${id}/receipt`)).body;
    expect(preview).toMatchObject({ number: null, is_reissue: 0 });
    const first = await issue(id);
    expect(first).toMatchObject({
      addressee: '㈱見本商事',
      note: 'お宿代として',
      amount: 15_000,
      tax_rate: 10,
      tax: 1_363,
    });
    expect(first).toMatchObject({ date: hotel.today, payment_type: hotel.ids.cash, is_reissue: 0 });
    const second = await issue(id, { addressee: '山田 花子', note: '宿泊代' });
    expect(second).toMatchObject({
      number: first.number,
      addressee: '山田 花子',
      note: '宿泊代',
      is_reissue: 1,
    });
    expect((await hotel.api.get(`/api/booking/${id}/receipt`)).body).toMatchObject({
      number: first.number,
      addressee: '山田 花子',
      is_reissue: 1,
    });
    const log = await rawLog(hotel.databaseUrl);
    const payloads = log.filter(({ type }) => type?.startsWith('Receipt')).map(({ payload }) => payload);
    expect(payloads.at(-2)).toContain('"receiptAmount":15000');
    expect(payloads.join()).not.toMatch(/見本商事|山田|宿泊代/);
    await hotel.api.put(`/api/booking/${id}`, { notes: '窓側' });
    const other = await hotel.api.put(`/api/booking/${id}`, { total_fee: 20_000 });
    expect(other).toMatchObject({ status: 200, body: { payment_flag: 0, balance: 4_000 } });
    await pay(id);
    const number = (first.number ?? 0) + 1;
    const replaced = { replaces: first.number, amount: 19_000, is_reissue: 0 };
    expect((await hotel.api.get(`/api/booking/${id}/receipt`)).body).toMatchObject({
      ...replaced,
      number: null,
    });
    expect(await issue(id)).toMatchObject({ ...replaced, number });
  });

  it('say the stay, its points, the amounts by tax rate and how it was paid', async () => {
    const id = await paid({ total_fee: 60_000, csv_notes: '500' });
    expect(await issue(id, { honorific: '御中' })).toMatchObject({
      ...{ kind: 'receipt', honorific: '御中', has_stamp: 1, refusal: null },
      stay: { total_fee: 60_000, used_points: 500, coupon: 0 },
      totals: [{ tax_rate: 10, amount: 59_500, tax: 5_409 }],
      ways: [{ payment_type: hotel.ids.cash, payment_name: '現金', kind: '現金', amount: 59_500 }],
    });
    await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: hotel.ids.card, payment_flag: 1 });
    expect(await issue(id)).toMatchObject({ has_stamp: 0, ways: [{ kind: 'カード', amount: 59_500 }] });
  });

  it('of what another took are refused, and a 宿泊明細書 is issued, of the same series of numbers', async () => {
    const way = { payment_name: 'オンラインカード決済', is_invoice: 0 };
    const site = (await hotel.api.post<{ id: number; kind: string }>('/api/payment_master', way)).body;
    expect(site.kind).toBe('事前決済');
    const { id } = await hotel.book({ total_fee: 66_000, csv_notes: '1500' });
    await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: site.id, payment_flag: 1 });
    const path = `/api/booking/${id}/receipt`;
    expect((await hotel.api.get(path)).body).toMatchObject({
      kind: 'statement',
      amount: 64_500,
      refusal: null,
    });
    const receipt = (await hotel.api.get<ReceiptRecord>(`${path}?kind=receipt`)).body;
    expect(receipt).toMatchObject({ kind: 'receipt', amount: 0 });
    expect(receipt.refusal).toContain('宿泊明細書を発行してください。');
    expect(await hotel.api.post(path, { kind: 'receipt' })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'prepaid', field: null, message: receipt.refusal }] },
    });
    const before = await issue(await paid());
    const statement = await issue(id);
    expect(statement).toMatchObject({ kind: 'statement', number: (before.number ?? 0) + 1, ways: [] });
    expect((await issue(await paid())).number).toBe((statement.number ?? 0) + 1);
    expect((await hotel.api.get(`${path}?kind=invoice`)).status).toBe(400);
    expect((await hotel.api.post(path, { honorific: '殿' })).status).toBe(422);
  });

  it('from the log of an earlier version are issued again with number and amount as they were', async () => {
    const id = await paid();
    const first = await issue(id);
    const own = `stream = 'reservation-${id}' and type = 'ReceiptIssued'`;
    const dropped = ['receiptKind', 'receiptHonorific', 'receiptTotals', 'receiptStay', 'receiptWays'];
    const fields = [...dropped, 'receiptReplaces'].map((field) => `- '${field}'`).join(' ');
    await tamper(
      hotel.databaseUrl,
      `update event_log set payload = (payload::jsonb ${fields})::json, schema_version = 1 where ${own}`,
    );
    const past = await hotel.api.get(`/api/booking/${id}/history`);
    expect(past.status).toBe(200);
    expect(await issue(id)).toMatchObject({ number: first.number, amount: first.amount, is_reissue: 1 });
  });
});

describe('the payments of a day', () => {
  it('equal a count over the log, by way of payment, with what was taken back and what no longer fits', async () => {
    const before = await day();
    const [kept, back, moved, changed] = [await paid(), await paid(), await paid(), await paid()];
    await hotel.api.post(`/api/booking/${back}/payment`, { payment_type: hotel.ids.cash, payment_flag: 0 });
    await hotel.api.post(`/api/booking/${moved}/payment`, { payment_type: hotel.ids.card, payment_flag: 1 });
    await hotel.api.put(`/api/booking/${changed}`, { total_fee: 18_500 });
    await hotel.api.put(`/api/booking/${kept}`, { notes: '窓側' });
    const after = await day();
    const wayOf = ({ ways }: DailyPayments, type: number) =>
      ways.find(({ payment_type }) => payment_type === type)?.sum ?? 0;
    expect(wayOf(after, hotel.ids.cash) - wayOf(before, hotel.ids.cash)).toBe(4 * 15_000 - 2 * 15_000);
    expect(wayOf(after, hotel.ids.card) - wayOf(before, hotel.ids.card)).toBe(15_000);
    const own = after.rows.slice(before.rows.length);
    expect(own.map(({ booking_id, amount }) => [booking_id, amount])).toEqual([
      [kept, 15_000],
      [back, 15_000],
      [moved, 15_000],
      [changed, 15_000],
      [back, -15_000],
      [moved, -15_000],
      [moved, 15_000],
    ]);
    expect(after.differences.at(-1)).toMatchObject({
      booking_id: changed,
      before: 15_000,
      after: 17_500,
      difference: 2_500,
    });
    expect(after.differences.map(({ booking_id }) => booking_id)).not.toContain(kept);
    const events = (await rawLog(hotel.databaseUrl)).filter(({ type }) => type === 'PaymentRecorded');
    expect(new Set(after.rows.map(({ position }) => position)).size).toBe(events.length);
    expect(after.total).toEqual({
      count: after.rows.length,
      taken: after.ways.reduce((sum, { taken }) => sum + taken, 0),
      back: after.ways.reduce((sum, way) => sum + way.back, 0),
      sum: after.rows.reduce((sum, { amount }) => sum + amount, 0),
    });
    expect((await hotel.api.get<DailyPayments>('/api/daily-payments?date=2020-02-29')).body).toMatchObject({
      ways: [],
      rows: [],
    });
  });

  it('include those from before payments told their day, by the moment at which they were recorded', async () => {
    const id = await paid();
    const told = async () => (await day()).rows.filter(({ booking_id }) => booking_id === id);
    const before = await told();
    expect(before).toHaveLength(1);
    const own = `stream = 'reservation-${id}' and type = 'PaymentRecorded'`;
    await tamper(
      hotel.databaseUrl,
      `update event_log set payload = (payload::jsonb - 'paymentDay')::json, schema_version = 1 where ${own}`,
    );
    expect(await told()).toEqual(before);
    const yesterday = `/api/daily-payments?date=${addDays(hotel.today, -1)}`;
    expect((await hotel.api.get<DailyPayments>(yesterday)).body.rows).toEqual([]);
  });

  it('come as a file with sums, rows and differences', async () => {
    const answer = await hotel.api.get('/api/daily-payments.csv');
    expect(answer.headers.get('content-disposition')).toContain(`payments-${hotel.today}.csv`);
    const lines = answer.text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(lines[0]?.at(-1)).toBe('端末');
    const { rows, ways, differences } = await day();
    expect(lines).toHaveLength(1 + ways.length + 1 + rows.length + differences.length);
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  });
});
