import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  daysFromTo,
  monthOf,
  monthsFromTo,
} from '@domain/dates.js';
import { detailsOf } from '@domain/imports/csv-reservation.js';
import { BOOKABLE, STOREROOM } from '@domain/room/room-month.js';
import { from as copyFrom } from 'pg-copy-streams';
import {
  type AnyStream,
  checkEvent,
  type DomainEvent,
  type LogRow,
  latestVersion,
  streamName,
} from '#backend/event-store/event-stream.js';
import { chainHash } from '#backend/event-store/hash-chain.js';
import { hasPersonalData, newKey, seal } from '#backend/event-store/personal-data.js';
import { rebuild } from '#backend/event-store/rebuild/rebuild.js';
import { type LongRunningClient, openLongRunningClient } from '#backend/platform/database.js';
import { csvReservationStream } from '#backend/streams/csv-reservation.stream.js';
import { corporateStream, paymentStream, staffStream } from '#backend/streams/master.stream.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { somePerson, someTel } from '#backend/tools/sample/guests.js';
import { SAMPLE_MASTERS } from '#backend/tools/sample/masters.js';
import { type Random, randomFrom } from '#backend/tools/sample/prng.js';
import { SAMPLE_ROOMS } from '#backend/tools/sample/rooms.js';
import { DAY, HOUR, instantOf, MINUTE } from '#backend/tools/sample/setting.js';
import { anImport, aReservation } from './builders.js';
import { rawQuery } from './log-rows.js';
/** A stream to be; its key is known as soon as its first event is written. */
export type Subject = { definition: AnyStream; key: number | string | null };

/** An event to be written at an instant, in milliseconds since 1970. */
export type Planned = { at: number; subject: Subject; event: () => DomainEvent };

/** A stay that takes place, booked at an instant, but not before the log begins. */
type PlannedStay = { roomNumber: string; start: Day; end: Day; booked: number; opening: number };

const IMPORTED = 0.6;
const ANOTHER_CANCELLED_BEFORE = 0.2;
const MOST_AMENDMENTS = 6;

const notes = (random: Random) => random.pick(['', '窓側希望', '到着が遅れる\n領収書は会社名で', '禁煙厳守']);

function amendment(random: Random): object {
  return random.pick<() => object>([
    () => ({ notes: notes(random), checkinTime: `${random.whole(15, 23)}:00` }),
    () => ({ tel: someTel(random) }),
    () => ({ totalFee: random.whole(50, 300) * 100, usedPoints: random.whole(0, 10) * 100 }),
    () => ({ nextdayOutFlag: random.whole(0, 1), roomMoveLock: random.whole(0, 1) }),
  ])();
}

/** One booking: what it is made of follows from its seed, so that it is only made when it is written. */
class BookingToBe {
  readonly booking: Subject = { definition: reservationStream, key: null };
  readonly record: Subject = { definition: csvReservationStream, key: null };
  private readonly seed: number;
  private readonly imported: boolean;

  constructor(
    private readonly stay: PlannedStay,
    random: Random,
  ) {
    this.seed = random.whole(1, 2 ** 30);
    this.imported = random.chance(IMPORTED);
  }

  creation(at: number): Planned[] {
    const created = { at, subject: this.booking, event: () => this.created() };
    if (!this.imported) return [created];
    const registered = () => ({ type: 'CsvReservationRegistered', data: { bookingId: this.booking.key } });
    return [
      { at, subject: this.record, event: () => this.importedEvent() },
      created,
      { at, subject: this.record, event: registered },
    ];
  }

  cancellation(at: number): Planned[] {
    const data = { revision: new Date(at).toISOString() };
    const atSource = { type: 'CsvReservationCancelled', data };
    return [
      { at, subject: this.booking, event: () => ({ type: 'ReservationCancelled', data: {} }) },
      ...(this.imported ? [{ at, subject: this.record, event: () => atSource }] : []),
    ];
  }

