import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { apiClient, upload } from '#tests/support/api-client.js';
import { channelFile } from '#tests/support/channel-file.js';
import { personalWords, rowOf, savedAs, theGuest } from '#tests/support/erasure-guests.js';
import { eventually } from '#tests/support/eventually.js';
import { createHotelDatabase, PAYLOAD, PLAIN_ROOMS } from '#tests/support/hotel.js';
import { LONG_MS } from '#tests/support/limits.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

/*
 * Data of a guest in the memory of two nodes: heap snapshots, after a collection of garbage, as Node writes them.
 */

// Servers are processes of their own, and snapshots of them take seconds.
jest.setTimeout(LONG_MS);

const place = temporaryFolder();
let here: TestServer;
let there: TestServer;
let ids: Awaited<ReturnType<typeof createHotelDatabase>>['ids'];

beforeAll(async () => {
  const { ids: seeded, ...database } = await createHotelDatabase();
  ids = seeded;
  const env = { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${place.pathOf('')}` };
  here = await startTestServer({ database, env, ownProcess: true });
  there = await startTestServer({ databaseUrl: database.url, env, ownProcess: true });
});
afterAll(async () => {
  await there.stop();
  await here.stop();
  place.remove();
});

/** Returns a word as JSON of ASCII letters alone spells it. */
const spelled = (word: string) =>
  [...word]
    .map((char) => (char < '\x7f' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`))
    .join('');

/** Reads the last characters of a file, which may be large and still be written. */
function endOf(file: string): string {
  const opened = openSync(file, 'r');
  const end = Buffer.alloc(20);
  const length = readSync(opened, end, 0, end.length, Math.max(0, fstatSync(opened).size - end.length));
  closeSync(opened);
  return end.toString('latin1', 0, length).trim();
}

/** Returns the words that are in the strings of a node's memory. */
async function inMemory({ pid }: TestServer, words: readonly string[]): Promise<string[]> {
  process.kill(pid, 'SIGUSR2');
  const folder = place.pathOf('');
  const written = await eventually(
    'the snapshot is written',
    async () => {
      const [file] = readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
      return file && endOf(join(folder, file)).endsWith(']}') ? join(folder, file) : '';
    },
    Boolean,
    { within: 120_000, every: 200 },
  );
  const snapshot = readFileSync(written);
  rmSync(written);
  const strings = snapshot.subarray(snapshot.lastIndexOf('"strings":[')).toString('utf8').toLowerCase();
  return words.filter(
    (word) => strings.includes(word.toLowerCase()) || strings.includes(spelled(word).toLowerCase()),
  );
}

test('nothing of an erased guest is in the memory of the node that erased, nor of another', async () => {
  const nodes = [here, there];
  const apis = nodes.map(({ url }) => apiClient(url));
  const [api = apiClient(here.url), otherApi = api] = apis;
  const { today, position: before } = (await api.get<HotelRecord>('/api/hotel')).body;
  const terminals = nodes.map(({ url }) => new LiveTerminal(url));
  const guest = theGuest(1, today);
  const wish = '羽毛の枕を二つ';
  const words = [...personalWords(guest), wish];
  const range = `start_date=${guest.start}&end_date=${today}`;
  const [room = ''] = PLAIN_ROOMS;
  const payload = {
    ...PAYLOAD,
    ...savedAs(guest),
    room_id: ids.rooms.get(`${room} ${guest.start.slice(0, 7)}-01`),
  };
  /** Looks everywhere where a guest is shown, on both nodes. */
  const look = async (id: number) => {
    const { position } = (await api.get<HotelRecord>('/api/hotel')).body;
    const paths = [
      ...[`/api/bookings?${range}`, `/api/bookings?${range}&by_stay=1`, `/api/booking/${id}`],
      ...[before, position - 1, position].map((moment) => `/api/bookings?${range}&as_of=${moment}`),
      ...[`/api/guest-cards/${id}`, `/api/guest-cards/${id}?as_of=${position}`],
      ...[`/api/booking/${id}/history`, `/api/fetch-reservation-data/${id}`, `/api/booking/${id}/erasure`],
      ...['/api/csv-reservations?status=failed', '/api/front-desk', '/api/handover', '/api/daily-payments'],
      ...[`/api/events?after=${before}`, `/api/booking-search?q=${encodeURIComponent('秘密')}`],
      ...[`/api/booking-changes?${range}&as_of=${before}`, `/api/reports?${range}`],
    ];
    for (const path of paths)
      for (const one of apis) expect([path, (await one.get(path)).status]).toEqual([path, 200]);
  };

  const { body: booking } = await api.post<BookingRecord>('/api/booking', payload);
  const path = `/api/booking/${booking.id}`;
  await otherApi.put(path, { notes: `${guest.notes}、窓側` });
  await api.post(`${path}/payment`, { payment_type: ids.cash, payment_flag: 1 });
  await otherApi.put(`/api/guest-cards/${booking.id}/wishes`, { wishes: `★${wish}` });
  await upload(here.url, channelFile([rowOf(guest, 'RY-GEHEIM', { 部屋記号: '?', 部屋名称: '謎' })]));
  await look(booking.id);
  await otherApi.put(path, { notes: guest.notes });
  await look(booking.id);
  for (const node of nodes)
    expect(await inMemory(node, words)).toEqual(
      expect.arrayContaining([guest.name, guest.kana, guest.tel, guest.notes, wish]),
    );

  expect((await api.post(`${path}/erasure`, { reason: '本人からの請求' })).status).toBe(200);
  // Nothing reads or writes the guest's booking any more: what is kept for the last request or row is another's.
  for (const one of apis) expect((await one.get('/api/booking-search?q=%E9%BB%84')).status).toBe(200);
  for (const node of nodes) {
    await eventually(
      'nothing of the guest',
      () => inMemory(node, words),
      (found) => expect(found).toEqual([]),
      {
        within: 120_000, // A snapshot of each node takes most of it.
        every: 1_000,
      },
    );
  }
  for (const terminal of terminals) terminal.close();
});
