import { randomUUID } from 'node:crypto';
import { searchable } from '@domain/search/searchable.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { ErasureResult } from '@wire/erasure.js';
import { verifyLog } from '../../../backend/event-store/verify-log.js';
import { openClient } from '../../../backend/platform/database.js';
import type { Answer } from '../../support/api-client.js';
import { channelFile } from '../../support/channel-file.js';
import { dumpOf, wordsIn } from '../../support/database-dump.js';
import { personalWords, rowOf, savedAs, theGuest } from '../../support/erasure-guests.js';
import { startImportHotel, upload } from '../../support/import-hotel.js';
import type { Payload, SmallHotel } from './small-hotel.js';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startImportHotel();
});
afterAll(() => hotel.stop());

/** Writes that carry a key, each kept with its first answer so that it can be sent again. */
function keyedWrites() {
  const writes: { name: string; send: () => Promise<Answer<unknown>>; first: Answer<unknown> }[] = [];
  async function send<Body>(
    method: 'post' | 'put' | 'delete',
    path: string,
    body?: Payload,
  ): Promise<{ key: string; body: Body }> {
    const key = randomUUID();
    const headers = { 'idempotency-key': key, 'x-request-id': key };
    const again = () =>
      method === 'delete'
        ? hotel.api.delete<Body>(path, headers)
        : hotel.api[method]<Body>(path, body ?? {}, headers);
    const first = await again();
    if (first.status >= 300) throw new Error(`${method} ${path}: ${first.text}`);
    writes.push({ name: `${method} ${path}`, send: again, first });
    return { key, body: first.body };
  }
  return { writes, send };
}

it('leaves no guest in the database, whichever kind of write named them', async () => {
  const guest = theGuest(1, hotel.today);
  const other = { ...theGuest(2, hotel.today), start: guest.start, end: guest.end };
  const renamed = { guest_name_1: `${guest.name}改`, tel: '070-9999-1111' };
  const words = [...personalWords(guest), ...Object.values(renamed)];
  const spelled = [...new Set([...words, ...words.map(searchable)])];
  const { writes, send } = keyedWrites();
  const reverse = (request_id: string, accept = 'all') =>
    send('post', '/api/reversals', { request_id, accept });
  const book = async (who: typeof guest, room: string, fields: Payload = {}) => {
    const room_id = hotel.roomId(room, guest.start);
    const saved = hotel.payload({ ...savedAs(who), room_id, ...fields });
    return send<BookingRecord>('post', '/api/booking', saved);
  };
  const [room, otherRoom, thirdRoom] = [hotel.newRoom(), hotel.newRoom(), hotel.newRoom()];

  const { body: booking } = await book(guest, room);
  const path = `/api/booking/${booking.id}`;
  const { key: renaming } = await send('put', path, renamed);
  await send('put', path, { notes: guest.notes });
  await reverse(renaming);
  const { body: beside } = await book(other, otherRoom);
  const change = (id: number, fields: Payload) => ({ action: 'amend', id, booking: fields });
  await send('post', '/api/booking-batch', {
    changes: [change(booking.id, { notes: guest.notes }), change(beside.id, { total_fee: 1 })],
  });
  await send('post', `${path}/check-in`, { date: guest.start });
  await send('post', `${path}/check-out`, { date: guest.end });
  await send('delete', `${path}/check-out`);
  await send('delete', `${path}/check-in`);
  await send('post', `${path}/payment`, { payment_type: null, payment_flag: 1 });

  // The guest stands in the way of another.
  const { key: moving } = await send('put', `/api/booking/${beside.id}`, {
    room_id: hotel.roomId(thirdRoom, guest.start),
    total_fee: 2,
  });
  await book(guest, otherRoom);
  await reverse(moving, 'nearest');

  const { key: cancelling } = await send('put', `${path}/cancel`);
  await reverse(cancelling);

  const cells = { 部屋記号: '?', 部屋名称: '謎' };
  const file = channelFile([rowOf(guest, 'E1'), rowOf(guest, 'E2', cells), rowOf(guest, 'E3', cells)]);
  const { body: report } = await upload(hotel.url, file, { headers: { 'idempotency-key': randomUUID() } });
  const registered = report.results.find(({ booking_id }) => booking_id !== null)?.booking_id;
  await send('put', `/api/booking/${registered}/return-temairazu`);
  const { body: queue } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
  const failed = queue.filter(({ guest_name_1 }) => guest_name_1 === guest.name);
  expect(failed).toHaveLength(3);
  for (const { id } of failed.slice(1)) await send('post', `/api/csv-reservations/${id}/retry`);
  await send('post', '/api/csv-reservations/retry', {});
  await book(guest, hotel.newRoom(), { csv_reservation_id: failed[0]?.id });

  const before = wordsIn(await dumpOf(hotel.databaseUrl), words);
  expect(before).toContain(guest.name);
  const { body: erased } = await hotel.api.post<ErasureResult>(`${path}/erasure`, {
    reason: '本人からの請求',
  });
  expect(erased.booking_ids.length).toBeGreaterThanOrEqual(4);

  expect(wordsIn(await dumpOf(hotel.databaseUrl), spelled)).toEqual([]);
  const position = await hotel.position();
  for (const { name, send: again, first } of writes) {
    const answer = await again();
    expect({ name, status: answer.status }).toEqual({ name, status: first.status });
    expect({ name, told: wordsIn(answer.text, spelled) }).toEqual({ name, told: [] });
    expect(answer.text.includes(other.name)).toBe(first.text.includes(other.name));
  }
  expect(await hotel.position()).toBe(position);
  const client = await openClient(hotel.databaseUrl, () => undefined);
  expect(await verifyLog(client).finally(() => client.end())).toMatchObject({ fault: null });
});
