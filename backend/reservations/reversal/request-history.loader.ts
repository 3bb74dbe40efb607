import { type Day, overlaps, type Stay } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { GuestCard } from '@domain/guest-card/guest-card.js';
import { type CardReversal, planCard } from '@domain/guest-card/reverse-card.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { BookingPast, RecordPast } from '@domain/reservation/reversal/booking-past.js';
import type { ClosurePast } from '@domain/room/reverse-closures.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { planWaiting, type WaitingReversal } from '@domain/waiting/reverse-waiting.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
import {
  type AnyStream,
  type EventStep,
  foldSteps,
  parseStream,
  type StreamDefinition,
  streamName,
  streamRegistry,
  type Versioned,
} from '../../event-store/event-stream.js';
import { readStreams } from '../../event-store/log-reader.js';
import {
  type BatchLoader,
  type DataRequirement,
  type Fact,
  loadByKey,
  loadRequirements,
  requirement,
  type UnitOfWork,
} from '../../event-store/unit-of-work.js';
import { cardWith, requireCards } from '../../guest-card/card.public.js';
import type { Queryable } from '../../platform/database.js';
import { allEnded } from '../../platform/pipeline.js';
import type { WriteContext } from '../../platform/write-context.js';
import { csvReservationStream } from '../../streams/csv-reservation.stream.js';
import { guestCardStream } from '../../streams/guest-card.stream.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { waitingEntryStream } from '../../streams/waiting-entry.stream.js';
import { requireAdjacentStays } from '../reservation.loaders.js';

/** The events of a request, and the histories of all that it or its reversal touches. */
export type RequestHistory = {
  request: WriteContext;
  events: readonly { stream: string; type: string }[];
  /** True if these are all of its events: a long list is cut off. */
  isComplete: boolean;
  bookings: ReadonlyMap<number, readonly EventStep<Reservation>[]>;
  records: ReadonlyMap<number, readonly EventStep<CsvReservation>[]>;
  /** Each 売り止め and 仮予約 that it changed. */
  closures: ReadonlyMap<number, readonly EventStep<RoomClosure>[]>;
  /** Each entry of the waiting list (キャンセル待ち) that it changed. */
  waiting: ReadonlyMap<number, readonly EventStep<WaitingEntry>[]>;
  /** Each card of a guest (お客様カード) that it changed. */
  cards: ReadonlyMap<number, readonly EventStep<GuestCard>[]>;
  /** The days from the first to the last that its bookings and closures ever had, and the rooms with a booked night among them. */
  days: Stay | null;
  taken: ReadonlySet<string>;
};

const MAX_EVENTS = 500;
const REGISTRY = streamRegistry([
  reservationStream,
  csvReservationStream,
  roomClosureStream,
  guestCardStream,
  waitingEntryStream,
]);

const histories: Fact<Map<string, RequestHistory>> = { initial: () => new Map() };

/**
 * The identity of a request. Callers choose the request id, so it counts only for the same terminal and staff member:
 * nobody reverses what others did under the same id.
 */
const requestKey = ({ requestId, terminal, staffId }: WriteContext): string =>
  JSON.stringify([requestId, terminal, staffId]);

async function eventsOf(client: Queryable, request: WriteContext): Promise<RequestHistory['events']> {
  const { rows } = await client.query<{ stream: string; type: string }>({
    name: 'events-of-request',
    text: `select stream, type from event_log
           where request_id = $1 and terminal is not distinct from $2 and staff_id is not distinct from $3
           order by position limit $4`,
    values: [request.requestId, request.terminal, request.staffId, MAX_EVENTS],
  });
  return rows;
}

async function takenRooms(client: Queryable, unit: UnitOfWork, { start, end }: Stay): Promise<Set<string>> {
  const { rows } = await client.query<{ room: string }>({
    name: 'taken-rooms',
    text: `select room from unnest($1::text[]) as room where exists (
             select from room_claims c where c.room_number = room and c.night >= $2 and c.night < $3)`,
    values: [[...unit.reference.rooms.byNumber.keys()], start, end],
  });
  return new Set(rows.map(({ room }) => room));
}

async function stepsOf<State extends Versioned>(
  client: Queryable,
  definition: StreamDefinition<State>,
  ids: readonly number[],
): Promise<Map<number, EventStep<State>[]>> {
  const streams = ids.map((id) => streamName(definition, id));
  const events = await readStreams(client, REGISTRY, streams);
  const byId = groupBy(events, ({ stream }) => Number(parseStream(stream).key));
  return new Map([...byId].map(([id, own]) => [id, foldSteps(definition, own)]));
}

