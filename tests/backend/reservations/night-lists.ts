import { gunzipSync } from 'node:zlib';
import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { encodeBookingNight } from '@wire/booking-record.js';
import { Clock } from '#backend/platform/clock.js';
import type { ListRange } from '#backend/reservations/nights/booking-list.js';
import { BookingListCache } from '#backend/reservations/nights/booking-list-cache.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { nights } from '#tests/support/recount.js';
import type { StoreNode } from '#tests/support/store-node.js';

/** The list of a range as it is when every night of the hotel is gone through, to the byte. */
export async function listFromScratch(url: string, { start, end, byStay }: ListRange): Promise<string> {
  const rooms = new Map<string, number>();
  for (const { id, room_number, month } of await rawQuery(
    url,
    'select id, room_number, month::text from room_months',
  ))
    rooms.set(`${room_number} ${month?.slice(0, 7)}`, Number(id));
  const rows = await rawQuery(url, 'select state::text from bookings order by stay_start, id');
  const bookings = rows.map(({ state }): Reservation => JSON.parse(state ?? ''));
  const records = bookings.flatMap((booking) => {
    const own = nights({ start: booking.stayStart, end: booking.stayEnd })
      .filter((night) => night >= start && night <= end)
      .map((night) =>
        encodeBookingNight(
          booking,
          night as Day,
          rooms.get(`${booking.roomNumber} ${night.slice(0, 7)}`) ?? null,
        ),
      );
    return byStay ? [own.find(({ room_id }) => room_id !== null) ?? own[0]].filter(Boolean) : own;
  });
  return JSON.stringify(records);
}

/** The lists that a node keeps, as its clients get them. */
export function keptLists({ pool, store }: StoreNode) {
  const answers = new BookingListCache(pool, store, new Clock('Asia/Tokyo'));
  return {
    answers,
    textOf: async (range: ListRange): Promise<string> =>
      gunzipSync((await answers.of(range, await store.current())).list.gzip).toString(),
    close: () => answers.onModuleDestroy(),
  };
}
