import { type Day, overlaps, type Stay } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import {
  type BatchLoader,
  type DataRequirement,
  loadByKey,
  loadRequirements,
  requirement,
} from '../../event-store/data-requirements.js';
import { parseStream } from '../../event-store/event.js';
import { streamRegistry } from '../../event-store/event-codec.js';
import { readStreams } from '../../event-store/log-reader.js';
import {
  type AnyStream,
  type EventStep,
  foldSteps,
  type StreamDefinition,
  streamName,
  type Versioned,
} from '../../event-store/stream-definition.js';
import type { Fact, UnitOfWork } from '../../event-store/unit-of-work.js';
import { csvReservationStream } from '../../imports/csv-reservation.stream.js';
import type { Queryable } from '../../platform/database.js';
import { allEnded } from '../../platform/pipeline.js';
import type { WriteContext } from '../../platform/write-context.js';
import { requireAdjacentStays } from '../reservation.loaders.js';
import { reservationStream } from '../reservation.stream.js';

/** What is known of a request: the types of its events, and the histories of all that it or its reversal touches. */
export type RequestPast = {
  events: readonly { stream: string; type: string }[];
  /** Whether these are all of its events: the longest are cut off. */
  isWhole: boolean;
  bookings: ReadonlyMap<number, readonly EventStep<Reservation>[]>;
  records: ReadonlyMap<number, readonly EventStep<CsvReservation>[]>;
  /** The days that its bookings ever lay in, and the rooms with a booked night among them. */
  days: Stay | null;
  taken: ReadonlySet<string>;
};

type KnownRequests = Map<string, RequestPast>;

/** What was loaded of requests, by `requestKey`. */
export const requestPasts: Fact<KnownRequests> = { nothing: () => new Map() };

/**
 * Tells requests apart. A caller chooses its request id, so two may use the same: what one undoes is what went by that
 * id from its own terminal, by the same staff member.
 */
export const requestKey = ({ requestId, terminal, staffId }: WriteContext): string =>
  JSON.stringify([requestId, terminal, staffId]);

const LONGEST = 500;
const REGISTRY = streamRegistry([reservationStream, csvReservationStream]);

async function eventsOf(client: Queryable, request: WriteContext): Promise<RequestPast['events']> {
  const { rows } = await client.query({
    name: 'events-of-request',
    text: `select stream, type from event_log
           where request_id = $1 and terminal is not distinct from $2 and staff_id is not distinct from $3
           order by position limit $4`,
    values: [request.requestId, request.terminal, request.staffId, LONGEST],
  });
  return rows;
}

/** The rooms that have a claim in some days. */
async function takenRooms(client: Queryable, unit: UnitOfWork, { start, end }: Stay): Promise<Set<string>> {
  const { rows } = await client.query({
    name: 'taken-rooms',
    text: `select room from unnest($1::text[]) as room where exists (
             select from room_claims c where c.room_number = room and c.night >= $2 and c.night < $3)`,
    values: [[...unit.reference.rooms.byNumber.keys()], start, end],
  });
  return new Set(rows.map(({ room }) => room));
}

async function histories<State extends Versioned>(
  client: Queryable,
  definition: StreamDefinition<State>,
  ids: readonly number[],
): Promise<Map<number, EventStep<State>[]>> {
  const streams = ids.map((id) => streamName(definition, id));
  const events = await readStreams(client, REGISTRY, streams);
  const groups = groupBy(events, ({ stream }) => Number(parseStream(stream).key));
  return new Map([...groups].map(([id, own]) => [id, foldSteps(definition, own)]));
}

const idsOf = (events: RequestPast['events'], { category }: AnyStream): number[] => {
  const streams = new Set(events.map(({ stream }) => stream));
  const parsed = [...streams].map(parseStream).filter((stream) => stream.category === category);
  return parsed.map(({ key }) => Number(key));
};

/** The neighbourhoods of every place that the bookings ever had since the request. */
function needsAround(bookings: RequestPast['bookings']): { needs: DataRequirement[]; days: Stay | null } {
  const states = [...bookings.values()].flatMap((steps) =>
    steps.flatMap(({ before, after }) => [before, after]),
  );
  const places = states.filter((state) => state !== null);
  if (places.length === 0) return { needs: [], days: null };
  const start = places.map(({ stayStart }) => stayStart).sort()[0] as Day;
  const end = places
    .map(({ stayEnd }) => stayEnd)
    .sort()
    .at(-1) as Day;
  const rooms = [...new Set(places.map(({ roomNumber }) => roomNumber))];
  const needs = rooms.map((roomNumber) => requireAdjacentStays({ roomNumber, from: start, to: end }));
  return {
    needs: [...needs, ...[...bookings.keys()].map((id) => requireAdjacentStays({ id }))],
    days: { start, end },
  };
}

/** The reservations around the bookings, loaded into the unit, and the histories of those that share days with them. */
async function loadAround(
  client: Queryable,
  unit: UnitOfWork,
  bookings: RequestPast['bookings'],
  { needs, days }: ReturnType<typeof needsAround>,
): Promise<RequestPast['bookings']> {
  await loadRequirements(client, needs, Promise.resolve(unit));
  if (!days) return new Map();
  const around = unit
    .all(reservationStream)
    .filter((one) => one.status === 'active' && !bookings.has(one.id) && overlaps(stayOf(one), days));
  return histories(
    client,
    reservationStream,
    around.map(({ id }) => id),
  );
}

/** The imported records of the bookings, loaded into the unit, and their histories. */
async function loadRecords(client: Queryable, unit: UnitOfWork, ids: readonly number[]) {
  const requests = ids.map((id) => ({ definition: csvReservationStream, key: String(id) }));
  const [documents, records] = await allEnded(
    loadByKey(client, requests),
    histories<CsvReservation>(client, csvReservationStream, ids),
  );
  unit.load(documents);
  return records;
}

async function loadOne(client: Queryable, request: WriteContext, unit: UnitOfWork): Promise<RequestPast> {
  const events = await eventsOf(client, request);
  const bookings = await histories<Reservation>(client, reservationStream, idsOf(events, reservationStream));
  const places = needsAround(bookings);
  const { days } = places;
  const origins = [...bookings.values()].map((steps) => steps.at(-1)?.after.csvReservationId ?? null);
  const recordIds = [...new Set([...idsOf(events, csvReservationStream), ...origins])].filter(
    (id) => id !== null,
  );
  const [around, records, taken] = await allEnded(
    loadAround(client, unit, bookings, places),
    loadRecords(client, unit, recordIds),
    days ? takenRooms(client, unit, days) : Promise.resolve(new Set<string>()),
  );
  const isWhole = events.length < LONGEST;
  return { events, isWhole, days, bookings: new Map([...around, ...bookings]), records, taken };
}

const loadRequests: BatchLoader<WriteContext> = async (client, requests, begun) => {
  const unit = await begun;
  const known = unit.fact(requestPasts);
  const distinct = new Map(requests.map((request) => [requestKey(request), request]));
  for (const [key, request] of distinct) known.set(key, await loadOne(client, request, unit));
};

/** The need for what a request did and what became of it. */
export function requireRequest(request: WriteContext): DataRequirement {
  return requirement(loadRequests, request);
}
