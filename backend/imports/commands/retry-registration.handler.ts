import { type CsvReservation, detailsOf } from '@domain/imports/csv-reservation.js';
import { decideRetry } from '@domain/imports/decide-registration.js';
import { soldRoom } from '@domain/imports/record-details.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RetryResult } from '@wire/csv-retry.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { notFound, refusal, staleVersion } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { WriteContext } from '../../platform/write-context.js';
import { csvReservationStream } from '../csv-reservation.stream.js';
import { requirementsOfRetry } from '../import-facts.loader.js';
import { type Reconciliation, reconcileRecord } from '../reconcile-record.js';

/** Tries once more to register one failed record: rooms may have become free, a mapping may have been added. */
export class RetryRegistration extends Command<RetryResult> {
  constructor(
    readonly id: number,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** The record as the room type mapping reads it today; recorded anew when that changed. */
function mappedToday(record: CsvReservation, unit: UnitOfWork, write: WriteContext): CsvReservation {
  const sold = soldRoom(record, unit.reference.roomTypeMappings);
  const unchanged = JSON.stringify(sold.soldCategories) === JSON.stringify(record.soldCategories);
  if (unchanged && sold.smokingStatus === record.smokingStatus) return record;
  const data = { ...detailsOf(record), ...sold };
  return unit.append(csvReservationStream, record.id, { type: 'CsvReservationImported', data }, write);
}

/** Settles a failed record once more, also one that staff returned. */
export function retryRecord(before: CsvReservation, settling: Reconciliation): CsvReservation {
  const record = mappedToday(before, settling.unit, settling.write);
  return reconcileRecord(record, { isKnown: before.reason !== '元予約なし', isReturned: false }, settling);
}

@CommandHandler(RetryRegistration)
export class RetryRegistrationHandler implements ICommandHandler<RetryRegistration> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** What became of it; 404 when there is no such record, 409 when it is not failed or a cancellation. */
  execute({ id, request }: RetryRegistration): Promise<RetryResult> {
    const { write, idempotency, expectedVersion } = request;
    return this.store.execute({
      idempotency,
      requirements: [requirementsOfRetry(id)],
      decide: (unit) => {
        const before = unit.get(csvReservationStream, id);
        if (!before) throw notFound('自動登録データが見つかりません。');
        if (expectedVersion !== null && expectedVersion !== before.version) throw staleVersion();
        const allowed = decideRetry(before);
        if (!allowed.ok) throw refusal(allowed.broken);
        const { status, reason, detail, bookingId } = retryRecord(before, { unit, write, clock: this.clock });
        return { outcome: status, reason, detail, booking_id: bookingId };
      },
    });
  }
}