  private shared() {
    const random = randomFrom(this.seed);
    const guest = somePerson(random, random.pick(['male', 'female'] as const));
    return {
      reserverName: guest.name,
      reserverNameKana: guest.kana,
      guestName1: guest.name,
      guestName1Kana: guest.kana,
      tel: someTel(random),
      notes: notes(random),
      stayStart: this.stay.start,
      stayEnd: this.stay.end,
      totalFee: 8000 * daysBetween(this.stay.start, this.stay.end),
      bookingNumber: `B-${this.seed}-${this.stay.roomNumber}`,
    };
  }

  private created(): DomainEvent {
    const { roomNumber } = this.stay;
    const csvReservationId = this.record.key as number | null;
    const made = aReservation({ ...this.shared(), roomNumber, csvReservationId });
    const { id, version, status, checkinDate, checkoutDate, changedRoom, partyId, ...data } = made;
    return { type: 'ReservationCreated', data };
  }

  private importedEvent(): DomainEvent {
    const revision = new Date(this.stay.booked).toISOString();
    const bookingNumber = `${this.shared().bookingNumber}-${revision}`;
    return {
      type: 'CsvReservationImported',
      data: detailsOf(anImport({ ...this.shared(), bookingNumber, revision })),
    };
  }
}

function cancelledBefore(stay: PlannedStay, random: Random): Planned[] {
  if (!random.chance(ANOTHER_CANCELLED_BEFORE)) return [];
  const booked = stay.booked - random.between(1, 20) * DAY;
  const other = new BookingToBe({ ...stay, booked }, random);
  return [...other.creation(booked), ...other.cancellation(random.between(booked, stay.booked - HOUR))];
}

/** All that happens to a stay, and to another in its place that was cancelled before. */
function stayEvents(stay: PlannedStay, random: Random): Planned[] {
  const { start, end, booked, opening } = stay;
  const made = new BookingToBe(stay, random);
  const arrival = instantOf(start, random.whole(15 * 60, 23 * 60));
  const about = (at: number, event: DomainEvent): Planned => ({
    at,
    subject: made.booking,
    event: () => event,
  });
  const amendments = Array.from({ length: random.whole(0, MOST_AMENDMENTS) }, () => {
    const { seed, at } = { seed: random.whole(1, 2 ** 30), at: random.between(booked, arrival) };
    const event = () => ({ type: 'ReservationAmended', data: amendment(randomFrom(seed)) });
    return { at, subject: made.booking, event };
  });
  return [
    ...cancelledBefore(stay, random),
    ...made.creation(booked),
    ...amendments,
    about(arrival, { type: 'GuestCheckedIn', data: { date: start } }),
    about(arrival, {
      type: 'PaymentRecorded',
      data: {
        ...{ paymentType: null, paymentFlag: 1, paymentDay: start },
        ...{ moved: null, isPrepaid: null, reverses: [] },
      },
    }),
    about(instantOf(end, random.whole(7 * 60, 10 * 60)), { type: 'GuestCheckedOut', data: { date: end } }),
  ].map((planned) => ({ ...planned, at: Math.max(opening, Math.round(planned.at)) }));
}

export type LargeLogOptions = {
  /** About how many events. */
  events: number;
  /** The day on which the log ends; bookings reach some months beyond it. */
  today: Day;
  seed: number;
};

const EVENTS_A_DAY = 598;
/** Rooms and bookings ahead of the last day. */
const EVENTS_AHEAD = 20_000;
const MONTHS_AHEAD = 12;
const BOOKED_AHEAD_DAYS = 120;
const GAP = 0.12;
const NIGHTS = [
  [1, 60],
  [2, 25],
  [3, 10],
  [4, 5],
] as const;

/** The first day of a log of about so many events that ends today. */
function firstDayOf({ events, today }: LargeLogOptions): Day {
  return addDays(today, -Math.max(1, Math.ceil((events - EVENTS_AHEAD) / EVENTS_A_DAY)));
}

const begun = (definition: AnyStream, at: number, event: DomainEvent): Planned => ({
  at,
  subject: { definition, key: null },
  event: () => event,
});

