import { randomUUID } from 'node:crypto';
import { addDays, type Day, day, type Month } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventStore } from '../../backend/event-store/event-store.js';
import { rawQuery } from './log-rows.js';
import { A_BOOKING, defineRoom, plainRoom } from './store-node.js';

const MONTH = day('2096-01-01') as Month;
const ROOMS = ['1001', '1002', '1003', '1005', '1006', '1007'];
const NIGHTS = 31;
/** Every so many places, two clients want the same. */
const RIVALS_EVERY = 4;

/** The number of bookings that a ledger's hotel has place for, when nobody asks for other rooms. */
export const PLACES = ROOMS.length * NIGHTS;

type Wish = { key: string; roomNumber: string; stayStart: Day; body: string };
/** How a client sends a booking; null when no answer comes. */
export type SendBooking = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<Response | null>;
type Answer = { status: number; retryAfter: string | null };
type Place = { id: number; roomNumber: string; stayStart: Day };

const sendByFetch: SendBooking = (url, headers, body) =>
  fetch(`${url}/api/booking`, { method: 'POST', headers, body }).catch(() => null);

/**
 * The outside view of a hotel under fault: clients that ask for one booking after another, and ask again with the same
 * key until they are told that it is made, or that another client has the room. What was acknowledged is noted here, in
 * no database.
 */
export class WriteLedger {
  readonly acknowledged = new Map<string, Place>();
  /** Every answer but those that said that another client has the room. */
  readonly answers: Answer[] = [];
  /** How often a client did not learn what became of its booking, and so asked again. */
  unknown = 0;
  /** How many clients wait for an answer now. */
  asking = 0;
  private readonly refused = new Map<string, string>();
  private readonly wishes: Wish[] = [];
  private waiting: (() => void)[] = [];
  /** The first answer that no client may get. */
  private failure: Error | null = null;

  private constructor(rooms: ReadonlyMap<string, number>) {
    for (let night = 0; night < NIGHTS; night += 1) {
      const stayStart = addDays(MONTH, night);
      for (const [roomNumber, room_id] of rooms) {
        const stay = { room_id, stay_start: stayStart, stay_end: addDays(stayStart, 1) };
        const body = JSON.stringify({ ...A_BOOKING, ...stay });
        const isWantedTwice = this.wishes.length % (RIVALS_EVERY + 1) === 0;
        for (let client = 0; client <= Number(isWantedTwice); client += 1) {
          this.wishes.push({ key: randomUUID(), roomNumber, stayStart, body });
        }
      }
    }
  }

  /** A ledger of a hotel whose rooms are defined through a store: those of `PLACES`, or others. */
  static async open(store: EventStore, numbers: readonly string[] = ROOMS): Promise<WriteLedger> {
    const rooms = new Map<string, number>();
    for (const number of numbers) rooms.set(number, (await defineRoom(store, plainRoom(number, MONTH))).id);
    return new WriteLedger(rooms);
  }

  /** One client that books until no place is left; `server` gives the address to ask, once there is one. */
  async book(server: () => Promise<string> | string, send = sendByFetch): Promise<void> {
    while (await this.bookOne(server, send));
  }

  /** Books the next place, however often that must be asked for; false when none is left. */
  async bookOne(server: () => Promise<string> | string, send = sendByFetch): Promise<boolean> {
    const wish = this.wishes.pop();
    if (!wish) return false;
    while (!this.acknowledged.has(wish.key) && !this.refused.has(wish.key)) {
      await this.ask(wish, await server(), send);
    }
    return true;
  }

  /** Waits until this many bookings more are acknowledged, or all. */
  async moreAcknowledged(count: number): Promise<void> {
    const wanted = Math.min(this.acknowledged.size + count, PLACES);
    while (this.acknowledged.size < wanted) {
      await this.anyAnswer();
      if (this.failure) throw this.failure;
    }
  }

  /** Waits until a client was answered, or given up on. */
  anyAnswer(): Promise<void> {
    return new Promise((done) => this.waiting.push(done));
  }

  /** What the database has lost of what was acknowledged, and what it holds that was not, or not as it was. */
  async differences(databaseUrl: string): Promise<{ lost: string[]; wrong: string[] }> {
    const named = ({ id, roomNumber, stayStart }: Place) => `${id} ${roomNumber} ${stayStart}`;
    const rows = await rawQuery(
      databaseUrl,
      `select id, room_number, stay_start from bookings 
       where stay_start between '${MONTH}' and '${addDays(MONTH, NIGHTS - 1)}' order by id`,
    );
    const stored = rows.map(({ id, room_number, stay_start }) => `${id} ${room_number} ${stay_start}`);
    const expected = [...this.acknowledged.values()].map(named);
    const taken = new Set(stored.map((row) => row.replace(/^\d+ /, '')));
    return {
      lost: expected.filter((row) => !stored.includes(row)),
      wrong: [
        ...stored.filter((row) => !expected.includes(row)).map((row) => `not acknowledged: ${row}`),
        ...expected.filter((row, index) => expected.indexOf(row) < index).map((row) => `twice: ${row}`),
        ...[...this.refused.values()]
          .filter((place) => !taken.has(place))
          .map((place) => `refused: ${place}`),
      ],
    };
  }

  private async ask(
    { key, roomNumber, stayStart, body }: Wish,
    url: string,
    send: SendBooking,
  ): Promise<void> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    this.asking += 1;
    const response = await send(url, headers, body);
    const booking = response && ((await response.json().catch(() => null)) as BookingRecord | null);
    this.asking -= 1;
    if (booking?.id && response?.status === 201) {
      this.acknowledged.set(key, { id: booking.id, roomNumber, stayStart });
    } else if (booking && response?.status === 409) this.refused.set(key, `${roomNumber} ${stayStart}`);
    else if (!booking || response?.status === 503) this.unknown += 1;
    else this.failure ??= new Error(`${response?.status}: ${JSON.stringify(booking)}`);
    if (booking && response && response.status !== 409) {
      this.answers.push({ status: response.status, retryAfter: response.headers.get('retry-after') });
    }
    for (const done of this.waiting.splice(0)) done();
    if (this.failure) throw this.failure;
  }
}
