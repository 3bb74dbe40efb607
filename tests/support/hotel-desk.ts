import { randomUUID } from 'node:crypto';
import type { CsvReservation, CsvReservationEvent } from '@domain/auto-registration/csv-reservation.js';
import type { Month } from '@domain/dates.js';
import type { RoomMonth, RoomMonthDetails } from '@domain/room/room-month.js';
import { type BookingSave, decodeBookingSave } from '@wire/booking-save.js';
import { csvReservationStream } from '../../backend/auto-registration/csv-reservation.stream.js';
import { RecordDay, RecordDayHandler } from '../../backend/calendar/commands/record-day.handler.js';
import type { EventStore } from '../../backend/event-store/event-store.js';
import { needStream } from '../../backend/event-store/needs.js';
import { Clock } from '../../backend/platform/clock.js';
import { kyselyOn } from '../../backend/platform/database.js';
import {
  AmendReservation,
  AmendReservationHandler,
} from '../../backend/reservations/commands/amend-reservation.handler.js';
import {
  ChangeReservation,
  ChangeReservationHandler,
  type StayChange,
} from '../../backend/reservations/commands/change-reservation.handler.js';
import {
  CreateReservation,
  CreateReservationHandler,
} from '../../backend/reservations/commands/create-reservation.handler.js';
import {
  ReturnToAutoFail,
  ReturnToAutoFailHandler,
} from '../../backend/reservations/commands/return-to-auto-fail.handler.js';
import { roomMonthStream } from '../../backend/rooms/room-month.stream.js';
import { AT_DESK, aWork, type StoreNode } from './store-node.js';

const request = () => ({
  write: { ...AT_DESK, requestId: randomUUID() },
  idempotency: null,
  expectedVersion: null,
});

/** The desk of one node, where the product's own command handlers work. */
export function openDesk({ store, pool }: StoreNode, now: string) {
  const clock = new Clock('Asia/Tokyo', () => new Date(now));
  const create = new CreateReservationHandler(store, clock);
  const amend = new AmendReservationHandler(store, clock);
  const change = new ChangeReservationHandler(store, clock);
  const returned = new ReturnToAutoFailHandler(store, clock);
  const day = new RecordDayHandler(store, kyselyOn(pool));
  const save = (body: BookingSave) => decodeBookingSave(body as Record<string, unknown>);
  return {
    book: (body: BookingSave) => create.execute(new CreateReservation(save(body), request())),
    amend: (id: number, body: BookingSave) => amend.execute(new AmendReservation(id, save(body), request())),
    change: (id: number, wanted: StayChange) => change.execute(new ChangeReservation(id, wanted, request())),
    returnToAutoFail: (id: number) => returned.execute(new ReturnToAutoFail(id, request())),
    recordDay: (event: ConstructorParameters<typeof RecordDay>[1]) =>
      day.execute(new RecordDay(null, event, request())),
    defineRoom: (details: RoomMonthDetails, id?: number) => defineRoom(store, details, id),
    importRecord: (events: CsvReservationEvent[], id?: number) => importRecord(store, events, id),
  };
}

export type Desk = ReturnType<typeof openDesk>;

/** Defines a room-month, anew when it has an id. */
export function defineRoom(store: EventStore, data: RoomMonthDetails, id?: number): Promise<RoomMonth> {
  const needs = id === undefined ? [] : [needStream(roomMonthStream, id)];
  return store.execute(
    aWork(
      (unit) =>
        unit.append(roomMonthStream, id ?? unit.nextPosition, { type: 'RoomMonthDefined', data }, AT_DESK),
      { needs },
    ),
  );
}

/** A plain non-smoking single in a month. */
export function plainRoom(roomNumber: string, month: Month): RoomMonthDetails {
  return {
    roomNumber,
    month,
    roomType: 'シングル',
    roomLabel: 'S',
    priority: '',
    smokingStatus: '禁煙',
    reservableStatus: '予約可能',
    corporate: 0,
  };
}

function importRecord(
  store: EventStore,
  events: CsvReservationEvent[],
  id?: number,
): Promise<CsvReservation> {
  const needs = id === undefined ? [] : [needStream(csvReservationStream, id)];
  return store.execute(
    aWork(
      (unit) => {
        const key = id ?? unit.nextPosition;
        const states = events.map((event) => unit.append(csvReservationStream, key, event, AT_DESK));
        return states.at(-1) as CsvReservation;
      },
      { needs },
    ),
  );
}
