import { daysFromTo } from '@domain/dates.js';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import { type ChangeFrame, packFrame, unpackFrame } from '@wire/live.js';
import { encodeRoomClosure } from '@wire/room-closure-record.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { encodeWeatherDay } from '@wire/weather-record.js';
import type pg from 'pg';
import { countsOfDays } from '#backend/calendar/daily-counts.public.js';
import { EventStore } from '#backend/event-store/event-store.js';
import { hashAt, touchedStreams } from '#backend/event-store/log-subscription.js';
import type { DerivedTable } from '#backend/event-store/projection.js';
import { Writer } from '#backend/event-store/writer.js';
import { changeFrame } from '#backend/live/change-frame.query.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn, openPool } from '#backend/platform/database.js';
import { eventStoreParts } from '#backend/streams.js';
import { applyFrame, withBookings } from '#frontend/shared/calendar-data/apply-frame.js';
import {
  type CalendarSnapshot,
  type ShownBooking,
  snapshotOf,
} from '#frontend/shared/calendar-data/calendar-snapshot.js';
import { createFrameLog } from '#frontend/shared/live/frame-log.js';
import { openDesk } from '#tests/support/store-node.js';
import { faultsOfDatabase } from '../verdict.js';
import { BEGIN, type HistoryDatabase, RANGE } from './hotel.js';
import { ASKING } from './requests.js';
import {
  checkRequest,
  checkReversal,
  must,
  noteAnswer,
  noteError,
  Oracle,
  type Sent,
  type Stored,
} from './rules.js';
import type { Command } from './steps.js';

const AN_HOUR_MS = 3_600_000;

const statesIn = (table: string) => `(select coalesce(json_agg(state order by id), '[]') from ${table})`;
const STORED = `select
  (select json_agg(json_build_object('position', position, 'stream', stream, 'version', version, 'type', type,
     'payload', payload, 'recordedAt', recorded_at, 'requestId', request_id) order by position) from event_log) as rows,
  (select coalesce(json_object_agg(room_number || ' ' || night, coalesce(reservation_id, closure_id)), '{}') from room_claims) as claims,
  ${statesIn('bookings')} as bookings, ${statesIn('csv_reservations')} as records,
  ${statesIn('room_months')} as rooms, ${statesIn('room_closures')} as closures, ${statesIn('weather_days')} as weather,
  ${statesIn('waiting_entries')} as waiting`;

/** Ends its own connection. */
const CUT = {
  name: 'cut',
  sql: (rows: string) =>
    `delete from log_head where pg_terminate_backend(pg_backend_pid()) and ${rows} is null`,
};

/** A terminal without a screen: its own copy of the calendar, kept up by frames with the code of the screens. */
class SimulatedTerminal {
  readonly name: string;
  shown: CalendarSnapshot;
  isConnected = true;
  private readonly log = createFrameLog();
  private inbox: ChangeFrame[] = [];

  constructor(number: number, snapshot: CalendarSnapshot) {
    this.name = `端末-${number}`;
    this.shown = snapshot;
    this.log.startAt(snapshot.asOf.bookings);
  }

  /** The position it has reached. */
  get position(): number {
    return this.log.position() ?? 0;
  }

  /** The active bookings it knows, in the order of their ids. */
  get bookings(): ShownBooking[] {
    return [...this.shown.byRoom.values()].flat().sort((one, other) => one.id - other.id);
  }

  /** A frame is on its way to it. */
  send(frame: ChangeFrame): void {
    if (this.isConnected) this.inbox.push(frame);
  }

  /** Takes what has arrived; false when something before it is missing. */
  receive(): boolean {
    for (const frame of this.inbox.splice(0)) {
      const verdict = this.log.take(frame);
      if (verdict === 'gap') return false;
      if (verdict === 'next') this.shown = applyFrame(this.shown, frame);
    }
    return true;
  }

  /** Shows the answer to its own request without waiting for its frame. */
  show(answer: unknown): void {
    const { mess, bookings, ...record } = (answer ?? {}) as { mess?: string; bookings?: BookingRecord[] };
    const records = 'room_id' in record ? [record as BookingRecord] : (bookings ?? []);
    this.shown = withBookings(this.shown, records);
  }

  /** A frame on its way to it is lost, though others come behind it. */
  lose(): void {
    if (this.inbox.length > 1) this.inbox.shift();
  }

