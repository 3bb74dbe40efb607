import { conflict } from '@domain/broken-rule.js';
import { decideNote, type NoteChange } from '@domain/handover/handover.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NoteContent } from '@wire/handover.js';
import { appendDecided } from '../event-store/append-decided.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { refusal } from '../platform/errors.js';
import { inVersion, type RequestContext } from '../platform/http/request-context.js';
import { handoverNoteStream, handoverStream } from '../streams/handover.stream.js';
import { encodeNote } from './handover.public.js';

/** Writes a note (`id` is null for a new one), finishes, reopens or removes it. */
export class ChangeNote extends Command<NoteContent> {
  constructor(
    readonly id: number | null,
    readonly change: NoteChange,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeNote)
export class ChangeNoteHandler implements ICommandHandler<ChangeNote> {
  constructor(private readonly store: EventStore) {}

  /** The note after the change; 404 for a removed one. */
  execute({ id, change, request }: ChangeNote): Promise<NoteContent> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: id === null ? [] : [requireStream(handoverNoteStream, id)],
      decide: (unit) => {
        const known = id === null ? null : unit.get(handoverNoteStream, id);
        const present = known?.status === 'removed' ? null : known;
        const stored = id === null ? null : inVersion(present, request, '申し送りが見つかりません。');
        const key = stored?.id ?? unit.nextPosition;
        return encodeNote(
          appendDecided(unit, handoverNoteStream, key, decideNote(change, stored), request.write),
        );
      },
    });
  }
}

/** Hands over a shift; changes after the position `seen` are news for its staff when they return. */
export class HandOver extends Command<HandOverAnswer> {
  constructor(
    readonly memo: string,
    readonly seen: number | undefined,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** The id of the handover, and the last position seen. */
type HandOverAnswer = { id: number; up_to: number };

const NOT_SEEN_YET = conflict(
  'not_seen_yet',
  'seen',
  '確認済みの記録番号が最新の記録より後です。画面を読み込み直してください。',
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
