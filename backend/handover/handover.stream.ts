import { evolveHandover, type Handover, type HandoverEvent } from '@domain/handover/handover.js';
import { z } from 'zod';
import { eventId } from '../event-store/event-fields.js';
import { onlyVersion, type StreamDefinition } from '../event-store/stream-definition.js';

/** One handing over of a shift; its words may name guests and are sealed. */
export const handoverStream: StreamDefinition<Handover, HandoverEvent> = {
  category: 'handover',
  table: 'handovers',
  key: { column: 'id', type: 'integer' },
  columns: ['staff_id', 'terminal', 'up_to'],
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
  isReference: false,
};
