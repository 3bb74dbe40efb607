import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import type { EventRecord } from '@wire/event-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { Answer } from '../../support/api-client.js';
import { importRows } from '../../support/channel-desk.js';
import { channelReservation } from '../../support/channel-file.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { rawLog } from '../../support/log-rows.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { expectRefusal } from '../../support/refusal.js';
import { openNode, type StoreNode } from '../../support/store-node.js';

// Who may be registered, settled or dismissed is decided in tests/domain/imports/decide-registration.test.ts.
let hotel: Hotel;
let node: StoreNode;

beforeAll(async () => {
  hotel = await startHotel();
  node = openNode(hotel.databaseUrl);
});
afterAll(async () => {
  await node.close();
  await hotel.stop();
});

const REASON = '電話で対応 09011112222 佐久間様';
const fetchCsv = async (id: number) =>
  (await hotel.api.get<CsvFormData>(`/api/fetch-csv-reservation-data/${id}`)).body;
const idsOf = async (status: string) =>
  (await hotel.api.get<CsvRecord[]>(`/api/csv-reservations?status=${status}`)).body.map(({ id }) => id);
const register = (csv_reservation_id: number, fields = {}): Promise<Answer<BookingRecord>> =>
  hotel.api.post('/api/booking', hotel.payload({ csv_reservation_id, ...fields }));
const giveBack = (id: number) =>
  hotel.api.put<{ response: boolean; error: string }>(`/api/booking/${id}/return-temairazu`);
const dismiss = (id: number, reason = REASON) =>
  hotel.api.put(`/api/csv-reservations/${id}/dismissed`, { is_dismissed: 1, reason });
const reopen = (id: number) => hotel.api.put(`/api/csv-reservations/${id}/dismissed`, { is_dismissed: 0 });

/** What must be refused, with nothing written. */
async function refuses(call: () => Promise<Answer<unknown>>, status: number, told: string | RegExp) {
  const before = await hotel.position();
  expectRefusal(await call(), status, told);
  expect(await hotel.position()).toBe(before);
}

describe('an imported record', () => {
  it("is read with the booking record's names, its group and paymentStatus", async () => {
    const shared = { bookingNumber: 'RY-GROUP', mensCount: 1, womensCount: 1, guestName2: '輸入 次郎' };
    const id = await hotel.importRecord({ ...shared, roomIndex: 1 });
    const second = await hotel.importRecord({ ...shared, roomIndex: 2, paymentFlag: 0 });
    await hotel.importRecord({ ...shared, site: 'じゃらんnet', bookingSource: 'じゃらん' });
    const { mess: _, ...names } = (await hotel.book()) as BookingRecord & { mess: string };
    const record = await fetchCsv(id);
    expect(Object.keys(record)).toEqual(expect.arrayContaining(Object.keys(names)));
    expect(record).toMatchObject({
      group: [id, second],
      paymentStatus: '済',
      payment_flag: 1,
      room_id: null,
      stay_start: '2096-01-10',
      guest_name_2: '輸入 次郎',
      gender_2: 'female',
      booking_source: '楽天',
      csv_notes: '300',
      coupon: 1,
      is_cancelled: 0,
    });
    expect(await fetchCsv(second)).toMatchObject({ group: [id, second], paymentStatus: '未' });
  });

  it('is listed by its status', async () => {
    const [failed, registered, cancelled] = [
      await hotel.importRecord(),
      await hotel.importRecord(),
      await hotel.importRecord(),
    ];
    await register(registered);
    await hotel.cancelImport(cancelled);
    const { body } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations');
    for (const [status, id] of Object.entries({ failed, registered, cancelled })) {
      expect(await idsOf(status)).toContain(id);
      expect(await idsOf(status)).toEqual(body.filter((one) => one.status === status).map((one) => one.id));
    }
  });
});

