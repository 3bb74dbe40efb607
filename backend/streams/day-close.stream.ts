import {
  DAY_PAPER_KINDS,
  type DayClose,
  type DayCloseEvent,
  evolveDayClose,
} from '@domain/payment/day-close.js';
import { PAPER_KINDS } from '@domain/reservation/reservation.js';
import { z } from 'zod';
import { eventDay, eventId, type StreamDefinition } from '../event-store/event-stream.js';

const doer = { staffId: eventId.nullable(), terminal: z.string().nullable() };
const way = { paymentType: eventId.nullable(), count: z.int(), sum: z.int() };

const closed = {
  date: eventDay,
  timezone: z.string(),
  float: z.int(),
  counted: z.int(),
  remark: z.string(),
  ways: z.array(z.strictObject({ ...way, isCash: z.boolean(), taken: z.int(), back: z.int() })),
  people: z.array(z.strictObject({ ...doer, ...way })),
};
const papersOf = (kinds: typeof DAY_PAPER_KINDS | typeof PAPER_KINDS) =>
  z.array(z.strictObject({ ...doer, receiptKind: z.enum(kinds), count: z.int(), amount: z.int() }));

/** Closed days (日締め), one event each. It is master data: payments after a close count on the next day. */
export const dayCloseStream: StreamDefinition<DayClose, DayCloseEvent> = {
  category: 'day-close',
  table: 'day_closes',
  key: { column: 'date', type: 'date' },
  row: ({ id }) => ({ id }),
  evolve: evolveDayClose,
  events: {
    // Version 1 counted receipts and statements alone.
    DayClosed: {
      schemas: [
        z.strictObject({ ...closed, papers: papersOf(PAPER_KINDS) }),
        z.strictObject({
          ...closed,
          papers: papersOf(DAY_PAPER_KINDS),
          paperKinds: z.array(z.enum(DAY_PAPER_KINDS)),
        }),
      ],
      upcasters: [(data) => ({ ...data, paperKinds: [...PAPER_KINDS] })],
    },
  },
  personalFields: ['remark'],
  isReference: true,
};
