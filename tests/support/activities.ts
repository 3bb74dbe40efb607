import type { Day } from '@domain/dates.js';
import type { Activity } from '@wire/activity.js';

/** A terminal that has a booking open in its form, or none. */
export const editing = (booking_id: number | null): Activity => ({
  booking_id,
  is_editing: true,
  hold: null,
});

/** A terminal that looks at a booking. */
export const looking = (booking_id: number): Activity => ({ booking_id, is_editing: false, hold: null });

/** A terminal that is about to book a room for some nights. */
export const holding = (room_number: string, stay_start: string, stay_end: string): Activity => ({
  booking_id: null,
  is_editing: false,
  hold: { room_number, stay_start: stay_start as Day, stay_end: stay_end as Day },
});
