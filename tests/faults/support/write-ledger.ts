import { randomUUID } from 'node:crypto';
import { addDays, type Day, day, type Month } from '@domain/dates.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventStore } from '#backend/event-store/event-store.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { A_BOOKING, defineRoom, plainRoom } from '#tests/support/store-node.js';
import { timesOf } from '#tests/support/trial-size.js';

const MONTH = day('2096-01-01') as Month;
const ROOMS = ['1001', '1002', '1003', '1005', '1006', '1007'].slice(0, timesOf(6, 6, 2));
const NIGHTS = 31;
/** Every so many places, two clients want the same. */
const RIVALS_EVERY = 4;

/** Milliseconds that a struck part may take to come back. */
const PATIENCE = { within: 120_000 };

type Wish = { key: string; roomNumber: string; stayStart: Day; body: string };
/** Sends a booking; null when no answer comes. */
export type SendBooking = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<Response | null>;
type Place = { id: number; roomNumber: string; stayStart: Day };

const sendByFetch: SendBooking = (url, headers, body) =>
  fetch(`${url}/api/booking`, { method: 'POST', headers, body }).catch(() => null);

/**
 * The outside view of a hotel under fault: what its clients were told, kept in no database. Clients of its own book one
 * place after another, and ask again with the same key until they are told that it is theirs, or another client's; of
 * other clients it notes every answer to a write.
 */
export class WriteLedger {
  readonly bookings = new Map<string, Place>();
  /** Every answer to its own clients but those that said that another client has the room. */
  readonly answers: { status: number; retryAfter: string | null }[] = [];
  /** Number of acknowledged writes, of own clients and others. */
  acknowledged = 0;
  /** Number of writes whose outcome their client did not learn. */
  unknown = 0;
  /** Number of places that own clients can book. */
  places = 0;
  private asking = 0;
  /** Own clients wait while so many bookings are acknowledged. */
  private allowed = Number.POSITIVE_INFINITY;
  private readonly refused = new Map<string, string>();
  private readonly wishes: Wish[] = [];
  private readonly keys = new Set<string>();
  /** Bookings that others were told they have. */
  private readonly others = new Set<number>();
  /** Possible weather of a day: acknowledged last, or left open since. */
  private readonly days = new Map<string, Set<string | null>>();
  private waiting: (() => void)[] = [];
  /** The first answer that no client may get. */
  private failure: Error | null = null;

  /** True when the database can be held against something. */
  get knowsRows(): boolean {
    return this.places + this.others.size + this.days.size > 0;
  }

  /** Defines rooms through a store, which its own clients are to book for every night of a month. */
  openRooms(store: EventStore, numbers: readonly string[] = ROOMS): Promise<void> {
    return this.openRoomsBy((details) => defineRoom(store, details), numbers);
  }

  /** The same, defined in whatever way. */
  async openRoomsBy(
    define: (details: RoomMonthDetails) => Promise<{ id: number }>,
    numbers: readonly string[] = ROOMS,
  ): Promise<void> {
    const rooms = new Map<string, number>();
    for (const number of numbers) rooms.set(number, (await define(plainRoom(number, MONTH))).id);
    this.places = NIGHTS * rooms.size;
    for (let night = 0; night < NIGHTS; night += 1) {
      const stayStart = addDays(MONTH, night);
      for (const [roomNumber, room_id] of rooms) {
        const stay = { room_id, stay_start: stayStart, stay_end: addDays(stayStart, 1) };
        const body = JSON.stringify({ ...A_BOOKING, ...stay });
        const clients = this.wishes.length % (RIVALS_EVERY + 1) === 0 ? 2 : 1;
        for (let client = 0; client < clients; client += 1) {
          this.wishes.push({ key: randomUUID(), roomNumber, stayStart, body });
        }
      }
    }
  }

  /** One client that books until no place is left; `server` is the address to ask now. */
  async book(server: () => string, send = sendByFetch): Promise<void> {
    while (await this.bookOne(server, send));
  }

  /** Books the next place, however often that must be asked for; false when none is left. */
  async bookOne(server: () => string, send = sendByFetch): Promise<boolean> {
    const wish = this.wishes.pop();
    if (!wish) return false;
    while (!this.bookings.has(wish.key) && !this.refused.has(wish.key)) {
      while (this.bookings.size >= this.allowed) await this.anyNews();
      await this.ask(wish, server(), send);
    }
    return true;
  }

  /** From now on no client of its own asks; resolves when none waits for an answer any more. */
  async hold(): Promise<void> {
    this.allowed = 0;
    await eventually(
      'no client waits for an answer',
      () => this.asking,
      (asking) => asking === 0,
      PATIENCE,
    );
  }

