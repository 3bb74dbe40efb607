import type { HotelRecord } from '@wire/hotel-record.js';
import { hotelStateAtom } from '#frontend/shared/hotel.js';
import { store } from '#frontend/shared/store.js';

/** Lets the page know the hotel as if it had been read. */
export function placeHotel(hotel: Partial<HotelRecord>): void {
  store.set(hotelStateAtom, { status: 'ready', query: 'hotel', value: hotel as HotelRecord, error: null });
}