function idsOf(events: RequestHistory['events'], { category }: AnyStream): number[] {
  const streams = [...new Set(events.map(({ stream }) => stream))].map(parseStream);
  return streams.filter((stream) => stream.category === category).map(({ key }) => Number(key));
}

/** Nights of a room that something had at one time. */
type Place = { roomNumber: string; stay: Stay };

/** The places that bookings and closures had around each of their events. */
function placesOf({ bookings, closures }: Pick<RequestHistory, 'bookings' | 'closures'>): Place[] {
  const statesOf = <State extends Versioned>(steps: readonly EventStep<State>[]) =>
    steps.flatMap(({ before, after }) => (before ? [before, after] : [after]));
  return [
    ...[...bookings.values()].flatMap((steps) =>
      statesOf(steps).map((state) => ({ roomNumber: state.roomNumber, stay: stayOf(state) })),
    ),
    ...[...closures.values()].flatMap((steps) =>
      statesOf(steps).map(({ roomNumber, start, end }) => ({ roomNumber, stay: { start, end } })),
    ),
  ];
}

/** The days from the first to the last of all places; null for none. */
function daysOf(places: readonly Place[]): Stay | null {
  const start = places.map(({ stay }) => stay.start).sort()[0];
  const end = places
    .map(({ stay }) => stay.end)
    .sort()
    .at(-1);
  return start && end ? { start, end } : null;
}

/** Loads the reservations around all places that the bookings and closures ever had, and reads the histories of those around. */
async function loadAround(
  client: Queryable,
  unit: UnitOfWork,
  bookings: RequestHistory['bookings'],
  places: readonly Place[],
  days: Stay,
): Promise<RequestHistory['bookings']> {
  const rooms = [...new Set(places.map(({ roomNumber }) => roomNumber))];
  const requirements = [
    ...rooms.map((roomNumber) => requireAdjacentStays({ roomNumber, from: days.start, to: days.end })),
    ...[...bookings.keys()].map((id) => requireAdjacentStays({ id })),
  ];
  await loadRequirements(client, requirements, Promise.resolve(unit));
  const around = unit
    .all(reservationStream)
    .filter((one) => one.status === 'active' && !bookings.has(one.id) && overlaps(stayOf(one), days));
  const ids = around.map(({ id }) => id);
  return stepsOf<Reservation>(client, reservationStream, ids);
}

/** Loads what streams hold now, and reads their histories. */
async function loadSteps<State extends Versioned>(
  client: Queryable,
  unit: UnitOfWork,
  definition: StreamDefinition<State>,
  ids: readonly number[],
): Promise<Map<number, EventStep<State>[]>> {
  const keys = ids.map((id) => ({ definition, key: String(id) }));
  const [documents, steps] = await allEnded(loadByKey(client, keys), stepsOf(client, definition, ids));
  unit.load(documents);
  return steps;
}

/** Loads the cards that a request changed, and those that its bookings stand in now. */
async function loadCards(client: Queryable, unit: UnitOfWork, ids: readonly number[]) {
  const cards = await loadSteps<GuestCard>(client, unit, guestCardStream, ids);
  const states = [...cards.values()].flat().flatMap(({ before, after }) => [before, after]);
  const bookings = new Set(states.flatMap((card) => card?.members ?? []));
  await loadRequirements(client, [...bookings].map(requireCards), Promise.resolve(unit));
  return cards;
}

async function loadHistory(client: Queryable, request: WriteContext, unit: UnitOfWork) {
  const events = await eventsOf(client, request);
  const [bookings, closures, cards, waiting] = await allEnded(
    stepsOf<Reservation>(client, reservationStream, idsOf(events, reservationStream)),
    loadSteps<RoomClosure>(client, unit, roomClosureStream, idsOf(events, roomClosureStream)),
    loadCards(client, unit, idsOf(events, guestCardStream)),
    loadSteps<WaitingEntry>(client, unit, waitingEntryStream, idsOf(events, waitingEntryStream)),
  );
  const places = placesOf({ bookings, closures });
  const days = daysOf(places);
  const origins = [...bookings.values()].flatMap((own) => own.at(-1)?.after.csvReservationId ?? []);
  const recordIds = [...new Set([...idsOf(events, csvReservationStream), ...origins])];
  const [around, records, taken] = await allEnded(
    days ? loadAround(client, unit, bookings, places, days) : [],
    loadSteps<CsvReservation>(client, unit, csvReservationStream, recordIds),
    days ? takenRooms(client, unit, days) : new Set<string>(),
  );
  const isComplete = events.length < MAX_EVENTS;
  return {
    ...{ request, events, isComplete, days, records, closures, cards, waiting, taken },
    bookings: new Map([...around, ...bookings]),
  };
}

