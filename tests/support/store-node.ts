import { randomUUID } from 'node:crypto';
import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { type Day, day, type Month } from '@domain/dates.js';
import type { CsvReservation, CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Flag, Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth, RoomMonthDetails } from '@domain/room/room-month.js';
import { type BookingSave, decodeBookingSave } from '@wire/booking-save.js';
import pg from 'pg';
import { RecordDay, RecordDayHandler } from '#backend/calendar/commands/record-day.handler.js';
import { EventStore } from '#backend/event-store/event-store.js';
import type { EventStoreParts } from '#backend/event-store/event-store-parts.js';
import type { DomainEvent, StreamDefinition, Versioned } from '#backend/event-store/event-stream.js';
import { requireStream, type UnitOfWork, type Work } from '#backend/event-store/unit-of-work.js';
import { Writer, type WriterOptions } from '#backend/event-store/writer.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn, openPool } from '#backend/platform/database.js';
import { staleVersion } from '#backend/platform/errors.js';
import type { RequestContext } from '#backend/platform/http/request-context.js';
import type { Idempotency } from '#backend/platform/write-context.js';
import {
  AmendReservation,
  AmendReservationHandler,
} from '#backend/reservations/commands/amend-reservation.handler.js';
import { BookingWriter } from '#backend/reservations/commands/booking-change.js';
import {
  CancelReservation,
  CancelReservationHandler,
} from '#backend/reservations/commands/cancel-reservation.handler.js';
import { CheckIn, CheckInHandler } from '#backend/reservations/commands/check-in.handler.js';
import { CheckOut, CheckOutHandler } from '#backend/reservations/commands/check-out.handler.js';
import {
  CreateReservation,
  CreateReservationHandler,
} from '#backend/reservations/commands/create-reservation.handler.js';
import { ExtendStay, ExtendStayHandler } from '#backend/reservations/commands/extend-stay.handler.js';
import { LeaveEarly, LeaveEarlyHandler } from '#backend/reservations/commands/leave-early.handler.js';
import { MarkNoShow, MarkNoShowHandler } from '#backend/reservations/commands/mark-no-show.handler.js';
import { MoveStay, MoveStayHandler } from '#backend/reservations/commands/move-stay.handler.js';
import {
  RecordPayment,
  RecordPaymentHandler,
} from '#backend/reservations/commands/record-payment.handler.js';
import {
  ReturnToAutoFail,
  ReturnToAutoFailHandler,
} from '#backend/reservations/commands/return-to-auto-fail.handler.js';
import {
  RevertCheckIn,
  RevertCheckInHandler,
} from '#backend/reservations/commands/revert-check-in.handler.js';
import {
  RevertCheckOut,
  RevertCheckOutHandler,
} from '#backend/reservations/commands/revert-check-out.handler.js';
import { RevertNoShow, RevertNoShowHandler } from '#backend/reservations/commands/revert-no-show.handler.js';
import { overlapOnClaim } from '#backend/reservations/derived-tables.projection.js';
import { csvReservationStream } from '#backend/streams/csv-reservation.stream.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { eventStoreParts } from '#backend/streams.js';
import { aReservation, aRoomMonth } from './builders.js';

export type StoreNode = { store: EventStore; pool: pg.Pool; close(): Promise<void> };

/** An event store on a database as one node of the product has it, without its server. */
export function openNode(
  databaseUrl: string,
  parts: EventStoreParts = eventStoreParts(),
  options?: WriterOptions,
): StoreNode {
  const pool = openPool(databaseUrl);
  const writer = new Writer(databaseUrl, parts, overlapOnClaim, options);
  return {
    store: new EventStore(databaseUrl, kyselyOn(pool), pool, writer, parts),
    pool,
    async close() {
      await writer.close();
      await pool.end();
    },
  };
}

/** Origin of the commands of tests. */
export const AT_DESK = { staffId: null, terminal: 'フロント1', requestId: 'test-request' };

