import {
  evolveHandover,
  evolveHandoverNote,
  type Handover,
  type HandoverEvent,
  type HandoverNote,
  type HandoverNoteEvent,
} from '@domain/handover/handover.js';
import { z } from 'zod';
import {
  eventDay,
  eventId,
  noData,
  onlyVersion,
  type StreamDefinition,
} from '../event-store/event-stream.js';

const noteDetails = z.strictObject({ date: eventDay, text: z.string() });

/** Notes attached to days; the text may name guests and is encrypted. */
export const handoverNoteStream: StreamDefinition<HandoverNote, HandoverNoteEvent> = {
  category: 'handover-note',
  table: 'handover_notes',
  key: { column: 'id', type: 'integer' },
  row: ({ date, status }) => ({ date, status }),
  evolve: evolveHandoverNote,
  events: {
    HandoverNoteWritten: onlyVersion(noteDetails),
    HandoverNoteChanged: onlyVersion(noteDetails.partial()),
    HandoverNoteDone: onlyVersion(noData),
    HandoverNoteReopened: onlyVersion(noData),
    HandoverNoteRemoved: onlyVersion(noData),
  },
  personalFields: ['text'],
};

/** Handovers of shifts, one event each; the memo may name guests and is encrypted. */
export const handoverStream: StreamDefinition<Handover, HandoverEvent> = {
  category: 'handover',
  table: 'handovers',
  key: { column: 'id', type: 'integer' },
  row: ({ staffId, terminal, upTo }) => ({ staff_id: staffId, terminal, up_to: upTo }),
  evolve: evolveHandover,
  events: {
    ShiftHandedOver: onlyVersion(
      z.strictObject({
        staffId: eventId.nullable(),
        terminal: z.string().nullable(),
        upTo: z.int().nonnegative(),
        memo: z.string(),
      }),
    ),
  },
  personalFields: ['memo'],
};