describe('csv_reservation_id on a new booking', () => {
  it('registers the record, once however many ask; payment and coupon come from it', async () => {
    const id = await hotel.importRecord();
    const answers = await Promise.all([register(id, { coupon: 0 }), register(id, { coupon: 0 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const booked = answers.find(({ status }) => status === 201)?.body;
    expect(booked).toMatchObject({ payment_flag: 1, payment_status: '済', coupon: 1 });
    expect(await fetchCsv(id)).toMatchObject({ status: 'registered', reason: null, booking_id: booked?.id });
    await refuses(() => register(id), 409, /既に登録/);
    const unpaid = await hotel.importRecord({ paymentFlag: 0, coupon: 0 });
    expect((await register(unpaid, { coupon: 1 })).body).toMatchObject({ payment_flag: 0, coupon: 0 });
  });

  it('leaves the record in the queue when the booking is refused', async () => {
    const id = await hotel.importRecord();
    await refuses(() => register(id, { guest_name_1: '' }), 422, /宿泊者名/);
    const { room_id } = await hotel.book();
    await refuses(() => register(id, { room_id }), 409, /既に予約/);
    expect(await fetchCsv(id)).toMatchObject({ status: 'failed', booking_id: null });
  });

  it('is refused for what is dismissed, or not there', async () => {
    const dismissed = await hotel.importRecord();
    await dismiss(dismissed);
    const DONE = 'この自動登録データは対応済みです。登録するには、失敗の一覧に戻してください。';
    await refuses(() => register(dismissed), 409, DONE);
    for (const nothing of [2_000_000_000, 0]) await refuses(() => register(nothing), 422, /自動登録データ/);
  });
});

describe('PUT /api/booking/{id}/return-temairazu', () => {
  it('cancels the booking and puts its record back into the failed queue, to be registered anew', async () => {
    const csv = await hotel.importRecord();
    const { body: booked } = await register(csv);
    expect(await giveBack(booked.id)).toMatchObject({ status: 200, body: { response: true } });
    const stored = await hotel.api.get<BookingRecord>(`/api/booking/${booked.id}`);
    expect(stored.body.is_cancelled).toBe(1);
    expect(await fetchCsv(csv)).toMatchObject({ status: 'failed', reason: '自動登録失敗に戻し' });
    expect((await register(csv, { room_id: booked.room_id })).status).toBe(201);
  });

  it.each([
    ['that came from no record', false, /^自動登録サービスから登録された予約では/],
    ['that is cancelled', true, /取り消/],
  ])('answers 200 with response false and a text for a booking %s', async (_, isImported, text) => {
    const { id } = isImported ? (await register(await hotel.importRecord())).body : await hotel.book();
    if (isImported) await hotel.api.put(`/api/booking/${id}/cancel`);
    const before = await hotel.position();
    const refused = { response: false, error: expect.stringMatching(text) };
    expect(await giveBack(id)).toMatchObject({ status: 200, body: refused });
    expect(await hotel.position()).toBe(before);
  });
});

describe('a change of a registered record that could not be applied', () => {
  /** A registered booking whose record came again. */
  async function unsettled() {
    const csv = await hotel.importRecord();
    const { body: booking } = await register(csv);
    await hotel.failImport(csv, '部屋移動不可');
    return { csv, booking, path: `/api/booking/${booking.id}` };
  }

  it('names the booking, and is settled by saving that one from the form', async () => {
    const { csv, booking, path } = await unsettled();
    const waits = { status: 'failed', reason: '部屋移動不可', booking_id: booking.id };
    expect(await fetchCsv(csv)).toMatchObject(waits);
    const save = (fields: object) => hotel.api.put(path, { ...fields, csv_reservation_id: csv });
    await refuses(() => save({ guest_name_1: '' }), 422, /宿泊者名/);
    await refuses(() => register(csv), 409, /登録済み/);
    const other = await hotel.book();
    const elsewhere = () => hotel.api.put(`/api/booking/${other.id}`, { csv_reservation_id: csv });
    await refuses(elsewhere, 409, 'この予約の自動登録データではありません。');
    expect(await fetchCsv(csv)).toMatchObject(waits);
    expect(await save({ stay_end: '2096-01-13' })).toMatchObject({ body: { stay_end: '2096-01-13' } });
    expect(await fetchCsv(csv)).toMatchObject({ status: 'registered', reason: null, booking_id: booking.id });
    await refuses(() => save({}), 409, /既に登録/);
  });
});

describe('a dismissed record', () => {
  const waiting = async () => (await hotel.api.get<HotelRecord>('/api/hotel')).body.auto_registration_failed;
  const tema = async (asOf = '') => {
    const path = `/api/booking_type_diff?start_date=2096-01-10&end_date=2096-01-10${asOf}`;
    const { body } = await hotel.api.get<Record<string, Record<string, number>>>(path);
    return body['2096-01-10']?.tema_normal_non_smoking ?? -1;
  };
  const undo = (request_id: string) => hotel.api.post('/api/reversals', { request_id, accept: 'all' });
  const requestIdOf = async (id: number) =>
    (await rawLog(hotel.databaseUrl)).filter(({ stream }) => stream === `csv-reservation-${id}`).at(-1)
      ?.request_id as string;

  it('is out of the queue, the badge and the counts, not in the past; put back it is in them again', async () => {
    const id = await hotel.importRecord();
    const then = `&as_of=${await hotel.position()}`;
    const [badge, count, { version }] = [await waiting(), await tema(), await fetchCsv(id)];
    const answer = await dismiss(id, ` ${REASON} `);
    expect(answer.body).toEqual({ id, version: version + 1, status: 'dismissed' });
    expect(await fetchCsv(id)).toMatchObject({
      status: 'dismissed',
      dismissed_reason: REASON,
      is_cancelled: 0,
    });
    expect([await idsOf('dismissed'), await idsOf('failed')]).toEqual([
      expect.arrayContaining([id]),
      expect.not.arrayContaining([id]),
    ]);
    expect([await waiting(), await tema(), await tema(then)]).toEqual([badge - 1, count - 1, count]);
    await refuses(
      () => hotel.api.post(`/api/csv-reservations/${id}/retry`, {}),
      409,
      /登録待ちではありません/,
    );
    expect((await reopen(id)).body).toEqual({ id, version: version + 2, status: 'failed' });
    expect(await fetchCsv(id)).toMatchObject({ reason: '空室なし', dismissed_reason: null });
    expect([await waiting(), await tema()]).toEqual([badge, count]);
    await dismiss(id);
    await hotel.api.post('/api/csv-reservations/retry', {});
    expect(await fetchCsv(id)).toMatchObject({ status: 'dismissed' });
  });

  it('is undone and done again by its request, unless it went on since', async () => {
    const id = await hotel.importRecord();
    await dismiss(id);
    const dismissal = await requestIdOf(id);
    const { body: preview } = await hotel.api.get(`/api/reversals/${dismissal}`);
    expect(preview).toMatchObject({ obstacles: [], changes: [{ changes: ['失敗の一覧に戻します'] }] });
    expect((await undo(dismissal)).status).toBe(200);
    expect(await fetchCsv(id)).toMatchObject({ status: 'failed', dismissed_reason: null });
    await refuses(() => undo(dismissal), 409, 'この操作は既に元に戻されています。');
    expect((await undo(await requestIdOf(id))).status).toBe(200);
    expect(await fetchCsv(id)).toMatchObject({ status: 'dismissed', dismissed_reason: REASON });
    const again = await requestIdOf(id);
    await reopen(id);
    await hotel.failImport(id, '定員超過');
    await dismiss(id, '重複');
    await refuses(() => undo(again), 409, /その後に更新/);
  });

  it('is reopened by a newer row of the channel, not by the same one', async () => {
    const row = { 予約番号: 'D-1', 部屋記号: 'ZZ', 部屋名称: '不明' };
    const [result] = await importRows(node.store, [channelReservation(row)]);
    const id = result?.csv_reservation_id as number;
    await dismiss(id);
    await importRows(node.store, [channelReservation(row)]);
    expect(await fetchCsv(id)).toMatchObject({ status: 'dismissed' });
    const change = { ...row, 予約区分: '予約変更', 変更日時: '2026-11-20 10:00:00' } as const;
    await importRows(node.store, [channelReservation(change)]);
    expect(await fetchCsv(id)).toMatchObject({
      status: 'failed',
      reason: '部屋タイプ未定義',
      dismissed_reason: null,
    });
    await dismiss(id);
    const cancel = { ...row, 予約区分: 'キャンセル', キャンセル日時: '2026-11-21 10:00:00' } as const;
    await importRows(node.store, [channelReservation(cancel)]);
    expect(await fetchCsv(id)).toMatchObject({ status: 'cancelled', dismissed_reason: null });
  });

  it('is told by the audit, the same once rebuilt, and erased with its reason', async () => {
    const id = await hotel.importRecord();
    await dismiss(id, '秘密の理由');
    const log = `/api/events?stream=csv-reservation-${id}&limit=10`;
    const { body } = await hotel.api.get<{ events: EventRecord[] }>(log);
    const told = body.events.find(({ type }) => type === 'CsvReservationDismissed');
    expect(told?.changes.map(({ label, after_text }) => `${label}: ${after_text}`)).toEqual([
      '登録状態: 対応済み',
      '対応済みの理由: 秘密の理由',
    ]);
    const live = await projectedRows(hotel.databaseUrl);
    await rebuildAll(hotel.databaseUrl);
    expect(await projectedRows(hotel.databaseUrl)).toEqual(live);
    await hotel.api.post(`/api/csv-reservations/${id}/erasure`, { reason: '請求' });
    expect(await fetchCsv(id)).toMatchObject({ status: 'cancelled', dismissed_reason: null });
    await refuses(() => reopen(id), 409, /対応済みではありません/);
    const texts = JSON.stringify(await rawLog(hotel.databaseUrl)) + (await hotel.api.get(log)).text;
    expect(texts).not.toContain('秘密の理由');
  });
});
