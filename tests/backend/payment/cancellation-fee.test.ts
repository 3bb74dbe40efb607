import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { DailyPayments, ReceiptRecord } from '@wire/payment.js';
import type { Report } from '@wire/report.js';
import { rawLog } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const RULES = '/api/cancellation_rules';
const EVE = { name: '前日', occasion: 'キャンセル', days_from: 0, days_to: 1, percent: 50 };
const define = async (body: object) => {
  expect((await hotel.api.post(RULES, body)).status).toBe(201);
};
beforeAll(async () => {
  await define(EVE);
  await define({ name: 'ノーショー', occasion: 'ノーショー', percent: 100 });
  await define({ ...EVE, name: '楽天', booking_source: '楽天', percent: 30, tax_rate: 10, minimum: '5000' });
});

const stay = (fields: Record<string, unknown> = {}) => {
  const today = { stay_start: hotel.today, stay_end: addDays(hotel.today, 3) };
  return hotel.book({ ...today, total_fee: 24_600, csv_notes: '0', ...fields });
};
const cancel = (id: number, body: object = {}, headers: Record<string, string> = {}) =>
  hotel.api.put<BookingRecord>(`/api/booking/${id}/cancel`, body, headers);
const post = (id: number, what: string, body: object = {}) =>
  hotel.api.post<BookingRecord>(`/api/booking/${id}/${what}`, body);
const account = async (id: number) => (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
const eventsOf = async (id: number) =>
  (await rawLog(hotel.databaseUrl)).filter(({ stream }) => stream === `reservation-${id}`).length;
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string; field: string | null }[] }).errors ?? []).map(
    ({ code, field }) => `${code} ${field}`,
  ),
];
const report = async (): Promise<Report['total']> => {
  const range = `start_date=${hotel.today}&end_date=${addDays(hotel.today, 2)}`;
  return (await hotel.api.get<Report>(`/api/reports?${range}`)).body.total;
};