  /** Its line is cut, or mended: what was on its way is lost. */
  connect(isConnected: boolean): void {
    this.isConnected = isConnected;
    this.inbox = [];
  }
}

/** One hotel of its own: a node, its database, and three terminals, all under one clock that can be set. */
export class SimulatedHotel {
  readonly sent: Sent[] = [];
  terminals: readonly SimulatedTerminal[] = [];
  stored!: Stored;
  isStalled = false;
  /** The next batch that writes loses its connection to the database. */
  breaks = false;
  private now = Date.parse(BEGIN);
  private readonly clock = new Clock('Asia/Tokyo', () => new Date(this.now));
  private readonly oracle = new Oracle();
  private readonly pool: pg.Pool;
  private writer!: Writer;
  private store!: EventStore;
  /** End of the log when the terminals began, and the position up to which they were told. */
  private begun = 0;
  private told = 0;
  /** Requests that share the next batch. */
  private waiting: (() => Promise<void>)[] = [];

  private constructor(private readonly hotel: HistoryDatabase) {
    this.pool = openPool(hotel.url);
    this.startNode();
  }

  /** A world of its own in the hotel as it begins. */
  static async open(hotel: HistoryDatabase): Promise<SimulatedHotel> {
    await hotel.reset();
    const world = new SimulatedHotel(hotel);
    await world.look();
    world.begun = world.told = world.stored.rows.length;
    const snapshot = await world.fresh();
    world.terminals = [1, 2, 3].map((number) => new SimulatedTerminal(number, snapshot));
    return world;
  }

  async close(): Promise<void> {
    await this.writer.close();
    await this.pool.end();
  }

  /** Time goes on: a little with every step, more when the clock jumps. */
  tick(hours = 0): void {
    this.now += 1_000 + hours * AN_HOUR_MS;
  }

  /** Sends a command from its terminal; null when that knows of nothing that the command could be about. */
  async ask(command: Command): Promise<Sent | null> {
    const terminal = this.terminals[command.at] as SimulatedTerminal;
    if (!command.lags) await this.deliver(terminal);
    const done = this.sent.filter(({ state }) => state === 'done').toReversed();
    const { shown, bookings } = terminal;
    const asked = ASKING[command.do](command, { shown, bookings, stored: this.stored, done });
    if (!asked) return null;
    const key = `00000000-0000-4000-8000-${String(this.sent.length + 1).padStart(12, '0')}`;
    const context = {
      write: { staffId: null, terminal: terminal.name, requestId: key },
      idempotency: { key, fingerprint: Buffer.from(JSON.stringify(asked.body)) },
      expectedVersion: asked.version ?? null,
    };
    const sent: Sent = {
      key,
      kind: command.do,
      at: command.at,
      told: asked.told,
      run: () => {
        const { store, pool, clock } = this;
        const desk = openDesk({ store, pool }, clock.now().toISOString(), () => context);
        return asked.run({ desk, store, clock, context });
      },
      state: 'unknown',
      answer: null,
      refusal: '',
      before: null,
      reverses: done.find((other) => other.key === asked.reverses) ?? null,
    };
    this.sent.push(sent);
    return sent;
  }

  /** A request reaches the node; its answer is heard once the batch is committed, unless it is lost. */
  send(sent: Sent, isHeard = true): void {
    this.waiting.push(() =>
      sent.run().then(
        (answer) => {
          if (!isHeard) return;
          noteAnswer(sent, answer);
          this.terminals[sent.at]?.show(answer);
        },
        (error) => {
          if (isHeard) noteError(sent, error);
        },
      ),
    );
  }

  /** Commits all that waits, holds it against the rules, and tells the terminals. */
  async commit(sent: Sent | null = null): Promise<void> {
    if (sent && this.waiting.length === 1) sent.before = this.stored;
    await Promise.all(this.waiting.splice(0).map((run) => run()));
    this.breaks = false;
    await this.look();
    if (sent) checkReversal(sent, this.stored);
    if (!this.isStalled) await this.push();
  }

  /** The node tells its terminals what happened since it last did. */
  async push(): Promise<void> {
    const position = this.stored.rows.length;
    if (this.told === position) return;
    const frame = await this.frame(this.told, position);
    this.told = position;
    for (const terminal of this.terminals) terminal.send(frame);
  }

  /** A terminal takes what has arrived; where something is missing, it connects anew. */
  async deliver(terminal: SimulatedTerminal): Promise<void> {
    if (!terminal.receive()) await this.connect(terminal);
  }

