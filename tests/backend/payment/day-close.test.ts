import { addDays, type Day, monthOf } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventRecord } from '@wire/event-record.js';
import type { DailyPayments, DayClosed } from '@wire/payment.js';
import { createRecount } from '#backend/tools/evidence-verifier/recount.mjs';
import { must } from '#tests/support/api-client.js';
import { downloadPackage, UnpackedPackage } from '#tests/support/evidence-package.js';
import { rawLog, tamper } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
let cash = 0;
let card = 0;
let yesterday: Day;
let company = 0;
let bill = 0;
beforeAll(async () => {
  ({ cash, card } = hotel.ids);
  yesterday = addDays(hotel.today, -1);
  const { version, ...known } = (await hotel.api.get<Record<string, unknown>>('/api/hotel')).body;
  const named = { ...known, name: '試験ホテル', registration_number: 'T7123456789012' };
  await must(hotel.api.put('/api/hotel', named, { 'if-match': `"${version}"` }));
  const firm = { corporate_short_name: '試験商事', corporate_flag: 0 };
  company = (await must(hotel.api.post<{ id: number }>('/api/corporate_master', firm))).id;
  bill = (await must(hotel.api.post<{ id: number }>('/api/payment_master', { payment_name: '請求書払い' })))
    .id;
});

const dayOf = async (date: Day) =>
  (await hotel.api.get<DailyPayments>(`/api/daily-payments?date=${date}`)).body;
const take = async (amount: number, way = cash) => {
  const { id } = await hotel.book({ total_fee: 24_600, csv_notes: '0' });
  await hotel.api.post(`/api/booking/${id}/payments`, { payment_type: way, amount });
  return id;
};
/** Issues a 請求書 over 24,600, and a 適格返還請求書 over 16,400 of a stay that was paid by card. */
async function issuePapers() {
  const fields = { total_fee: 24_600, csv_notes: '0', corporateID: company, payment_type: bill };
  const { id: billed, stay_end } = await hotel.book(fields);
  const order = { corporate_id: company, booking_ids: [billed], month: monthOf(stay_end) };
  await must(hotel.api.post('/api/invoices', { ...order, due_day: stay_end }));
  const id = await take(24_600, card);
  const post = (what: string, body: object) => must(hotel.api.post(`/api/booking/${id}/${what}`, body));
  await post('charges', { kind: '値引', name: '早発ち', amount: 16_400, tax_rate: 10 });
  await post('refunds', { payment_type: card, amount: 16_400, reason: '早発ち' });
  const { payments } = (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
  await post('return-invoice', { refund: payments.at(-1)?.id });
}
const close = (date: Day, said: object) =>
  hotel.api.post<DayClosed>('/api/daily-payments/close', { date, ...said });
const codesOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { code: string }[] }).errors?.map(({ code }) => code) ?? [];
/** Puts the payments of a booking on the day before, as if they had been taken then. */
const onDayBefore = (id: number) =>
  tamper(
    hotel.databaseUrl,
    `update event_log set payload = (payload::jsonb || '{"paymentDay": "${yesterday}"}')::json
     where stream = 'reservation-${id}' and payload ->> 'paymentDay' is not null`,
  );
const recounted = async () => {
  const recount = createRecount();
  for (const row of await rawLog(hotel.databaseUrl)) {
    const { position, stream, type, payload, terminal } = row;
    const staff_id = row.staff_id === null ? null : Number(row.staff_id);
    recount.add({
      ...{ position: Number(position), stream: stream ?? '', type: type ?? '', payload: payload ?? '' },
      ...{ staff_id, terminal: terminal ?? null, recorded_at: row.recorded_at ?? '' },
    });
  }
  return recount;
};

/** Runs a package's own program offline and returns its verdict on the closed days, and on all it checked. */
async function packageVerdict() {
  const unpacked = new UnpackedPackage(await downloadPackage(hotel.url));
  const { lines } = await unpacked.verify();
  unpacked.remove();
  return [lines.find((line) => line.includes('日締めの再計算')), lines.at(-1)];
}

