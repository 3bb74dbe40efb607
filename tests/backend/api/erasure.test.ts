import { randomUUID } from 'node:crypto';
import { addDays, day } from '@domain/dates.js';
import { searchable } from '@domain/search/searchable.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { ErasurePreview, ErasureResult } from '@wire/erasure.js';
import { verifyLog } from '#backend/event-store/verify-log.js';
import { openClient } from '#backend/platform/database.js';
import { type Answer, must, upload } from '#tests/support/api-client.js';
import { channelFile } from '#tests/support/channel-file.js';
import { type Guest, personalWords, rowOf, savedAs, theGuest } from '#tests/support/erasure-guests.js';
import type { Payload } from '#tests/support/hotel.js';
import { LONG_MS } from '#tests/support/limits.js';
import { dumpOf, rawQuery, wordsIn } from '#tests/support/log-rows.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { expectRefusal, refuses } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

// Who is the same guest, what may be erased and which reasons are taken: tests/domain/erasure.test.ts.
const hotel = sharedHotel();
let guests = 0;
let guest: Guest;

beforeEach(() => {
  guest = theGuest(++guests, hotel.today);
});

/** Cells of a room type that nobody has: the record stays in the failed queue. */
const UNKNOWN_ROOM = { 部屋記号: '?', 部屋名称: '謎' };
const REASON = { reason: '本人からの請求' };

const preview = async (id: number, kind = 'booking') =>
  (await hotel.api.get<ErasurePreview>(`/api/${kind}/${id}/erasure`)).body;
const erase = (id: number, body: object = REASON, headers = {}) =>
  hotel.api.post<ErasureResult>(`/api/booking/${id}/erasure`, body, headers);
