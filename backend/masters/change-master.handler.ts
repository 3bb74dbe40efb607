import { decideMaster, type MasterChange } from '@domain/masters/decide-master.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../event-store/event-store.js';
import type { DomainEvent } from '../event-store/event-stream.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { notFound, refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import type { MasterKind } from './master-kinds.js';

/** Defines (`id` is null for a new one), redefines, retires or restores a master record of any kind. */
export class ChangeMaster<Details extends object, Event extends DomainEvent, Answer> extends Command<Answer> {
  constructor(
    readonly kind: MasterKind<Details, Event, Answer>,
    readonly id: number | null,
    readonly change: MasterChange<Details>,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeMaster)
export class ChangeMasterHandler implements ICommandHandler<ChangeMaster<object, DomainEvent, unknown>> {
  constructor(private readonly store: EventStore) {}

  /** The record after the change; 404, 409 when stale or against a rule, 422. */
  execute<Details extends object, Event extends DomainEvent, Answer>({
    kind,
    id,
    change,
    request: { write, idempotency, expectedVersion },
  }: ChangeMaster<Details, Event, Answer>): Promise<Answer> {
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
