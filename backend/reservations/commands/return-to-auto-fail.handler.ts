import { invalid } from '@domain/broken-rule.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { RefusedError } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { csvReservationStream } from '../../streams/csv-reservation.stream.js';
import { appendDecision, factsOf, storedReservation } from '../decisions.public.js';
import { requireAdjacentStays, requireImportOf } from '../reservation.loaders.js';

/** The answer of return-temairazu: whether it was done, and the error text if not. */
export type ReturnAnswer = { response: boolean; error: string };

/** Cancels a booking and puts its imported record back into the failed queue (spec 4 and 7). */
export class ReturnToAutoFail extends Command<ReturnAnswer> {
  constructor(
    readonly id: number,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** A refusal that return-temairazu answers with 200 (contract 1). */
class ReturnRefused extends RefusedError {}

const NOT_IMPORTED = invalid('not_imported', null, '自動登録サービスから登録された予約ではありません。');

@CommandHandler(ReturnToAutoFail)
export class ReturnToAutoFailHandler implements ICommandHandler<ReturnToAutoFail> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ id, request }: ReturnToAutoFail): Promise<ReturnAnswer> {
    try {
      return await this.store.execute({
        idempotency: request.idempotency,
        requirements: [requireAdjacentStays({ id }), requireImportOf(id)],
        decide: (unit) => this.decide(unit, id, request),
      });
    } catch (error) {
      if (!(error instanceof ReturnRefused)) throw error;
      return { response: false, error: error.message };
    }
  }

  private decide(unit: UnitOfWork, id: number, request: RequestContext): ReturnAnswer {
    const stored = storedReservation(unit, id, request);
    const { csvReservationId } = stored;
    const record = csvReservationId === null ? null : unit.get(csvReservationStream, csvReservationId);
    const decision = decideReservation({ type: 'return-to-auto-fail' }, stored, factsOf(unit, this.clock));
    if (!decision.ok) throw new ReturnRefused(409, decision.broken);
    if (!record) throw new ReturnRefused(409, [NOT_IMPORTED]);
    appendDecision(unit, id, decision, request.write);
    const data = { reason: '自動登録失敗に戻し', detail: '' } as const;
    unit.append(csvReservationStream, record.id, { type: 'AutoRegistrationFailed', data }, request.write);
    return { response: true, error: '' };
  }
}