type WorkDetails = Partial<Pick<Work<unknown>, 'requirements' | 'idempotency' | 'isLarge'>>;

/** A command for the event store. */
export function aWork<Answer>(
  decide: (unit: UnitOfWork) => Answer,
  { requirements = [], idempotency = null, isLarge }: WorkDetails = {},
): Work<Answer> {
  return { idempotency, requirements, isLarge, decide };
}

/** A command that appends one event: to the stream of a key, or to a new one. */
export function anAppend<State extends Versioned, Event extends DomainEvent>(
  stream: StreamDefinition<State, Event>,
  event: NoInfer<Event>,
  key?: number | string,
): Work<State> {
  const requirements = key === undefined ? [] : [requireStream(stream, key)];
  return aWork((unit) => unit.append(stream, key ?? unit.nextPosition, event, AT_DESK), { requirements });
}

/** A booking as the form sends it, but for its room and dates. */
export const A_BOOKING: BookingSave = {
  guest_name_1: '山田太郎',
  reserver_name: '山田商事',
  mens_count: 1,
  womens_count: 0,
  checkin_time: '15:00',
  total_fee: 8000,
  csv_notes: '0',
};

const anyRequest = (): RequestContext => ({
  write: { ...AT_DESK, requestId: randomUUID() },
  idempotency: null,
  expectedVersion: null,
});

/** A change of a stay or its payment; no date means today. */
export type StayChange =
  | { type: 'cancel' | 'revert-check-in' | 'revert-check-out' | 'mark-no-show' | 'revert-no-show' }
  | { type: 'check-in'; date: Day | undefined }
  | { type: 'check-out'; date: Day | undefined; freeNights?: boolean }
  | { type: 'extend'; extension: { roomId?: number; stayEnd?: Day } }
  | { type: 'move'; move: { from?: Day; roomId: number } }
  | { type: 'leave-early'; departure: LeaveEarly['departure'] }
  | { type: 'record-payment'; paymentType: number | null; paymentFlag: Flag };

/** Changes a stay by the use case of the product. */
function changeStay(bookings: BookingWriter, id: number, change: StayChange, request: RequestContext) {
  switch (change.type) {
    case 'cancel':
      return new CancelReservationHandler(bookings).execute(new CancelReservation(id, undefined, request));
    case 'check-in':
      return new CheckInHandler(bookings).execute(new CheckIn(id, change.date, request));
    case 'check-out': {
      const { date, freeNights = false } = change;
      return new CheckOutHandler(bookings).execute(new CheckOut(id, date, freeNights, request));
    }
    case 'extend':
      return new ExtendStayHandler(bookings).execute(new ExtendStay(id, change.extension, request));
    case 'move':
      return new MoveStayHandler(bookings).execute(new MoveStay(id, change.move, request));
    case 'leave-early':
      return new LeaveEarlyHandler(bookings).execute(new LeaveEarly(id, change.departure, request));
    case 'revert-check-in':
      return new RevertCheckInHandler(bookings).execute(new RevertCheckIn(id, request));
    case 'revert-check-out':
      return new RevertCheckOutHandler(bookings).execute(new RevertCheckOut(id, request));
    case 'mark-no-show':
      return new MarkNoShowHandler(bookings).execute(new MarkNoShow(id, undefined, request));
    case 'revert-no-show':
      return new RevertNoShowHandler(bookings).execute(new RevertNoShow(id, request));
    case 'record-payment': {
      const { paymentType, paymentFlag } = change;
      const command = new RecordPayment(id, paymentType, paymentFlag, request);
      return new RecordPaymentHandler(bookings).execute(command);
    }
    default:
      return change satisfies never;
  }
}

