import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Reversal } from '@wire/reversal.js';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { WriteContext } from '../../platform/write-context.js';
import { planRequestReversal } from './plan-request-reversal.js';
import { requireRequest } from './request-past.loader.js';

/** What taking back a request of the caller's own would come to now. */
export class PreviewReversal extends Query<Reversal> {
  constructor(readonly undone: WriteContext) {
    super();
  }
}

@QueryHandler(PreviewReversal)
export class PreviewReversalHandler implements IQueryHandler<PreviewReversal> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  execute({ undone }: PreviewReversal): Promise<Reversal> {
    return this.store.preview({
      requirements: [requireRequest(undone)],
      decide: (unit) => planRequestReversal(unit, undone, this.clock).told,
    });
  }
}
