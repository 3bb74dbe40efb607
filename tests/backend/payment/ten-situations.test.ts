import { addDays, addMonths, type Day, lastDayOf, monthOf } from '@domain/dates.js';
import { beforeAll, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { InvoiceRecord, InvoiceWritten, Receivables } from '@wire/invoice.js';
import type { DailyPayments, DayClosed, ReceiptRecord } from '@wire/payment.js';
import type { Report } from '@wire/report.js';
import type { ReturnInvoiceRecord } from '@wire/return-invoice.js';
import { must, upload } from '#tests/support/api-client.js';
import { channelFile, goodRows } from '#tests/support/channel-file.js';
import { downloadPackage, UnpackedPackage } from '#tests/support/evidence-package.js';
import { sharedHotel } from '#tests/support/shared.js';

/*
 * Situations at a counter in a hotel that has everything at once: 10 % in its prices, the 宿泊税 of 京都市 beside them,
 * a 登録番号, rules for cancellations, companies that pay by 請求書. The day is closed before or after any of them.
 */
const hotel = sharedHotel();
const BRACKETS = [
  { from: 0, yen: 200 },
  { from: 6_000, yen: 400 },
  { from: 20_000, yen: 1_000 },
  { from: 50_000, yen: 4_000 },
  { from: 100_000, yen: 10_000 },
];
const levies = [{ name: '京都市', brackets: BRACKETS }];
const single = { mens_count: 1, womens_count: 0, gender_1: 'male', gender_2: null, guest_name_2: '' };
let cash = 0;
let card = 0;

const book = (nights: number, total_fee: number, fields: Record<string, unknown> = {}) =>
  hotel.book({
    ...{ stay_start: hotel.today, stay_end: addDays(hotel.today, nights), csv_notes: '0' },
    ...{ total_fee, ...single, ...fields },
  });
const post = <Body = BookingRecord>(id: number, what: string, body: object) =>
  must(hotel.api.post<Body>(`/api/booking/${id}/${what}`, body));
const account = (id: number) => must(hotel.api.get<AccountRecord>(`/api/booking/${id}/account`));
const pay = (id: number, payment_type: number, amount: number) =>
  post(id, 'payments', { payment_type, amount });
const receipt = (id: number, body: object = {}) => post<ReceiptRecord>(id, 'receipt', body);
const dayOf = (date: Day) => must(hotel.api.get<DailyPayments>(`/api/daily-payments?date=${date}`));
/** The cash of today and of the day that payments count on once today is closed. */
const drawer = async () => (await dayOf(hotel.today)).cash + (await dayOf(addDays(hotel.today, 1))).cash;
const report = async (): Promise<Report['total']> => {
  const range = `start_date=${hotel.today}&end_date=${addDays(hotel.today, 2)}`;
  return (await must(hotel.api.get<Report>(`/api/reports?${range}`))).total;
};

beforeAll(async () => {
  ({ cash, card } = hotel.ids);
  const { version, ...known } = await must(hotel.api.get<Record<string, unknown>>('/api/hotel'));
  const named = { ...known, name: '試験ホテル', registration_number: 'T7123456789012' };
  await must(hotel.api.put('/api/hotel', named, { 'if-match': `"${version}"` }));
  const tax = { name: '京都市', first_day: '2026-03-01', is_included: 0, exemptions: [], levies };
  await must(hotel.api.post('/api/lodging-tax/rules', tax));
  const rule = (body: object) => must(hotel.api.post('/api/cancellation_rules', body));
  await rule({ name: '前日', occasion: 'キャンセル', days_from: 0, days_to: 1, percent: 50 });
  await rule({ name: 'ノーショー', occasion: 'ノーショー', percent: 100 });
});

it('1: three nights for 24,600 in cash are 25,800 with the 宿泊税, which is a line of its own on the 領収書', async () => {
  const before = await drawer();
  const { id } = await book(3, 24_600);
  expect(await account(id)).toMatchObject({ fee: 24_600, lodging_tax: 1_200, balance: 25_800 });
  await pay(id, cash, 25_800);
  expect(await receipt(id)).toMatchObject({
    ...{ kind: 'receipt', amount: 25_800 },
    totals: [
      { tax_rate: 10, amount: 24_600, tax: 2_236 },
      { tax_rate: 0, amount: 1_200, tax: 0 },
    ],
  });
  expect((await drawer()) - before).toBe(25_800);
});

it('2: who leaves after one night of three gets 16,400 and 800 of 宿泊税 back, with a 適格返還請求書', async () => {
  const { id } = await book(3, 24_600);
  await post(id, 'check-in', {});
  await pay(id, cash, 25_800);
  const first = await receipt(id);
  const before = await drawer();
  await must(hotel.api.put(`/api/booking/${id}`, { stay_end: addDays(hotel.today, 1) }));
  await post(id, 'charges', { kind: '値引', name: '早発ち', tax_rate: 10, amount: 16_400 });
  expect(await account(id)).toMatchObject({ lodging_tax: 400, balance: -17_200 });
  await post(id, 'refunds', { payment_type: cash, amount: 17_200, reason: '早発ち' });
  expect(await account(id)).toMatchObject({ balance: 0, payment_flag: 1 });
  expect((await drawer()) - before).toBe(-17_200);
  const refund = (await account(id)).payments.at(-1)?.id;
  expect(await post<ReturnInvoiceRecord>(id, 'return-invoice', { refund })).toMatchObject({
    totals: [
      { tax_rate: 10, amount: 16_400 },
      { tax_rate: 0, amount: 800 },
    ],
  });
  expect(await receipt(id)).toMatchObject({ amount: 8_600, replaces: first.number });
});

it('3: a stay that a booking site was paid for owes the 宿泊税 alone; its paper is a 宿泊明細書 with the points', async () => {
  const row = { 支払方法: 'オンラインカード決済', 合計料金: '66000', ポイント: '1500', 請求料金: '64500' };
  const rows = goodRows(1, 'TEN').map((good) => ({ ...good, ...row }));
  const [result] = (await upload(hotel.url, channelFile(rows), { query: '' })).body.results;
  const id = result?.booking_id ?? 0;
  const { lodging_tax, ...rest } = await account(id);
  expect(rest).toMatchObject({ fee: 64_500, prepaid: 64_500, balance: lodging_tax, payment_flag: 0 });
  expect(lodging_tax).toBeGreaterThan(0);
  const shown = await must(hotel.api.get<ReceiptRecord>(`/api/booking/${id}/receipt`));
  expect(shown).toMatchObject({ kind: 'statement', stay: { used_points: 1_500 } });
  await pay(id, cash, lodging_tax);
  expect(await receipt(id)).toMatchObject({ kind: 'receipt', amount: lodging_tax });
});

it('4: two rooms of a party are paid by two guests, 25,000 and the rest; the receipts add up', async () => {
  const one = await book(1, 20_000);
  const { id: other } = await book(1, 20_000, { party_of: one.id });
  const tax = (await account(one.id)).lodging_tax;
  expect(tax).toBe(400);
  await pay(one.id, card, 20_000 + tax);
  await pay(other, card, 5_000 - tax);
  await pay(other, cash, 15_000 + 2 * tax);
  expect([(await account(one.id)).balance, (await account(other)).balance]).toEqual([0, 0]);
  const papers = [await receipt(one.id), await receipt(other)];
  expect(papers.reduce((sum, { amount }) => sum + amount, 0)).toBe(40_000 + 2 * tax);
});

it('5: breakfasts at 10 % and a lunch box at 8 % stand on the paper by rate', async () => {
  const { id } = await book(1, 8_200);
  await post(id, 'charges', { kind: '追加', name: '朝食 2名', amount: 3_000, tax_rate: 10 });
  await post(id, 'charges', { kind: '追加', name: '弁当', amount: 800, tax_rate: 8 });
  await pay(id, cash, 8_200 + 3_000 + 800 + 400);
  expect((await receipt(id)).totals).toEqual([
    { tax_rate: 10, amount: 11_200, tax: 1_018 },
    { tax_rate: 8, amount: 800, tax: 59 },
    { tax_rate: 0, amount: 400, tax: 0 },
  ]);
});

it('6: half of the fee is owed for a cancellation, without 宿泊税, and is no revenue of rooms', async () => {
  const before = await report();
  const { id } = await book(3, 24_600);
  await must(hotel.api.put(`/api/booking/${id}/cancel`, { cancellation_fee: 12_300 }));
  expect(await account(id)).toMatchObject({ lodging_tax: 0, charged: 12_300, balance: 12_300 });
  await pay(id, card, 12_300);
  expect(await receipt(id)).toMatchObject({
    ...{ kind: 'receipt', amount: 12_300, note: 'キャンセル料として' },
    totals: [{ tax_rate: 0, amount: 12_300, tax: 0 }],
  });
  const after = await report();
  expect(after.cancellation_fees - before.cancellation_fees).toBe(12_300);
  expect(after.revenue).toBe(before.revenue);
});

it('7: of the whole fee of a no-show 4,000 are charged, with the reason', async () => {
  const { id } = await book(1, 8_200);
  const said = { cancellation_fee: 4_000, cancellation_fee_reason: '台風のため' };
  await post(id, 'no-show', said);
  const { charges, ...rest } = await account(id);
  expect(rest).toMatchObject({ lodging_tax: 0, balance: 4_000 });
  expect(charges).toMatchObject([{ amount: 4_000, cancellation: { proposed: 8_200, reason: '台風のため' } }]);
});

it('8: four stays of a company are billed with their 宿泊税; 8,400 stay open of it', async () => {
  const way = await must(
    hotel.api.post<{ id: number }>('/api/payment_master', { payment_name: '請求書払い' }),
  );
  const named = { corporate_short_name: '試験商事', corporate_flag: 0 };
  const company = await must(hotel.api.post<{ id: number }>('/api/corporate_master', named));
  const stays = [];
  for (let count = 0; count < 4; count += 1) {
    const { id } = await book(3, 23_400, { corporateID: company.id, payment_type: way.id });
    await post(id, 'check-in', {});
    stays.push(id);
  }
  const month = monthOf(addDays(hotel.today, 3));
  const order = { corporate_id: company.id, booking_ids: stays, month };
  const due_day = lastDayOf(addMonths(month, 1));
  const made = await must(hotel.api.post<InvoiceWritten>('/api/invoices', { ...order, due_day }));
  const invoice = () => must(hotel.api.get<InvoiceRecord>(`/api/invoices/${made.id}`));
  expect(await invoice()).toMatchObject({
    amount: 98_400,
    totals: [
      { tax_rate: 10, amount: 93_600 },
      { tax_rate: 0, amount: 4_800 },
    ],
  });
  const ways = [{ payment_type: card, amount: 90_000 }];
  await must(hotel.api.post(`/api/invoices/${made.id}/payments`, { ways }));
  expect(await invoice()).toMatchObject({ paid: 90_000, open: 8_400, state: 'partly' });
  const { companies } = await must(hotel.api.get<Receivables>(`/api/receivables?month=${month}`));
  expect(companies.find(({ corporate_id }) => corporate_id === company.id)).toMatchObject({ sum: 8_400 });
});

it('9: of two terminals that take the same money the second is told', async () => {
  const { id } = await book(1, 8_000);
  const take = (terminal: string) =>
    hotel.api.post(
      `/api/booking/${id}/payments`,
      { payment_type: cash, amount: 8_400 },
      { 'x-terminal-name': terminal },
    );
  const answers = await Promise.all([take('front-1'), take('front-2')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await account(id)).toMatchObject({ balance: 0, payments: [{ ways: [{ amount: 8_400 }] }] });
  const refused = answers.find(({ status }) => status === 409)?.body;
  expect(JSON.stringify(refused)).toMatch(/お支払いの残りはありません。最後の入金: .*front-[12]/);
});

it('10: a day is closed with −100; what corrects it later stands on the next day, and both sums are right', async () => {
  const { id } = await book(1, 8_200);
  await pay(id, cash, 8_600);
  const open = await dayOf(hotel.today);
  const said = {
    float: 30_000,
    counted: 30_000 + open.cash - 100,
    remark: '両替の誤り',
    seen: open.position,
  };
  const closed = await must(
    hotel.api.post<DayClosed>('/api/daily-payments/close', { date: hotel.today, ...said }),
  );
  expect(closed).toMatchObject({ date: hotel.today, difference: -100 });
  const tomorrow = addDays(hotel.today, 1);
  await post(id, 'refunds', { payment_type: cash, amount: 600, reason: '打ち間違い' });
  const { corrections, ...today } = await dayOf(hotel.today);
  expect(corrections).toMatchObject([{ booking_id: id, amount: -600, date: tomorrow }]);
  expect(today).toMatchObject({
    cash: open.cash,
    total: open.total,
    close: { cash: open.cash, difference: -100 },
  });
  expect(await dayOf(tomorrow)).toMatchObject({ cash: -600, total: { sum: -600 }, close: null });
  const unpacked = new UnpackedPackage(await downloadPackage(hotel.url));
  const { lines } = await unpacked.verify();
  unpacked.remove();
  expect([lines.find((line) => line.includes('日締めの再計算')), lines.at(-1)]).toEqual([
    expect.stringMatching(/^合格 /),
    '判定: 合格',
  ]);
});
