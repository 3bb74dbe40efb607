import { day } from '@domain/dates.js';
import { jest } from '@jest/globals';
import { readRetries } from '#frontend/shared/api/request.js';
import { countRecords, roomRecords } from './records.js';

type Reply = { status?: number; body: unknown; position?: number; retryAfter?: number };
type Handler = (url: URL, init: RequestInit) => Reply | Promise<Reply>;

/** The hotel of the tests as it is answered. */
export const HOTEL = {
  name: '試験ホテル',
  timezone: 'Asia/Tokyo',
  today: day('2026-11-21'),
  log_id: 'log',
  position: 10,
  hash: 'hash of 10',
  auto_registration_failed: 0,
  auto_registration_today: 0,
};

/** Answers of an empty hotel of two rooms, by method and path. */
const EMPTY_HOTEL: Record<string, Handler> = {
  'GET /api/hotel': () => ({ body: HOTEL }),
  'GET /api/bookings': () => ({ body: [], position: 10 }),
  'GET /api/rooms': (url) => {
    const month = Number(url.searchParams.get('year_month')?.slice(5, 7));
    return { body: roomRecords('1001', '1002').filter((room) => room.month === month), position: 10 };
  },
  'GET /api/booking_type_diff': () => ({ body: countRecords(0), position: 10 }),
  'GET /api/room-closures': () => ({ body: [], position: 10 }),
  'GET /api/tentative-stays': () => ({ body: [], position: 10 }),
  'GET /api/waiting-list': () => ({ body: [], position: 10 }),
  'GET /api/weather': () => ({ body: [], position: 10 }),
  'GET /api/corporate_master': () => ({ body: [] }),
  'GET /api/payment_master': () => ({ body: [] }),
  'GET /api/blacklist': () => ({ body: [] }),
  'GET /api/cancellation_rules': () => ({ body: [] }),
  'GET /api/service-accounts': () => ({ body: [] }),
  'GET /api/webhooks': () => ({ body: [] }),
  'GET /api/ical-addresses': () => ({ body: [] }),
  'GET /api/charge_items': () => ({ body: [] }),
  'GET /api/handover-notes': () => ({ body: [], position: 10 }),
  'GET /api/csv-reservations': () => ({ body: [], position: 10 }),
  'GET /api/room-proposals': () => ({ body: { rooms: [], moves: [], splits: [] } }),
  'GET /api/returning-guests': () => ({ body: [] }),
};

/** One call that reached the server. */
export type Call = { method: string; path: string; headers: Record<string, string>; body: unknown };

// Every browser has it, jsdom does not.
performance.mark ??= (() => undefined) as never;

function sentBody(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body as never);
  return body ? JSON.parse(body as string) : undefined;
}

/** Puts a server in the place of fetch; answers the calls it got. `writes` answers every write without a handler. */
export function serve(handlers: Record<string, Handler> = {}, writes?: Handler): Call[] {
  readRetries.pausesMs = []; // Retries have a test of their own; elsewhere a failure is one call.
  const calls: Call[] = [];
  const answer = async (path: string, init: RequestInit): Promise<unknown> => {
    const url = new URL(path, 'http://hotel.test');
    const name = `${init.method} ${url.pathname}`;
    calls.push({
      method: init.method ?? 'GET',
      path: url.pathname,
      headers: init.headers as Record<string, string>,
      body: sentBody(init.body),
    });
    const handler = handlers[name] ?? (init.method === 'GET' ? EMPTY_HOTEL[name] : writes);
    const {
      status = 200,
      body,
      position,
      retryAfter,
    } = handler ? await handler(url, init) : { status: 404, body: { error: `no answer for ${name}` } };
    return {
      ok: status < 400,
      status,
      headers: {
        get: (header: string) =>
          String({ 'x-log-position': position, 'retry-after': retryAfter }[header] ?? '') || null,
      },
      text: async () => JSON.stringify(body),
    };
  };
  globalThis.fetch = jest.fn(answer) as unknown as typeof fetch;
  return calls;
}

/** Lets everything run that waits for nothing but its turn. */
export const tick = () => new Promise<void>((done) => setTimeout(done));

/** A promise that is kept when the test says so. */
export function deferred<Value = void>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((kept) => {
    resolve = kept;
  });
  return { promise, resolve };
}

/** The answer of a line that is half open: none, until the caller gives up. */
export function silence(_url: URL, { signal }: Pick<RequestInit, 'signal'>): Promise<never> {
  return new Promise((_answered, giveUp) => {
    signal?.addEventListener('abort', () => giveUp(signal.reason));
  });
}
