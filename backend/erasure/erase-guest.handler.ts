import { conflict, invalid } from '@domain/broken-rule.js';
import type { Day } from '@domain/dates.js';
import type { PersonalDataErased } from '@domain/erased.js';
import { chooseRecords, decideErasure, type GuestRecord } from '@domain/erasure/erasure.js';
import { closureText, type RoomClosure } from '@domain/room/room-closure.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
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
    readonly chosen: { reason?: string; booking_ids?: number[]; csv_reservation_ids?: number[] },
    readonly request: RequestContext,
  ) {
    super();
  }
}

const NOT_OF_GUEST = invalid('not_of_guest', null, 'このお客様のものではない記録が指定されています。');

const STREAMS: Record<GuestRecord['kind'], AnyStream> = {
  booking: reservationStream,
  'csv-reservation': csvReservationStream,
};

/** The current state of a record in the unit of work. */
function storedRecord(unit: UnitOfWork, { kind, state: { id } }: GuestRecord): GuestRecord {
  const state = unit.get(STREAMS[kind], id);
  if (!state) throw new Error(`${kind} ${id} is missing`);
  return { kind, state } as GuestRecord;
}

function erase(
  unit: UnitOfWork,
  records: readonly GuestRecord[],
  event: PersonalDataErased,
  { write }: RequestContext,
): ErasureResult {
  for (const { kind, state } of records) unit.append(STREAMS[kind], state.id, event, write);
  const idsOf = (kind: GuestRecord['kind']) =>
    records.filter((record) => record.kind === kind).map(({ state }) => state.id);
  return { booking_ids: idsOf('booking'), csv_reservation_ids: idsOf('csv-reservation') };
}

/** Erases the guest from each 仮予約; refused while one still holds a room. */
function eraseTentativeStays(
  unit: UnitOfWork,
  held: readonly RoomClosure[],
  event: PersonalDataErased,
  { write }: RequestContext,
): void {
  for (const { id } of held) {
    const stored = unit.get(roomClosureStream, id);
    if (!stored || stored.isErased) continue;
    if (!stored.isEnded) {
      const message = `このお客様の仮予約が残っています。先に解放してください: ${closureText(stored)}`;
      throw refusal([conflict('tentative_stay_runs', null, message)]);
    }
    unit.append(roomClosureStream, id, event, write);
  }
}

/** Erases the guest from the waiting list, and with it whom to call. */
function eraseWaiting(
  unit: UnitOfWork,
  waiting: readonly WaitingEntry[],
  event: PersonalDataErased,
  { write }: RequestContext,
): void {
  for (const { id } of waiting) {
    if (unit.get(waitingEntryStream, id)?.isErased === false) {
      unit.append(waitingEntryStream, id, event, write);
    }
  }
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
    const { reason = '', booking_ids, csv_reservation_ids } = chosen;
    const isChosen = booking_ids !== undefined || csv_reservation_ids !== undefined;
    const ids = { booking: booking_ids ?? [], 'csv-reservation': csv_reservation_ids ?? [] };
    const found = await this.guestRecords.of(start);
    const records = chooseRecords(found, isChosen ? ids : null, today);
    const held = await this.guestRecords.tentativeStaysOf(records ?? []);
    const waiting = await this.guestRecords.waitingEntriesOf(records ?? []);
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [
        ...(records ?? []).flatMap(({ kind, state }) => [
          requireStream(STREAMS[kind], state.id),
          ...(kind === 'booking' ? [requireRegister(state.id), requireCards(state.id)] : []),
        ]),
        ...held.map(({ id }) => requireStream(roomClosureStream, id)),
        ...waiting.map(({ id }) => requireStream(waitingEntryStream, id)),
      ],
      decide: (unit) => {
        if (!records) throw refusal([NOT_OF_GUEST]);
        const stored = records.map((record) => storedRecord(unit, record));
        const { expectedVersion } = request;
        if (expectedVersion !== null && expectedVersion !== stored[0]?.state.version) throw staleVersion();
        const decision = decideErasure(stored, {
          reason,
          today,
          retentionYears: this.config.guestRetentionYears,
        });
        if (!decision.ok) throw refusal(decision.broken);
        eraseTentativeStays(unit, held, decision.value, request);
        eraseWaiting(unit, waiting, decision.value, request);
        eraseCards(unit, stored, decision.value, request);
        eraseRegisters(unit, stored, { event: decision.value, today }, request);
        return erase(unit, stored, decision.value, request);
      },
    });
  }
}
