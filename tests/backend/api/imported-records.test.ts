import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type {
  RecordRooms,
  RetryAllResult,
  RetryResult,
  RoomTypeMappingRecord,
  RoomTypeMappings,
} from '@wire/csv-actions.js';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import type { EventRecord } from '@wire/event-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { Answer } from '#tests/support/api-client.js';
import { importRows } from '#tests/support/channel-desk.js';
import { type ChannelRow, channelReservation } from '#tests/support/channel-file.js';
import { rawLog } from '#tests/support/log-rows.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { expectRefusal, refuses as refusesAt } from '#tests/support/refusal.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';

// Who may be registered, tried again, settled or dismissed: tests/domain/imports/plan-registration.test.ts.
const hotel = sharedHotel();
const node = sharedNodeOn(() => hotel.databaseUrl);

const REASON = '電話で対応 09011112222 佐久間様';
const MAPPINGS = '/api/room-type-mappings';
const refuses = (call: () => Promise<Answer<unknown>>, status: number, told: string | RegExp) =>
  refusesAt(hotel, call, status, told);
const fetchCsv = async (id: number) =>
  (await hotel.api.get<CsvFormData>(`/api/fetch-csv-reservation-data/${id}`)).body;
const listed = async (status: string) =>
  (await hotel.api.get<CsvRecord[]>(`/api/csv-reservations?status=${status}`)).body;
const register = (csv_reservation_id: number, fields = {}) =>
  hotel.api.post<BookingRecord>('/api/booking', hotel.payload({ csv_reservation_id, ...fields }));
const retry = (id: number) => hotel.api.post<RetryResult>(`/api/csv-reservations/${id}/retry`, {});
const retryAll = async (body = {}) =>
  (await hotel.api.post<RetryAllResult>('/api/csv-reservations/retry', body)).body;
const giveBack = (id: number) =>
  hotel.api.put<{ response: boolean; error: string }>(`/api/booking/${id}/return-temairazu`);
const dismiss = (id: number, reason = REASON) =>
  hotel.api.put(`/api/csv-reservations/${id}/dismissed`, { is_dismissed: 1, reason });
const reopen = (id: number) => hotel.api.put(`/api/csv-reservations/${id}/dismissed`, { is_dismissed: 0 });
const temaOf = async (date: string, asOf = '') => {
  const path = `/api/booking_type_diff?start_date=${date}&end_date=${date}${asOf}`;
  const { body } = await hotel.api.get<Record<string, Record<string, number>>>(path);
  return body[date]?.tema_normal_non_smoking ?? -1;
};

let numbers = 0;
/** Takes in a row of the channel: of the type that only room 701 is of, unless it says otherwise. */
async function take(cells: Partial<ChannelRow>) {
  const number = cells.予約番号 ?? `T${++numbers}`;
  const twin = { 部屋記号: 'NT', 部屋名称: '禁煙ツイン', 男性人数: '2' };
  const row = channelReservation({ ...twin, 予約番号: number, ...cells });
  const [result] = await importRows(node.store, [row]);
  return { id: result?.csv_reservation_id as number, bookingId: result?.booking_id ?? null, number };
}
const february = (start: number): Partial<ChannelRow> => ({
  チェックイン日: `2096-02-${String(start).padStart(2, '0')}`,
  チェックアウト日: `2096-02-${String(start + 1).padStart(2, '0')}`,
});

