import type { Decided } from '@domain/broken-rule.js';
import {
  decideWaiting,
  decideWaitingBooked,
  decideWaitingChange,
  decideWaitingGiveUp,
  decideWaitingRestore,
} from '@domain/waiting/decide-waiting.js';
import type { WaitingDetails, WaitingEntry, WaitingEntryEvent } from '@domain/waiting/waiting-entry.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeWaitingEntry, type WaitingContent } from '@wire/waiting-list.js';
import { appendDecided } from '../../event-store/append-decided.js';
import { EventStore } from '../../event-store/event-store.js';
import { streamName } from '../../event-store/event-stream.js';
import { requireKey } from '../../event-store/personal-data.js';
import { requireStream, type UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { notFound } from '../../platform/errors.js';
import { inVersion, type RequestContext } from '../../platform/http/request-context.js';
import type { WriteContext } from '../../platform/write-context.js';
import { waitingEntryStream } from '../../streams/waiting-entry.stream.js';

const UNKNOWN = 'キャンセル待ちが見つかりません。';

/** Puts a guest on the waiting list (キャンセル待ち). */
export class AddWaiting extends Command<WaitingContent> {
  constructor(
    readonly details: WaitingDetails,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** An act on an entry that is known: other facts, given up, or waiting again. */
export type WaitingAction =
  | { kind: 'change'; change: Partial<WaitingDetails> }
  | { kind: 'give up' }
  | { kind: 'restore' };

/** Changes an entry of the waiting list, gives it up, or takes it up again. */
export class ActOnWaiting extends Command<WaitingContent> {
  constructor(
    readonly id: number,
    readonly action: WaitingAction,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Records that a booking fulfils an entry, in the command of the booking; a second booking is refused. */
export function fulfilWaiting(unit: UnitOfWork, id: number, bookingId: number, write: WriteContext): void {
  const stored = unit.get(waitingEntryStream, id);
  if (!stored) throw notFound(UNKNOWN);
  appendDecided(unit, waitingEntryStream, id, decideWaitingBooked(stored, bookingId), write);
}

@CommandHandler(AddWaiting)
export class AddWaitingHandler implements ICommandHandler<AddWaiting> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The entry; 422 for nights or a party that 部屋検索 does not take. */
  execute({ details, request }: AddWaiting): Promise<WaitingContent> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [],
      decide: (unit) => {
        const facts = { today: this.clock.today(), corporates: unit.reference.corporates };
        const { write } = request;
        const decision = decideWaiting(details, write.staffId, facts);
        return encodeWaitingEntry(
          appendDecided(unit, waitingEntryStream, unit.nextPosition, decision, write),
        );
      },
    });
  }
}

@CommandHandler(ActOnWaiting)
export class ActOnWaitingHandler implements ICommandHandler<ActOnWaiting> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The entry as it is then; 404, 409 when stale, booked or given up. */
  execute({ id, action, request }: ActOnWaiting): Promise<WaitingContent> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [
        requireStream(waitingEntryStream, id),
        ...(action.kind === 'change' ? [requireKey(streamName(waitingEntryStream, id))] : []),
      ],
      decide: (unit) => {
        const stored = inVersion(unit.get(waitingEntryStream, id), request, UNKNOWN);
        const decision = this.decide(unit, stored, action);
        return encodeWaitingEntry(appendDecided(unit, waitingEntryStream, id, decision, request.write));
      },
    });
  }

  private decide(
    unit: UnitOfWork,
    stored: WaitingEntry,
    action: WaitingAction,
  ): Decided<WaitingEntryEvent[]> {
    const today = this.clock.today();
    switch (action.kind) {
      case 'change':
        return decideWaitingChange(action.change, stored, { today, corporates: unit.reference.corporates });
      case 'give up':
        return decideWaitingGiveUp(stored);
      case 'restore':
        return decideWaitingRestore(stored, today);
      default:
        return action satisfies never;
    }
  }
}