  /** A terminal connects, saying where it was, and gets what it missed; `back`: what it got is sent once more. */
  async connect(terminal: SimulatedTerminal, back = 0): Promise<void> {
    terminal.connect(true);
    const from = Math.max(this.begun, terminal.position - back);
    if (from < this.told) terminal.send(await this.frame(from, this.told));
  }

  /** The node ends and comes back: what waited is lost, all that was only in its memory, and every line. */
  async crash(): Promise<void> {
    this.waiting = [];
    await this.writer.close();
    this.startNode();
    for (const terminal of this.terminals) terminal.connect(false);
    this.told = this.stored.rows.length;
    this.isStalled = false;
  }

  /** Everything comes to rest: lines are mended, requests of unknown outcome are sent again until they are answered. */
  async rest(): Promise<void> {
    await this.commit();
    for (const sent of this.sent.filter(({ state }) => state === 'unknown')) {
      this.send(sent);
      await this.commit();
      must(`${sent.told}: was never answered`, sent.state === 'unknown', false);
    }
    await this.push();
    for (const terminal of this.terminals) {
      if (terminal.isConnected && terminal.receive()) continue;
      await this.connect(terminal);
      must(`${terminal.name} has all right after it connected`, terminal.receive(), true);
    }
  }

  /** At rest every request happened once or not at all, and all that follows from the log equals it. */
  async checkAtRest(): Promise<void> {
    for (const sent of this.sent) checkRequest(this.stored, sent);
    must('what is wrong in the database', await faultsOfDatabase(this.hotel.url, false), []);
    must('a row that is not what the log gives', await this.hotel.unlikeLog(), null);
    const stored = shownIn(await this.fresh());
    for (const { name, shown } of this.terminals) must(`what ${name} shows`, shownIn(shown), stored);
  }

  private startNode(): void {
    const { pool } = this;
    const writes = () => {
      const rows = this.breaks ? [{}] : [];
      this.breaks = false;
      return [{ ...CUT, rows }];
    };
    const parts = eventStoreParts();
    const breaking = [...parts.derived, { ...parts.derived[0], writes } as DerivedTable];
    // A room that only the database's own guard refuses is no refusal here: a decision gave it twice.
    this.writer = new Writer(this.hotel.url, { ...parts, derived: breaking }, (error) => error);
    this.store = new EventStore(this.hotel.url, kyselyOn(pool), pool, this.writer, parts);
  }

  private async look(): Promise<void> {
    this.stored = (await this.pool.query<Stored>(STORED)).rows[0] as Stored;
    this.oracle.follow(this.stored);
  }

  private async frame(from: number, to: number): Promise<ChangeFrame> {
    const { pool: queries, store } = this;
    const stretch = {
      from,
      to,
      hash: (await hashAt(queries, to)) ?? '',
      streams: await touchedStreams(queries, from, to),
    };
    const frame = await changeFrame(
      { queries, database: kyselyOn(queries), store, today: this.clock.today() },
      stretch,
    );
    return unpackFrame(packFrame(frame));
  }

  /** The calendar as a terminal that begins now reads it. */
  private async fresh(): Promise<CalendarSnapshot> {
    const { position, reference } = await this.store.current();
    const { first, last } = RANGE;
    const shown = this.stored.bookings.filter(
      ({ status, stayStart, stayEnd }) => status === 'active' && stayStart <= last && stayEnd > first,
    );
    return snapshotOf(
      RANGE,
      {
        bookings: shown.map((booking) => bookingRecord(booking, reference.rooms)),
        rooms: this.stored.rooms.map(encodeRoomMonth),
        closures: this.stored.closures.map(encodeRoomClosure),
        counts: await countsOfDays(kyselyOn(this.pool), reference.rooms, daysFromTo(first, last)),
        weather: this.stored.weather.map(encodeWeatherDay),
      },
      { bookings: position, rooms: position, counts: position, weather: position },
    );
  }
}

/** Returns the contents of a calendar, each thing by its name. */
function shownIn({ byRoom, counts, weather, rooms }: CalendarSnapshot): object {
  const bookings = [...byRoom.values()].flat().map((booking) => [booking.id, booking]);
  return {
    bookings: Object.fromEntries(bookings),
    counts: Object.fromEntries(counts),
    weather: Object.fromEntries(weather),
    rooms: Object.fromEntries(rooms.byId),
    closures: rooms.closures.map(encodeRoomClosure).sort((one, other) => one.id - other.id),
  };
}
