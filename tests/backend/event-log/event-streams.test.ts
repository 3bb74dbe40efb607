import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { searchFor } from '#backend/event-log/event-search.js';
import { EventHistoryReader } from '#backend/event-store/event-history.js';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { kyselyOn } from '#backend/platform/database.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { allPages, type EventParameters, eventLines, eventsAddress } from '#tests/support/event-pages.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';
import { AT_DESK, aWork } from '#tests/support/store-node.js';

const hotel = sharedHotel();
const node = sharedNodeOn(() => hotel.databaseUrl);
/** A hotel whose answers are much larger than what a connection holds. */
const large = sharedHotel();
const largeNode = sharedNodeOn(() => large.databaseUrl);
const own = sharedHotel({ LOG_REQUESTS: '1' }, { ownProcess: true });
let booked: { id: number; room: string };

beforeAll(async () => {
  const room = hotel.newRoom();
  const { id } = await hotel.book({
    room_id: hotel.roomId(room, '2096-01-10'),
    booking_number: '=1+1',
    guest_name_1: '流れ 太郎',
  });
  await hotel.api.put(`/api/booking/${id}`, { notes: '一行目\n"二行目", 続き', total_fee: 9000 });
  booked = { id, room };
});

/** An answer with its byte order mark, which a text would not have. */
const table = async (parameters: EventParameters) => {
  const answer = await fetch(hotel.url + eventsAddress({ ...parameters, format: 'csv' }));
  return { headers: answer.headers, text: Buffer.from(await answer.arrayBuffer()).toString('utf8') };
};
const ALONG_THE_LOG = { maxStreams: 0, firstWindow: 100 };
const BOM = '\uFEFF';

describe('GET /api/events as lines of JSON', () => {
  it('gives every event of the log, one a line, as the pages have it', async () => {
    const pages = await allPages(hotel.api, { limit: 500 });
    expect(pages.length).toBeGreaterThan(800);
    expect(await eventLines(hotel.api, {})).toEqual(pages);
    expect(await eventLines(hotel.api, { before: 'head', after: 500, limit: 300 })).toEqual(
      pages.slice(500, 800),
    );
  });

  it('is asked for by its media type as well', async () => {
    const answer = await hotel.api.get('/api/events?from=3&to=4', { accept: 'application/x-ndjson' });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.text.split('\n').length).toBe(3);
  });

  it('is empty when nothing is found', async () => {
    const answer = await hotel.api.get(eventsAddress({ format: 'ndjson', q: 'そんな番号はない' }));
    expect(answer).toMatchObject({ status: 200, text: '' });
  });
});

describe('GET /api/events as a table', () => {
  it('has Japanese heads, words before and after, and nothing that is a formula', async () => {
    const { text, headers } = await table({ booking_id: booked.id });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="events.csv"');
    const [head, created, ...more] = text.split('\r\n');
    expect(head).toBe(`${BOM}位置,日時,種類,対象,予約ID,予約番号,内容,担当者,端末,版,ストリーム,ハッシュ`);
    const event = (await allPages(hotel.api, { booking_id: booked.id }))[1];
    const place = `${booked.room} 流れ 太郎 1/10(火)～1/12(木),${booked.id},'=1+1`;
    expect(created).toMatch(/^\d+,\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d,予約登録,/);
    expect(created).toContain(place);
    const tokyo = new Date(Date.parse(event?.recorded_at ?? '') + 9 * 3_600_000).toISOString();
    const at = `${tokyo.slice(0, 10).replaceAll('-', '/')} ${tokyo.slice(11, 19)}`;
    expect(more.join('\r\n')).toBe(
      `${event?.position},${at},予約変更,${place},"備考: — → 一行目\n""二行目"", 続き\n合計料金: ¥16,000 → ¥9,000",,,2,` +
        `reservation-${booked.id},${event?.hash}\r\n`,
    );
  });

  it('has its heads when nothing is found', async () => {
    const { text } = await table({ room: 'ない' });
    expect(text).toBe(
      `${BOM}位置,日時,種類,対象,予約ID,予約番号,内容,担当者,端末,版,ストリーム,ハッシュ\r\n`,
    );
  });
});

