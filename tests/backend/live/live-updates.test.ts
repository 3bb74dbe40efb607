import { addDays, type Day, day, type Month, monthOf } from '@domain/dates.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { ChangeFrame } from '@wire/live.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { defineRoom, openNode, plainRoom, type StoreNode } from '../../support/store-node.js';

let hotel: Hotel;
let other: TestServer;
let node: StoreNode;
const terminals: LiveTerminal[] = [];

beforeAll(async () => {
  hotel = await startHotel();
  other = await startTestServer({ databaseUrl: hotel.databaseUrl });
  node = openNode(hotel.databaseUrl);
});

afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close();
});

afterAll(async () => {
  await node.close();
  await other.stop();
  await hotel.stop();
});

/** A terminal that knows all there is, of a node that has heard of all of it, and has been told so. */
async function ready(url: string): Promise<LiveTerminal> {
  const lag = async () => ((await (await fetch(`${url}/health/ready`)).json()) as { lag: number }).lag;
  while ((await lag()) > 0);
  const { body } = await hotel.api.get<{ log_id: string; position: number }>('/api/hotel');
  const terminal = new LiveTerminal(url, body);
  terminals.push(terminal);
  await terminal.until(() => terminal.states.length > 0);
  return terminal;
}

/** The frame that brought a terminal to where the log ends now. */
async function lastFrame(terminal: LiveTerminal): Promise<ChangeFrame> {
  const position = await hotel.position();
  await terminal.until(() => terminal.position >= position);
  return terminal.frames.at(-1) as ChangeFrame;
}

const countsOf = async (first: string, last = first) =>
  (
    await hotel.api.get<Record<string, CountRecord>>(
      `/api/booking_type_diff?start_date=${first}&end_date=${last}`,
    )
  ).body;

