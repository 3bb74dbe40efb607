import type { Day } from '@domain/dates.js';

/** The hotel as a terminal sees it when it opens; `today` is in the hotel's zone, `position` where the log ends, `hash` its hash there. */
export type HotelRecord = {
  name: string;
  timezone: string;
  today: Day;
  log_id: string;
  position: number;
  hash: string;
  auto_registration_failed: number;
  /** Of these, guests who arrive today and have no room. */
  auto_registration_today: number;
};
