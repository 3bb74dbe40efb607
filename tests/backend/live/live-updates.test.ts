import { addDays, type Day, day, type Month, monthOf } from '@domain/dates.js';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { ChangeFrame, Handshake } from '@wire/live.js';
import { productVersion } from '#backend/platform/product-version.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { apiClient, must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { cutConnections, rawQuery } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { sharedHotel, sharedNodeOn, sharedServer } from '#tests/support/shared.js';
import { AT_DESK, aWork, defineRoom, openNode, plainRoom, recordWeather } from '#tests/support/store-node.js';

type Place = { log_id: string; position: number; hash: string };

const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const node = sharedNodeOn(() => hotel.databaseUrl);
const terminals: LiveTerminal[] = [];

afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close();
});

/** Returns the end of the log, once the live updates of a node have got there. */
async function place(url = hotel.url): Promise<Place> {
  const ready = async () => (await apiClient(url).get<{ lag: number }>('/health/ready')).body;
  await eventually('its live updates are at the end of the log', ready, ({ lag }) => expect(lag).toBe(0));
  const { log_id, position, hash } = (await hotel.api.get<Place>('/api/hotel')).body;
  return { log_id, position, hash };
}

/** A terminal that comes back from a place, and has been told where it is now. */
async function comesBack(from: Partial<Handshake>, url = hotel.url): Promise<LiveTerminal> {
  const terminal = new LiveTerminal(url, from);
  terminals.push(terminal);
  await terminal.until(() => terminal.states.length > 0);
  return terminal;
}

/** A terminal that knows all there is, of a node that has heard of all of it, and has been told so. */
const ready = async (url: string): Promise<LiveTerminal> => comesBack(await place(url), url);

/** The days whose weather a terminal was told of, frame by frame; a frame is a set of rows. */
const datesIn = ({ frames }: LiveTerminal): Day[] =>
  frames.flatMap(({ weather }) => weather.map(({ date }) => date).sort());

const countsOf = async (first: string, last = first) => {
  const path = `/api/booking_type_diff?start_date=${first}&end_date=${last}`;
  return (await hotel.api.get<Record<string, CountRecord>>(path)).body;
};

