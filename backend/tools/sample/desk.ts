import type { Decided } from '@domain/broken-rule.js';
import { day } from '@domain/dates.js';
import { type ChannelColumn, readRow, reservationKey } from '@domain/imports/channel-reservation.js';
import { decideMaster } from '@domain/masters/decide-master.js';
import { itemAt } from '@domain/records.js';
import type { HotelReference } from '@domain/reference.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type {
  AmendReservation,
  CreateReservation,
  ReservationCommand,
  ReservationDecision,
  ReservationFacts,
} from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { ReservationDetails } from '@domain/reservation/reservation-fields.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { DomainEvent, StreamDefinition, Versioned } from '../../event-store/event-stream.js';
import { isOf } from '../../event-store/event-stream.js';
import { UnitOfWork } from '../../event-store/unit-of-work.js';
import { rowDigest } from '../../imports/channel-file.js';
import { importRow } from '../../imports/import-row.js';
import type { MasterKind } from '../../masters/master-kinds.js';
import { Clock } from '../../platform/clock.js';
import { csvReservationStream } from '../../streams/csv-reservation.stream.js';
import {
  blacklistStream,
  corporateStream,
  paymentStream,
  roomTypeMappingStream,
  staffStream,
} from '../../streams/master.stream.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomMonthStream } from '../../streams/room-month.stream.js';
import { dayOf } from './setting.js';

/** An act at the desk, when (milliseconds since 1970) and by which member of staff. */
export type Step = { at: number; by: number | null; run: (desk: Desk) => void };

/** The fields that staff enter for a new booking. */
export type Draft = Omit<ReservationDetails, 'roomNumber'> & { roomId: number };

/** The command that changes these details of a booking. */
export const amend = (draft: AmendReservation['draft']): ReservationCommand => ({
  ...{ type: 'amend', draft, sameAsDayBefore: undefined, unreadable: [] },
});

/** A row of the channel manager's file. */
export type ChannelCells = Partial<Record<ChannelColumn, string>>;

const TIMEZONE = 'Asia/Tokyo';
/** Takes a room for good, in the eyes of an import. */
const ALL_ALONG = { status: 'active', stayStart: day('1900-01-01'), stayEnd: day('2200-01-01') } as const;

/** Master data as the log of a unit of work has it so far. */
function referenceOf(unit: UnitOfWork): HotelReference {
  const byId = <State extends Versioned>(stream: StreamDefinition<State>) =>
    new Map(unit.all(stream).map((state) => [state.id, state]));
  return {
    ...{ hotel: null, setup: null, rooms: roomDirectory(unit.all(roomMonthStream)) },
    ...{ corporates: byId(corporateStream), payments: byId(paymentStream), staff: byId(staffStream) },
    ...{ serviceAccounts: new Map(), serviceKeys: new Map(), webhooks: new Map(), webhookSecrets: new Map() },
    ...{ icalAddresses: new Map(), icalSecrets: new Map() },
    ...{ blacklist: byId(blacklistStream), roomTypeMappings: byId(roomTypeMappingStream) },
    prepaidWords: new Map(),
    lodgingTaxRules: [],
    cancellationRules: new Map(),
    chargeItems: new Map(),
    lastClosedDay: null,
  };
}

/** A unit of work on an empty log, or on one that goes on from a position. */
export function unitAt(position: number, reference?: HotelReference): UnitOfWork {
  const head = {
    position,
    referencePosition: 0,
    readModels: 0,
    hash: Buffer.alloc(0),
    clock: new Date(0).toISOString(),
    now: '',
  };
  return new UnitOfWork(head, reference ?? referenceOf({ all: () => [] } as never));
}

/**
 * The desk of the sample hotel with its log. Whatever is done there is decided by the product's own rules from what was
 * recorded before, so that they hold for every event; a step that they refuse is a mistake of the plan and throws.
 */
export class Desk {
  private readonly inRoom = new Map<string, Reservation[]>();
  private readonly imported: number[] = [];
  private reference: HotelReference;
  private readonly clock = new Clock(TIMEZONE, () => new Date(this.moment.at));

  /** `moment` is when, and by whom, all is done that is no step. */
  constructor(
    private readonly unit: UnitOfWork,
    public moment: Pick<Step, 'at' | 'by'>,
  ) {
    this.reference = unit.reference;
  }

  get nextPosition(): number {
    return this.unit.nextPosition;
  }

  /** Does the steps until `now` (milliseconds) in the order of their time. */
  run(steps: readonly Step[], now: number): void {
    this.reference = referenceOf(this.unit);
    for (const step of steps.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
      this.moment = step;
      step.run(this);
    }
  }

  get<State extends Versioned>(stream: StreamDefinition<State>, key: number): State {
    const state = this.unit.get(stream, key);
    if (state) return state;
    throw new Error(`no ${stream.category} ${key} at ${new Date(this.moment.at).toISOString()}`);
  }

  /** Records an event, by default the first of a new stream. */
  append<State extends Versioned, Event extends DomainEvent>(
    stream: StreamDefinition<State, Event>,
    event: NoInfer<Event>,
    key: number | string = this.nextPosition,
  ): State {
    const recordedAt = new Date(this.moment.at).toISOString().replace('Z', '000Z');
    return this.unit.append(stream, key, event, this.context, recordedAt);
  }

