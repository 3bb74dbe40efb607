import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { OpenCancellationFee } from '@wire/cancellation-fee.js';
import { must, upload } from '#tests/support/api-client.js';
import { type ChannelRow, channelFile, channelRow, goodRows } from '#tests/support/channel-file.js';
import { rawLog } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const line = (name: string, days_from: number, days_to: number | null, percent: number, more: object = {}) =>
  must(
    hotel.api.post('/api/cancellation_rules', {
      ...{ name, occasion: 'キャンセル', days_from, days_to, percent, ...more },
    }),
  );
beforeAll(async () => {
  await line('前日まで', 0, 1, 50);
  await line('3日前まで', 2, 3, 20);
  await line('楽天の前日', 0, 1, 80, { booking_source: '楽天' });
});

let numbers = 0;
/** A reservation of a site that arrives tomorrow, registered and then cancelled there at a time. */
const cancelled = async (cells: Partial<ChannelRow> = {}, at: string | null = `${hotel.today} 08:00:00`) => {
  numbers += 1;
  const [good] = goodRows(1, `FEE${numbers}-`);
  const stay = { チェックイン日: addDays(hotel.today, 1), チェックアウト日: addDays(hotel.today, 2) };
  const site = { 予約サイト名: 'じゃらん', 予約日時: `${addDays(hotel.today, -9)} 10:00:00` };
  const booked = channelRow({ ...good, 合計料金: '24600', ...site, ...stay, ...cells });
  const [first] = (await upload(hotel.url, channelFile([booked]), { query: '' })).body.results;
  const id = first?.booking_id ?? 0;
  expect(id).toBeGreaterThan(0);
  const end = { ...booked, 予約区分: 'キャンセル', キャンセル日時: at ?? '' };
  const [last] = (await upload(hotel.url, channelFile([end]), { query: '' })).body.results;
  expect(last).toMatchObject({ outcome: 'cancelled', booking_id: id });
  return id;
};
const open = async (id: number) =>
  (await must(hotel.api.get<OpenCancellationFee[]>('/api/cancellation-fees'))).find(
    ({ booking_id }) => booking_id === id,
  );
const decide = (id: number, body: object, headers: Record<string, string> = {}) =>
  hotel.api.post(`/api/booking/${id}/cancellation-fee`, body, headers);
const account = (id: number) => must(hotel.api.get<AccountRecord>(`/api/booking/${id}/account`));
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code),
];
const written = async () => (await rawLog(hotel.databaseUrl)).length;

describe('a cancellation that a channel sends', () => {
  it('charges nothing by itself, and proposes the fee of its source until staff charge it', async () => {
    const id = await cancelled();
    expect(await account(id)).toMatchObject({ charges: [], balance: 0 });
    expect(await open(id)).toMatchObject({
      ...{ amount: 12_300, tax_rate: 0, rule_name: '前日まで', total_fee: 24_600 },
      ...{ cancelled_on: hotel.today, booking_source: 'じゃらん', stay_start: addDays(hotel.today, 1) },
    });
    const atRakuten = await cancelled({ 予約サイト名: '楽天トラベル' });
    expect(await open(atRakuten)).toMatchObject({ amount: 19_680, rule_name: '楽天の前日' });
    await must(decide(id, { cancellation_fee: 12_300 }));
    expect(await account(id)).toMatchObject({
      balance: 12_300,
      charges: [{ kind: 'キャンセル料', amount: 12_300, tax_rate: 0, cancellation: { proposed: 12_300 } }],
    });
    expect(await open(id)).toBeUndefined();
    const again = await decide(id, { cancellation_fee: 12_300 });
    expect(errorsOf(again)).toEqual([409, 'cancellation_fee_charged']);
  });

  it('counts its days from the source’s own instant; one that says none, and one imported before it, from the import', async () => {
    const early = await cancelled({}, `${addDays(hotel.today, -2)} 15:00:00`);
    expect(await open(early)).toMatchObject({ amount: 4_920, rule_name: '3日前まで' });
    const past = await cancelled({}, `${addDays(hotel.today, -5)} 15:00:00`);
    expect(await open(past)).toBeUndefined();
    expect(errorsOf(await decide(early, { cancellation_fee: 4_919 }))).toEqual([
      422,
      'waiver_reason_missing',
    ]);
    await must(decide(early, { cancellation_fee: 4_920 }));
    expect(errorsOf(await decide(past, { cancellation_fee: 24_601 }))).toEqual([
      ...[422, 'cancellation_fee_above_total'],
    ]);
    const untimed = await cancelled({}, null);
    expect(await open(untimed)).toMatchObject({ cancelled_on: hotel.today, amount: 12_300 });
  });

  it('is waived with a reason, which undo takes back, and is charged again by redo', async () => {
    const id = await cancelled();
    const before = await written();
    expect(errorsOf(await decide(id, { cancellation_fee: 0 }))).toEqual([422, 'waiver_reason_missing']);
    for (const wrong of [{}, { cancellation_fee: -1 }, { cancellation_fee: 'x' }, { fee: 1 }])
      expect((await decide(id, wrong)).status).toBe(422);
    expect(await written()).toBe(before);
    const request = crypto.randomUUID();
    const body = { cancellation_fee: 0, cancellation_fee_reason: '台風のため' };
    await must(decide(id, body, { 'x-request-id': request }));
    expect(await account(id)).toMatchObject({
      balance: 0,
      charges: [{ amount: 0, cancellation: { proposed: 12_300, reason: '台風のため' } }],
    });
    expect(await open(id)).toBeUndefined();
    const undo = crypto.randomUUID();
    const reverse = (request_id: string, by: string) =>
      must(hotel.api.post('/api/reversals', { request_id, accept: 'all' }, { 'x-request-id': by }));
    await reverse(request, undo);
    expect(await open(id)).toMatchObject({ amount: 12_300 });
    await reverse(undo, crypto.randomUUID());
    expect(await account(id)).toMatchObject({ charges: [{ amount: 0 }] });
  });

  it('on two terminals at once is decided once; a booking that is not cancelled has none, nor one that staff cancelled', async () => {
    const id = await cancelled();
    const answers = await Promise.all([
      decide(id, { cancellation_fee: 12_300 }),
      decide(id, { cancellation_fee: 24_600 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { id: living } = await hotel.book({ stay_start: hotel.today, stay_end: addDays(hotel.today, 1) });
    expect(errorsOf(await decide(living, { cancellation_fee: 100 }))).toEqual([409, 'not_cancelled']);
    await must(hotel.api.put(`/api/booking/${living}/cancel`, {}));
    expect(await open(living)).toBeUndefined();
    expect((await decide(999_999, { cancellation_fee: 100 })).status).toBe(404);
  });
});