beforeAll(async () => {
  const { status } = await hotel.api.post(MAPPINGS, { room_type: 'NT', categories: ['twin_non_smoking'] });
  expect(status).toBe(201);
});

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

  it('knows its duplicates, its group and, once it has one, the room of its booking', async () => {
    const twin = { ...february(20), 電話番号: '03-1111-2222' };
    const first = await take({ ...twin, 部屋数: '2', 男性人数: '3' });
    const second = (await listed('failed')).find((one) => one.booking_number === first.number);
    expect(second).toMatchObject({
      room_index: 2,
      kind: '予約',
      file: null,
      duplicates: [],
      reason: '空室なし',
    });
    const other = await take({ ...twin, 電話番号: '+81 3 1111 2222' });
    const same = { booking_number: first.number };
    expect((await fetchCsv(other.id)).duplicates).toMatchObject([same, same]);
    const registered = (await listed('registered')).find((one) => one.booking_number === first.number);
    expect(await fetchCsv(registered?.id ?? 0)).toMatchObject({
      group: [registered?.id, second?.id],
      borderRoom: '701',
      room_id: expect.any(Number),
      booking_version: 1,
    });
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
    const { room_id } = await hotel.book();
    await refuses(() => register(id, { room_id }), 409, /既に予約/);
    expect(await fetchCsv(id)).toMatchObject({ status: 'failed', booking_id: null });
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

it('a change that could not be applied names its booking, and is settled by saving that one, its payment taken along', async () => {
  const { id, bookingId, number } = await take(february(22));
  const change = { 予約番号: number, 予約区分: '予約変更', 変更日時: '2026-11-20 10:00:00' } as const;
  await take({ ...february(22), ...change, 支払方法: '事前決済', 部屋記号: 'ZZ', 部屋名称: '不明' });
  const waits = { status: 'failed', reason: '部屋タイプ未定義', booking_id: bookingId };
  expect(await fetchCsv(id)).toMatchObject(waits);
  const save = (fields: object) =>
    hotel.api.put(`/api/booking/${bookingId}`, { ...fields, csv_reservation_id: id });
  await refuses(() => save({ guest_name_1: '' }), 422, /宿泊者名/);
  await refuses(() => register(id), 409, /登録済み/);
  const other = await hotel.book();
  const elsewhere = () => hotel.api.put(`/api/booking/${other.id}`, { csv_reservation_id: id });
  await refuses(elsewhere, 409, 'この予約の自動登録データではありません。');
  expect(await fetchCsv(id)).toMatchObject(waits);
  const saved = { stay_end: '2096-02-24', payment_flag: 1, payment_status: '済' };
  expect((await save({ stay_end: '2096-02-24' })).body).toMatchObject(saved);
  expect(await fetchCsv(id)).toMatchObject({ status: 'registered', reason: null, booking_id: bookingId });
  await refuses(() => save({}), 409, /既に登録/);
});

describe('a failed record tried once more', () => {
  it('is registered once a room is free; as long as it fails as before, nothing is written', async () => {
    const [first, second] = [await take(february(1)), await take(february(1))];
    const before = await fetchCsv(second.id);
    expect((await retry(second.id)).body).toMatchObject({ outcome: 'failed', reason: '空室なし' });
    expect(await fetchCsv(second.id)).toEqual(before);
    await hotel.api.put(`/api/booking/${first.bookingId}/cancel`);
    const { status, body } = await retry(second.id);
    const done = { outcome: 'registered', reason: null, detail: '', booking_id: expect.any(Number) };
    expect({ status, body }).toEqual({ status: 200, body: done });
    expect(await fetchCsv(second.id)).toMatchObject({ status: 'registered', booking_id: body.booking_id });
  });

  it('is so with all others, but not among them when staff returned or dismissed it, or it is a cancellation', async () => {
    for (const { id } of await listed('failed')) await dismiss(id);
    const returned = await take(february(4));
    await giveBack(returned.bookingId ?? 0);
    const first = await take(february(5));
    await take(february(5));
    await hotel.api.put(`/api/booking/${first.bookingId}/cancel`);
    const cells = { ...february(13), 予約区分: 'キャンセル', キャンセル日時: '2026-11-20 12:00:00' } as const;
    const cancellation = await take(cells);
    expect(await retryAll({ reason: '定員超過' })).toMatchObject({ retried: 0 });
    expect(await retryAll({ ids: [returned.id, cancellation.id] })).toMatchObject({ retried: 0 });
    const many = () => hotel.api.post('/api/csv-reservations/retry', { ids: Array(101).fill(1) });
    await refuses(many, 422, '再試行できるのは一度に100件までです。');
    expect(await retryAll()).toMatchObject({ retried: 1, registered: 1, failed: 0, next: null });
    expect(await fetchCsv(returned.id)).toMatchObject({ status: 'failed', reason: '自動登録失敗に戻し' });
    expect((await retry(returned.id)).body).toMatchObject({ outcome: 'registered' });

    const { id } = cancellation;
    expect(await fetchCsv(id)).toMatchObject({ status: 'failed', reason: '元予約なし', kind: 'キャンセル' });
    for (const call of [() => register(id), () => retry(id)]) {
      await refuses(call, 409, 'キャンセルの通知は登録できません。');
    }
  });
});

describe('the rooms that a record is offered', () => {
  it('are the free ones that suit it, whether or not its type is mapped; a reason where there is none', async () => {
    const rooms = async (id: number) =>
      (await hotel.api.get<RecordRooms>(`/api/csv-reservations/${id}/rooms`)).body;
    const unmapped = { 部屋記号: 'ZZ', 部屋名称: '不明' };
    const { id } = await take({ ...february(27), ...unmapped });
    const offered = await rooms(id);
    expect(offered).toMatchObject({
      rooms: [{ room_number: '701', year: 2096, month: 2 }],
      empty_because: null,
    });
    const booked = { room_id: offered.rooms[0]?.id, stay_start: '2096-02-27', stay_end: '2096-02-28' };
    const { body } = await register(id, { ...booked, mens_count: 2, womens_count: 0 });
    expect(body).toMatchObject({ room_id: offered.rooms[0]?.id });
    const second = await take({ ...february(27), ...unmapped });
    const message = '条件に合う部屋は、指定された期間にすべて予約されています。';
    expect(await rooms(second.id)).toEqual({ rooms: [], of_type: 0, empty_because: message });
    const nowhere = await take({ ...february(27), チェックアウト日: '未定' });
    expect(await rooms(nowhere.id)).toEqual({ rooms: [], of_type: 0, empty_because: null });
    const asked = await hotel.api.get('/api/csv-reservations/999999/rooms');
    expectRefusal(asked, 404, '自動登録データが見つかりません。');
    for (const one of [second, nowhere]) await dismiss(one.id);
  });
});

describe('room type mappings', () => {
  it('tell what has none; once it has one, what failed for it can be registered and counts', async () => {
    const { id } = await take({ ...february(10), 部屋記号: 'ND', 部屋名称: '禁煙ダブル', 男性人数: '1' });
    const unmapped = async () => (await hotel.api.get<RoomTypeMappings>(MAPPINGS)).body.unmapped;
    expect(await unmapped()).toContainEqual({ room_symbol: 'ND', room_name: '禁煙ダブル', count: 1 });
    const body = { room_type: ' ND ', categories: ['normal_non_smoking'] };
    const made = await hotel.api.post<RoomTypeMappingRecord>(MAPPINGS, body);
    expect(made.body).toEqual({ ...body, room_type: 'ND', id: expect.any(Number), version: 1 });
    expect((await unmapped()).map(({ room_symbol }) => room_symbol)).not.toContain('ND');
    expect(await temaOf('2096-02-10')).toBe(0);
    expect((await retry(id)).body).toMatchObject({ outcome: 'registered' });
    expect(await temaOf('2096-02-10')).toBe(1);
  });

  it('are changed in place, and never twice for one room type', async () => {
    const first = { room_type: 'X1', categories: ['twin_smoking'] };
    const { body } = await hotel.api.post<RoomTypeMappingRecord>(MAPPINGS, first);
    const both = { room_type: 'X1', categories: ['twin_non_smoking', 'twin_smoking'] };
    const changed = await hotel.api.put<RoomTypeMappingRecord>(`${MAPPINGS}/${body.id}`, both);
    expect(changed.body).toMatchObject({ version: 2, categories: ['twin_smoking', 'twin_non_smoking'] });
    expectRefusal(await hotel.api.post(MAPPINGS, both), 422, /既に定義/);
    expectRefusal(await hotel.api.post(MAPPINGS, { room_type: 'X2', categories: [] }), 422, /区分/);
  });
});

describe('a dismissed record', () => {
  const waiting = async () => (await hotel.api.get<HotelRecord>('/api/hotel')).body.auto_registration_failed;
  const undo = (request_id: string) => hotel.api.post('/api/reversals', { request_id, accept: 'all' });
  const requestIdOf = async (id: number) =>
    (await rawLog(hotel.databaseUrl)).filter(({ stream }) => stream === `csv-reservation-${id}`).at(-1)
      ?.request_id as string;

  it('is out of the queue, the badge and the counts, not in the past; put back it is in them again', async () => {
    const id = await hotel.importRecord();
    const then = `&as_of=${await hotel.position()}`;
    const tema = (asOf = '') => temaOf('2096-01-10', asOf);
    const [badge, count, { version }] = [await waiting(), await tema(), await fetchCsv(id)];
    const answer = await dismiss(id, ` ${REASON} `);
    expect(answer.body).toEqual({ id, version: version + 1, status: 'dismissed' });
    const dismissed = { status: 'dismissed', dismissed_reason: REASON, is_cancelled: 0 };
    expect(await fetchCsv(id)).toMatchObject(dismissed);
    expect((await listed('dismissed')).map((one) => one.id)).toContain(id);
    expect((await listed('failed')).map((one) => one.id)).not.toContain(id);
    expect([await waiting(), await tema(), await tema(then)]).toEqual([badge - 1, count - 1, count]);
    await refuses(() => retry(id), 409, /登録待ちではありません/);
    const DONE = 'この自動登録データは対応済みです。登録するには、失敗の一覧に戻してください。';
    await refuses(() => register(id), 409, DONE);
    expect((await reopen(id)).body).toEqual({ id, version: version + 2, status: 'failed' });
    expect(await fetchCsv(id)).toMatchObject({ reason: '空室なし', dismissed_reason: null });
    expect([await waiting(), await tema()]).toEqual([badge, count]);
    await dismiss(id);
    await retryAll();
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
    await dismiss(id, '重複');
    await refuses(() => undo(again), 409, /その後に更新/);
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
