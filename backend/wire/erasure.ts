import type { Day } from '@domain/dates.js';

/** A booking or imported record that holds the personal data of a guest. */
export type ErasableRecord = {
  kind: 'booking' | 'csv-reservation';
  id: number;
  booking_number: string;
  room_number: string | null;
  guest_name: string;
  stay_start: Day | null;
  stay_end: Day | null;
  is_cancelled: 0 | 1;
  /** The first day on which it may be erased without a reason; null for one without days. */
  retained_until: Day | null;
  /** Why it cannot be erased now, in words; null when it can. */
  obstacle: string | null;
};

/** What belongs to one guest, the record asked about first. */
export type ErasurePreview = {
  today: Day;
  /** Whether a reason must be given: a record is still within its retention. */
  reason_required: boolean;
  records: ErasableRecord[];
  /** Whether the guest is also on the blacklist, which is kept. */
  is_blacklisted: boolean;
};

/** What was erased. */
export type ErasureResult = { booking_ids: number[]; csv_reservation_ids: number[] };
