import { addDays, addMonths, type Day, lastDayOf, type Month, monthOf } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventRecord } from '@wire/event-record.js';
import type { CompanyReceivables, InvoiceRecord, InvoiceWritten, Receivables } from '@wire/invoice.js';
import type { DailyPayments } from '@wire/payment.js';
import { must } from '#tests/support/api-client.js';
import { rawLog } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
let bill = 0;
let bank = 0;
let month: Month;
let due: Day;
beforeAll(async () => {
  const way = (payment_name: string) =>
    must(hotel.api.post<{ id: number }>('/api/payment_master', { payment_name }));
  bill = (await way('請求書払い')).id;
  bank = (await way('銀行振込')).id;
  month = monthOf(hotel.today);
  due = lastDayOf(addMonths(month, 1));
});

let companies = 0;
const company = async () => {
  companies += 1;
  const fields = { corporate_short_name: `試験商事${companies}`, corporate_flag: 0 };
  return (await must(hotel.api.post<{ id: number }>('/api/corporate_master', fields))).id;
};
/** A stay of a company that is over or began, three nights for 24,600. */
const stay = async (corporateID: number, fields: Record<string, unknown> = {}) => {
  const start = hotel.today;
  const { id } = await hotel.book({
    ...{ stay_start: start, stay_end: addDays(start, 3), total_fee: 24_600, csv_notes: '0' },
    ...{ corporateID, payment_type: bill, ...fields },
  });
  await must(hotel.api.post(`/api/booking/${id}/check-in`, { date: start }));
  return id;
};
const issue = (corporate_id: number, booking_ids: number[], fields: object = {}, headers = {}) =>
  hotel.api.post<InvoiceWritten>(
    '/api/invoices',
    { corporate_id, booking_ids, month: lastMonth(), due_day: due, ...fields },
    headers,
  );
/** The month in which every stay here ends. */
const lastMonth = () => monthOf(addDays(hotel.today, 3));
const invoice = async (id: number) => await must(hotel.api.get<InvoiceRecord>(`/api/invoices/${id}`));
const pay = (id: number, amount: number, headers: Record<string, string> = {}) =>
  hotel.api.post<InvoiceWritten>(
    `/api/invoices/${id}/payments`,
    { ways: [{ payment_type: bank, amount }] },
    headers,
  );
const account = (id: number) => must(hotel.api.get<AccountRecord>(`/api/booking/${id}/account`));
const debts = async (id: number) =>
  (await must(hotel.api.get<Receivables>(`/api/receivables?month=${lastMonth()}`))).companies.find(
    ({ corporate_id }) => corporate_id === id,
  );
const ofCompany = (id: number) =>
  must(hotel.api.get<CompanyReceivables>(`/api/receivables/${id}?month=${lastMonth()}`));
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code),
];
const written = async () => (await rawLog(hotel.databaseUrl)).length;