const bookPast = () => hotel.book(savedAs(guest));
const failedRecords = async () =>
  (await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body;

/** Writes that carry a key, each kept with its first answer so that it can be sent again. */
function keyedWrites() {
  const writes: { name: string; send: () => Promise<Answer<unknown>>; first: Answer<unknown> }[] = [];
  async function send<Body>(method: 'post' | 'put' | 'delete', path: string, body: Payload = {}) {
    const key = randomUUID();
    const headers = { 'idempotency-key': key, 'x-request-id': key };
    const again = () =>
      method === 'delete'
        ? hotel.api.delete<Body>(path, headers)
        : hotel.api[method]<Body>(path, body, headers);
    const first = await again();
    if (first.status >= 300) throw new Error(`${method} ${path}: ${first.text}`);
    writes.push({ name: `${method} ${path}`, send: again, first });
    return { key, body: first.body };
  }
  return { writes, send };
}

describe('the personal data of a guest', () => {
  it(
    'is nowhere any more after its erasure: in no answer, remembered or new, and in no table; all else is as it was',
    async () => {
      const other = { ...theGuest(++guests, hotel.today), start: guest.start, end: guest.end };
      const renamed = { guest_name_1: `${guest.name}改`, tel: '070-9999-1111' };
      const words = [...personalWords(guest), ...Object.values(renamed)];
      const spelled = [...new Set([...words, ...words.map(searchable)])];
      const { writes, send } = keyedWrites();
      const reverse = (request_id: string, accept = 'all') =>
        send('post', '/api/reversals', { request_id, accept });
      const book = (who: Guest, room: string, fields: Payload = {}) => {
        const room_id = hotel.roomId(room, guest.start);
        return send<BookingRecord>(
          'post',
          '/api/booking',
          hotel.payload({ ...savedAs(who), room_id, ...fields }),
        );
      };
      const [room, otherRoom, thirdRoom] = [hotel.newRoom(), hotel.newRoom(), hotel.newRoom()];

      // Every kind of write that names the guest.
      const { body: booking } = await book(guest, room);
      const path = `/api/booking/${booking.id}`;
      const { key: renaming } = await send('put', path, renamed);
      await send('put', path, { notes: guest.notes });
      await reverse(renaming);
      const { body: beside } = await book(other, otherRoom);
      const change = (id: number, fields: Payload) => ({ action: 'amend', id, booking: fields });
      await send('post', '/api/booking-batch', {
        changes: [change(booking.id, { notes: `${guest.notes}。` }), change(beside.id, { total_fee: 1 })],
      });
      await send('post', `${path}/check-in`, { date: guest.start });
      await send('post', `${path}/check-out`, { date: guest.end });
      await send('delete', `${path}/check-out`);
      await send('delete', `${path}/check-in`);
      await send('post', `${path}/payment`, { payment_type: null, payment_flag: 1 });
      // The guest stands in the way of another.
      const away = { room_id: hotel.roomId(thirdRoom, guest.start), total_fee: 2 };
      const { key: moving } = await send('put', `/api/booking/${beside.id}`, away);
      await book(guest, otherRoom);
      await reverse(moving, 'nearest');
      const { key: cancelling } = await send('put', `${path}/cancel`);
      await reverse(cancelling);

      const file = channelFile([
        rowOf(guest, 'E1'),
        rowOf(guest, 'E2', UNKNOWN_ROOM),
        rowOf(guest, 'E3', UNKNOWN_ROOM),
      ]);
      const { body: report } = await upload(hotel.url, file, {
        headers: { 'idempotency-key': randomUUID() },
      });
      const registered = report.results.find(({ booking_id }) => booking_id !== null)?.booking_id;
      await send('put', `/api/booking/${registered}/return-temairazu`);
      const failed = (await failedRecords()).filter(({ guest_name_1 }) => guest_name_1 === guest.name);
      expect(failed).toHaveLength(3);
      for (const { id } of failed.slice(1)) await send('post', `/api/csv-reservations/${id}/retry`);
      await send('post', '/api/csv-reservations/retry', {});
      await book(guest, hotel.newRoom(), { csv_reservation_id: failed[0]?.id });

      expect(wordsIn(await dumpOf(hotel.databaseUrl), words)).toContain(guest.name);
      expect(wordsIn((await hotel.api.get('/api/events?format=ndjson')).text, words)).toContain(guest.notes);
      const then = await hotel.position();
      const kept = (await hotel.api.get<BookingRecord>(`/api/booking/${beside.id}`)).body;
      const { records } = await preview(booking.id);
      const { status, body: erased } = await erase(booking.id);
      expect(status).toBe(200);
      const ids = [...erased.booking_ids, ...erased.csv_reservation_ids];
      expect(ids.sort()).toEqual(records.map(({ id }) => id).sort());
      expect([erased.booking_ids.length, erased.csv_reservation_ids.length]).toEqual([4, 3]);

      const range = `start_date=${guest.start}&end_date=${guest.end}`;
      const paths = [
        path,
        `${path}/history`,
        `/api/fetch-reservation-data/${booking.id}`,
        `/api/bookings?${range}`,
        ...[guest.name, guest.tel, guest.kana].map((q) => `/api/booking-search?q=${encodeURIComponent(q)}`),
        ...['failed', 'registered', 'cancelled'].map((state) => `/api/csv-reservations?status=${state}`),
        `/api/csv-imports/${report.id}`,
        `/api/csv-imports/${report.id}/failed.csv`,
        ...erased.csv_reservation_ids.map((id) => `/api/fetch-csv-reservation-data/${id}`),
        `/api/bookings?${range}&as_of=${then}`,
        `/api/booking-changes?${range}&as_of=${booking.id - 1}`,
        `/api/events?booking_id=${booking.id}`,
        '/api/events?format=ndjson',
        '/api/events?format=csv',
        '/metrics',
      ];
      for (const asked of paths) {
        expect([asked, wordsIn((await hotel.api.get(asked)).text, spelled)]).toEqual([asked, []]);
      }
      expect(wordsIn(await dumpOf(hotel.databaseUrl), spelled)).toEqual([]);
      expect((await hotel.api.get<BookingRecord>(`/api/booking/${beside.id}`)).body).toEqual(kept);
      const position = await hotel.position();
      for (const { name, send: again, first } of writes) {
        const answer = await again();
        expect({ name, status: answer.status }).toEqual({ name, status: first.status });
        expect({ name, found: wordsIn(answer.text, spelled) }).toEqual({ name, found: [] });
        expect(answer.text.includes(other.name)).toBe(first.text.includes(other.name));
      }
      expect((await writes[0]?.send())?.text).toContain('"guest_name_1":"削除済み"');
      expect(await hotel.position()).toBe(position);

      const live = await projectedRows(hotel.databaseUrl);
      expect(await rebuildAll(hotel.databaseUrl)).toBe(position);
      expect(await projectedRows(hotel.databaseUrl)).toEqual(live);
      const client = await openClient(hotel.databaseUrl, () => undefined);
      expect(await verifyLog(client).finally(() => client.end())).toMatchObject({ fault: null });
      // All kinds of writes and reads, two dumps and a rebuild.
    },
    LONG_MS,
  );

  it('does not come back when the same file is imported again', async () => {
    const rows = [rowOf(guest, 'A1'), rowOf(guest, 'A2', UNKNOWN_ROOM)];
    const file = channelFile(rows);
    const { body: report } = await upload(hotel.url, file);
    await erase(report.results[0]?.booking_id as number);
    const position = await hotel.position();
    for (const again of [file, channelFile([...rows, rowOf(guest, 'A1')])]) {
      expect((await upload(hotel.url, again)).body).toMatchObject({ new: 0, changed: 0, failed: 0 });
    }
    expect(await hotel.position()).toBe(position);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), personalWords(guest))).toEqual([]);
  });

  it('is erased from an imported record as well, which then leaves the queue', async () => {
    await upload(hotel.url, channelFile([rowOf(guest, 'Q1', UNKNOWN_ROOM)]));
    const found = async () => (await failedRecords()).find(({ booking_number }) => booking_number === 'Q1');
    const { id } = (await found()) as CsvRecord;
    expect((await preview(id, 'csv-reservations')).records).toHaveLength(1);
    expect((await hotel.api.post(`/api/csv-reservations/${id}/erasure`, REASON)).status).toBe(200);
    expect(await found()).toBeUndefined();
    expect(wordsIn(await dumpOf(hotel.databaseUrl), personalWords(guest))).toEqual([]);
  });
});

