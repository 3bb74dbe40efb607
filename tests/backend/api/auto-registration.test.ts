import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  RetryAllResult,
  RetryResult,
  RoomTypeMappingRecord,
  RoomTypeMappings,
} from '@wire/csv-actions.js';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { defineHotel, importRows } from '../../support/channel-desk.js';
import { type ChannelRow, channelReservation } from '../../support/channel-file.js';
import { expectRefusal } from '../../support/refusal.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { openNode, type StoreNode } from '../../support/store-node.js';

let server: TestServer;
let node: StoreNode;
let api: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  node = openNode(server.databaseUrl);
  api = apiClient(server.url);
  await defineHotel(node.store, [{ roomNumber: '1001' }, { roomNumber: '501', roomType: 'ツイン' }]);
});

afterAll(async () => {
  await node.close();
  await server.stop();
});

let numbers = 0;
async function take(
  cells: Partial<ChannelRow>,
): Promise<{ id: number; bookingId: number | null; number: string }> {
  const number = cells.予約番号 ?? `T${++numbers}`;
  const [result] = await importRows(node.store, [channelReservation({ 予約番号: number, ...cells })]);
  return { id: result?.csv_reservation_id as number, bookingId: result?.booking_id ?? null, number };
}

const december = (start: number, end = start + 1): Partial<ChannelRow> => ({
  チェックイン日: `2026-12-${String(start).padStart(2, '0')}`,
  チェックアウト日: `2026-12-${String(end).padStart(2, '0')}`,
});
const retry = (id: number) => api.post<RetryResult>(`/api/csv-reservations/${id}/retry`, {});
const record = async (id: number) =>
  (await api.get<CsvFormData>(`/api/fetch-csv-reservation-data/${id}`)).body;

// What may be tried again or registered is decided in tests/domain/imports/decide-registration.test.ts.
describe('a failed record tried once more', () => {
  it('is registered once a room is free; as long as it fails as before, nothing is written', async () => {
    const first = await take(december(1));
    const second = await take(december(1));
    const before = await record(second.id);
    expect((await retry(second.id)).body).toMatchObject({ outcome: 'failed', reason: '空室なし' });
    expect(await record(second.id)).toEqual(before);
    await api.put(`/api/booking/${first.bookingId}/cancel`);
    const { status, body } = await retry(second.id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { outcome: 'registered', reason: null, detail: '', booking_id: expect.any(Number) },
    });
    expect(await record(second.id)).toMatchObject({ status: 'registered', booking_id: body.booking_id });
  });

  it('is so with all others, but not among them when staff returned it', async () => {
    const returned = await take(december(4));
    await api.put(`/api/booking/${returned.bookingId}/return-temairazu`);
    const first = await take(december(5));
    await take(december(5));
    await api.put(`/api/booking/${first.bookingId}/cancel`);
    const others = await api.post<RetryAllResult>('/api/csv-reservations/retry', { reason: '定員超過' });
    expect(others.body).toMatchObject({ retried: 0 });
    const all = await api.post<RetryAllResult>('/api/csv-reservations/retry', {});
    expect(all).toMatchObject({ status: 200, body: { registered: 1, next: null } });
    expect(all.body.retried).toBe(all.body.registered + all.body.failed);
    expect(await record(returned.id)).toMatchObject({ status: 'failed', reason: '自動登録失敗に戻し' });
    expect((await retry(returned.id)).body).toMatchObject({ outcome: 'registered' });
  });

  it('is refused, like its registration, when its newest row is a cancellation', async () => {
    const { id } = await take({
      ...december(13),
      予約区分: 'キャンセル',
      キャンセル日時: '2026-11-20 12:00:00',
    });
    const before = await record(id);
    expect(before).toMatchObject({ status: 'failed', reason: '元予約なし', kind: 'キャンセル' });
    const { body: rooms } = await api.get<{ id: number }[]>('/api/rooms?year_month=2026-12-01');
    const booking = { ...before, room_id: rooms[0]?.id, csv_reservation_id: id };
    for (const answer of [await api.post('/api/booking', booking), await retry(id)]) {
      expectRefusal(answer, 409, 'キャンセルの通知は登録できません。');
      expect(answer.body).toMatchObject({ errors: [{ code: 'import_is_cancellation' }] });
    }
    const all = await api.post<RetryAllResult>('/api/csv-reservations/retry', { reason: '元予約なし' });
    expect(all.body).toMatchObject({ retried: 0 });
    expect(await record(id)).toEqual(before);
  });
});