describe.each(['the node that wrote it', 'another node'])('through %s', (through) => {
  const watch = () => ready(through === 'another node' ? other.url : hotel.url);

  test('a new booking comes as its record, with the counts of its days', async () => {
    const terminal = await watch();
    const booking = await hotel.book({ stay_start: '2096-01-31', stay_end: '2096-02-02' });
    const frame = await lastFrame(terminal);
    expect(frame.bookings).toEqual([(await hotel.api.get(`/api/booking/${booking.id}`)).body]);
    expect(frame.counts).toEqual(await countsOf('2096-01-31', '2096-02-01'));
    expect(frame).toMatchObject({ weather: [], rooms: [], masters: [], failed_imports: null });
  });

  test('a booking that moved comes with the counts of the days it left and of those it took', async () => {
    const room = hotel.newRoom();
    const { id } = await hotel.book({ room_id: hotel.roomId(room, '2096-01-10') });
    const terminal = await watch();
    const moved = { stay_start: '2096-01-20', stay_end: '2096-01-21' };
    expect((await hotel.api.put(`/api/booking/${id}`, moved)).status).toBe(200);
    const frame = await lastFrame(terminal);
    expect(frame.bookings).toMatchObject([{ id, version: 2, ...moved }]);
    const days = ['2096-01-10', '2096-01-11', '2096-01-20'];
    expect(Object.keys(frame.counts).sort()).toEqual(days);
    for (const date of days) expect(frame.counts[date]).toEqual((await countsOf(date))[date]);
  });

  test('a cancelled booking comes as cancelled', async () => {
    const { id } = await hotel.book();
    const terminal = await watch();
    await hotel.api.put(`/api/booking/${id}/cancel`, {});
    const frame = await lastFrame(terminal);
    expect(frame.bookings).toMatchObject([{ id, is_cancelled: 1 }]);
    expect(Object.keys(frame.counts).sort()).toEqual(['2096-01-10', '2096-01-11']);
  });

  test('the others of a group come with the one that changed it', async () => {
    const room_id = hotel.roomId(hotel.newRoom(), '2096-01-10');
    const first = await hotel.book({ room_id });
    const terminal = await watch();
    const second = await hotel.book({
      room_id,
      stay_start: '2096-01-12',
      stay_end: '2096-01-13',
      is_day_before_same_flag: 1,
    });
    const frame = await lastFrame(terminal);
    expect(frame.bookings.map(({ id, group_end_date }) => [id, group_end_date])).toEqual([
      [second.id, '2096-01-13'],
      [first.id, '2096-01-13'],
    ]);
  });

  test('weather comes as its record', async () => {
    const terminal = await watch();
    const { body } = await hotel.api.post('/api/weather', { date: '2096-01-05', weather: `晴れ ${through}` });
    expect((await lastFrame(terminal)).weather).toEqual([body]);
  });

  test('an imported record comes as the number of those that wait and the counts of its days', async () => {
    const terminal = await watch();
    await hotel.importRecord({ stayStart: day('2096-01-25'), stayEnd: day('2096-01-26') });
    const frame = await lastFrame(terminal);
    const waiting = (await hotel.api.get<unknown[]>('/api/csv-reservations?status=failed')).body.length;
    expect(frame.failed_imports).toBe(waiting);
    expect(frame.counts).toEqual(await countsOf('2096-01-25'));
  });

  test('an erasure comes with the ids of all records that it reaches', async () => {
    const record = await hotel.importRecord();
    const { id } = await hotel.book({ csv_reservation_id: record });
    await hotel.api.put(`/api/booking/${id}/cancel`, {});
    await hotel.cancelImport(record);
    const terminal = await watch();
    const erasure = { reason: '請求', booking_ids: [id], csv_reservation_ids: [] };
    expect((await hotel.api.post(`/api/booking/${id}/erasure`, erasure)).status).toBe(200);
    const frame = await lastFrame(terminal);
    expect(frame.erased.sort((a, b) => a - b)).toEqual([id, record].sort((a, b) => a - b));
    expect(frame.bookings).toMatchObject([{ id, guest_name_1: '削除済み' }]);
    await hotel.api.post('/api/weather', { date: '2096-01-06', weather: `雨 ${through}` });
    expect((await lastFrame(terminal)).erased).toEqual([]);
  });

  test('a room-month comes with the counts of its whole month', async () => {
    const terminal = await watch();
    const month = '2096-03-01' as Month;
    const room = hotel.newRoom();
    await defineRoom(
      node.store,
      { ...plainRoom(room, month), roomType: 'ツイン' },
      hotel.roomId(room, month),
    );
    const frame = await lastFrame(terminal);
    expect(frame.rooms).toMatchObject([{ room_number: room, room_type: 'ツイン', year: 2096, month: 3 }]);
    expect(frame.counts).toEqual(await countsOf(month, '2096-03-31'));
  });
});

test('all that two nodes write at once reaches the terminals of both, in order and once', async () => {
  const from = await hotel.position();
  const watchers = await Promise.all([ready(hotel.url), ready(other.url)]);
  const rooms = Array.from({ length: 6 }, () => hotel.newRoom());
  const booked = await Promise.all(
    rooms.map(async (room, index) => {
      const url = index % 2 ? hotel.url : other.url;
      const ids: number[] = [];
      for (let night = 0; night < 6; night += 1) {
        const start: Day = addDays(day('2096-01-29'), night);
        const body = hotel.payload({
          room_id: hotel.roomId(room, monthOf(start)),
          stay_start: start,
          stay_end: addDays(start, 1),
        });
        const answer = await fetch(`${url}/api/booking`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        ids.push(((await answer.json()) as BookingRecord).id);
      }
      return ids;
    }),
  );
  const to = await hotel.position();
  expect(to - from).toBe(36);
  for (const terminal of watchers) {
    await terminal.until(() => terminal.position >= to);
    const seams = terminal.frames.map((frame) => frame.from);
    expect(seams).toEqual([from, ...terminal.frames.slice(0, -1).map((frame) => frame.to)]);
    const told = terminal.frames.flatMap(({ bookings }) => bookings.map(({ id }) => id));
    expect(told).toEqual(booked.flat().sort((a, b) => a - b));
    const counts = Object.assign({}, ...terminal.frames.map((frame) => frame.counts));
    expect(counts).toEqual(await countsOf('2096-01-29', '2096-02-03'));
  }
});
