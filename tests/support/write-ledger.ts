import { randomUUID } from 'node:crypto';
import { addDays, type Day, day, type Month } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventStore } from '../../backend/event-store/event-store.js';
import { defineRoom, plainRoom } from './hotel-desk.js';
import { A_BOOKING } from './hotel-steps.js';
import { rawQuery } from './log-rows.js';
import { projectedRows, rebuildAll } from './rebuild-tables.js';

const MONTH = day('2096-01-01') as Month;
const ROOMS = ['1001', '1002', '1003', '1005', '1006', '1007'];
const NIGHTS = 31;

/** The number of bookings that a ledger's hotel has place for. */
export const PLACES = ROOMS.length * NIGHTS;

type Wish = { key: string; roomNumber: string; stayStart: Day; body: string };
/** How a client sends a booking; null when no answer comes. */
export type SendBooking = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<Response | null>;
type Answer = { status: number; retryAfter: string | null };

const sendByFetch: SendBooking = (url, headers, body) =>
  fetch(`${url}/api/booking`, { method: 'POST', headers, body }).catch(() => null);

/**
 * The outside view of a hotel under fault: clients that ask for one booking after another, and ask again with the same
 * key until they are told that it is made. What was acknowledged is noted here, in no database.
 */
export class WriteLedger {
  readonly acknowledged = new Map<string, { id: number; roomNumber: string; stayStart: Day }>();
  /** Every answer that was no connection error. */
  readonly answers: Answer[] = [];
  private readonly wishes: Wish[] = [];
  private waiting: (() => void)[] = [];

  private constructor(rooms: ReadonlyMap<string, number>) {
    for (let night = 0; night < NIGHTS; night += 1) {
      const stayStart = addDays(MONTH, night);
      for (const [roomNumber, room_id] of rooms) {
        const stay = { room_id, stay_start: stayStart, stay_end: addDays(stayStart, 1) };
        this.wishes.push({
          key: randomUUID(),
          roomNumber,
          stayStart,
          body: JSON.stringify({ ...A_BOOKING, ...stay }),
        });
      }
    }
  }

  /** A ledger of a hotel whose rooms are defined through a store. */
  static async open(store: EventStore): Promise<WriteLedger> {
    const rooms = new Map<string, number>();
    for (const number of ROOMS) rooms.set(number, (await defineRoom(store, plainRoom(number, MONTH))).id);
    return new WriteLedger(rooms);
  }

  /** One client that books until no place is left; `server` gives the address to ask, once there is one. */
  async book(server: () => Promise<string> | string, send = sendByFetch): Promise<void> {
    for (let wish = this.wishes.pop(); wish; wish = this.wishes.pop()) {
      while (!this.acknowledged.has(wish.key)) await this.ask(wish, await server(), send);
    }
  }

  /** Waits until this many bookings more are acknowledged, or all. */
  async moreAcknowledged(count: number): Promise<void> {
    const wanted = Math.min(this.acknowledged.size + count, PLACES);
    while (this.acknowledged.size < wanted) await new Promise<void>((done) => this.waiting.push(done));
  }

  /** What is wrong with the database, in the eyes of the ledger; empty when every booking is there exactly once. */
  async differences(databaseUrl: string): Promise<unknown[]> {
    const rows = await rawQuery(databaseUrl, 'select id, room_number, stay_start from bookings order by id');
    const stored = rows.map(({ id, room_number, stay_start }) => `${id} ${room_number} ${stay_start}`);
    const expected = [...this.acknowledged.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ id, roomNumber, stayStart }) => `${id} ${roomNumber} ${stayStart}`);
    const live = await projectedRows(databaseUrl);
    await rebuildAll(databaseUrl); // Verifies the log as well.
    const rebuilt = await projectedRows(databaseUrl);
    return [
      ...stored.filter((row) => !expected.includes(row)).map((row) => `not acknowledged: ${row}`),
      ...expected.filter((row) => !stored.includes(row)).map((row) => `lost: ${row}`),
      ...Object.keys(live).filter((table) => JSON.stringify(live[table]) !== JSON.stringify(rebuilt[table])),
    ];
  }

  private async ask(
    { key, roomNumber, stayStart, body }: Wish,
    url: string,
    send: SendBooking,
  ): Promise<void> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const response = await send(url, headers, body);
    const booking = response && ((await response.json().catch(() => null)) as BookingRecord | null);
    if (!booking) return;
    this.answers.push({ status: response.status, retryAfter: response.headers.get('retry-after') });
    if (response.status === 201) this.acknowledged.set(key, { id: booking.id, roomNumber, stayStart });
    else if (response.status !== 503) throw new Error(`${response.status}: ${JSON.stringify(booking)}`);
    for (const done of this.waiting.splice(0)) done();
  }
}
