import { decideMaster, type MasterChange } from '@domain/masters/decide-master.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { refusal } from '../platform/errors.js';
import { inVersion, type RequestContext } from '../platform/http/request-context.js';
import type { MasterKind } from './master-kinds.js';

/** Defines (`id` is null for a new one), redefines, retires or restores a master record of any kind. */
export class ChangeMaster<Details extends object, Answer> extends Command<Answer> {
  constructor(
    readonly kind: MasterKind<Details, Answer>,
    readonly id: number | null,
    readonly change: MasterChange<Details>,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeMaster)
export class ChangeMasterHandler implements ICommandHandler<ChangeMaster<object, unknown>> {
  constructor(private readonly store: EventStore) {}

  /** The record after the change; 404, 409 when stale or against a rule, 422. */
  execute<Details extends object, Answer>({
    kind,
    id,
    change,
    request,
  }: ChangeMaster<Details, Answer>): Promise<Answer> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: id === null ? [] : [requireStream(kind.stream, id)],
      decide: (unit) => {
        const stored = id === null ? null : inVersion(unit.get(kind.stream, id), request, kind.unknown);
        const result = decideMaster(change, stored, (after) => kind.rules?.(id, after, unit.reference) ?? []);
        if (!result.ok) throw refusal(result.broken);
        const outcome = result.value;
        if (stored && outcome.type === 'unchanged') return kind.encode(stored);
        const event =
          outcome.type === 'defined'
            ? { type: `${kind.name}Defined`, data: outcome.data }
            : { type: `${kind.name}Retired`, data: {} };
        const after = unit.append(kind.stream, id ?? unit.nextPosition, event, request.write);
        if (id === null && kind.beside) unit.write(kind.beside(after.id));
        return kind.encode(after);
      },
    });
  }
}