describe('terminals of the node that wrote it and of another one are told the same', () => {
  /** Lets something happen; returns the frame that brings a terminal of each node to the end of the log then. */
  async function frameOf(happens: () => Promise<unknown>): Promise<ChangeFrame> {
    const watchers = await Promise.all([ready(hotel.url), ready(other.url)]);
    await happens();
    const position = await hotel.position();
    for (const terminal of watchers) await terminal.until(() => terminal.position >= position);
    const [frame, there] = watchers.map(({ frames }) => frames.at(-1));
    expect(there).toEqual(frame);
    return frame as ChangeFrame;
  }

  test('a new booking comes as its record, with the counts of its days', async () => {
    let id = 0;
    const frame = await frameOf(async () => {
      id = (await hotel.book({ stay_start: '2096-01-31', stay_end: '2096-02-02' })).id;
    });
    expect(frame.bookings).toEqual([(await hotel.api.get(`/api/booking/${id}`)).body]);
    expect(frame.counts).toEqual(await countsOf('2096-01-31', '2096-02-01'));
    expect(frame).toMatchObject({ weather: [], rooms: [], masters: [], failed_imports: null });
  });

  test('a booking that moved, and then is cancelled, with the counts of the days it left and of those it took', async () => {
    const room = hotel.newRoom();
    const { id } = await hotel.book({ room_id: hotel.roomId(room, '2096-01-10') });
    const moved = { stay_start: '2096-01-20', stay_end: '2096-01-21' };
    const frame = await frameOf(() => hotel.api.put(`/api/booking/${id}`, moved));
    expect(frame.bookings).toMatchObject([{ id, version: 2, ...moved }]);
    const days = ['2096-01-10', '2096-01-11', '2096-01-20'];
    expect(Object.keys(frame.counts).sort()).toEqual(days);
    for (const date of days) expect(frame.counts[date]).toEqual((await countsOf(date))[date]);
    const cancelled = await frameOf(() => hotel.api.put(`/api/booking/${id}/cancel`, {}));
    expect(cancelled.bookings).toMatchObject([{ id, is_cancelled: 1 }]);
    expect(cancelled.counts).toEqual(await countsOf('2096-01-20'));
  });

  test('the others of a group come with the one that changed it', async () => {
    const room_id = hotel.roomId(hotel.newRoom(), '2096-01-10');
    const first = await hotel.book({ room_id });
    const stay = { room_id, stay_start: '2096-01-12', stay_end: '2096-01-13', is_day_before_same_flag: 1 };
    const { bookings } = await frameOf(() => hotel.book(stay));
    expect(bookings.map(({ group_end_date }) => group_end_date)).toEqual(['2096-01-13', '2096-01-13']);
    expect(bookings[1]?.id).toBe(first.id);
  });

  test('weather comes as its record', async () => {
    const day = { date: '2096-01-05', weather: '晴れ' };
    expect((await frameOf(() => hotel.api.post('/api/weather', day))).weather).toMatchObject([day]);
  });

  test('an imported record comes as the number of those that wait, today without a room too, and the counts of its days', async () => {
    const stay = { stayStart: day('2096-01-25'), stayEnd: day('2096-01-26') };
    const frame = await frameOf(() => hotel.importRecord(stay));
    const waiting = (await hotel.api.get<unknown[]>('/api/csv-reservations?status=failed')).body.length;
    expect(frame.failed_imports).toBe(waiting);
    const { auto_registration_today, today } = (await hotel.api.get<HotelRecord>('/api/hotel')).body;
    expect(frame.failed_today).toBe(auto_registration_today);
    const arrival = { stayStart: today, stayEnd: addDays(today, 1) };
    for (const change of [{}, { kind: 'キャンセル' as const }]) {
      const { failed_today } = await frameOf(() => hotel.importRecord({ ...arrival, ...change }));
      expect(failed_today).toBe(auto_registration_today + 1);
    }
    expect(frame.counts).toEqual(await countsOf('2096-01-25'));
  });

  test('an erasure comes with the ids of all records that it reaches', async () => {
    const record = await hotel.importRecord();
    const { id } = await hotel.book({ csv_reservation_id: record });
    await hotel.api.put(`/api/booking/${id}/cancel`, {});
    await hotel.cancelImport(record);
    const erasure = { reason: '請求', booking_ids: [id], csv_reservation_ids: [] };
    const frame = await frameOf(() => hotel.api.post(`/api/booking/${id}/erasure`, erasure));
    expect(frame.erased.sort((a, b) => a - b)).toEqual([id, record].sort((a, b) => a - b));
    expect(frame.bookings).toMatchObject([{ id, guest_name_1: '削除済み' }]);
    const later = () => hotel.api.post('/api/weather', { date: '2096-01-06', weather: '雨' });
    expect((await frameOf(later)).erased).toEqual([]);
  });

  test('an erasure comes with the ids of a 仮予約 and a キャンセル待ち that go with the bookings', async () => {
    const guest = { guest_name: '消去 次郎', tel: '080-7777-0002' };
    const stay = { start_date: '2096-01-10', end_date: '2096-01-11' };
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const room_number = hotel.newRoom();
    const held = await must(
      hotel.api.post<{ id: number }>('/api/tentative-stays', { ...guest, ...stay, room_number, until }),
    );
    await must(hotel.api.delete(`/api/tentative-stays/${held.id}`));
    const wishes = { mens_count: 1, womens_count: 0, smoking_status: '禁煙', corporateID: 0 };
    const nights = { stay_start: stay.start_date, stay_end: stay.end_date };
    const waiting = await must(
      hotel.api.post<{ id: number }>('/api/waiting-list', { ...guest, ...wishes, ...nights }),
    );
    const { id } = await hotel.book({ ...nights, guest_name_1: guest.guest_name, tel: guest.tel });
    await hotel.api.put(`/api/booking/${id}/cancel`, {});
    const frame = await frameOf(() => hotel.api.post(`/api/booking/${id}/erasure`, { reason: '請求' }));
    expect(frame.erased.sort((a, b) => a - b)).toEqual([held.id, waiting.id, id]);
  });

  test('a room-month comes with the counts of its whole month', async () => {
    const month = '2096-03-01' as Month;
    const room = hotel.newRoom();
    const twin = { ...plainRoom(room, month), roomType: 'ツイン' as const };
    const frame = await frameOf(() => defineRoom(node.store, twin, hotel.roomId(room, month)));
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
        ids.push((await apiClient(url).post<BookingRecord>('/api/booking', body)).body.id);
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

describe('a terminal that comes back', () => {
  test('and missed nothing is ready at once', async () => {
    const now = await place();
    const terminal = await comesBack(now);
    expect(terminal.kinds).toEqual(['ready']);
    expect(terminal.states).toEqual([now]);
  });

  test('to another node than the one it left receives all missed changes in their current state, then is ready', async () => {
    const before = await place();
    const { id } = await hotel.book();
    await hotel.api.put(`/api/booking/${id}`, { notes: '変更' });
    const { id: gone } = await hotel.book({ stay_start: '2096-02-10', stay_end: '2096-02-11' });
    await hotel.api.put(`/api/booking/${gone}/cancel`, {});
    const now = await place(other.url);

    const terminal = await comesBack(before, other.url);
    expect(terminal.kinds).toEqual(['changes', 'ready']);
    expect(terminal.states).toEqual([now]);
    const [frame] = terminal.frames;
    expect(frame).toMatchObject({ from: before.position, to: now.position });
    const records = [id, gone].map((one) => hotel.api.get<BookingRecord>(`/api/booking/${one}`));
    expect(frame?.bookings).toEqual((await Promise.all(records)).map(({ body }) => body));
    const counts = { ...(await countsOf('2096-01-10', '2096-01-11')), ...(await countsOf('2096-02-10')) };
    expect(frame?.counts).toEqual(counts);
  });

  test('receives counts that returned to 0 after a rebuild', async () => {
    const date = '2096-05-05';
    const { id } = await hotel.book({ stay_start: date, stay_end: '2096-05-06' });
    const before = await place();
    await hotel.api.put(`/api/booking/${id}`, { stay_start: '2096-05-20', stay_end: '2096-05-21' });
    await rebuildAll(hotel.databaseUrl);
    await place();
    const terminal = await comesBack(before);
    expect(terminal.frames[0]?.counts[date]).toEqual((await countsOf(date))[date]);
  });

  test('again and again while others write misses nothing and gets nothing twice', async () => {
    let { log_id, position, hash } = await place();
    const from = position;
    let writing = true;
    const writers = (async () => {
      for (let index = 0; index < 100; index += 1) {
        await node.store.execute(recordWeather(addDays(day('2096-06-01'), index), '晴'));
      }
    })().finally(() => {
      writing = false;
    });
    const told: Day[] = [];
    for (let last = false; !last; ) {
      last = !writing;
      const terminal = await comesBack({ log_id, position, hash });
      // Some leave at once, some stay for a while.
      if (terminals.length % 2) await terminal.until(() => !writing || terminal.frames.length > 3);
      terminal.close();
      for (const { from: start, to, hash: hashThere } of terminal.frames) {
        expect(start).toBe(position);
        [position, hash] = [to, hashThere];
      }
      told.push(...datesIn(terminal));
      expect(terminal.states[0]?.position).toBeLessThanOrEqual(position);
    }
    await writers;
    const end = await place();
    const terminal = await comesBack({ log_id, position, hash });
    told.push(...datesIn(terminal));
    expect(end.position - from).toBe(100);
    expect(told).toEqual(Array.from({ length: 100 }, (_, index) => addDays(day('2096-06-01'), index)));
  });
});

describe('a terminal is told to reload', () => {
  const OTHER = { is_other_history: true };
  test.each<[string, () => Promise<object>, object?]>([
    ['that has seen nothing yet', async () => ({ log_id: null, position: null })],
    ['that has seen another log', async () => ({ ...(await place()), log_id: 'another' }), OTHER],
    ['that has seen more than there is', async () => ({ ...(await place()), position: 1_000_000 }), OTHER],
    ['that has seen another history', async () => ({ ...(await place()), hash: 'ab'.repeat(32) }), OTHER],
    ['that cannot say what it has seen there', async () => ({ ...(await place()), hash: null })],
    ['that is older than that question', async () => ({ ...(await place()), hash: undefined })],
    ['that has records of another version', async () => ({ ...(await place()), product_version: '1.2.3' })],
    ['that has records of an unknown version', async () => ({ ...(await place()), product_version: null })],
    ['that cannot say what it has seen', async () => ({ ...(await place()), position: null })],
  ])('%s', async (_, handshake, said: object = {}) => {
    const now = await place();
    const terminal = await comesBack((await handshake()) as Partial<Handshake>);
    expect(terminal.kinds).toEqual(['reload']);
    expect(terminal.states).toEqual([{ ...now, ...said }]);
    expect(terminal.nodeVersion).toBe(productVersion());
    const { id } = await hotel.book();
    await terminal.until(() => terminal.frames.length > 0);
    expect(terminal.frames).toMatchObject([{ from: now.position, bookings: [{ id }] }]);
  });

  test('that was away for too long', async () => {
    const before = await place();
    const date = day('2098-01-01');
    await node.store.execute(
      aWork(
        (unit) => {
          for (let index = 0; index < 5_001; index += 1) {
            const event = { type: 'WeatherSet', data: { date, weather: `${index}` } } as const;
            unit.append(weatherDayStream, date, event, AT_DESK);
          }
        },
        { isLarge: true },
      ),
    );
    const now = await place();
    const tooLong = await comesBack(before);
    expect(tooLong.kinds).toEqual(['reload']);
    const [next] = await rawQuery(
      hotel.databaseUrl,
      `select encode(hash, 'hex') as hash from event_log where position = ${before.position + 1}`,
    );
    const justNot = await comesBack({ ...before, position: before.position + 1, hash: `${next?.hash}` });
    expect(justNot.kinds).toEqual(['changes', 'ready']);
    expect(justNot.states).toEqual([now]);
    expect(justNot.frames[0]?.weather).toMatchObject([{ date, weather: '5000' }]);
  });
});

test('a node that was cut off from the database brings its terminals up to date when it is back', async () => {
  const terminal = await comesBack(await place());
  await cutConnections(hotel.databaseUrl);
  const fresh = openNode(hotel.databaseUrl);
  const dates = [0, 1, 2].map((index) => addDays(day('2096-08-01'), index));
  for (const date of dates) await fresh.store.execute(recordWeather(date, '雪'));
  await fresh.close();
  const told = () => datesIn(terminal);
  await terminal.until(() => told().length >= 3);
  expect(told()).toEqual(dates);
});