describe('room type mappings', () => {
  it('tell what has none; once it has one, what failed for it can be registered and counts', async () => {
    const { id } = await take({ ...december(10), 部屋記号: 'ND', 部屋名称: '禁煙ダブル' });
    const seen = (await api.get<RoomTypeMappings>('/api/room-type-mappings')).body;
    expect(seen.unmapped).toEqual([{ room_symbol: 'ND', room_name: '禁煙ダブル', count: 1 }]);
    expect(seen.mappings.map(({ room_type }) => room_type)).toEqual(['NS', 'SS', 'LS', 'NT', 'ST']);
    const body = { room_type: ' ND ', categories: ['normal_non_smoking'] };
    const made = await api.post<RoomTypeMappingRecord>('/api/room-type-mappings', body);
    expect(made.body).toEqual({ ...body, room_type: 'ND', id: expect.any(Number), version: 1 });
    expect((await api.get<RoomTypeMappings>('/api/room-type-mappings')).body.unmapped).toEqual([]);
    const counts = async () =>
      (
        await api.get<Record<string, Record<string, number>>>(
          '/api/booking_type_diff?start_date=2026-12-10&end_date=2026-12-10',
        )
      ).body['2026-12-10']?.tema_normal_non_smoking;
    expect(await counts()).toBe(0);
    expect((await retry(id)).body).toMatchObject({ outcome: 'registered' });
    expect(await counts()).toBe(1);
  });

  it('are changed in place, and never twice for one room type', async () => {
    const path = '/api/room-type-mappings';
    const { body } = await api.post<RoomTypeMappingRecord>(path, {
      room_type: 'X1',
      categories: ['twin_smoking'],
    });
    const both = { room_type: 'X1', categories: ['twin_non_smoking', 'twin_smoking'] };
    const changed = await api.put<RoomTypeMappingRecord>(`${path}/${body.id}`, both);
    expect(changed.body).toMatchObject({ version: 2, categories: ['twin_smoking', 'twin_non_smoking'] });
    expectRefusal(await api.post(path, both), 422, /既に定義/);
    expectRefusal(await api.post(path, { room_type: 'X2', categories: [] }), 422, /区分/);
  });
});

describe('an imported record', () => {
  it('knows its duplicates, its group and, once it has one, the room of its booking', async () => {
    const twin = { ...december(20), 部屋記号: 'NT', 部屋名称: '禁煙ツイン', 電話番号: '03-1111-2222' };
    const first = await take({ ...twin, 部屋数: '2', 男性人数: '3' });
    const list = (await api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body;
    const second = list.find(
      ({ booking_number, room_index }) => booking_number === first.number && room_index === 2,
    );
    expect(second).toMatchObject({ kind: '予約', file: null, duplicates: [], reason: '空室なし' });
    const other = await take({ ...twin, 男性人数: '2' });
    expect((await record(other.id)).duplicates).toMatchObject([
      { booking_number: first.number },
      { booking_number: first.number },
    ]);
    const registered = (await api.get<CsvRecord[]>('/api/csv-reservations?status=registered')).body.find(
      ({ booking_number }) => booking_number === first.number,
    ) as CsvRecord;
    expect(await record(registered.id)).toMatchObject({
      group: [registered.id, second?.id],
      borderRoom: '501',
      room_id: expect.any(Number),
      booking_version: 1,
    });
  });

  it('takes the payment along when its change is settled by hand', async () => {
    const { id, bookingId, number } = await take(december(22));
    await take({
      ...december(22, 28),
      予約番号: number,
      予約区分: '予約変更',
      変更日時: '2026-11-20 10:00:00',
      支払方法: '事前決済',
      部屋記号: 'SS',
      部屋名称: '喫煙シングル',
    });
    expect(await record(id)).toMatchObject({ status: 'failed', reason: '空室なし', booking_id: bookingId });
    const answer = await api.put(`/api/booking/${bookingId}`, {
      stay_end: '2026-12-24',
      csv_reservation_id: id,
    });
    expect(answer.body).toMatchObject({ payment_flag: 1, payment_status: '済', stay_end: '2026-12-24' });
  });
});
