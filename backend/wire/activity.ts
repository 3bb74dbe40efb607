import { type Day, parseDay } from '@domain/dates.js';
import { z } from 'zod';

const day = z
  .string()
  .refine((text) => parseDay(text) !== null)
  .transform((text) => text as Day);

/** Cells that somebody is about to book: the nights from `stay_start` until before `stay_end`. */
const holdSchema = z.object({
  room_number: z
    .string()
    .min(1)
    .max(20)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  stay_start: day,
  stay_end: day,
});

/** What a terminal does just now: the booking that it has open or looks at, and the cells that it is about to book. */
export const activitySchema = z.object({
  booking_id: z.int().positive().nullable(),
  is_editing: z.boolean(),
  hold: holdSchema.nullable(),
});
export type Hold = z.output<typeof holdSchema>;
export type Activity = z.output<typeof activitySchema>;
