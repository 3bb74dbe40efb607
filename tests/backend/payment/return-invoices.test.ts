import { addDays } from '@domain/dates.js';
import { beforeAll, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { DailyPayments, ReceiptRecord } from '@wire/payment.js';
import type { ReturnInvoiceRecord } from '@wire/return-invoice.js';
import { must } from '#tests/support/api-client.js';
import { rawLog } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
beforeAll(async () => {
  const { version, ...known } = (await hotel.api.get<Record<string, unknown>>('/api/hotel')).body;
  await must(
    hotel.api.put('/api/hotel', { ...known, name: '試験ホテル', registration_number: 'T7123456789012' }),
  );
});

const post = <Body>(id: number, what: string, body: object, headers: Record<string, string> = {}) =>
  hotel.api.post<Body>(`/api/booking/${id}/${what}`, body, headers);
const issue = (id: number, body: object, headers = {}) =>
  post<ReturnInvoiceRecord>(id, 'return-invoice', body, headers);
const preview = (id: number, refund: number) =>
  hotel.api.get<ReturnInvoiceRecord>(`/api/booking/${id}/return-invoice?refund=${refund}`);
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code),
];
/** A guest of three nights who paid 25,800 with 1,200 of 宿泊税, leaves after the first and gets two nights back. */
async function leavesEarly() {
  const { cash: payment_type } = hotel.ids;
  const start = hotel.today;
  const { id } = await hotel.book({
    ...{ stay_start: start, stay_end: addDays(start, 3), total_fee: 24_600, csv_notes: '0' },
  });
  await must(post(id, 'charges', { kind: '追加', name: '宿泊税', amount: 1_200, tax_rate: 0 }));
  await must(post(id, 'payments', { payment_type, amount: 25_800 }));
  const receipt = await must(post<ReceiptRecord>(id, 'receipt', { addressee: '鈴木 一郎' }));
  const less = { kind: '値引', name: '', tax_rate: 10, amount: 16_400 };
  await must(post(id, 'charges', less));
  await must(post(id, 'charges', { ...less, tax_rate: 0, amount: 800 }));
  await must(post(id, 'refunds', { payment_type, amount: 17_200, reason: '早発ち' }));
  const { payments } = (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
  return { id, receipt, refund: payments.at(-1)?.id ?? 0 };
}

it('who leaves after the first night and gets two back is handed a paper over 16,400 at 10 %', async () => {
  const before = (await hotel.api.get<DailyPayments>('/api/daily-payments')).body.cash;
  const { id, receipt, refund } = await leavesEarly();
  const { cash } = (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;
  expect(cash - before).toBe(25_800 - 17_200);
  const shown = (await preview(id, refund)).body;
  expect(shown).toMatchObject({ number: null, addressee: '鈴木 一郎', is_required: 1, refusal: null });
  const paper = await must(issue(id, { refund }));
  expect(paper).toMatchObject({
    ...{ number: (receipt.number ?? 0) + 1, day: hotel.today, amount: 17_200, is_reissue: 0, replaces: null },
    stay: { stay_start: hotel.today, stay_end: addDays(hotel.today, 3) },
    totals: [
      { tax_rate: 10, amount: 16_400, tax: 1_490 },
      { tax_rate: 0, amount: 800, tax: 0 },
    ],
  });
  const renewed = await must(post<ReceiptRecord>(id, 'receipt', {}));
  expect(renewed).toMatchObject({
    ...{ number: (paper.number ?? 0) + 1, amount: 8_600, replaces: receipt.number },
  });
  const again = await must(issue(id, { refund, addressee: '㈱鈴木', honorific: '御中' }));
  expect(again).toMatchObject({
    number: paper.number,
    addressee: '㈱鈴木',
    honorific: '御中',
    is_reissue: 1,
  });
  const log = await rawLog(hotel.databaseUrl);
  const stored = log.filter(
    ({ stream, type }) => stream === `reservation-${id}` && type?.startsWith('ReturnInvoice'),
  );
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain('鈴木');
});

it('papers that are asked for at once have numbers one after another', async () => {
  const stays = [await leavesEarly(), await leavesEarly(), await leavesEarly()];
  const others = [await leavesEarly(), await leavesEarly()];
  const papers = await Promise.all([
    ...stays.map(({ id, refund }) => must(issue(id, { refund }))),
    ...others.map(({ id }) => must(post<ReceiptRecord>(id, 'receipt', { kind: 'statement' }))),
  ]);
  const numbers = papers.map(({ number }) => number ?? 0).sort((a, b) => a - b);
  for (const [index, number] of numbers.entries()) expect(number).toBe((numbers[0] ?? 0) + index);
});

it('is refused for what is no refund, without a lower price, stale and unreadable; nothing is written', async () => {
  const { cash: payment_type } = hotel.ids;
  const { id } = await hotel.book({ total_fee: 24_600, csv_notes: '0' });
  await must(post(id, 'payments', { payment_type, amount: 24_600 }));
  await must(post(id, 'refunds', { payment_type, amount: 600, reason: '打ち間違い' }));
  const [payment, refund] = (
    await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)
  ).body.payments.map((one) => one.id) as [number, number];
  const before = (await rawLog(hotel.databaseUrl)).length;
  expect(errorsOf(await issue(id, { refund: payment }))).toEqual([422, 'unknown_refund']);
  expect(errorsOf(await issue(id, { refund }))).toEqual([409, 'nothing_returned']);
  expect((await preview(id, refund)).body.refusal).toMatch(/料金が下がっていない返金/);
  expect(errorsOf(await issue(id, { refund }, { 'if-match': '"1"' }))).toEqual([409, 'stale_version']);
  for (const wrong of [
    {},
    { refund: 'x' },
    { refund, honorific: '殿' },
    { refund, addressee: 1 },
    { refund, x: 1 },
  ])
    expect((await issue(id, wrong)).status).toBe(422);
  expect((await preview(id, payment)).status).toBe(400);
  const path = `/api/booking/${id}/return-invoice`;
  expect((await hotel.api.get<ReturnInvoiceRecord>(path)).body.refund).toBe(refund);
  expect((await hotel.api.get(`${path}?refund=x`)).status).toBe(400);
  expect((await preview(999_999, refund)).status).toBe(404);
  expect((await issue(999_999, { refund })).status).toBe(404);
  expect((await rawLog(hotel.databaseUrl)).length).toBe(before);
});
