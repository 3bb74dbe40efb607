import { setTimeout as pause } from 'node:timers/promises';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import {
  type ChangeFrame,
  type Handshake,
  LOG_POSITION_HEADER,
  type PackedFrame,
  unpackFrame,
} from '@wire/live.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { io, type Socket } from 'socket.io-client';
import { type Answer, type ApiClient, type Ask, apiClient } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';

type State = { log_id: string; position: number; hash: string; version?: string | null };
type Known = Pick<Handshake, 'log_id' | 'position' | 'hash' | 'product_version'>;
type Way = {
  certificate?: string;
  headers?: Record<string, string>;
  /** Fetches lists; a plain client when left out. */
  get?: ApiClient['get'];
  /** The days that it shows: the month of a ledger when left out. */
  range?: { start: string; end: string };
};
type Lists = { bookings: BookingRecord[]; counts: Record<string, CountRecord>; weather: WeatherRecord[] };

const LEDGER_MONTH = { start: '2096-01-01', end: '2096-01-31' };
const SECOND_MS = 1_000;
/** Milliseconds that a struck part may take to come back. */
const PATIENCE_MS = 120_000;

/** Asks as a browser does: once more on another connection when the one that was kept turns out to be closed. */
const asBrowser: Ask = (url, request) => fetch(url, request).catch(() => fetch(url, request));

/**
 * A terminal without a screen that connects again by itself: it fetches its lists once, and anew only when it is told to;
 * everything else it knows from frames.
 */
export class RoamingTerminal {
  readonly bookings = new Map<number, BookingRecord>();
  private readonly counts = new Map<string, CountRecord>();
  private readonly weather = new Map<string, WeatherRecord>();
  /** Number of times that it was brought up to date. */
  arrivals = 0;
  /** Number of times that its connection was lost. */
  losses = 0;
  /** True once it was told of a stretch that leaves something out, or that it had before. */
  hasMissed = false;
  /** Its own account when it connects; older nodes don't tell their version. */
  private readonly known: Known = { log_id: null, position: null, hash: null, product_version: null };
  private fetching: Promise<void> = Promise.resolve();
  private readonly socket: Socket;
  private readonly get: ApiClient['get'];
  private readonly range: { start: string; end: string };

  constructor(
    url: string,
    readonly name: string,
    { certificate, headers, get = apiClient(url, asBrowser).get, range = LEDGER_MONTH }: Way = {},
  ) {
    const self = { terminal_id: `id-${name}`, terminal: name };
    this.get = get;
    this.range = range;
    this.socket = io(url, {
      auth: (give) => give({ ...self, ...this.known }),
      transports: ['websocket'],
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
      forceNew: true,
      ...(certificate === undefined ? {} : { ca: certificate }),
      ...(headers === undefined ? {} : { extraHeaders: headers }),
    });
    this.socket.on('ready', (state: State) => this.arrive(state, this.known.position === null));
    this.socket.on('reload', (state: State) => this.arrive(state, true));
    this.socket.on('disconnect', (reason) => {
      this.losses += 1;
      if (reason === 'io server disconnect') this.socket.connect(); // As the calendar's own does.
    });
    this.socket.on('changes', (frame: PackedFrame) => this.hear(unpackFrame(frame)));
  }

  /** Returns the weather that it shows for a day. */
  readonly weatherOf = (date: string): string | undefined => this.weather.get(date)?.weather ?? undefined;

  /** Waits until it fulfils a condition; says where it stands when it does not in time. */
  async until(condition: (terminal: this) => boolean): Promise<void> {
    const { name } = this;
    const stand = () => ({ position: this.known.position, arrivals: this.arrivals, losses: this.losses });
    await eventually(`${name}: ${condition}`, stand, () => condition(this), { within: PATIENCE_MS });
  }

  /** Hangs up for good. */
  close(): void {
    this.socket.disconnect();
  }

