import { conflict } from '@domain/broken-rule.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../../event-store/event-store.js';
import { refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { handoverStream } from '../handover.stream.js';

/** Closes a shift: what happens from `seen` on is for its staff to be told when they return. */
export class HandOver extends Command<HandOverAnswer> {
  constructor(
    readonly memo: string,
    readonly seen: number | undefined,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Which handover it became, and from where on there will be news. */
type HandOverAnswer = { id: number; up_to: number };

const NOT_SEEN_YET = conflict(
  'not_seen_yet',
  'seen',
  '確認済みの位置がログの末尾より後です。画面を読み込み直してください。',
);

@CommandHandler(HandOver)
export class HandOverHandler implements ICommandHandler<HandOver> {
  constructor(private readonly store: EventStore) {}

  execute({ memo, seen, request }: HandOver): Promise<HandOverAnswer> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [],
      decide: (unit) => {
        const id = unit.nextPosition;
        const upTo = seen ?? id - 1;
        if (upTo >= id) throw refusal([NOT_SEEN_YET]);
        const { staffId, terminal } = request.write;
        const data = { staffId, terminal, upTo, memo };
        unit.append(handoverStream, id, { type: 'ShiftHandedOver', data }, request.write);
        return { id, up_to: upTo };
      },
    });
  }
}
