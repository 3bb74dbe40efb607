import { addDays, type Day, monthOf } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { LodgingTaxMonthRecord, LodgingTaxRuleRecord } from '@wire/lodging-tax.js';
import type { ReceiptRecord } from '@wire/payment.js';
import { upload } from '#tests/support/api-client.js';
import { channelFile, goodRows } from '#tests/support/channel-file.js';
import { countedTax } from '#tests/support/lodging-tax-count.js';
import { rawLog } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
let cash = 0;
let today: Day;
type Rule = LodgingTaxRuleRecord & { bookings: number };
let kyoto: Rule;

const BRACKETS = [
  [0, 200],
  [6_000, 400],
  [20_000, 1_000],
  [50_000, 4_000],
  [100_000, 10_000],
].map(([from, yen]) => ({ from, yen }));
const KYOTO = {
  ...{ name: '京都市', first_day: '2026-03-01', is_included: 0, exemptions: ['修学旅行', '外国大使等'] },
  levies: [{ name: '京都市', brackets: BRACKETS }],
};
const single = { mens_count: 1, womens_count: 0, gender_1: 'male', gender_2: null, guest_name_2: '' };
const stay = (nights = 3, fields: Record<string, unknown> = {}) =>
  hotel.book({
    ...{ stay_start: today, stay_end: addDays(today, nights), csv_notes: '0' },
    ...{ total_fee: 8_200 * nights, ...single, ...fields },
  });
const post = (id: number, what: string, body: object) =>
  hotel.api.post<BookingRecord>(`/api/booking/${id}/${what}`, body);