  /** Lists the differences to a terminal that is opened now; empty once it has been told all. */
  async differences(): Promise<string[]> {
    const { lists, position } = await this.fetchLists();
    const told = this.until((terminal) => (terminal.known.position ?? 0) >= position);
    const isLate = await told.then(
      () => false,
      () => true,
    );
    await this.fetching;
    const own = listsOf(this.bookings.values(), this.counts, this.weather.values());
    const found = differing(
      own,
      listsOf(lists.bookings, new Map(Object.entries(lists.counts)), lists.weather),
    );
    if (isLate) found.push(`is at ${this.known.position}, not ${position}`);
    if (this.hasMissed) found.push('was told of a stretch that does not follow');
    return found.map((text) => `${this.name}: ${text}`);
  }

  private async fetchLists(): Promise<{ lists: Lists; position: number }> {
    const { start, end } = this.range;
    const days = `start_date=${start}&end_date=${end}`;
    const [bookings, counts, weather] = await Promise.all([
      this.list<BookingRecord[]>(`/api/bookings?${days}`),
      this.list<Lists['counts']>(`/api/booking_type_diff?${days}`),
      this.list<WeatherRecord[]>(`/api/weather?${days}`),
    ]);
    const firstNights = bookings.body.filter(({ date, stay_start }) => date === stay_start);
    return {
      lists: { bookings: firstNights, counts: counts.body, weather: weather.body },
      position: Number(bookings.headers.get(LOG_POSITION_HEADER)),
    };
  }

  /** A list, asked for again as long as the server says that it can't answer just now. */
  private async list<List>(path: string): Promise<Answer<List>> {
    for (;;) {
      const answer = await this.get<List>(path);
      if (answer.status === 200) return answer;
      if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      await pause(Number(answer.headers.get('retry-after')) * SECOND_MS);
    }
  }

  private arrive({ log_id, position, hash, version = null }: State, isNew: boolean): void {
    this.arrivals += 1;
    Object.assign(this.known, { log_id, product_version: version });
    if (isNew || position >= (this.known.position ?? 0)) Object.assign(this.known, { position, hash });
    if (isNew) this.fetching = this.fetching.then(() => this.fetchAll());
  }

  private async fetchAll(): Promise<void> {
    const { lists } = await this.fetchLists();
    for (const kept of [this.bookings, this.counts, this.weather]) kept.clear();
    this.keep(lists);
  }

  private hear(frame: ChangeFrame): void {
    const { from, to } = frame;
    const { position } = this.known;
    this.hasMissed ||= position !== null && (from > position || to <= position);
    if (to > (position ?? 0)) Object.assign(this.known, { position: to, hash: frame.hash });
    this.fetching = this.fetching.then(() => this.keep(frame));
  }

  private keep({ bookings, counts, weather }: Lists): void {
    const { start, end } = this.range;
    for (const booking of bookings) {
      if (booking.stay_start >= start && booking.stay_start <= end) this.bookings.set(booking.id, booking);
      else this.bookings.delete(booking.id);
    }
    for (const [date, count] of Object.entries(counts)) {
      if (date >= start && date <= end) this.counts.set(date, count);
    }
    for (const day of weather) if (day.date >= start && day.date <= end) this.weather.set(day.date, day);
  }
}

/** Lists as texts by what they are about. */
function listsOf(
  bookings: Iterable<BookingRecord>,
  counts: ReadonlyMap<string, CountRecord>,
  weather: Iterable<WeatherRecord>,
): Map<string, string> {
  return new Map([
    ...[...bookings].map((booking) => [`booking ${booking.id}`, JSON.stringify(booking)] as const),
    ...[...counts].map(([date, count]) => [`counts of ${date}`, JSON.stringify(count)] as const),
    ...[...weather].map((day) => [`weather of ${day.date}`, JSON.stringify(day)] as const),
  ]);
}

function differing(own: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): string[] {
  const about = new Set([...own.keys(), ...right.keys()]);
  return [...about]
    .filter((name) => own.get(name) !== right.get(name))
    .map((name) => `${name} is ${own.get(name)}, not ${right.get(name)}`);
}