const loadHistories: BatchLoader<WriteContext> = async (client, requests, begun) => {
  const unit = await begun;
  const known = unit.fact(histories);
  const distinct = new Map(requests.map((request) => [requestKey(request), request]));
  for (const [key, request] of distinct) known.set(key, await loadHistory(client, request, unit));
};

/** Requires what a request did and what happened since. */
export function requireHistory(request: WriteContext): DataRequirement {
  return requirement(loadHistories, request);
}

/** The history of a request as it was loaded; null when it appended no events. */
export function historyOf(unit: UnitOfWork, request: WriteContext): RequestHistory | null {
  const known = unit.fact(histories).get(requestKey(request));
  return known && known.events.length > 0 ? known : null;
}

/** The states of a stream around a request, and the events after it; null when it has none of this stream. */
function aroundRequest<State extends Versioned>(
  request: WriteContext,
  steps: readonly EventStep<State>[] = [],
) {
  const isOwn = ({ event }: EventStep<State>) => requestKey(event) === requestKey(request);
  const last = steps.findLastIndex(isOwn);
  const [before, after] = [steps.find(isOwn)?.before ?? null, steps[last]?.after];
  return after ? { before, after, later: steps.slice(last + 1) } : null;
}

/** Returns what a request did to an imported record; null when there is no such record. */
export function recordPast(unit: UnitOfWork, history: RequestHistory, id: number | null): RecordPast | null {
  const current = id === null ? null : unit.get(csvReservationStream, id);
  if (!current) return null;
  const around = aroundRequest(history.request, history.records.get(current.id));
  return { current, changed: around?.before ? { before: around.before, after: around.after } : null };
}

/** The bookings that a request touched, with their states before and after it and now. */
export function bookingPasts(unit: UnitOfWork, history: RequestHistory): BookingPast[] {
  return [...history.bookings].flatMap(([id, steps]): BookingPast[] => {
    const around = aroundRequest(history.request, steps);
    const current = unit.get(reservationStream, id);
    if (!around || !current) return [];
    const later = around.later.flatMap(({ event: { position }, before, after }) =>
      before ? [{ position, before, after }] : [],
    );
    return [{ id, ...around, current, later, record: recordPast(unit, history, current.csvReservationId) }];
  });
}

const isOfBooking = ({ stream }: { stream: string }): boolean =>
  parseStream(stream).category === reservationStream.category;

/**
 * Each 売り止め that a request touched, with its states before and after it and now; each 仮予約 too where the request touched
 * nothing else: see `heldBefore`.
 */
export function closurePasts(unit: UnitOfWork, { request, events, closures }: RequestHistory): ClosurePast[] {
  const isBooked = events.some(isOfBooking);
  return [...closures].flatMap(([id, steps]) => {
    const around = aroundRequest(request, steps);
    const current = unit.get(roomClosureStream, id);
    return around && current && !(isBooked && current.tentative)
      ? [{ before: around.before, after: around.after, current }]
      : [];
  });
}

/** Plans back what a request did to cards of guests. */
export function cardReversals(unit: UnitOfWork, { request, cards }: RequestHistory): CardReversal[] {
  return [...cards].flatMap(([id, steps]) => {
    const around = aroundRequest(request, steps);
    const current = unit.get(guestCardStream, id);
    if (!around || !current) return [];
    const isElsewhere = (booking: number) => ![undefined, id].includes(cardWith(unit, booking)?.id);
    return [planCard({ ...around, current }, isElsewhere)];
  });
}

/** Plans back what a request did to the waiting list; nothing where it booked somebody who waits, since the entry follows the booking. */
export function waitingReversals(
  unit: UnitOfWork,
  { request, events, waiting }: RequestHistory,
  today: Day,
): WaitingReversal[] {
  if (events.some(isOfBooking)) return [];
  return [...waiting].flatMap(([id, steps]) => {
    const around = aroundRequest(request, steps);
    const current = unit.get(waitingEntryStream, id);
    return around && current ? [planWaiting({ ...around, current }, today)] : [];
  });
}

/** Each 仮予約 that a request made into a booking or took up again instead of one, as it is now. */
export function heldBefore(unit: UnitOfWork, { events, closures }: RequestHistory): RoomClosure[] {
  if (!events.some(isOfBooking)) return [];
  const known = [...closures.keys()].flatMap((id) => unit.get(roomClosureStream, id) ?? []);
  return known.filter(({ tentative }) => tentative !== null);
}
