import { day as dayOf, parseDay } from '@domain/dates.js';
import { z } from 'zod';

// Apart from live.ts, whose headers the first page needs: this schema would add zod to it.
const day = z
  .string()
  .refine((text) => parseDay(text) !== null)
  .transform(dayOf);

/** Cells selected for a booking: the nights from `stay_start` until before `stay_end`. */
const holdSchema = z.object({
  room_number: z
    .string()
    .min(1)
    .max(20)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  stay_start: day,
  stay_end: day,
});

/** A terminal's current activity: the booking it views or edits, and the cells it has selected. */
export const activitySchema = z.object({
  booking_id: z.int().positive().nullable(),
  is_editing: z.boolean(),
  hold: holdSchema.nullable(),
});
export type Hold = z.output<typeof holdSchema>;
export type Activity = z.output<typeof activitySchema>;
