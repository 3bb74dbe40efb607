import type { Page } from '@playwright/test';
import type { RoomRecord } from '@wire/room-record.js';
import type { Hotel } from './hotel.js';

/** The hotel as the page sees it. */
export type SeenHotel = Pick<Hotel, 'rooms' | 'bookings'>;

const ROOMS = '**/api/rooms?*';

/** Lets a page see the hotel's rooms otherwise than they are, from its next look on; null takes a room-month away. */
export async function alterRooms(
  page: Page,
  hotel: Hotel,
  alter: (room: RoomRecord) => RoomRecord | null,
): Promise<SeenHotel> {
  const altered = (rooms: RoomRecord[]) => rooms.flatMap((room) => alter(room) ?? []);
  await page.unroute(ROOMS);
  await page.route(ROOMS, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: altered(await response.json()) });
  });
  return { bookings: hotel.bookings, rooms: async (first, last) => altered(await hotel.rooms(first, last)) };
}

/** Takes the alterations back, from the next look on. */
export async function seeRoomsAsTheyAre(page: Page): Promise<void> {
  await page.unroute(ROOMS);
}
