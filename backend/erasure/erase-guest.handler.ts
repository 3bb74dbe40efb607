import { invalid } from '@domain/broken-rule.js';
import type { Day } from '@domain/dates.js';
import type { PersonalDataErased } from '@domain/erased.js';
import {
  type ChosenIds,
  chooseRecords,
  decideErasure,
  type GuestRecord,
  heldRecord,
  isUnbooked,
  waitingRecord,
} from '@domain/erasure/erasure.js';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ErasureResult } from '@wire/erasure.js';
import { EventStore } from '../event-store/event-store.js';
import type { AnyStream } from '../event-store/event-stream.js';
import { requireStream, type UnitOfWork } from '../event-store/unit-of-work.js';
import { cardsToErase, requireCards } from '../guest-card/card.public.js';
import { entriesOfStay, isKept, requireRegister } from '../guest-register/register.public.js';
import { Clock } from '../platform/clock.js';
import { refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { CONFIG, type PlatformConfig } from '../platform/platform.module.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { guestCardStream } from '../streams/guest-card.stream.js';
import { guestRegisterStream } from '../streams/guest-register.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { roomClosureStream } from '../streams/room-closure.stream.js';
import { waitingEntryStream } from '../streams/waiting-entry.stream.js';
import { GuestRecords, type RecordName } from './guest-records.service.js';

/** Erases the personal data of a record's guest in the records chosen, or in all that can be erased. */
export class EraseGuest extends Command<ErasureResult> {
  constructor(
    readonly start: RecordName,
    readonly chosen: { reason?: string } & Partial<ErasureResult>,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const NOT_OF_GUEST = invalid('not_of_guest', null, 'このお客様のものではない記録が指定されています。');

const STREAMS: Record<GuestRecord['kind'], AnyStream> = {
  booking: reservationStream,
  'csv-reservation': csvReservationStream,
  'tentative-stay': roomClosureStream,
  'waiting-entry': waitingEntryStream,
};

/** The ids that a body chooses; null without any. */
function chosenIds(ids: Partial<ErasureResult>): ChosenIds | null {
  if (Object.keys(ids).length === 0) return null;
  return {
    booking: ids.booking_ids ?? [],
    'csv-reservation': ids.csv_reservation_ids ?? [],
    'tentative-stay': ids.tentative_stay_ids,
    'waiting-entry': ids.waiting_entry_ids,
  };
}

/** The current state of a record in the unit of work. */
function storedRecord(unit: UnitOfWork, { kind, state: { id } }: GuestRecord): GuestRecord {
  const closure = kind === 'tentative-stay' ? unit.get(roomClosureStream, id) : null;
  if (closure) return heldRecord(closure) ?? missing(kind, id);
  const entry = kind === 'waiting-entry' ? unit.get(waitingEntryStream, id) : null;
  if (entry) return waitingRecord(entry);
  const state = unit.get(STREAMS[kind], id) ?? missing(kind, id);
  return { kind, state } as GuestRecord;
}

function missing(kind: string, id: number): never {
  throw new Error(`${kind} ${id} is missing`);
}

/** Erases these records; a 仮予約 that still holds its room is released first. */
function erase(
  unit: UnitOfWork,
  records: readonly GuestRecord[],
  event: PersonalDataErased,
  { write }: RequestContext,
): ErasureResult {
  for (const { kind, state } of records) {
    if (kind === 'tentative-stay' && state.status === 'holding') {
      unit.append(roomClosureStream, state.id, { type: 'TentativeStayReleased', data: {} }, write);
    }
    unit.append(STREAMS[kind], state.id, event, write);
  }
  const idsOf = (kind: GuestRecord['kind']) =>
    records.filter((record) => record.kind === kind).map(({ state }) => state.id);
  return {
    booking_ids: idsOf('booking'),
    csv_reservation_ids: idsOf('csv-reservation'),
    tentative_stay_ids: idsOf('tentative-stay'),
    waiting_entry_ids: idsOf('waiting-entry'),
  };
}

/** Erases the entries in the register of these records' stays that the law wants no longer; the others go when their time is over. */
function eraseRegisters(
  unit: UnitOfWork,
  records: readonly GuestRecord[],
  { event, today }: { event: PersonalDataErased; today: Day },
  { write }: RequestContext,
): void {
  const bookings = records.flatMap(({ kind, state }) => (kind === 'booking' ? [state] : []));
  const free = bookings.filter((booking) => !isKept(unit, booking, today));
  const entries = new Set(free.flatMap((booking) => entriesOfStay(unit, booking).map(({ id }) => id)));
  for (const id of entries) {
    if (!unit.get(guestRegisterStream, id)?.isErased) unit.append(guestRegisterStream, id, event, write);
  }
}

/** Erases the cards of these records' bookings, with what the guest wishes. */
function eraseCards(
  unit: UnitOfWork,
  records: readonly GuestRecord[],
  event: PersonalDataErased,
  { write }: RequestContext,
): void {
  const bookings = records.flatMap(({ kind, state }) => (kind === 'booking' ? [state.id] : []));
  for (const { id } of cardsToErase(unit, bookings)) unit.append(guestCardStream, id, event, write);
}

@CommandHandler(EraseGuest)
export class EraseGuestHandler implements ICommandHandler<EraseGuest> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly guestRecords: GuestRecords,
    @Inject(CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Erases all in one transaction; 404, 409 when a record cannot be erased, 422 without a required reason. */
  async execute({ start, chosen, request }: EraseGuest): Promise<ErasureResult> {
    const today = this.clock.today();
    const { reason = '', ...ids } = chosen;
    const found = await this.guestRecords.of(start);
    const records = chooseRecords(found, chosenIds(ids), today);
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [
        ...(records ?? []).flatMap(({ kind, state }) => [
          requireStream(STREAMS[kind], state.id),
          ...(kind === 'booking' ? [requireRegister(state.id), requireCards(state.id)] : []),
        ]),
      ],
      decide: (unit) => {
        if (!records) throw refusal([NOT_OF_GUEST]);
        // Who was not booked may have been erased since, and is then no obstacle for the others.
        const stored = records
          .map((record) => storedRecord(unit, record))
          .filter((one, index) => index === 0 || !(isUnbooked(one) && one.state.isErased));
        const { expectedVersion } = request;
        if (expectedVersion !== null && expectedVersion !== stored[0]?.state.version) throw staleVersion();
        const decision = decideErasure(stored, {
          reason,
          today,
          retentionYears: this.config.guestRetentionYears,
        });
        if (!decision.ok) throw refusal(decision.broken);
        eraseCards(unit, stored, decision.value, request);
        eraseRegisters(unit, stored, { event: decision.value, today }, request);
        return erase(unit, stored, decision.value, request);
      },
    });
  }
}