const account = async (id: number) => (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
const receipt = async (id: number) => (await post(id, 'receipt', {})).body as unknown as ReceiptRecord;
const logLength = async () => (await rawLog(hotel.databaseUrl)).length;
const month = async (day = today) =>
  (await hotel.api.get<LodgingTaxMonthRecord>(`/api/lodging-tax/month?month=${monthOf(day)}`)).body;
const change = (method: 'post' | 'put', path: string, body: object, version?: number) =>
  hotel.api[method]<Rule>(path, body, version === undefined ? {} : { 'if-match': `"${version}"` });
const lines = ({ lines: all }: ReceiptRecord) =>
  all.map(({ kind, amount, tax_rate }) => [kind, amount, tax_rate]);

/** Number of nights that the fee of a shortened stay was for. */
const bookedNights: Record<number, number> = {};

let former: BookingRecord;
let over: BookingRecord;
beforeAll(async () => {
  ({ cash } = hotel.ids);
  ({ today } = hotel);
  over = await hotel.book({
    stay_start: addDays(today, -3),
    stay_end: today,
    total_fee: 24_600,
    csv_notes: '0',
    ...single,
  });
  former = await hotel.book({
    stay_start: addDays(today, -1),
    stay_end: addDays(today, 2),
    total_fee: 24_600,
    csv_notes: '0',
    ...single,
  });
  await post(former.id, 'payment', { payment_type: cash, payment_flag: 1 });
  expect(await account(former.id)).toMatchObject({ balance: 0, lodging_taxes: [], exemptions: [] });
  kyoto = (await change('post', '/api/lodging-tax/rules', KYOTO)).body;
});

describe('a rule', () => {
  it('counts from the day on which it is set up, for stays that are not over', async () => {
    expect(kyoto).toMatchObject({ ...KYOTO, levies: [{ name: '京都市' }], counts_from: today, bookings: 1 });
    expect(await account(over.id)).toMatchObject({ balance: 24_600, lodging_taxes: [] });
    expect(await account(former.id)).toMatchObject({
      ...{ balance: 800, payment_flag: 0, lodging_tax: 800, fee: 24_600 },
      lodging_taxes: [{ start: today, end: addDays(today, 2), yen: 400, amount: 800, price: 7_454 }],
    });
    const rules = await hotel.api.get<Rule[]>('/api/lodging-tax/rules');
    expect(rules.body.map(({ id, is_retired }) => [id, is_retired])).toEqual([[kyoto.id, 0]]);
  });

  it.each<[string, object, RegExp]>([
    ['no name', { name: ' ' }, /名称を入力/],
    ['no first day', { first_day: '2026-02-29' }, /開始日は正しい日付/],
    ['another rule’s first day', {}, /この開始日の宿泊税は既に登録/],
    ['no levy', { levies: [] }, /課税団体を1つ以上/],
    ['two levies of one name', { levies: [KYOTO.levies[0], KYOTO.levies[0]] }, /同じ課税団体/],
    [
      'brackets that begin above 0',
      { levies: [{ name: '市', brackets: [{ from: 1, yen: 1 }] }] },
      /最初の区分/,
    ],
    [
      'brackets out of order',
      {
        levies: [
          {
            name: '市',
            brackets: [
              { from: 0, yen: 1 },
              { from: 9, yen: 1 },
              { from: 9, yen: 2 },
            ],
          },
        ],
      },
      /低い順/,
    ],
    ['a bracket of nothing', { levies: [{ name: '市', brackets: [{ from: 0 }] }] }, /円か%のどちらか/],
    [
      'a bracket of both',
      { levies: [{ name: '市', brackets: [{ from: 0, yen: 1, rate: 1 }] }] },
      /円か%のどちらか/,
    ],
    ['yen below 0', { levies: [{ name: '市', brackets: [{ from: 0, yen: -1 }] }] }, /税額は0以上/],
    [
      'a rate above 100 %',
      { levies: [{ name: '市', brackets: [{ from: 0, rate: 10_001 }] }] },
      /税率は0以上/,
    ],
    ['a ground named twice', { exemptions: ['他', '他'] }, /同じ免除の理由/],
    ['words for brackets', { levies: 'x' }, /課税団体の指定/],
  ])('is refused with %s, and nothing is written', async (_, wrong, told) => {
    const before = await logLength();
    const answer = await change('post', '/api/lodging-tax/rules', { ...KYOTO, ...wrong });
    expect([answer.status, (answer.body as unknown as { error: string }).error]).toEqual([
      422,
      expect.stringMatching(told),
    ]);
    expect(await logLength()).toBe(before);
  });

  it('is changed by the version that was seen alone, and not without effect', async () => {
    const path = `/api/lodging-tax/rules/${kyoto.id}`;
    const before = await logLength();
    expect((await change('put', path, KYOTO, kyoto.version)).body).toMatchObject({
      version: kyoto.version,
      bookings: 0,
    });
    expect(await logLength()).toBe(before);
    expect((await change('put', path, { ...KYOTO, name: 'x' }, kyoto.version + 5)).status).toBe(409);
    expect((await change('put', '/api/lodging-tax/rules/999999', KYOTO, 1)).status).toBe(404);
    expect(await logLength()).toBe(before);
  });
});

describe('a stay', () => {
  it('owes the tax beside its fee, and its receipt has it on a line of its own', async () => {
    const { id, balance } = await stay();
    expect(balance).toBe(25_800);
    expect((await post(id, 'payments', { payment_type: cash, amount: 25_801 })).status).toBe(409);
    const paid = await post(id, 'payments', { payment_type: cash, amount: 25_800 });
    expect(paid.body).toMatchObject({ balance: 0, payment_flag: 1 });
    const paper = await receipt(id);
    expect(paper).toMatchObject({
      amount: 25_800,
      totals: [
        { tax_rate: 10, amount: 24_600, tax: 2_236 },
        { tax_rate: 0, amount: 1_200, tax: 0 },
      ],
    });
    expect(lines(paper)).toEqual([['宿泊税', 1_200, 0]]);
  });

  it('gets the tax of two nights back when it leaves after the first', async () => {
    const { id } = await stay();
    await post(id, 'payment', { payment_type: cash, payment_flag: 1 });
    await post(id, 'check-in', { date: today });
    await post(id, 'check-out', { date: today, free_nights: 1 });
    bookedNights[id] = 3;
    const less = await post(id, 'charges', { kind: '値引', name: '早発ち', amount: 16_400 });
    expect(less.body).toMatchObject({ balance: -17_200, payment_flag: 1 });
    const back = await post(id, 'refunds', { payment_type: cash, amount: 17_200, reason: '早発ち' });
    expect(back.body).toMatchObject({ balance: 0 });
    expect(await account(id)).toMatchObject({ lodging_tax: 400, taken: 8_600 });
  });

  it('that a booking site took the money for owes the tax alone, from its import on', async () => {
    const rows = goodRows(1, 'TAX').map((row) => ({ ...row, 支払方法: 'オンラインカード決済' }));
    const [result] = (await upload(hotel.url, channelFile(rows), { query: '' })).body.results;
    const id = result?.booking_id ?? 0;
    const { prepaid, lodging_tax, balance, payment_flag } = await account(id);
    expect([prepaid > 0, lodging_tax > 0, balance - lodging_tax, payment_flag]).toEqual([true, true, 0, 0]);
    expect((await hotel.api.get<ReceiptRecord>(`/api/booking/${id}/receipt`)).body.kind).toBe('statement');
    await post(id, 'payments', { payment_type: cash, amount: lodging_tax });
    expect(await receipt(id)).toMatchObject({
      kind: 'receipt',
      amount: lodging_tax,
      totals: [{ tax_rate: 0 }],
    });
    await post(id, 'payment', { payment_type: cash, payment_flag: 0 });
    expect(await account(id)).toMatchObject({ payment_flag: 0, balance: prepaid + lodging_tax });
  });

  it('is exempt on a ground that the rule names, and undo takes that back', async () => {
    const { id } = await stay();
    const before = await logLength();
    const unknown = await post(id, 'lodging-tax', { exemption: '常連' });
    expect([unknown.status, (unknown.body as unknown as { error: string }).error]).toEqual([
      422,
      expect.stringMatching(/免除の理由/),
    ]);
    expect((await post(id, 'lodging-tax', { exemption: 5 })).status).toBe(422);
    expect(await logLength()).toBe(before);
    const headers = { 'x-request-id': `exempt-${id}-000000000000` };
    const exempt = await hotel.api.post<BookingRecord>(
      `/api/booking/${id}/lodging-tax`,
      { exemption: '修学旅行' },
      headers,
    );
    expect(exempt.body).toMatchObject({ balance: 24_600 });
    expect(await account(id)).toMatchObject({ exemption: '修学旅行', lodging_tax: 0 });
    const undone = await hotel.api.post('/api/reversals', {
      request_id: headers['x-request-id'],
      accept: 'all',
    });
    expect(undone.status).toBe(200);
    expect(await account(id)).toMatchObject({ exemption: null, lodging_tax: 1_200, balance: 25_800 });
  });

  it('has none once it is cancelled, missed or exchanged for another by undo', async () => {
    const { id } = await stay();
    const headers = { 'x-request-id': `cancel-${id}-000000000000` };
    await hotel.api.put(`/api/booking/${id}/cancel`, undefined, headers);
    expect(await account(id)).toMatchObject({ balance: 0, lodging_tax: 0, lodging_taxes: [] });
    await hotel.api.post('/api/reversals', { request_id: headers['x-request-id'], accept: 'all' });
    expect(await account(id)).toMatchObject({ balance: 25_800, lodging_tax: 1_200 });
    await post(id, 'no-show', {});
    expect(await account(id)).toMatchObject({ balance: 24_600, lodging_tax: 0 });
  });
});

describe('a month', () => {
  it('has persons and nights by bracket and exemption, the same as a count over the log', async () => {
    await stay(2, { total_fee: 120_000 });
    const school = await stay(2, {
      total_fee: 60_000,
      ...single,
      mens_count: 2,
      gender_2: 'male',
      guest_name_2: '生徒',
    });
    await post(school.id, 'lodging-tax', { exemption: '修学旅行' });
    let nights = 0;
    for (const first of [monthOf(today), monthOf(addDays(today, 31)), monthOf(addDays(today, 62))]) {
      const { rows, exempt, ...sums } = await month(first);
      expect({ nights: sums.nights, exempt_nights: sums.exempt_nights, tax: sums.tax }).toEqual(
        await countedTax(hotel.databaseUrl, { today, month: first, bookedNights }),
      );
      expect(rows.reduce((sum, { tax }) => sum + tax, 0)).toBe(sums.tax);
      expect(exempt.reduce((sum, row) => sum + row.nights, 0)).toBe(sums.exempt_nights);
      nights += sums.nights;
    }
    expect(nights).toBeGreaterThanOrEqual(8);
  });

  it('is a file, and past months have nothing of it', async () => {
    const { text } = await hotel.api.get(`/api/lodging-tax/month.csv?month=${monthOf(today)}`);
    expect(text).toMatch(/課税,京都市,6000,20000,400,,,\d+,\d+/);
    expect(await month(addDays(today, -62))).toMatchObject({ is_open: 0, rows: [], nights: 0, tax: 0 });
    expect((await month()).is_open).toBe(1);
    expect((await hotel.api.get('/api/lodging-tax/month?month=2026-11-02')).status).toBe(400);
  });
});
