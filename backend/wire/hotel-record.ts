import type { Day } from '@domain/dates.js';

/** The hotel as a terminal sees it when it opens; `today` is in the hotel's zone, `position` where the log ends. */
export type HotelRecord = {
  name: string;
  timezone: string;
  today: Day;
  log_id: string;
  position: number;
  auto_registration_failed: number;
};
