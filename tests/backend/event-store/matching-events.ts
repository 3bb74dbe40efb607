import type { RawRow } from '#tests/support/log-rows.js';

/** Conditions on events, as an auditor may combine them. */
export type Wanted = {
  types?: readonly string[];
  staffId?: number;
  terminal?: string;
  stream?: string;
  room?: string;
  bookingId?: number;
  /** Part of a booking number. */
  words?: string;
  /** Instants in UTC, both included. */
  from?: string;
  to?: string;
};

type Payload = Record<string, unknown>;
const payloadOf = (row: RawRow): Payload => JSON.parse(row.payload);

/** The last value that a field of a stream was given; undefined when it never had one. */
function lastOf(log: readonly RawRow[], stream: string, field: string): unknown {
  const values = log.filter((row) => row.stream === stream).map((row) => payloadOf(row)[field]);
  return values.filter((value) => value !== undefined).at(-1);
}

function streamsIn(log: readonly RawRow[], room: string): Set<string> {
  return new Set(log.filter((row) => payloadOf(row).roomNumber === room).map(({ stream }) => stream));
}

function streamsOf(log: readonly RawRow[], bookingId: number): Set<string> {
  const booking = `reservation-${bookingId}`;
  const imports = log
    .map(({ stream }) => stream)
    .filter((stream) => stream.startsWith('csv-') && lastOf(log, stream, 'bookingId') === bookingId);
  return new Set([booking, `csv-reservation-${lastOf(log, booking, 'csvReservationId')}`, ...imports]);
}

function numbered(log: readonly RawRow[], words: string): Set<string> {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase();
  const streams = [...new Set(log.map(({ stream }) => stream))];
  return new Set(
    streams.filter((stream) =>
      plain(String(lastOf(log, stream, 'bookingNumber') ?? '')).includes(plain(words)),
    ),
  );
}

/** The rows that meet all conditions, found by looking at every row of the log. */
export function matchingEvents(log: readonly RawRow[], wanted: Wanted): RawRow[] {
  const { types, staffId, terminal, stream, room, bookingId, words, from, to } = wanted;
  const streams = [
    stream === undefined ? null : new Set([stream]),
    room === undefined ? null : streamsIn(log, room),
    bookingId === undefined ? null : streamsOf(log, bookingId),
    words === undefined ? null : numbered(log, words),
  ].filter((chosen) => chosen !== null);
  const at = (row: RawRow) => Date.parse(`${row.recorded_at.replace(' ', 'T').replace(/\+00$/, '')}Z`);
  return log.filter(
    (row) =>
      (types === undefined || types.includes(row.type)) &&
      (staffId === undefined || row.staff_id === String(staffId)) &&
      (terminal === undefined || row.terminal === terminal) &&
      (from === undefined || at(row) >= Date.parse(from)) &&
      (to === undefined || at(row) <= Date.parse(to)) &&
      streams.every((chosen) => chosen.has(row.stream)),
  );
}