describe('a search for events', () => {
  it('stops looking for events for one that went away', async () => {
    const controller = new AbortController();
    const none = { types: [], staffId: null, terminal: null, stream: null, bookingId: null, words: null };
    const filter = { ...none, room: booked.room };
    const range = { after: 0, before: 1_000, direction: 'desc' as const };
    const search = await searchFor(kyselyOn(node.pool), filter, range, controller.signal, ALONG_THE_LOG);
    expect((await search(range, 10)).length).toBe(10);
    controller.abort();
    await expect(search(range, 10)).rejects.toThrow('aborted');
  });
});

describe('GET /api/events to a client that is slow or goes away', () => {
  /** 23 MB: some three times what the buffers of a connection were seen to hold. */
  const EVENTS = 4_000;
  const BATCHES = EVENTS / 250;
  let batches: jest.SpiedFunction<EventHistoryReader['read']>;
  let from: number;

  /** A log of long events, so that an answer is much larger than what a connection holds. */
  beforeAll(async () => {
    from = (await large.position()) + 1;
    const { id } = await large.book();
    const work = aWork(
      (unit) => {
        for (let count = 0; count < EVENTS - 1; count++) {
          const data = { notes: `${count} ${'長い備考'.repeat(480)}` };
          unit.append(reservationStream, id, { type: 'ReservationAmended', data }, AT_DESK);
        }
        return null;
      },
      { requirements: [requireStream(reservationStream, id)], isLarge: true },
    );
    await largeNode.store.execute({ ...work, isLarge: true });
  });
  beforeEach(() => {
    batches = jest.spyOn(EventHistoryReader.prototype, 'read');
  });
  afterEach(async () => {
    batches.mockRestore();
    await rawQuery(large.databaseUrl, 'alter table if exists taken_away rename to encryption_keys');
  });

  const ask = (format: string) => {
    const call = request(large.url + eventsAddress({ format, from }));
    const closed = new Promise<void>((done) => call.once('close', done));
    const answer = new Promise<IncomingMessage>((done, fail) =>
      call.once('error', fail).once('response', done),
    );
    call.end();
    return { answer, closed, goAway: () => call.destroy() };
  };
  /** Time enough to read the whole log many times over, were nothing in the way. */
  const meanwhile = async () => {
    for (let count = 0; count < 60; count++) await large.position();
  };

  it.each(['ndjson', 'csv'])('waits for a slow one, and it gets everything (%s)', async (format) => {
    const { answer } = ask(format);
    const response = await answer;
    await meanwhile();
    expect(batches.mock.calls.length).toBeLessThan(BATCHES);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    expect(batches.mock.calls.length).toBeGreaterThanOrEqual(BATCHES);
    expect(text.split('\n').filter((line) => line.includes(`${EVENTS - 2} 長い備考`)).length).toBe(1);
    expect(text.endsWith('\n')).toBe(true);
  });

  it('reads no more for one that went away, and keeps no connection to the database', async () => {
    const { answer, closed, goAway } = ask('ndjson');
    await answer;
    goAway();
    await closed;
    const soFar = batches.mock.calls.length;
    await meanwhile();
    expect(batches.mock.calls.length).toBeLessThanOrEqual(soFar + 1);
    const busy = await rawQuery(
      large.databaseUrl,
      `select state from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    expect(busy).toEqual([]);
  });

  it('breaks off what fails on the way, so that a part is not taken for the whole', async () => {
    const { answer } = ask('ndjson');
    const response = await answer;
    expect(response.statusCode).toBe(200);
    await rawQuery(large.databaseUrl, 'alter table encryption_keys rename to taken_away');
    await expect(async () => {
      for await (const _ of response);
    }).rejects.toThrow('aborted');
    expect(await large.api.get(eventsAddress({ format: 'ndjson' }))).toMatchObject({
      status: 500,
      body: { error: expect.stringMatching(/エラー/) },
    });
  });
});

describe('in a process of its own', () => {
  it.each(['ndjson', 'csv'])(
    'an export is no leak to Node: it warns of no listeners (%s)',
    async (format) => {
      const answer = await fetch(`${own.url}/api/events?format=${format}`);
      expect([answer.status, (await answer.text()).length > 1_000]).toEqual([200, true]);
      expect((await fetch(`${own.url}/api/events?limit=1`)).status).toBe(200);
      expect(own.output()).toContain('/api/events');
      expect(own.output()).not.toMatch(/warning/i);
    },
  );
});
