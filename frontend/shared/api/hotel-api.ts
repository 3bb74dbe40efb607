import type { Day } from '@domain/dates.js';
import { get } from './request.js';

/** What the server says of the hotel; `today` is today in the hotel's zone. */
export type HotelRecord = {
  name: string;
  timezone: string;
  today: Day;
  log_id: string | null;
  position: number | null;
  auto_registration_failed: number;
};

/** The hotel as of now. */
export const fetchHotel = async () => (await get<HotelRecord>('/api/hotel')).data;