describe('an erasure', () => {
  it('is recorded with who and why, its key is destroyed', async () => {
    const { id } = await bookPast();
    const headers = { 'x-terminal-name': encodeURIComponent('フロント9') };
    await erase(id, { reason: '本人からの請求（書面）' }, headers);
    const stream = `stream = 'reservation-${id}'`;
    const log = `select type, payload::text, terminal from event_log where ${stream} order by version desc limit 1`;
    expect(await rawQuery(hotel.databaseUrl, log)).toEqual([
      { type: 'PersonalDataErased', payload: '{"reason":"本人からの請求（書面）"}', terminal: 'フロント9' },
    ]);
    expect(await rawQuery(hotel.databaseUrl, `select from encryption_keys where ${stream}`)).toEqual([]);
  });

  it('needs a reason within the retention, and one that does not name the guest', async () => {
    const { id } = await bookPast();
    const { reason_required, records } = await preview(id);
    const until = `${Number(guest.end.slice(0, 4)) + 3}${guest.end.slice(4)}`;
    expect([reason_required, records[0]?.retained_until]).toEqual([true, until]);
    for (const [body, message] of [
      [{ reason: '  ' }, /保存期間/],
      [{ reason: `${guest.name}様のご希望` }, /氏名や電話番号/],
      [{ reason: 'あ'.repeat(201) }, /200文字以内/],
      [{ reason: '請求', booking_ids: 'all' }, /予約/],
      [{ reason: '請求', booking_ids: [1] }, /このお客様/],
    ] as const) {
      await refuses(hotel, () => erase(id, body), 422, message);
    }
  });

  it('leaves out what was not chosen, and what is still to come, and is done once', async () => {
    const [first, second] = [await bookPast(), await bookPast()];
    const coming = await hotel.book({ ...savedAs(guest), stay_start: '2096-01-10', stay_end: '2096-01-12' });
    const { records } = await preview(first.id);
    expect(records.map(({ id, obstacle }) => [id, obstacle !== null])).toEqual([
      [first.id, false],
      [second.id, false],
      [coming.id, true],
    ]);
    expectRefusal(await erase(coming.id), 409, /滞在が終わっていない/);
    await erase(first.id, { reason: '請求', booking_ids: [first.id] });
    expectRefusal(await erase(first.id), 409, /既に削除/);
    const { body } = await hotel.api.get<BookingRecord>(`/api/booking/${second.id}`);
    expect(body.guest_name_1).toBe(guest.name);
    expect((await erase(second.id)).body.booking_ids).toEqual([second.id]);
    expect((await hotel.api.get<BookingRecord>(`/api/booking/${coming.id}`)).body.tel).toBe(guest.tel);
  });

  it('is done by one of two who send it at once', async () => {
    const { id } = await bookPast();
    const both = await Promise.all([erase(id), erase(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('says when the guest is on the blacklist, which is kept, and not once the entry was lifted', async () => {
    const { body: entry } = await hotel.api.post<{ id: number }>('/api/blacklist', {
      guest_name: guest.name,
      tel: null,
    });
    const { id } = await bookPast();
    expect((await preview(id)).is_blacklisted).toBe(true);
    await hotel.api.put(`/api/blacklist/${entry.id}/retired`, { is_retired: 1 });
    expect((await preview(id)).is_blacklisted).toBe(false);
  });
});

describe('a guest who was never booked', () => {
  type Unbooked = { id: number; version: number };
  const night = (days = 0) => addDays(day('2096-02-28'), days);
  const held = (tel: string) =>
    must(
      hotel.api.post<Unbooked>('/api/tentative-stays', {
        ...{
          room_number: hotel.newRoom(),
          start_date: night(),
          end_date: night(2),
          tel,
          remark: guest.notes,
        },
        ...{ guest_name: guest.name, until: new Date(Date.now() + 3_600_000).toISOString() },
      }),
    );
  const waiting = (tel: string) =>
    must(
      hotel.api.post<Unbooked>('/api/waiting-list', {
        ...{ guest_name: guest.name, tel, remark: guest.notes, stay_start: night(), stay_end: night(2) },
        ...{ mens_count: 1, womens_count: 0, smoking_status: '禁煙', corporateID: 0 },
      }),
    );
  const bookOver = () =>
    hotel.book({
      ...savedAs(guest),
      stay_start: addDays(hotel.today, -2),
      stay_end: addDays(hotel.today, -1),
    });
  const eraseFrom = (path: string, body: object = {}) => hotel.api.post<ErasureResult>(path, body);
  const isGone = async () => {
    const words = [guest.name, guest.tel, guest.notes];
    for (const path of ['/api/waiting-list', '/api/tentative-stays', '/api/events?format=ndjson'])
      expect([path, wordsIn((await hotel.api.get(path)).text, words)]).toEqual([path, []]);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), words)).toEqual([]);
  };

  it.each([
    ['waits, with a phone', 'waiting-list', true, false],
    ['waits, without a phone', 'waiting-list', false, false],
    ['waits no longer', 'waiting-list', true, true],
    ['is held a room', 'tentative-stays', true, false],
    ['was held a room, without a phone', 'tentative-stays', false, true],
  ])('is erased on request who %s', async (_, kind, hasTel, isOver) => {
    const made = await (kind === 'waiting-list' ? waiting : held)(hasTel ? guest.tel : '');
    const path = `/api/${kind}/${made.id}`;
    if (isOver) await must(hotel.api.delete(path));
    const then = await hotel.position();
    const { body } = await hotel.api.get<ErasurePreview>(`${path}/erasure`);
    expect(body).toMatchObject({ reason_required: false, records: [{ id: made.id, obstacle: null }] });
    await refuses(hotel, () => eraseFrom(`${path}/erasure`, { reason: guest.name }), 422, /氏名や電話番号/);
    const own = kind === 'waiting-list' ? 'waiting_entry_ids' : 'tentative_stay_ids';
    expect((await eraseFrom(`${path}/erasure`)).body).toMatchObject({ booking_ids: [], [own]: [made.id] });
    await isGone();
    const past = `/api/waiting-list?as_of=${then}`;
    expect(wordsIn((await hotel.api.get(past)).text, [guest.name, guest.notes])).toEqual([]);
    await refuses(hotel, () => eraseFrom(`${path}/erasure`), 409, /既に削除/);
    await refuses(
      hotel,
      () => hotel.api.post(`${path}/restore`, { until: new Date(Date.now() + 60_000).toISOString() }),
      409,
      /終わっています|取り消されています/,
    );
  });

  it('is found by each record of the same name and phone; a held room is released only by an erasure that starts from it', async () => {
    const [one, other, booked] = [await waiting(guest.tel), await held(guest.tel), await bookOver()];
    const { records } = (await hotel.api.get<ErasurePreview>(`/api/waiting-list/${one.id}/erasure`)).body;
    expect(records.map(({ kind, id, obstacle }) => [kind, id, obstacle !== null])).toEqual([
      ['waiting-entry', one.id, false],
      ['booking', booked.id, false],
      ['tentative-stay', other.id, true],
    ]);
    await refuses(hotel, () => eraseFrom(`/api/waiting-list/${one.id}/erasure`, REASON), 409, /先に解放/);
    const ids = { booking_ids: [booked.id], tentative_stay_ids: [other.id] };
    await refuses(
      hotel,
      () => eraseFrom(`/api/waiting-list/${one.id}/erasure`, { ...REASON, ...ids }),
      409,
      /先に解放/,
    );
    const foreign = { ...REASON, waiting_entry_ids: [other.id] };
    await refuses(
      hotel,
      () => eraseFrom(`/api/tentative-stays/${other.id}/erasure`, foreign),
      422,
      /このお客様/,
    );
    const { body } = await eraseFrom(`/api/tentative-stays/${other.id}/erasure`, REASON);
    expect(body).toEqual({
      ...{ booking_ids: [booked.id], csv_reservation_ids: [] },
      ...{ tentative_stay_ids: [other.id], waiting_entry_ids: [one.id] },
    });
    await isGone();
  });

  it.each([
    ['held a room', 'tentative-stays', 'tentative_stay_id'],
    ['waited', 'waiting-list', 'waiting_entry_id'],
  ])('and gave no phone is erased with the booking that was made of it, who %s', async (_, kind, field) => {
    const made = await (kind === 'waiting-list' ? waiting : held)('');
    const fields = { ...savedAs(guest), stay_start: night(), stay_end: night(2), [field]: made.id };
    const booked = await hotel.book(fields);
    await must(hotel.api.put(`/api/booking/${booked.id}/cancel`, {}));
    const other = await hotel.api.get<ErasurePreview>(`/api/${kind}/${made.id}/erasure`);
    expect(other.body.records.map(({ id }) => id)).toEqual([made.id, booked.id]);
    expect((await erase(booked.id)).status).toBe(200);
    await isGone();
  });

  it('is no 売り止め, and no record of another kind', async () => {
    const closed = await must(
      hotel.api.post<{ id: number }>('/api/room-closures', {
        ...{ room_number: hotel.newRoom(), start_date: night(), end_date: night(1), reason: '水漏れ' },
      }),
    );
    for (const [kind, id] of [
      ['tentative-stays', closed.id],
      ['tentative-stays', (await waiting('')).id],
      ['waiting-list', (await held('')).id],
      ['waiting-list', 2_147_483_647],
    ] as const)
      await refuses(hotel, () => eraseFrom(`/api/${kind}/${id}/erasure`, REASON), 404, /見つかりません/);
  });
});