/** The desk of one node, where the product's own command handlers work. */
export function openDesk(
  { store, pool }: Pick<StoreNode, 'store' | 'pool'>,
  now: string,
  request = anyRequest,
) {
  const clock = new Clock('Asia/Tokyo', () => new Date(now));
  const bookings = new BookingWriter(store, clock);
  const create = new CreateReservationHandler(bookings);
  const amend = new AmendReservationHandler(bookings);
  const returned = new ReturnToAutoFailHandler(store, clock);
  const day = new RecordDayHandler(store, kyselyOn(pool));
  const save = (body: BookingSave) => decodeBookingSave(body as Record<string, unknown>);
  return {
    book: (body: BookingSave) => create.execute(new CreateReservation(save(body), request())),
    amend: (id: number, body: BookingSave) => amend.execute(new AmendReservation(id, save(body), request())),
    change: (id: number, wanted: StayChange) => changeStay(bookings, id, wanted, request()),
    returnToAutoFail: (id: number) => returned.execute(new ReturnToAutoFail(id, request())),
    recordDay: (event: ConstructorParameters<typeof RecordDay>[1]) =>
      day.execute(new RecordDay(null, event, request())),
    defineRoom: (details: RoomMonthDetails, id?: number) => defineRoom(store, details, id),
    /** Appends the events of one record, of a new one unless it has an id. */
    importRecord: (events: CsvReservationEvent[], id?: number): Promise<CsvReservation> => {
      const requirements = id === undefined ? [] : [requireStream(csvReservationStream, id)];
      const append = (unit: UnitOfWork) => {
        const key = id ?? unit.nextPosition;
        const states = events.map((event) => unit.append(csvReservationStream, key, event, AT_DESK));
        return states.at(-1) as CsvReservation;
      };
      return store.execute(aWork(append, { requirements }));
    },
  };
}

export type Desk = ReturnType<typeof openDesk>;

/** Defines a room-month, anew when it has an id. */
export function defineRoom(store: EventStore, data: RoomMonthDetails, id?: number): Promise<RoomMonth> {
  return store.execute(anAppend(roomMonthStream, { type: 'RoomMonthDefined', data }, id));
}

/** A plain non-smoking single in a month. */
export function plainRoom(roomNumber: string, month: Month): RoomMonthDetails {
  const { id, version, ...details } = aRoomMonth({ roomNumber, month });
  return details;
}

/** The event that `aReservation` begins with. */
function createdEvent(details: Partial<Reservation> = {}): ReservationEvent {
  const { id, version, status, checkinDate, checkoutDate, changedRoom, partyId, ...data } =
    aReservation(details);
  return { type: 'ReservationCreated', data };
}

/** A booking written past the decider, so that only the database can refuse it. */
export function bookUnchecked(
  roomNumber: string,
  start: string,
  end: string,
  details: Partial<Reservation> = {},
): Work<Reservation> {
  const stay = { roomNumber, stayStart: day(start), stayEnd: day(end) };
  return anAppend(reservationStream, createdEvent({ ...details, ...stay }));
}

/** A change of stored bookings written past the decider, all in one command. */
export function amendUnchecked(changes: Record<number, Partial<Reservation>>): Work<Reservation[]> {
  const ids = Object.keys(changes).map(Number);
  return aWork(
    (unit) =>
      ids.map((id) => {
        const event = { type: 'ReservationAmended', data: changes[id] ?? {} } as const;
        return unit.append(reservationStream, id, event, AT_DESK);
      }),
    { requirements: ids.map((id) => requireStream(reservationStream, id)) },
  );
}

type Details = { expectedVersion?: number; idempotency?: Idempotency };

/** The smallest command there is: it records a day's weather and answers with the day as it is afterwards. */
export function recordWeather(
  date: Day,
  weather: string,
  { expectedVersion, idempotency }: Details = {},
): Work<WeatherDay> {
  return aWork(
    (unit) => {
      const version = unit.get(weatherDayStream, date)?.version ?? 0;
      if (expectedVersion !== undefined && version !== expectedVersion) throw staleVersion();
      return unit.append(weatherDayStream, date, { type: 'WeatherSet', data: { date, weather } }, AT_DESK);
    },
    { requirements: [requireStream(weatherDayStream, date)], idempotency },
  );
}