async function isRefused() {
  const { position, cash: before } = await dayOf(hotel.today);
  await take(8_000);
  const drawer = { float: 30_000, counted: 38_000 + before };
  const moved = await close(hotel.today, { ...drawer, seen: position });
  expect([moved.status, codesOf(moved)]).toEqual([409, ['day_moved']]);
  const seen = (await dayOf(hotel.today)).position;
  const ahead = await close(addDays(hotel.today, 1), { ...drawer, counted: 30_000, seen });
  expect([ahead.status, codesOf(ahead)]).toEqual([422, ['day_ahead']]);
  const missing = await close(hotel.today, { ...drawer, counted: 37_900 + before, seen });
  expect([missing.status, codesOf(missing)]).toEqual([422, ['remark_missing']]);
  for (const wrong of [
    { float: -1 },
    { counted: 'x' },
    { counted: 100_000_000 },
    { seen: null },
    { date: '2026-02-30' },
  ])
    expect((await close(hotel.today, { ...drawer, seen, ...wrong })).status).toBe(422);
  expect((await dayOf(hotel.today)).close).toBeNull();
}

async function isClosedOnce() {
  await take(24_600);
  await take(16_400, card);
  const paid = await take(8_200);
  await hotel.api.post(`/api/booking/${paid}/payments`, { payment_type: card, amount: 16_400 });
  await hotel.api.post(`/api/booking/${paid}/receipt`, {});
  const { position: seenBefore } = await dayOf(hotel.today);
  await issuePapers();
  const moved = await close(hotel.today, { float: 0, counted: 0, remark: 'x', seen: seenBefore });
  expect([moved.status, codesOf(moved)]).toEqual([409, ['day_moved']]);
  const open = await dayOf(hotel.today);
  const [person] = open.people;
  expect(person).toMatchObject({
    ...{ receipts: 1, receipt_amount: 24_600, statements: 0, sum: open.total.sum },
    ...{ returns: 1, return_amount: 16_400, invoices: 1, invoice_amount: 24_600 },
  });
  const said = {
    float: 30_000,
    counted: 30_000 + open.cash - 100,
    remark: '両替の誤り',
    seen: open.position,
  };
  const answers = await Promise.all([close(hotel.today, said), close(hotel.today, said)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(codesOf(refused as { body: unknown })).toEqual(['already_closed']);
  expect((refused?.body as { error?: string } | undefined)?.error).toMatch(
    /この日は既に締められています。（\d{4}\/\d\d\/\d\d \d\d:\d\d.*）$/,
  );
  const closed = await dayOf(hotel.today);
  expect(closed.close).toMatchObject({
    ...{ float: 30_000, cash: open.cash, counted: said.counted, difference: -100, remark: '両替の誤り' },
    checkpoint: { position: expect.any(Number) },
  });
  expect(closed.close?.checkpoint?.position).toBeGreaterThanOrEqual(closed.close?.position ?? 0);
  expect(closed.ways).toEqual(open.ways);
  const log = (await rawLog(hotel.databaseUrl)).filter(({ type }) => type === 'DayClosed');
  expect(log).toHaveLength(1);
  expect(log[0]?.payload).not.toContain('両替の誤り');
  expect(await recounted()).toMatchObject({ closed: 1, faults: [] });
  const { body } = await hotel.api.get<{ events: EventRecord[] }>('/api/events?type=DayClosed');
  expect(body.events[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'difference', after: -100 }),
  );
}

async function isFollowedByTheNextDay() {
  const before = await dayOf(hotel.today);
  expect(before.counting_day).toBe(addDays(hotel.today, 1));
  const id = await take(24_600);
  const { body } = await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`);
  expect(body.payments[0]?.day).toBe(addDays(hotel.today, 1));
  await hotel.api.post(`/api/booking/${id}/receipt`, {});
  await issuePapers();
  const after = await dayOf(hotel.today);
  expect({ ...after, position: 0 }).toEqual({ ...before, position: 0 });
  const next = await dayOf(addDays(hotel.today, 1));
  expect(next).toMatchObject({ cash: 24_600, last_float: 30_000, close: null });
  expect(next.people[0]).toMatchObject({
    ...{ receipts: 1, receipt_amount: 24_600, returns: 1, return_amount: 16_400 },
    ...{ invoices: 1, invoice_amount: 24_600 },
  });
  expect((await recounted()).faults).toEqual([]);
}

async function listsCorrections() {
  const [first, second] = [await take(8_000), await take(5_000)];
  await onDayBefore(first);
  await onDayBefore(second);
  const open = await dayOf(yesterday);
  expect(open).toMatchObject({ cash: 13_000, corrections: [] });
  const said = { float: 30_000, counted: 43_000, seen: open.position };
  expect((await close(yesterday, said)).body).toMatchObject({ date: yesterday, difference: 0 });
  const refund = { payment_type: cash, amount: 3_000, reason: '早めのご出発' };
  await hotel.api.post(`/api/booking/${first}/refunds`, refund);
  await hotel.api.post<BookingRecord>(`/api/booking/${second}/payments`, {
    payment_type: card,
    amount: 1_000,
  });
  const closed = await dayOf(yesterday);
  expect(closed.corrections).toHaveLength(1);
  expect(closed.corrections[0]).toMatchObject({
    booking_id: first,
    amount: -3_000,
    date: addDays(hotel.today, 1),
  });
  expect(closed.cash).toBe(13_000);
  const { text } = await hotel.api.get(`/api/daily-payments.csv?date=${yesterday}`);
  expect(text).toMatch(/訂正.*-3000/);
  expect(text).toContain('過不足');
}

async function isRecounted() {
  const { faults, closed } = await recounted();
  expect({ faults, closed }).toEqual({ faults: [], closed: 2 });
  const own = `type = 'PaymentTaken' and payload ->> 'paymentDay' = '${hotel.today}'`;
  const raise = (by: number) =>
    tamper(
      hotel.databaseUrl,
      `update event_log set payload = jsonb_set(payload::jsonb, '{moved,0,amount}',
         to_jsonb((payload -> 'moved' -> 0 ->> 'amount')::int + ${by}))::json
       where position = (select min(position) from event_log where ${own})`,
    );
  await raise(1);
  const { faults: found } = await recounted();
  expect(found.map(({ text }) => text).join()).toContain('支払方法ごとの金額');
  expect((await packageVerdict())[0]).toMatch(/^不合格 日締めの再計算: 位置 [\d,]+: .*支払方法ごとの金額/);
  await raise(-1);
  for (const [type, amounts] of [
    ['ReturnInvoiceIssued', '{returnTotals,0,amount}'],
    ['InvoiceIssued', '{stays,0,amount}'],
  ]) {
    const change = (amount: string) =>
      tamper(
        hotel.databaseUrl,
        `update event_log set payload = jsonb_set(payload::jsonb, '${amounts}', '${amount}')::json
         where position = (select min(position) from event_log where type = '${type}')`,
      );
    await change('1');
    const texts = (await recounted()).faults.map(({ text }) => text);
    expect(texts).toEqual([`${hotel.today} の書類の件数と金額が、ログから数えたものと違います。`]);
    await change(type === 'InvoiceIssued' ? '24600' : '16400');
  }
  const id = await take(700);
  await onDayBefore(id);
  expect((await recounted()).faults.map(({ text }) => text)).toEqual([
    `締めた後の ${yesterday} に入金があります。`,
  ]);
}

describe('closing a day', () => {
  it('fixes figures that were seen, for good: what comes later counts on the next day, and the log recounts them', async () => {
    await isRefused();
    await isClosedOnce();
    await isFollowedByTheNextDay();
    const same = '締めた 1 日の金額は、ログから数え直したものと同じです。';
    expect(await packageVerdict()).toEqual([`合格   日締めの再計算: ${same}`, '判定: 合格']);
    await listsCorrections();
    await isRecounted();
  });
});