function masters(at: number): Planned[] {
  return [
    ...SAMPLE_MASTERS.corporates.map((data) =>
      begun(corporateStream, at, { type: 'CorporateDefined', data }),
    ),
    ...Object.values(SAMPLE_MASTERS.payments).map((data) =>
      begun(paymentStream, at, { type: 'PaymentDefined', data }),
    ),
    ...SAMPLE_MASTERS.staff.map((data) => begun(staffStream, at, { type: 'StaffDefined', data })),
  ];
}

/** Rooms are defined a year ahead, and some anew when their month begins. */
function rooms(first: Day, today: Day, opening: number, random: Random): Planned[] {
  return monthsFromTo(first, addMonths(monthOf(today), MONTHS_AHEAD)).flatMap((month) => {
    const at = Math.max(opening, instantOf(addMonths(month, -MONTHS_AHEAD), 60));
    return SAMPLE_ROOMS.flatMap((room): Planned[] => {
      const reservableStatus = room.roomType === STOREROOM ? ('予約不可' as const) : BOOKABLE;
      const data = { ...room, month, reservableStatus, position: null };
      const defined = begun(roomMonthStream, at, { type: 'RoomMonthDefined', data });
      if (!random.chance(0.1)) return [defined];
      const redefined = { type: 'RoomMonthDefined', data: { ...data, roomLabel: `${room.roomLabel}*` } };
      const later = Math.max(opening, instantOf(month, 120));
      return [defined, { at: later, subject: defined.subject, event: () => redefined }];
    });
  });
}

function weather(first: Day, today: Day, random: Random): Planned[] {
  return daysFromTo(first, today).map((date) => ({
    at: instantOf(date, 7 * 60),
    subject: { definition: weatherDayStream, key: date },
    event: () => ({ type: 'WeatherSet', data: { date, weather: random.pick(['晴', '曇', '雨']) } }),
  }));
}

function stays(first: Day, today: Day, opening: number, random: Random): Planned[] {
  const bookable = SAMPLE_ROOMS.filter(({ roomType }) => roomType !== STOREROOM);
  return bookable.flatMap(({ roomNumber }) => {
    const planned: Planned[] = [];
    let start = first;
    while (start < addDays(today, BOOKED_AHEAD_DAYS)) {
      const nights = random.weighted(NIGHTS);
      const end = addDays(start, nights);
      if (random.chance(1 - GAP)) {
        const booked = instantOf(start, 0) - random.between(0.2, BOOKED_AHEAD_DAYS) * DAY;
        planned.push(...stayEvents({ roomNumber, start, end, booked, opening: opening + MINUTE }, random));
        start = end;
      } else start = addDays(start, 1);
    }
    return planned;
  });
}

/** The events of a hotel that has been open for as long as it takes, in order. */
function planLargeLog(options: LargeLogOptions): Planned[] {
  const { today, seed } = options;
  const random = randomFrom(seed);
  const first = firstDayOf(options);
  const opening = instantOf(addDays(first, -2), 0);
  const now = instantOf(addDays(today, 1), -1);
  return [
    ...masters(opening),
    ...rooms(first, today, opening, random),
    ...weather(first, today, random),
    ...stays(first, today, opening, random),
  ]
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at);
}

const LARGE_LOG_CONTEXT = { staffId: null, terminal: 'フロント1', requestId: 'large-log' };

/** An instant as events hold it. */
const toMicroseconds = (at: number): string => new Date(at).toISOString().replace('Z', '000Z');

const ROWS_AT_A_TIME = 500;

/** End of a log, and the streams that were written to, for as long as somebody holds them. */
type Written = {
  position: number;
  hash: Buffer;
  recordedAt: string;
  reference: number;
  streams: WeakMap<Subject, { version: number; key: Buffer | null }>;
};

const cell = (value: string | number | null): string =>
  value === null
    ? '\\N'
    : String(value).replace(
        /[\\\n\r\t]/g,
        (special) => `\\${{ '\n': 'n', '\r': 'r', '\t': 't' }[special] ?? special}`,
      );

