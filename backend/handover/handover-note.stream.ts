import {
  evolveHandoverNote,
  type HandoverNote,
  type HandoverNoteEvent,
} from '@domain/handover/handover-note.js';
import { z } from 'zod';
import { eventDay, noData } from '../event-store/event-fields.js';
import { onlyVersion, type StreamDefinition } from '../event-store/stream-definition.js';

const details = z.strictObject({ date: eventDay, text: z.string() });

/** A note pinned to a day; its text may name guests and is sealed. */
export const handoverNoteStream: StreamDefinition<HandoverNote, HandoverNoteEvent> = {
  category: 'handover-note',
  table: 'handover_notes',
  key: { column: 'id', type: 'integer' },
  columns: ['date', 'status'],
  row: ({ date, status }) => ({ date, status }),
  evolve: evolveHandoverNote,
  events: {
    HandoverNoteWritten: onlyVersion(details),
    HandoverNoteChanged: onlyVersion(details.partial()),
    HandoverNoteDone: onlyVersion(noData),
    HandoverNoteReopened: onlyVersion(noData),
    HandoverNoteRemoved: onlyVersion(noData),
  },
  personalFields: ['text'],
  isReference: false,
};