  /** Defines a master record; returns its id. */
  define<Details extends object>(kind: MasterKind<Details, unknown>, details: Details): number {
    const reference = kind.rules && referenceOf(this.unit);
    const rules = (after: Details | null) => (reference && kind.rules?.(null, after, reference)) ?? [];
    must(decideMaster({ type: 'define', details }, null, rules));
    return this.append(kind.stream, { type: `${kind.name}Defined`, data: details }).id;
  }

  /** Takes a booking; returns its id. */
  create(
    draft: Draft,
    details: Pick<CreateReservation, 'paymentFlag' | 'sameAsDayBefore' | 'staffId'>,
    partyOf?: number,
  ): number {
    const id = this.nextPosition;
    const command: CreateReservation = {
      ...{ type: 'create', draft, unreadable: [], csvReservationId: null, ...details },
      partyOf: partyOf === undefined ? undefined : this.get(reservationStream, partyOf),
    };
    const roomNumber = this.reference.rooms.byId.get(draft.roomId)?.roomNumber ?? '';
    this.record(id, decideCreate(command, id, this.factsOf(roomNumber)));
    return id;
  }

  /** Changes a booking as staff do. */
  change(id: number, command: ReservationCommand): void {
    const stored = this.get(reservationStream, id);
    const roomId = command.type === 'amend' ? command.draft.roomId : null;
    const other = this.reference.rooms.byId.get(roomId ?? 0)?.roomNumber;
    this.record(id, decideReservation(command, stored, this.factsOf(stored.roomNumber, other)));
    if (command.type !== 'return-to-auto-fail' || stored.csvReservationId === null) return;
    const data = { reason: '自動登録失敗に戻し', detail: '' } as const;
    this.append(csvReservationStream, { type: 'AutoRegistrationFailed', data }, stored.csvReservationId);
  }

  /**
   * Imports a row that the channel manager sent, for which just these rooms are free; returns the booking of its first
   * room, or 0.
   */
  receive(cells: ChannelCells, freeRooms: readonly string[]): number {
    const named = new Map<string, string>(Object.entries(cells));
    const row = readRow(named, { digest: rowDigest(named, ''), timezone: TIMEZONE });
    const unit = unitAt(this.nextPosition - 1, this.reference);
    const records = this.imported
      .map((id) => this.get(csvReservationStream, id))
      .filter((record) => reservationKey(record) === reservationKey(row));
    const own = records.flatMap(({ bookingId }) => (bookingId ? this.get(reservationStream, bookingId) : []));
    const rooms = [...freeRooms, ...own.map(({ roomNumber }) => roomNumber)];
    const near = rooms.flatMap((room) => this.bookingsIn(room));
    const taken = [...this.reference.rooms.byNumber.keys()]
      .filter((room) => !freeRooms.includes(room))
      .map((roomNumber, index) => ({ ...ALL_ALONG, roomNumber, id: -1 - index }) as Reservation);
    const loaded = (definition: StreamDefinition, states: readonly Versioned[]) =>
      unit.load(states.map((state) => ({ definition, key: String(state.id), state })));
    loaded(csvReservationStream, records);
    loaded(reservationStream, [...near, ...taken]);
    const result = importRow(row, { write: this.context, idempotency: null, clock: this.clock }).decide(unit);
    unit.commit();
    for (const [index, step] of unit.steps.entries()) {
      const { type, data } = itemAt(unit.events, index);
      this.append(step.definition, { type, data }, Number(step.key));
      if (isOf(reservationStream, step)) this.place(step.before, step.after);
      else if (step.before === null) this.imported.push(step.after.id);
    }
    return result.rooms[0]?.booking_id ?? 0;
  }

  private get context() {
    return { staffId: this.moment.by, terminal: 'サンプルデータ', requestId: 'sample-hotel' };
  }

  /** The active bookings of a room; a cancelled one is nobody's neighbour. */
  private bookingsIn(roomNumber: string): Reservation[] {
    return this.inRoom.get(roomNumber) ?? [];
  }

  private factsOf(roomNumber: string, other?: string): ReservationFacts {
    const { corporates, payments, blacklist, rooms } = this.reference;
    const inRoom = this.bookingsIn(roomNumber);
    return {
      today: dayOf(this.moment.at),
      paymentDay: dayOf(this.moment.at),
      rooms,
      neighbours: other ? [...inRoom, ...this.bookingsIn(other)] : inRoom,
      knownCorporates: corporates,
      knownPayments: payments,
      knownBlacklistEntries: blacklist,
    };
  }

  private record(id: number, decision: Decided<ReservationDecision>): void {
    const { events, regrouped } = must(decision);
    const append = (key: number, event: DomainEvent) => {
      const before = this.unit.get(reservationStream, key);
      this.place(before, this.append(reservationStream, event as never, key));
    };
    for (const event of events) append(id, event);
    for (const { id: other, place } of regrouped) append(other, { type: 'ReservationAmended', data: place });
  }

  private place(before: Reservation | null, after: Reservation): void {
    const put = (room: string, bookings: Reservation[]) => this.inRoom.set(room, bookings);
    const others = this.bookingsIn(before?.roomNumber ?? '').filter(({ id }) => id !== after.id);
    if (before) put(before.roomNumber, others);
    if (after.status === 'active') put(after.roomNumber, [...this.bookingsIn(after.roomNumber), after]);
  }
}

/** Returns the value of a decision; throws an Error with the rules that it breaks. */
export function must<T>(decision: Decided<T>): T {
  if (decision.ok) return decision.value;
  throw new Error(decision.broken.map(({ code, message }) => `${code}: ${message}`).join('\n'));
}