describe('an invoice to a company', () => {
  it('is over four stays, is paid in part, and the list of debts says what is left', async () => {
    const id = await company();
    const ids = [await stay(id), await stay(id), await stay(id), await stay(id)];
    expect(await debts(id)).toMatchObject({ waiting: 4, waiting_amount: 98_400, billed: 0, sum: 98_400 });
    const made = await must(issue(id, ids));
    expect(await debts(id)).toMatchObject({ waiting: 0, current: 98_400, overdue: 0, open_invoices: 1 });
    const before = (await must(hotel.api.get<DailyPayments>('/api/daily-payments'))).total.sum;
    await must(pay(made.id, 90_000));
    expect(await invoice(made.id)).toMatchObject({
      ...{ amount: 98_400, paid: 90_000, open: 8_400, state: 'partly', is_outdated: 0 },
      totals: [{ tax_rate: 10, amount: 98_400, tax: 8_945 }],
      payments: [{ received_on: hotel.today, ways: [{ payment_name: '銀行振込', amount: 90_000 }] }],
    });
    expect(await debts(id)).toMatchObject({ current: 8_400, billed: 8_400, sum: 8_400 });
    const after = (await must(hotel.api.get<DailyPayments>('/api/daily-payments'))).total.sum;
    expect(after - before).toBe(90_000);
    expect((await account(ids[3] as number)).balance).toBe(8_400);
    await must(pay(made.id, 8_400));
    expect(await invoice(made.id)).toMatchObject({ open: 0, state: 'paid' });
    expect(await debts(id)).toBeUndefined();
    const { invoices } = await ofCompany(id);
    expect(invoices.map(({ number, state }) => [number, state])).toEqual([[made.number, 'paid']]);
  });

  it('has a remark of up to 200 characters, which is encrypted in the log and goes on to the one made anew', async () => {
    const id = await company();
    const remark = '注文番号 A-17\n担当 佐藤様';
    const made = await must(issue(id, [await stay(id)], { remark: ` ${remark} ` }));
    expect(await invoice(made.id)).toMatchObject({ remark });
    const log = (await rawLog(hotel.databaseUrl)).filter(({ type }) => type === 'InvoiceIssued');
    expect(log.map(({ payload }) => payload).join()).not.toContain('注文番号');
    const replaced = (body: object) =>
      must(
        hotel.api.post<InvoiceWritten>(`/api/invoices/${made.id}/replacement`, { reason: 'その他', ...body }),
      );
    const next = await replaced({});
    expect(await invoice(next.id)).toMatchObject({ remark, replaces: made.number });
    const other = { reason: 'その他', remark: '' };
    const last = await must(hotel.api.post<InvoiceWritten>(`/api/invoices/${next.id}/replacement`, other));
    expect((await invoice(last.id)).remark).toBe('');
    const one = await stay(id);
    const before = await written();
    for (const wrong of ['あ'.repeat(201), 'x\u0007', 5, null])
      expect((await issue(id, [one], { remark: wrong })).status).toBe(422);
    expect(await written()).toBe(before);
    expect(await invoice((await must(issue(id, [one], { remark: 'あ'.repeat(200) }))).id)).toMatchObject({
      remark: 'あ'.repeat(200),
    });
  });

  it('is refused where a booking is billed already, another company’s, unknown or paid; nothing is written', async () => {
    const [id, other] = [await company(), await company()];
    const [billed, strange, paid] = [await stay(id), await stay(other), await stay(id)];
    await must(issue(id, [billed]));
    await must(issue(other, [await stay(other)]));
    const whole = { ways: [{ payment_type: bank, amount: 24_600 }] };
    await must(hotel.api.post(`/api/booking/${paid}/payments`, { ...whole }));
    const before = await written();
    expect(errorsOf(await issue(id, [billed]))).toEqual([409, 'already_billed']);
    expect(errorsOf(await issue(id, [strange, paid]))).toEqual([409, 'other_company', 'nothing_due']);
    expect(errorsOf(await issue(id, [999_999]))).toEqual([422, 'unknown_booking']);
    expect(errorsOf(await issue(999_999, [billed]))).toEqual([422, 'unknown_company']);
    expect(errorsOf(await issue(id, [billed], { due_day: addDays(hotel.today, -1) }))).toEqual([
      422,
      'due_before_issue',
    ]);
    for (const wrong of [
      { booking_ids: [] },
      { booking_ids: 'x' },
      { booking_ids: [0] },
      { month: '2026-11' },
      { month: addDays(month, 1) },
      { due_day: '2026-02-30' },
      { honorific: '殿' },
      { corporate_id: null },
      { note: 'x' },
    ])
      expect((await issue(id, [billed], wrong)).status).toBe(422);
    expect(await written()).toBe(before);
  });

  it('has numbers without a gap, and a booking is on one invoice, however many ask at once', async () => {
    const id = await company();
    const [first, ...others] = [await stay(id), await stay(id), await stay(id)] as [number, ...number[]];
    const answers = await Promise.all([
      issue(id, [first, ...others]),
      issue(id, [first]),
      issue(id, [first, ...others]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { invoices } = await ofCompany(id);
    const [one] = invoices;
    await must(hotel.api.post(`/api/invoices/${one?.id}/cancel`, { reason: '誤発行' }));
    const parts = await Promise.all([first, ...others].map((booking) => issue(id, [booking])));
    const numbers = parts.map(({ body }) => body.number).sort((a, b) => a - b);
    expect(numbers).toEqual([1, 2, 3].map((more) => (one?.number ?? 0) + more));
  });

  it('is made anew with a number of its own when a fee changed, and the old one says so', async () => {
    const id = await company();
    const [one, two] = [await stay(id), await stay(id)];
    const made = await must(issue(id, [one, two]));
    await must(pay(made.id, 10_000));
    const discount = { kind: '値引', name: '', amount: 4_600 };
    await must(hotel.api.post(`/api/booking/${two}/charges`, discount));
    expect(await invoice(made.id)).toMatchObject({ is_outdated: 1, open: 39_200 });
    expect(errorsOf(await pay(made.id, 39_200))).toEqual([409, 'invoice_outdated']);
    const again = await must(
      hotel.api.post<InvoiceWritten>(`/api/invoices/${made.id}/replacement`, { reason: '料金の変更' }),
    );
    expect(await invoice(again.id)).toMatchObject({ amount: 34_600, paid: 0, replaces: made.number });
    expect(await invoice(made.id)).toMatchObject({
      ...{ state: 'cancelled', open: 0, replaced_by: again.number, cancel_reason: '料金の変更' },
    });
    expect(errorsOf(await pay(made.id, 1))).toEqual([409, 'invoice_cancelled']);
    expect(await debts(id)).toMatchObject({ waiting: 0, billed: 34_600 });
    await must(hotel.api.post(`/api/invoices/${again.id}/reissue`, {}));
    expect(await invoice(again.id)).toMatchObject({ reissues: 1 });
    const { body } = await hotel.api.get<{ events: EventRecord[] }>('/api/events?type=InvoiceIssued');
    expect(body.events.at(-1)?.changes).toContainEqual(
      expect.objectContaining({ field: 'amount', after: 34_600 }),
    );
  });

  it('names its guests as their bookings do: an erased guest is nowhere in it', async () => {
    const id = await company();
    const start = addDays(hotel.today, -2);
    const fields = { stay_start: start, stay_end: addDays(start, 1), guest_name_1: '忘却 次郎' };
    const { id: booking } = await hotel.book({
      ...{ ...fields, total_fee: 8_200, csv_notes: '0', corporateID: id, payment_type: bill },
    });
    await must(hotel.api.post(`/api/booking/${booking}/check-in`, { date: start }));
    const made = await must(issue(id, [booking]));
    expect((await invoice(made.id)).stays[0]?.guest_name).toBe('忘却 次郎');
    await must(hotel.api.post(`/api/booking/${booking}/erasure`, { reason: '本人からの請求' }));
    expect((await invoice(made.id)).stays[0]).toMatchObject({ guest_name: '削除済み', amount: 8_200 });
    const log = await rawLog(hotel.databaseUrl);
    const stored = log.filter(({ stream }) => stream?.startsWith('invoice-'));
    expect(JSON.stringify(stored)).not.toContain('忘却');
  });
});

describe('the payments of an invoice', () => {
  it('stay with their bookings once it is cancelled: what is left waits for another one', async () => {
    const id = await company();
    const booking = await stay(id);
    const made = await must(issue(id, [booking]));
    await must(pay(made.id, 4_600));
    await must(hotel.api.post(`/api/invoices/${made.id}/cancel`, { reason: '誤発行' }));
    expect(await debts(id)).toMatchObject({ waiting: 1, waiting_amount: 20_000, billed: 0 });
    const next = await must(issue(id, [booking]));
    expect(next.number).toBe(made.number + 1);
    await must(pay(next.id, 20_000));
    const { version } = await invoice(next.id);
    await must(hotel.api.post(`/api/invoices/${next.id}/reversals`, { payment: version }));
    await must(hotel.api.post(`/api/invoices/${next.id}/cancel`, { reason: '誤発行' }));
    expect(await debts(id)).toMatchObject({ waiting: 1, waiting_amount: 20_000 });
  });

  it('are taken once: of two terminals the second is told who was first', async () => {
    const id = await company();
    const made = await must(issue(id, [await stay(id), await stay(id)]));
    const both = await Promise.all([pay(made.id, 49_200), pay(made.id, 49_200)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect((refused?.body as { error?: string } | undefined)?.error).toMatch(
      /^請求書の残りはありません。最後の入金: \d{4}\/\d\d\/\d\d \d\d:\d\d/,
    );
    const part = await must(issue(id, [await stay(id)]));
    const headers = { 'if-match': `"${part.version}"` };
    const parts = await Promise.all([pay(part.id, 8_200, headers), pay(part.id, 8_200, headers)]);
    expect(parts.map(errorsOf).sort()).toEqual([[200], [409, 'stale_version']]);
    expect(await invoice(part.id)).toMatchObject({ paid: 8_200, open: 16_400 });
  });

  it('are refused above what is left, ahead of today, and by an unknown way; nothing is written', async () => {
    const id = await company();
    const made = await must(issue(id, [await stay(id)]));
    const before = await written();
    expect(errorsOf(await pay(made.id, 24_601))).toEqual([409, 'invoice_settled']);
    const send = (body: object) => hotel.api.post(`/api/invoices/${made.id}/payments`, body);
    const ways = [{ payment_type: bank, amount: 100 }];
    expect(errorsOf(await send({ ways, received_on: addDays(hotel.today, 1) }))).toEqual([
      422,
      'received_ahead',
    ]);
    for (const wrong of [
      {},
      { ways: [] },
      { ways: [{ payment_type: bank, amount: 0 }] },
      { ways: [{ payment_type: 999_999, amount: 1 }] },
      { ways: [{ payment_type: bank, amount: '1.5' }] },
      { ways, received_on: 'x' },
      { ways, amount: 1 },
    ])
      expect((await send(wrong)).status).toBe(422);
    expect((await hotel.api.post('/api/invoices/999999/payments', { ways })).status).toBe(404);
    expect((await hotel.api.post('/api/invoices/x/payments', { ways })).status).toBe(400);
    expect(await written()).toBe(before);
  });

  it('are taken back once, in the accounts too, also when two ask at once', async () => {
    const id = await company();
    const [one, two] = [await stay(id), await stay(id)];
    const made = await must(issue(id, [one, two]));
    const { version } = await must(pay(made.id, 30_000));
    const back = () => hotel.api.post(`/api/invoices/${made.id}/reversals`, { payment: version });
    const both = await Promise.all([back(), back()]);
    expect(both.map(errorsOf).sort()).toEqual([[200], [409, 'already_reverted']]);
    expect(await invoice(made.id)).toMatchObject({ paid: 0, payments: [{ is_reverted: 1 }] });
    expect(await account(one)).toMatchObject({ taken: 0, balance: 24_600, payment_flag: 0 });
    expect((await account(one)).payments.map(({ is_reversed }) => is_reversed)).toEqual([1, 0]);
    await must(pay(made.id, 49_200));
    expect(await account(two)).toMatchObject({ balance: 0, payment_flag: 1 });
  });

  it('also count what the desk takes, and what it gives back is open again', async () => {
    const id = await company();
    const booking = await stay(id);
    const made = await must(issue(id, [booking]));
    const ways = [{ payment_type: hotel.ids.cash, amount: 24_600 }];
    await must(hotel.api.post(`/api/booking/${booking}/payments`, { ways }));
    expect(await invoice(made.id)).toMatchObject({ state: 'paid', payments: [] });
    expect(await debts(id)).toBeUndefined();
    await must(
      hotel.api.post<BookingRecord>(`/api/booking/${booking}/refunds`, { ways, reason: '取り違え' }),
    );
    expect(await invoice(made.id)).toMatchObject({ state: 'open', open: 24_600 });
    expect(await debts(id)).toMatchObject({ billed: 24_600 });
  });
});

describe('売掛', () => {
  it('has only stays by invoice that began, of the month or before; a cancellation fee waits too', async () => {
    const id = await company();
    const next = addMonths(lastMonth(), 1);
    const later = { stay_start: next, stay_end: addDays(next, 1) };
    const awaited = { ...later, total_fee: 8_200, csv_notes: '0', corporateID: id, payment_type: bill };
    await hotel.book(awaited);
    await stay(id, { payment_type: hotel.ids.cash });
    expect(await debts(id)).toBeUndefined();
    const booking = await stay(id, { total_fee: 9_000 });
    const tomorrow = { stay_start: addDays(hotel.today, 1), stay_end: addDays(hotel.today, 2) };
    const { id: cancelled } = await hotel.book({ ...awaited, ...tomorrow });
    await must(hotel.api.put(`/api/booking/${cancelled}/cancel`));
    const fee = { kind: 'キャンセル料', amount: 4_100 };
    await must(hotel.api.post(`/api/booking/${cancelled}/charges`, fee));
    const { waiting } = await ofCompany(id);
    expect(waiting.map(({ booking_id, amount, is_cancelled }) => [booking_id, amount, is_cancelled])).toEqual(
      [
        [booking, 9_000, 0],
        [cancelled, 4_100, 1],
      ],
    );
    const made = await must(issue(id, [booking, cancelled]));
    expect((await invoice(made.id)).totals).toEqual([
      { tax_rate: 10, amount: 9_000, tax: 818 },
      { tax_rate: 0, amount: 4_100, tax: 0 },
    ]);
  });

  it('is a file with the sums of each company and of all', async () => {
    const id = await company();
    await must(issue(id, [await stay(id)]));
    const { text } = await hotel.api.get(`/api/receivables.csv?month=${lastMonth()}`);
    const lines = text.split('\r\n');
    expect(lines[0]).toContain('法人,対象月,請求待ち件数,請求待ち,請求書,当月,1か月,2か月,3か月以上');
    const own = lines.find((line) => line.startsWith(`試験商事${companies},`));
    expect(own?.split(',').slice(2)).toEqual([
      ...['0', '0', '1', '24600', '0', '0', '0', '0', '24600', '24600', hotel.today],
    ]);
    expect(lines.at(-2)).toMatch(/^合計,/);
    expect((await hotel.api.get('/api/receivables/999999')).status).toBe(404);
  });

  it('is the same after the read models were rebuilt from the log', async () => {
    const id = await company();
    const made = await must(issue(id, [await stay(id), await stay(id)]));
    await must(pay(made.id, 1_000));
    await stay(id);
    const before = [await invoice(made.id), await debts(id)];
    await rebuildAll(hotel.databaseUrl);
    expect([await invoice(made.id), await debts(id)]).toEqual(before);
  });
});
