import { decideMaster, type MasterChange } from '@domain/masters/decide-master.js';
import { Injectable } from '@nestjs/common';
import { requireStream } from '../event-store/data-requirements.js';
import type { DomainEvent } from '../event-store/event.js';
import { EventStore } from '../event-store/event-store.js';
import { notFound, refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import type { MasterKind } from './master-kinds.js';

/** Where master records of any kind are defined, retired and put back. */
@Injectable()
export class MasterDataService {
  constructor(private readonly store: EventStore) {}

  /** The record as it is afterwards, `id` null for a new one; 404, 409 when stale or a rule forbids it, 422. */
  change<Details extends object, Event extends DomainEvent, Answer>(
    kind: MasterKind<Details, Event, Answer>,
    id: number | null,
    change: MasterChange<Details>,
    { write, idempotency, expectedVersion }: RequestContext,
  ): Promise<Answer> {
    return this.store.execute({
      idempotency,
      requirements: id === null ? [] : [requireStream(kind.stream, id)],
      decide: (unit) => {
        const stored = id === null ? null : unit.get(kind.stream, id);
        if (id !== null && !stored) throw notFound(kind.unknown);
        if (expectedVersion !== null && stored && stored.version !== expectedVersion) throw staleVersion();
        const result = decideMaster(change, stored, (after) =>
          kind.rules ? kind.rules(id, after, unit.reference) : [],
        );
        if (!result.ok) throw refusal(result.broken);
        const outcome = result.value;
        if (stored && outcome.type === 'unchanged') return kind.encode(stored);
        const event = outcome.type === 'defined' ? kind.defined(outcome.data) : kind.retired;
        return kind.encode(unit.append(kind.stream, id ?? unit.nextPosition, event, write));
      },
    });
  }
}
