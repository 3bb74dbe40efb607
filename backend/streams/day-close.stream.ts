import { type DayClose, type DayCloseEvent, evolveDayClose } from '@domain/payment/day-close.js';
import { PAPER_KINDS } from '@domain/reservation/reservation.js';
import { z } from 'zod';
import { eventDay, eventId, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';

const doer = { staffId: eventId.nullable(), terminal: z.string().nullable() };
const way = { paymentType: eventId.nullable(), count: z.int(), sum: z.int() };

/** Closed days (日締め), one event each. It is master data: payments after a close count on the next day. */
export const dayCloseStream: StreamDefinition<DayClose, DayCloseEvent> = {
  category: 'day-close',
  table: 'day_closes',
  key: { column: 'date', type: 'date' },
  row: ({ id }) => ({ id }),
  evolve: evolveDayClose,
  events: {
    DayClosed: onlyVersion(
      z.strictObject({
        date: eventDay,
        timezone: z.string(),
        float: z.int(),
        counted: z.int(),
        remark: z.string(),
        ways: z.array(z.strictObject({ ...way, isCash: z.boolean(), taken: z.int(), back: z.int() })),
        people: z.array(z.strictObject({ ...doer, ...way })),
        papers: z.array(
          z.strictObject({ ...doer, receiptKind: z.enum(PAPER_KINDS), count: z.int(), amount: z.int() }),
        ),
      }),
    ),
  },
  personalFields: ['remark'],
  isReference: true,
};
