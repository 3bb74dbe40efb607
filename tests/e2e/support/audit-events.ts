import type { EventPage, EventRecord } from '@wire/event-record.js';
import type { Hotel } from './hotel.js';

/** Events that the server answers a query with. */
export async function eventsOf(hotel: Hotel, query: string): Promise<EventRecord[]> {
  return (await hotel.api.get<EventPage>(`/api/events?${query}`)).body.events;
}

/** A booking of a stay of its own. */
export async function aBooking(hotel: Hotel, fields: Record<string, unknown> = {}) {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  return hotel.book(stay, room, fields);
}

/** A booking whose fee was changed, and the event that says so. */
export async function anAmendment(hotel: Hotel) {
  const booking = await aBooking(hotel, { guest_name_1: '監査 花子', booking_number: `AU-${Date.now()}` });
  await hotel.amend(booking.id, { total_fee: 12_300, notes: '改行\nあり' });
  const [event] = await eventsOf(hotel, `before=head&booking_id=${booking.id}&limit=1`);
  if (!event) throw new Error('no event');
  return { booking, event };
}
