import { addDays, monthOf } from '@domain/dates.js';
import { expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { LodgingTaxMonthRecord, LodgingTaxRuleRecord } from '@wire/lodging-tax.js';
import type { DailyPayments, ReceiptRecord } from '@wire/payment.js';
import { downloadPackage, UnpackedPackage } from '#tests/support/evidence-package.js';
import { tamper } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const KYOTO = {
  ...{ name: '京都市', first_day: '2026-03-01', is_included: 0 },
  levies: [
    {
      name: '京都市',
      brackets: [
        { from: 0, yen: 200 },
        { from: 6_000, yen: 400 },
      ],
    },
  ],
};
const stay = (from = 0) =>
  hotel.book({
    ...{ stay_start: addDays(hotel.today, from), stay_end: addDays(hotel.today, from + 3) },
    ...{ csv_notes: '0', total_fee: 24_600 },
  });
const account = async (id: number) => (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
const put = async (end: string, body: object, version: number) => {
  const headers = { 'if-match': `"${version}"` };
  const path = `/api/lodging-tax/rules/${end}`;
  return (await hotel.api.put<LodgingTaxRuleRecord & { bookings: number }>(path, body, headers)).body;
};

it('a rule that is changed, included in prices and retired counts for nights from that day on', async () => {
  const paid = await stay();
  await hotel.api.post(`/api/booking/${paid.id}/payment`, { payment_type: hotel.ids.cash, payment_flag: 1 });
  const { id: rule, version } = (await hotel.api.post<LodgingTaxRuleRecord>('/api/lodging-tax/rules', KYOTO))
    .body;
  const differences = async () => {
    const { body } = await hotel.api.get<DailyPayments>('/api/daily-payments');
    return body.differences.map(({ booking_id, before, after }) => [booking_id, before, after]);
  };
  expect(await differences()).toEqual([[paid.id, 24_600, 25_800]]);
  await hotel.api.post(`/api/booking/${paid.id}/payment`, { payment_type: hotel.ids.cash, payment_flag: 1 });
  await hotel.api.put(`/api/booking/${paid.id}`, { total_fee: 66_000 });
  expect((await differences()).at(-1)).toEqual([paid.id, 25_800, 67_200]);
  await hotel.api.put(`/api/booking/${paid.id}/cancel`);
  const { id } = await stay();
  const gone = await stay(-3);
  const left = await hotel.api.post(`/api/booking/${gone.id}/payment`, {
    payment_type: null,
    payment_flag: 1,
  });
  expect(left.body).toMatchObject({ balance: 0, payment_flag: 1 });
  const revenue = async () => {
    const { text } = await hotel.api.get(
      `/api/reports.csv?start_date=${hotel.today}&end_date=${hotel.today}&by=day`,
    );
    return text;
  };
  const before = await revenue();
  const included = await put(`${rule}`, { ...KYOTO, is_included: 1 }, version);
  expect(included).toMatchObject({ is_included: 1, counts_from: hotel.today, bookings: 1 });
  expect(await account(id)).toMatchObject({ balance: 24_600, lodging_tax: 0, lodging_tax_included: 1_200 });
  const paper = await hotel.api.post<ReceiptRecord>(`/api/booking/${id}/receipt`, { kind: 'statement' });
  expect(paper.body.lines.map(({ kind, amount }) => [kind, amount])).toEqual([['内宿泊税', 1_200]]);
  expect(paper.body.totals.map(({ amount }) => amount)).toEqual([23_400, 1_200]);
  expect(before).toContain('8200');
  expect(await revenue()).toContain('7800');
  const retired = await put(`${rule}/retired`, { is_retired: 1 }, included.version);
  expect(retired).toMatchObject({ is_retired: 1, bookings: 1 });
  expect(await account(id)).toMatchObject({ balance: 24_600, lodging_tax_included: 0 });
  const month = await hotel.api.get<LodgingTaxMonthRecord>(
    `/api/lodging-tax/month?month=${monthOf(hotel.today)}`,
  );
  expect(month.body).toMatchObject({ nights: 0, tax: 0 });
  const back = await put(`${rule}/retired`, { is_retired: 0 }, retired.version);
  expect(back).toMatchObject({ is_retired: 0, bookings: 1 });
  expect(await account(gone.id)).toMatchObject({ balance: 0, payment_flag: 1, lodging_taxes: [] });

  const told = async () => {
    const unpacked = new UnpackedPackage(await downloadPackage(hotel.url));
    const { lines } = await unpacked.verify();
    unpacked.remove();
    return lines.find((line) => line.includes('宿泊税の再計算'));
  };
  expect(await told()).toMatch(/^合格 +宿泊税の再計算: \d{4}-\d\d: \d 人泊 [\d,]+ 円/);
  await tamper(
    hotel.databaseUrl,
    `update event_log set payload = jsonb_set(payload::jsonb, '{spans,0,taxes,0,yen}', '100')::json
     where position = (select min(position) from event_log where type = 'LodgingTaxAssessed')`,
  );
  expect(await told()).toMatch(
    /^不合格 宿泊税の再計算: 位置 [\d,]+: .* の宿泊税が、その日の税率表と合いません。/,
  );
});
