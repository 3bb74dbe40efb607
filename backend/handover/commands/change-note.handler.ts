import { decideNote, type NoteChange } from '@domain/handover/decide-note.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NoteContent } from '@wire/handover.js';
import { requireStream } from '../../event-store/data-requirements.js';
import { EventStore } from '../../event-store/event-store.js';
import { notFound, refusal, staleVersion } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { handoverNoteStream } from '../handover-note.stream.js';
import { encodeNote } from '../handover-notes.public.js';

/** Writes a note, `id` null for a new one, changes it, finishes it, or takes it away. */
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

  /** The note as it is afterwards; one that was removed is not found. */
  execute({ id, change, request }: ChangeNote): Promise<NoteContent> {
    const { write, idempotency, expectedVersion } = request;
    return this.store.execute({
      idempotency,
      requirements: id === null ? [] : [requireStream(handoverNoteStream, id)],
      decide: (unit) => {
        const stored = id === null ? null : unit.get(handoverNoteStream, id);
        if (id !== null && (!stored || stored.status === 'removed')) {
          throw notFound('申し送りが見つかりません。');
        }
        if (stored && expectedVersion !== null && expectedVersion !== stored.version) throw staleVersion();
        const decision = decideNote(change, stored);
        if (!decision.ok) throw refusal(decision.broken);
        let note = stored;
        for (const event of decision.value) {
          note = unit.append(handoverNoteStream, note?.id ?? unit.nextPosition, event, write);
        }
        if (!note) throw new Error('a new note has no event');
        return encodeNote(note);
      },
    });
  }
}