  /** Own clients go on, until so many bookings more are acknowledged. */
  goOn(count = Number.POSITIVE_INFINITY): void {
    this.allowed = this.bookings.size + count;
    this.tell();
  }

  /** Waits until this many bookings more are acknowledged, or all that are allowed. */
  async moreBooked(count: number): Promise<void> {
    const wanted = Math.min(this.bookings.size + count, this.places, this.allowed);
    await eventually(
      `${wanted} bookings are acknowledged`,
      () => this.bookings.size,
      (booked) => booked >= wanted || this.failure !== null,
      { ...PATIENCE, every: 1 },
    );
    if (this.failure) throw this.failure;
  }

  /** Notes what another client was told of a write, once for each key; null when no answer came. */
  async note(
    path: string,
    { body, key = randomUUID() }: { body: unknown; key?: string },
    response: Response | null,
  ): Promise<void> {
    const isUnknown = !response || response.status === 503;
    if (isUnknown) this.unknown += 1;
    else if (!response.ok) return;
    else if (!this.keys.has(key)) this.acknowledged += 1;
    if (!isUnknown) this.keys.add(key);
    if (path === '/api/weather') {
      const { date, weather } = JSON.parse(String(body));
      this.noteWeather(date, weather, isUnknown);
    } else if (path === '/api/booking' && !isUnknown) this.others.add((await response.json()).id);
  }

  /** Remembers what clients were told until now; the function returned forgets all later answers, as a hotel does that is restored. */
  remember(): () => void {
    const { acknowledged, unknown } = this;
    const [bookings, refused, days] = [this.bookings, this.refused, this.days].map((map) => [...map]);
    return () => {
      for (const map of [this.bookings, this.refused, this.days]) map.clear();
      for (const [key, place] of bookings as [string, Place][]) this.bookings.set(key, place);
      for (const [key, place] of refused as [string, string][]) this.refused.set(key, place);
      for (const [date, may] of days as [string, Set<string | null>][]) this.days.set(date, may);
      Object.assign(this, { acknowledged, unknown });
    };
  }

  /** Notes that a day's weather was written, or may have been. */
  noteWeather(date: string, weather: string, isUnknown = false): void {
    const before = isUnknown ? (this.days.get(date) ?? [null]) : [];
    this.days.set(date, new Set([...before, weather]));
  }

  /** Lists the acknowledged writes that the database has lost, and the rows that it holds wrongly or that nobody wrote. */
  async differences(databaseUrl: string): Promise<{ lost: string[]; wrong: string[] }> {
    const bookings = await rawQuery(databaseUrl, 'select id, room_number, stay_start from bookings');
    const own = bookings.filter(({ stay_start }) => this.places > 0 && stay_start?.startsWith('2096-01'));
    const stored = own.map(({ id, room_number, stay_start }) => `${id} ${room_number} ${stay_start}`);
    const places = [...this.bookings.values()];
    const expected = places.map(({ id, roomNumber, stayStart }) => `${id} ${roomNumber} ${stayStart}`);
    const taken = new Set(stored.map((row) => row.replace(/^\d+ /, '')));
    const known = new Set(bookings.map(({ id }) => Number(id)));
    const weather = new Map(
      (await rawQuery(databaseUrl, `select date, state ->> 'weather' as text from weather_days`)).map(
        ({ date, text }) => [date, text],
      ),
    );
    return {
      lost: [
        ...expected.filter((row) => !stored.includes(row)),
        ...[...this.others].filter((id) => !known.has(id)).map((id) => `booking ${id}`),
        ...[...this.days]
          .map(([date, may]) => ({ date, may: [...may], is: weather.get(date) ?? null }))
          .filter(({ may, is }) => !may.includes(is))
          .map(({ date, may, is }) => `weather of ${date} is ${is}, not ${may.join(' or ')}`),
      ],
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
      this.bookings.set(key, { id: booking.id, roomNumber, stayStart });
      this.acknowledged += 1;
    } else if (booking && response?.status === 409) this.refused.set(key, `${roomNumber} ${stayStart}`);
    else if (!booking || response?.status === 503) this.unknown += 1;
    else this.failure ??= new Error(`${response?.status}: ${JSON.stringify(booking)}`);
    if (booking && response && response.status !== 409) {
      this.answers.push({ status: response.status, retryAfter: response.headers.get('retry-after') });
    }
    this.tell();
    if (this.failure) throw this.failure;
  }

  /** Waits until a client was answered or given up on, or may go on: for as long as the test lets it wait. */
  private anyNews(): Promise<void> {
    return new Promise((done) => this.waiting.push(done));
  }

  private tell(): void {
    for (const done of this.waiting.splice(0)) done();
  }
}
