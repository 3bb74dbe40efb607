import { decideDismissal } from '@domain/imports/decide-registration.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DismissalResult } from '@wire/csv-actions.js';
import { EventStore } from '../../event-store/event-store.js';
import { requireStream } from '../../event-store/unit-of-work.js';
import { notFound, refusal, staleVersion } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { csvReservationStream } from '../csv-reservation.stream.js';

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
    const { write, idempotency, expectedVersion } = request;
    return this.store.execute({
      idempotency,
      requirements: [requireStream(csvReservationStream, id)],
      decide: (unit) => {
        const record = unit.get(csvReservationStream, id);
        if (!record) throw notFound('自動登録データが見つかりません。');
        if (expectedVersion !== null && expectedVersion !== record.version) throw staleVersion();
        const decision = decideDismissal(record, reason);
        if (!decision.ok) throw refusal(decision.broken);
        const { version, status } = unit.append(csvReservationStream, id, decision.value, write);
        return { id, version, status };
      },
    });
  }
}
