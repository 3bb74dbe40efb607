import { type CsvReservation, detailsOf, type FailureReason } from '@domain/imports/csv-reservation.js';
import { decideDismissal, decideRetry, isRegistrable } from '@domain/imports/decide-registration.js';
import { soldRoom } from '@domain/imports/record-details.js';
import { MAX_RETRIED } from '@domain/limits.js';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type DismissalResult, type RetryAllResult, type RetryResult } from '@wire/csv-actions.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { requireStream, type UnitOfWork } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal } from '../platform/errors.js';
import { inVersion, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { requirementsOfRetry } from './import-facts.loader.js';
import { type Reconciliation, reconcileRecord } from './reconcile-record.js';

/** The stored record in the version that the request is meant for; 404 or 409 otherwise. */
function storedRecord(unit: UnitOfWork, id: number, request: RequestContext): CsvReservation {
  return inVersion(unit.get(csvReservationStream, id), request, '自動登録データが見つかりません。');
}

/** Dismisses a failed record for a reason, or reopens a dismissed one (null). */
export class DismissImport extends Command<DismissalResult> {
  constructor(
    readonly id: number,
    readonly reason: string | null,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(DismissImport)
export class DismissImportHandler implements ICommandHandler<DismissImport> {
  constructor(private readonly store: EventStore) {}

  /** The record's state afterwards; 404 when there is no such record, 409 when it is stale or in another state. */
  execute({ id, reason, request }: DismissImport): Promise<DismissalResult> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireStream(csvReservationStream, id)],
      decide: (unit) => {
        const decision = decideDismissal(storedRecord(unit, id, request), reason);
        if (!decision.ok) throw refusal(decision.broken);
        const { version, status } = unit.append(csvReservationStream, id, decision.value, request.write);
        return { id, version, status };
      },
    });
  }
}

/** Retries the registration of one failed record. */
export class RetryRegistration extends Command<RetryResult> {
  constructor(
    readonly id: number,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Applies the current room type mapping; records a change of it. */
function remapped(record: CsvReservation, unit: UnitOfWork, write: WriteContext): CsvReservation {
  const sold = soldRoom(record, unit.reference.roomTypeMappings);
  const unchanged = JSON.stringify(sold.soldCategories) === JSON.stringify(record.soldCategories);
  if (unchanged && sold.smokingStatus === record.smokingStatus) return record;
  const data = { ...detailsOf(record), ...sold };
  return unit.append(csvReservationStream, record.id, { type: 'CsvReservationImported', data }, write);
}

/** Reconciles a failed record once more, also one that staff returned. */
function retryRecord(before: CsvReservation, context: Reconciliation): CsvReservation {
  const record = remapped(before, context.unit, context.write);
  return reconcileRecord(record, { isKnown: before.reason !== '元予約なし', isReturned: false }, context);
}

@CommandHandler(RetryRegistration)
export class RetryRegistrationHandler implements ICommandHandler<RetryRegistration> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The record's state afterwards; 404 when there is no such record, 409 when it is not failed or a cancellation. */
  execute({ id, request }: RetryRegistration): Promise<RetryResult> {
    const { write, idempotency } = request;
    return this.store.execute({
      idempotency,
      requirements: [requirementsOfRetry(id)],
      decide: (unit) => {
        const before = storedRecord(unit, id, request);
        const allowed = decideRetry(before);
        if (!allowed.ok) throw refusal(allowed.broken);
        const { status, reason, detail, bookingId } = retryRecord(before, { unit, write, clock: this.clock });
        return { outcome: status, reason, detail, booking_id: bookingId };
      },
    });
  }
}

/** Retries the registration of failed records, after an id: of one reason, of these ids, or all. */
export class RetryAll extends Command<RetryAllResult> {
  constructor(
    readonly wanted: { reason: FailureReason | undefined; ids: number[] | undefined; after: number },
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(RetryAll)
export class RetryAllHandler implements ICommandHandler<RetryAll> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** Counts for the next hundred; skips cancellations and records that staff returned (channel-csv.md). */
  async execute({ wanted, request }: RetryAll): Promise<RetryAllResult> {
    const ids = await this.nextFailed(wanted);
    const { write, idempotency } = request;
    return this.store.execute({
      idempotency,
      requirements: ids.map(requirementsOfRetry),
      decide: (unit) => {
        const failed = ids.flatMap((id) => {
          const record = unit.get(csvReservationStream, id);
          return record && isRegistrable(record) ? [record] : [];
        });
        const after = failed.map((record) => retryRecord(record, { unit, write, clock: this.clock }));
        return {
          retried: after.length,
          registered: after.filter(({ status }) => status === 'registered').length,
          failed: after.filter(({ status }) => status === 'failed').length,
          next: ids.length === MAX_RETRIED ? (ids.at(-1) ?? null) : null,
        };
      },
    });
  }

  /** Few at a time keep other commands from waiting long. */
  private async nextFailed({ reason, ids, after }: RetryAll['wanted']): Promise<number[]> {
    const rows = await this.database
      .selectFrom('csv_reservations')
      .select('id')
      .where('status', '=', 'failed')
      .where('id', '>', after)
      .where(sql<boolean>`state ->> 'kind' <> 'キャンセル'`)
      .where(sql<boolean>`state ->> 'reason' is distinct from '自動登録失敗に戻し'`)
      .$if(reason !== undefined, (query) => query.where(sql<boolean>`state ->> 'reason' = ${reason}`))
      .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::int[])`))
      .orderBy('id')
      .limit(MAX_RETRIED)
      .execute();
    return rows.map(({ id }) => id);
  }
}
