import type { FailureReason } from '@domain/imports/csv-reservation.js';
import { isRegistrable } from '@domain/imports/decide-registration.js';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RetryAllResult } from '@wire/csv-retry.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { DATABASE } from '../../platform/platform.module.js';
import { csvReservationStream } from '../csv-reservation.stream.js';
import { requirementsOfRetry } from '../import-facts.loader.js';
import { retryRecord } from './retry-registration.handler.js';

/** So many at once, so that the desk never waits long behind them. */
const AT_ONCE = 100;

/** Tries once more to register failed records, those with one reason or all, from an id on. */
export class RetryAll extends Command<RetryAllResult> {
  constructor(
    readonly wanted: { reason: FailureReason | undefined; after: number },
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

  /** What became of the next hundred; those that staff returned wait for staff (channel-csv.md), cancellations too. */
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
          next: ids.length === AT_ONCE ? (ids.at(-1) ?? null) : null,
        };
      },
    });
  }

  private async nextFailed({ reason, after }: RetryAll['wanted']): Promise<number[]> {
    const rows = await this.database
      .selectFrom('csv_reservations')
      .select('id')
      .where('status', '=', 'failed')
      .where('id', '>', after)
      .where(sql<boolean>`state ->> 'kind' <> 'キャンセル'`)
      .where(sql<boolean>`state ->> 'reason' is distinct from '自動登録失敗に戻し'`)
      .$if(reason !== undefined, (query) => query.where(sql<boolean>`state ->> 'reason' = ${reason}`))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    return rows.map(({ id }) => id);
  }
}
