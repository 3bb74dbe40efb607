import { invalid } from '@domain/broken-rule.js';
import type { PersonalDataErased } from '@domain/erased.js';
import { chooseRecords } from '@domain/erasure/choose-records.js';
import { decideErasure } from '@domain/erasure/decide-erasure.js';
import type { GuestRecord } from '@domain/erasure/retention.js';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ErasureResult } from '@wire/erasure.js';
import { requireStream } from '../event-store/data-requirements.js';
import { EventStore } from '../event-store/event-store.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { DATABASE, RETENTION_YEARS } from '../platform/platform.module.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { type RecordName, recordsOfGuest } from './guest-records.query.js';

/** Erases the personal data of the guest of a record: of the records named, or of all that can be erased. */
export class EraseGuest extends Command<ErasureResult> {
  constructor(
    readonly start: RecordName,
    readonly wanted: { reason?: string; booking_ids?: number[]; csv_reservation_ids?: number[] },
    readonly request: RequestContext,
  ) {
    super();
  }
}

const NOT_OF_GUEST = invalid('not_of_guest', null, 'このお客様のものではない記録が指定されています。');

/** A record as the batch sees it. */
function storedRecord(unit: UnitOfWork, { kind, state: { id } }: GuestRecord): GuestRecord {
  const stored =
    kind === 'booking'
      ? { kind, state: unit.get(reservationStream, id) }
      : { kind, state: unit.get(csvReservationStream, id) };
  if (!stored.state) throw new Error(`${kind} ${id} has gone`);
  return stored as GuestRecord;
}

function erase(
  unit: UnitOfWork,
  records: readonly GuestRecord[],
  event: PersonalDataErased,
  { write }: RequestContext,
): ErasureResult {
  const result: ErasureResult = { booking_ids: [], csv_reservation_ids: [] };
  for (const { kind, state } of records) {
    if (kind === 'booking') {
      unit.append(reservationStream, state.id, event, write);
      result.booking_ids.push(state.id);
    } else {
      unit.append(csvReservationStream, state.id, event, write);
      result.csv_reservation_ids.push(state.id);
    }
  }
  return result;
}

@CommandHandler(EraseGuest)
export class EraseGuestHandler implements ICommandHandler<EraseGuest> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(RETENTION_YEARS) private readonly retentionYears: number,
  ) {}

  /** What was erased, all in one transaction; 404, 409 when one cannot be erased, 422 without a needed reason. */
  async execute({ start, wanted, request }: EraseGuest): Promise<ErasureResult> {
    const today = this.clock.today();
    const { reason = '', booking_ids, csv_reservation_ids } = wanted;
    const isChosen = booking_ids !== undefined || csv_reservation_ids !== undefined;
    const ids = { booking: booking_ids ?? [], 'csv-reservation': csv_reservation_ids ?? [] };
    const chosen = chooseRecords(await recordsOfGuest(this.database, start), isChosen ? ids : null, today);
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: (chosen ?? []).map(({ kind, state }) =>
        requireStream(kind === 'booking' ? reservationStream : csvReservationStream, state.id),
      ),
      decide: (unit) => {
        if (!chosen) throw refusal([NOT_OF_GUEST]);
        const records = chosen.map((record) => storedRecord(unit, record));
        const { expectedVersion } = request;
        if (expectedVersion !== null && expectedVersion !== records[0]?.state.version) throw staleVersion();
        const decision = decideErasure(records, { reason, today, retentionYears: this.retentionYears });
        if (!decision.ok) throw refusal(decision.broken);
        return erase(unit, records, decision.value, request);
      },
    });
  }
}