const line = (row: LogRow, hash: Buffer): string =>
  `${[
    row.position,
    row.stream,
    row.version,
    row.type,
    row.schemaVersion,
    row.payload,
    row.staffId,
    row.terminal,
    row.requestId,
    row.recordedAt,
    `\\x${hash.toString('hex')}`,
  ]
    .map(cell)
    .join('\t')}\n`;

function write({ at, subject, event }: Planned, written: Written, keep: (key: string) => void): string {
  const { definition } = subject;
  const position = ++written.position;
  subject.key ??= position;
  const stream = streamName(definition, subject.key);
  const { type, data } = event();
  checkEvent(definition, { type, data });
  const known = written.streams.get(subject) ?? { version: 0, key: null };
  written.streams.set(subject, known);
  const { personalFields = [] } = definition;
  const isPersonal = hasPersonalData(data, personalFields);
  if (isPersonal && !known.key) {
    known.key = newKey();
    keep(`${stream}\t\\\\x${known.key.toString('hex')}\n`);
  }
  const sealed = isPersonal && known.key ? seal(data, personalFields, stream, known.key) : data;
  written.recordedAt = toMicroseconds(at);
  const row = {
    ...LARGE_LOG_CONTEXT,
    position,
    stream,
    version: ++known.version,
    type,
    schemaVersion: latestVersion(definition, type),
    payload: JSON.stringify(sealed),
    recordedAt: written.recordedAt,
  };
  written.hash = chainHash(written.hash, row);
  if (definition.isReference) written.reference = position;
  return line(row, written.hash);
}

function* linesOf(planned: Iterable<Planned>, written: Written, keep: (key: string) => void) {
  let lines: string[] = [];
  for (const one of planned) {
    if (lines.push(write(one, written, keep)) < ROWS_AT_A_TIME) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

/** Reads the end of a log before it is gone on with. */
async function endOf(client: LongRunningClient): Promise<Written> {
  const { rows } = await client.query('select position, hash, reference_position as reference from log_head');
  const [{ position, hash, reference }] = rows;
  return { position, hash, reference, recordedAt: '', streams: new WeakMap() };
}

/**
 * Puts events behind those of a log at once instead of by the writer; the read models are left as they were. Answers
 * where the log ends.
 */
async function copyEvents(databaseUrl: string, planned: Iterable<Planned>): Promise<number> {
  const [client, beside] = await Promise.all([
    openLongRunningClient(databaseUrl),
    openLongRunningClient(databaseUrl),
  ]);
  try {
    const written = await endOf(client);
    const keys = new PassThrough();
    const kept = pipeline(keys, beside.query(copyFrom('copy encryption_keys from stdin')));
    const lines = Readable.from(linesOf(planned, written, (key) => keys.write(key)));
    await pipeline(lines, client.query(copyFrom('copy event_log from stdin')));
    keys.end();
    await kept;
    await client.query({
      text: 'update log_head set position = $1, hash = $2, recorded_at = $3, reference_position = $4',
      values: [written.position, written.hash, written.recordedAt, written.reference],
    });
    await client.query('analyze');
    return written.position;
  } finally {
    await Promise.all([client.end(), beside.end()]);
  }
}

/** Goes on with a log by events that are there at once, and builds its read models. Answers where the log ends. */
export async function copyLog(databaseUrl: string, planned: Iterable<Planned>): Promise<number> {
  const end = await copyEvents(databaseUrl, planned);
  await rebuild(databaseUrl, eventStoreParts(), READ_MODELS, () => undefined);
  await rawQuery(databaseUrl, `update read_model_form set form = ${READ_MODELS.form}; analyze`);
  return end;
}

/**
 * Fills an empty log with years of a hotel of 117 rooms, and builds its read models: bookings of the desk and of the
 * channel manager, amended, cancelled, checked in and out, and everything that personal data is sealed in. Answers how
 * many events.
 */
export function copyLargeLog(databaseUrl: string, options: LargeLogOptions): Promise<number> {
  return copyLog(databaseUrl, planLargeLog(options));
}