describe('a cancellation for a fee', () => {
  it('is owed, paid by card later, stands in 日計 of that day and on a paper of its own, apart from the revenue', async () => {
    const { card } = hotel.ids;
    const before = await report();
    const { id } = await stay();
    const { body, status } = await cancel(id, { cancellation_fee: 12_300 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_cancelled: 1, balance: 12_300, payment_flag: 0 });
    expect(await account(id)).toMatchObject({
      ...{ fee: 0, charged: 12_300, balance: 12_300 },
      charges: [
        { kind: 'キャンセル料', amount: 12_300, tax_rate: 0, cancellation: { proposed: 12_300, reason: '' } },
      ],
    });
    const after = await report();
    expect(after.cancellation_fees - before.cancellation_fees).toBe(12_300);
    expect(after.revenue).toBe(before.revenue);

    const owing = (await hotel.api.get<ReceiptRecord>(`/api/booking/${id}/receipt`)).body;
    expect(owing).toMatchObject({ kind: 'statement', amount: 12_300, refusal: null });
    const paid = await post(id, 'payments', { payment_type: card, amount: 12_300 });
    expect(paid.body).toMatchObject({ balance: 0, payment_flag: 1 });
    const { rows } = (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;
    expect(rows.filter(({ booking_id }) => booking_id === id)).toMatchObject([{ amount: 12_300 }]);
    const paper = await hotel.api.post<ReceiptRecord>(`/api/booking/${id}/receipt`, {});
    expect(paper.body).toMatchObject({
      ...{ kind: 'receipt', amount: 12_300, tax: 0, note: 'キャンセル料として' },
      ...{
        totals: [{ tax_rate: 0, amount: 12_300, tax: 0 }],
        stay: { ended: 'キャンセル', total_fee: 24_600 },
      },
    });
  });

  it('has the rule of its source, at 10 % and a minimum; the fee by hand names its own rate', async () => {
    const one = await stay({ booking_source: '楽天', total_fee: 10_000 });
    expect(errorsOf(await cancel(one.id, { cancellation_fee: 4_999 }))).toEqual([
      ...[422, 'waiver_reason_missing cancellation_fee_reason'],
    ]);
    await cancel(one.id, { cancellation_fee: '5000' });
    expect((await account(one.id)).charges).toMatchObject([{ amount: 5_000, tax_rate: 10 }]);
    const other = await stay({ booking_source: '楽天' });
    await cancel(other.id, { cancellation_fee: 24_600, cancellation_fee_tax_rate: 0 });
    expect((await account(other.id)).charges).toMatchObject([{ amount: 24_600, tax_rate: 0 }]);
  });

  it('has a deposit set against it; the rest is given back', async () => {
    const { cash } = hotel.ids;
    const { id } = await stay();
    await post(id, 'payments', { payment_type: cash, amount: 24_600 });
    expect((await cancel(id, { cancellation_fee: 12_300 })).body).toMatchObject({ balance: -12_300 });
    const above = await post(id, 'refunds', { payment_type: cash, amount: 24_601, reason: '取消' });
    expect(above.status).toBe(409);
    const { body } = await post(id, 'refunds', { payment_type: cash, amount: 12_300, reason: '取消' });
    expect(body).toMatchObject({ balance: 0, payment_flag: 1 });
    const { body: paper } = await hotel.api.get<ReceiptRecord>(`/api/booking/${id}/receipt`);
    expect(paper).toMatchObject({ kind: 'receipt', amount: 12_300 });
  });

  it('is undone with its fee, and done again with it', async () => {
    const { id } = await stay();
    const request = crypto.randomUUID();
    await cancel(
      id,
      { cancellation_fee: 4_000, cancellation_fee_reason: '初回のため' },
      { 'x-request-id': request },
    );
    await post(id, 'payments', { payment_type: hotel.ids.cash, amount: 1_000 });
    const undo = crypto.randomUUID();
    const reversal = await hotel.api.post(
      '/api/reversals',
      { request_id: request, accept: 'all' },
      { 'x-request-id': undo },
    );
    expect(reversal.status).toBe(200);
    expect(await account(id)).toMatchObject({ fee: 24_600, charges: [], taken: 1_000, balance: 23_600 });
    await hotel.api.post('/api/reversals', { request_id: undo, accept: 'all' });
    expect(await account(id)).toMatchObject({
      ...{ fee: 0, balance: 3_000 },
      charges: [{ amount: 4_000, cancellation: { proposed: 12_300, reason: '初回のため' } }],
    });
  });

  it.each<[string, object, number, string]>([
    ['above 合計料金', { cancellation_fee: 24_601 }, 422, 'cancellation_fee_above_total cancellation_fee'],
    ['of 99,999,999', { cancellation_fee: 99_999_999 }, 422, 'cancellation_fee_above_total cancellation_fee'],
    ['below 0', { cancellation_fee: -1 }, 422, 'cancellation_fee'],
    ['with a part of a yen', { cancellation_fee: 0.5 }, 422, 'cancellation_fee'],
    ['that is no number', { cancellation_fee: 'たくさん' }, 422, 'cancellation_fee'],
    ['of null', { cancellation_fee: null }, 422, 'cancellation_fee'],
    ['below the rule without a reason', { cancellation_fee: 0 }, 422, 'waiver_reason_missing'],
    [
      'with blanks as a reason',
      { cancellation_fee: 0, cancellation_fee_reason: '　 ' },
      422,
      'waiver_reason_missing',
    ],
    [
      'with too long a reason',
      { cancellation_fee: 0, cancellation_fee_reason: 'あ'.repeat(101) },
      422,
      'cancellation_fee_reason',
    ],
    ['at 8 %', { cancellation_fee: 12_300, cancellation_fee_tax_rate: 8 }, 422, 'cancellation_fee_tax_rate'],
  ])(
    '%s is refused and writes nothing, alone, as a no-show and in a batch',
    async (_, fee, status, error) => {
      const { id } = await stay();
      const before = await eventsOf(id);
      const changes = [{ action: 'cancel', id, ...fee }];
      for (const answer of [
        await cancel(id, fee),
        await post(id, 'no-show', fee),
        await hotel.api.post('/api/booking-batch', { changes }),
      ]) {
        expect(answer.status).toBe(status);
        expect((answer.body as unknown as { error: string }).error).toMatch(/[ぁ-ん]/);
      }
      expect(JSON.stringify(errorsOf(await cancel(id, fee)))).toContain(error);
      expect(await eventsOf(id)).toBe(before);
    },
  );

  it('on two terminals at once happens once', async () => {
    const { id, version } = await stay();
    const guard = { 'if-match': `"${version}"` };
    const answers = await Promise.all([
      cancel(id, { cancellation_fee: 12_300 }, guard),
      cancel(id, { cancellation_fee: 24_600 }, guard),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await account(id)).charges).toHaveLength(1);
  });

  it('without the fields, and with fields of old clients, charges nothing', async () => {
    const [one, other] = [await stay(), await stay()];
    await cancel(one.id);
    await cancel(other.id, { reason: 'x', total_fee: 1 });
    for (const { id } of [one, other])
      expect(await account(id)).toMatchObject({ fee: 0, charges: [], balance: 0 });
  });

  it('of several rooms has a fee each, all or none', async () => {
    const [one, other] = [await stay(), await stay()];
    const batch = (fee: number) =>
      hotel.api.post('/api/booking-batch', {
        changes: [
          { action: 'cancel', id: one.id, cancellation_fee: 12_300 },
          { action: 'cancel', id: other.id, cancellation_fee: fee },
        ],
      });
    expect(errorsOf(await batch(24_601))).toEqual([
      ...[422, 'cancellation_fee_above_total changes[1].cancellation_fee'],
    ]);
    expect((await account(one.id)).charges).toEqual([]);
    expect((await batch(20_000)).status).toBe(200);
    expect([(await account(one.id)).balance, (await account(other.id)).balance]).toEqual([12_300, 20_000]);
  });
});

describe('a no-show', () => {
  it('of 100 % is waived to 4,000 with a reason, and is no revenue of rooms; taken back it owes the stay', async () => {
    const before = await report();
    const { id } = await stay();
    const waived = { cancellation_fee: 4_000, cancellation_fee_reason: '初回のため' };
    const { body } = await post(id, 'no-show', waived);
    expect(body).toMatchObject({ is_cancelled: 0, no_show: 1, balance: 4_000, payment_flag: 0 });
    const after = await report();
    expect(after.cancellation_fees - before.cancellation_fees).toBe(4_000);
    expect(after.revenue).toBe(before.revenue);
    const history = await hotel.api.get<{ events: { type: string; changes: { after: unknown }[] }[] }>(
      `/api/booking/${id}/history`,
    );
    expect(JSON.stringify(history.body.events.at(-1))).toMatch(/キャンセル料 4000 （規定 24600） 初回のため/);
    await hotel.api.delete(`/api/booking/${id}/no-show`);
    expect(await account(id)).toMatchObject({ fee: 24_600, charges: [], balance: 24_600 });
    expect((await report()).revenue - before.revenue).toBe(24_600);
  });

  it('without a fee owes the stay', async () => {
    const { id } = await stay();
    expect((await post(id, 'no-show')).body).toMatchObject({ no_show: 1, balance: 24_600 });
  });
});

describe('the rules', () => {
  it.each<[string, object, string]>([
    ['that overlap', { ...EVE, name: '重複' }, 'cancellation_rule_overlaps days_from'],
    ['above 100 %', { ...EVE, booking_source: 'じゃらん', percent: 101 }, 'percent'],
    ['without a share', { name: 'x', occasion: 'キャンセル' }, 'percent'],
    ['of an unknown source', { ...EVE, booking_source: '未知' }, 'booking_source'],
    ['at 8 %', { ...EVE, booking_source: 'じゃらん', tax_rate: 8 }, 'tax_rate'],
    [
      'the wrong way round',
      { ...EVE, booking_source: 'じゃらん', days_from: 5, days_to: 2 },
      'days_reversed',
    ],
  ])('%s are refused', async (_, body, error) => {
    const answer = await hotel.api.post(RULES, body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(errorsOf(answer))).toContain(error);
  });

  it('lines of bills have a kind and a rate; each name stands once', async () => {
    const bento = { name: '弁当', kind: '追加', tax_rate: 8 };
    expect((await hotel.api.post('/api/charge_items', bento)).status).toBe(201);
    expect(errorsOf(await hotel.api.post('/api/charge_items', bento))).toEqual([
      422,
      'charge_item_known name',
    ]);
    expect((await hotel.api.post('/api/charge_items', { ...bento, name: '酒', tax_rate: 5 })).status).toBe(
      422,
    );
  });
});
