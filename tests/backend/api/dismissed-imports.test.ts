import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import { EVENT_LABELS } from '@wire/event-labels.js';
import type { EventRecord } from '@wire/event-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { importRows } from '../../support/channel-desk.js';
import { channelReservation } from '../../support/channel-reservation.js';
import { rawLog } from '../../support/log-rows.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { openNode, type StoreNode } from '../../support/store-node.js';
import { expectRefusal, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;
let node: StoreNode;

beforeAll(async () => {
  hotel = await startSmallHotel();
  node = openNode(hotel.databaseUrl);
});
afterAll(async () => {
  await node.close();
  await hotel.stop();
});

const REASON = '電話で対応 09011112222 佐久間様';
const put = (id: number, body: Payload, headers: Record<string, string> = {}) =>
  hotel.api.put<{ id: number; version: number; status: string }>(
    `/api/csv-reservations/${id}/dismissed`,
    body,
    headers,
  );
const dismiss = (id: number, reason = REASON, headers = {}) => put(id, { is_dismissed: 1, reason }, headers);
const reopen = (id: number, headers = {}) => put(id, { is_dismissed: 0 }, headers);
const record = async (id: number) =>
  (await hotel.api.get<CsvFormData>(`/api/fetch-csv-reservation-data/${id}`)).body;
const listed = async (status: string) =>
  (await hotel.api.get<CsvRecord[]>(`/api/csv-reservations?status=${status}`)).body.map(({ id }) => id);
const waiting = async () => (await hotel.api.get<HotelRecord>('/api/hotel')).body.auto_registration_failed;
const tema = async (asOf = '') => {
  const query = `start_date=2096-01-10&end_date=2096-01-10${asOf}`;
  const { body } = await hotel.api.get<Record<string, Record<string, number>>>(
    `/api/booking_type_diff?${query}`,
  );
  return body['2096-01-10']?.tema_normal_non_smoking ?? -1;
};
const undo = (requestId: string) =>
  hotel.api.post('/api/reversals', { request_id: requestId, accept: 'all' });
const requestIdOf = async (id: number) =>
  (await rawLog(hotel.databaseUrl)).filter(({ stream }) => stream === `csv-reservation-${id}`).at(-1)
    ?.request_id as string;

describe('PUT /api/csv-reservations/{id}/dismissed', () => {
  it('takes a failed record out of the queue, the badge and the counts, and puts it back', async () => {
    const id = await hotel.importRecord();
    const [badge, count, { version }] = [await waiting(), await tema(), await record(id)];
    const { status, body } = await dismiss(id, ` ${REASON} `, { 'if-match': `"${version}"` });
    expect({ status, body }).toEqual({
      status: 200,
      body: { id, version: version + 1, status: 'dismissed' },
    });
    expect(await record(id)).toMatchObject({
      status: 'dismissed',
      reason: '空室なし',
      dismissed_reason: REASON,
      is_cancelled: 0,
    });
    expect(await listed('dismissed')).toContain(id);
    expect(await listed('failed')).not.toContain(id);
    expect([await waiting(), await tema()]).toEqual([badge - 1, count - 1]);

    expect((await reopen(id)).body).toEqual({ id, version: version + 2, status: 'failed' });
    expect(await record(id)).toMatchObject({ status: 'failed', reason: '空室なし', dismissed_reason: null });
    expect([await waiting(), await tema()]).toEqual([badge, count]);
    expect(await listed('dismissed')).not.toContain(id);
  });

  it('leaves no record waiting once all are dismissed', async () => {
    const id = await hotel.importRecord();
    for (const failed of await listed('failed')) await dismiss(failed, '重複');
    expect(await waiting()).toBe(0);
    expect(await listed('failed')).toEqual([]);
    expect(await listed('dismissed')).toContain(id);
  });

  it('refuses what is not failed, unknown, stale or without a reason, and writes nothing', async () => {
    const id = await hotel.importRecord();
    const before = await hotel.position();
    expectRefusal(await put(id, { is_dismissed: 1 }), 422, '理由を入力してください。');
    expectRefusal(await dismiss(id, '  '), 422, '理由を入力してください。');
    expectRefusal(await dismiss(id, 'あ'.repeat(101)), 422, /100文字以内/);
    expectRefusal(await put(id, { is_dismissed: 2, reason: 'x' }), 422, /0か1/);
    expectRefusal(await put(id, { is_dismissed: 1, reason: 'x', other: 1 }), 422, /other/);
    expectRefusal(await dismiss(99_999_999), 404, '自動登録データが見つかりません。');
    expectRefusal(await hotel.api.put('/api/csv-reservations/x/dismissed', {}), 400, /ID/);
    expectRefusal(await dismiss(id, REASON, { 'if-match': '"77"' }), 409, /他の端末/);
    expectRefusal(await reopen(id), 409, 'この自動登録データは対応済みではありません。');
    expect(await hotel.position()).toBe(before);
    await dismiss(id);
    const after = await hotel.position();
    expectRefusal(await dismiss(id), 409, 'この自動登録データは登録待ちではありません。');
    expect(await hotel.position()).toBe(after);
  });

  it('answers the same for the same key and remembers no text', async () => {
    const id = await hotel.importRecord();
    const key = { 'idempotency-key': '8d3f6a10-5a3c-4d3e-9f0a-000000000021' };
    const first = await dismiss(id, REASON, key);
    expect((await dismiss(id, REASON, key)).body).toEqual(first.body);
    expectRefusal(await dismiss(id, '重複', key), 409, /./);
  });
});

describe('a dismissed record', () => {
  it('is neither registered nor tried again', async () => {
    const id = await hotel.importRecord();
    await dismiss(id);
    const DONE = 'この自動登録データは対応済みです。登録するには、失敗の一覧に戻してください。';
    expectRefusal(await hotel.api.post('/api/booking', hotel.payload({ csv_reservation_id: id })), 409, DONE);
    expectRefusal(
      await hotel.api.post(`/api/csv-reservations/${id}/retry`, {}),
      409,
      /登録待ちではありません/,
    );
    await hotel.api.post('/api/csv-reservations/retry', {});
    expect(await record(id)).toMatchObject({ status: 'dismissed' });
  });

  it('is undone and done again by its request, unless it went on since', async () => {
    const id = await hotel.importRecord();
    await dismiss(id);
    const dismissal = await requestIdOf(id);
    const { body: preview } = await hotel.api.get(`/api/reversals/${dismissal}`);
    expect(preview).toMatchObject({ obstacles: [], changes: [{ changes: ['失敗の一覧に戻します'] }] });
    expect((await undo(dismissal)).status).toBe(200);
    expect(await record(id)).toMatchObject({ status: 'failed', dismissed_reason: null });
    expectRefusal(await undo(dismissal), 409, 'この操作は既に元に戻されています。');
    expect((await undo(await requestIdOf(id))).status).toBe(200);
    expect(await record(id)).toMatchObject({ status: 'dismissed', dismissed_reason: REASON });

    const again = await requestIdOf(id);
    await reopen(id);
    await hotel.failImport(id, '定員超過');
    await dismiss(id, '重複');
    expectRefusal(await undo(again), 409, /その後に更新/);
    expect(await record(id)).toMatchObject({ status: 'dismissed', dismissed_reason: '重複' });
  });

  it('is reopened by a newer row of the channel, not by the same one', async () => {
    const row = { 予約番号: 'D-1', 部屋記号: 'ZZ', 部屋名称: '不明' };
    const [result] = await importRows(node.store, [channelReservation(row)]);
    const id = result?.csv_reservation_id as number;
    await dismiss(id);
    await importRows(node.store, [channelReservation(row)]);
    expect(await record(id)).toMatchObject({ status: 'dismissed' });
    const change = { ...row, 予約区分: '予約変更', 変更日時: '2026-11-20 10:00:00' } as const;
    await importRows(node.store, [channelReservation(change)]);
    expect(await record(id)).toMatchObject({
      status: 'failed',
      reason: '部屋タイプ未定義',
      dismissed_reason: null,
    });
    await dismiss(id);
    const cancel = { ...row, 予約区分: 'キャンセル', キャンセル日時: '2026-11-21 10:00:00' } as const;
    await importRows(node.store, [channelReservation(cancel)]);
    expect(await record(id)).toMatchObject({ status: 'cancelled', dismissed_reason: null });
  });

  it('is told by the audit, stands in the past as it was, and is the same once rebuilt', async () => {
    const id = await hotel.importRecord();
    const before = `&as_of=${await hotel.position()}`;
    const count = await tema();
    await dismiss(id, '重複');
    expect([await tema(), await tema(before)]).toEqual([count - 1, count]);
    const { body } = await hotel.api.get<{ events: EventRecord[] }>(
      `/api/events?stream=csv-reservation-${id}&limit=10`,
    );
    const told = body.events.find(({ type }) => type === 'CsvReservationDismissed');
    expect(EVENT_LABELS.CsvReservationDismissed).toBe('自動登録データの対応済み');
    expect(told?.changes.map(({ label, after_text }) => `${label}: ${after_text}`)).toEqual([
      '登録状態: 対応済み',
      '対応済みの理由: 重複',
    ]);
    const live = await projectedRows(hotel.databaseUrl);
    await rebuildAll(hotel.databaseUrl);
    expect(await projectedRows(hotel.databaseUrl)).toEqual(live);
  });

  it('is erased with its reason: nothing of either is left in the database', async () => {
    const id = await hotel.importRecord();
    await dismiss(id, '秘密の理由');
    const answer = await hotel.api.post(`/api/csv-reservations/${id}/erasure`, { reason: '請求' });
    expect(answer.status).toBe(200);
    expect(await record(id)).toMatchObject({ status: 'cancelled', dismissed_reason: null });
    expectRefusal(await reopen(id), 409, /対応済みではありません/);
    expect(JSON.stringify(await rawLog(hotel.databaseUrl))).not.toContain('秘密の理由');
    const { text } = await hotel.api.get(`/api/events?stream=csv-reservation-${id}&limit=10`);
    expect(text).not.toContain('秘密の理由');
  });
});
