import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomRecord } from '@wire/room-record.js';

/** A booked cell of the calendar as the page has it, or as it should be. */
export type DrawnNight = { room: string; date: string; id: number; shade: number; unpaid: boolean };

const SHADES = 6;

/** What the night records of a range mean for the calendar of that range (spec 4, colours). */
export function nightsToDraw(records: BookingRecord[], rooms: RoomRecord[]): DrawnNight[] {
  const numberOf = new Map(rooms.map(({ id, room_number }) => [id, room_number]));
  const active = records
    .filter(({ is_cancelled }) => is_cancelled === 0)
    .map((record) => ({ ...record, room: numberOf.get(Number(record.room_id)) ?? '' }));
  const shadeOf = new Map<number, number>();
  for (const room of new Set(active.map((night) => night.room))) {
    const inRow = active.filter((night) => night.room === room).sort((a, b) => (a.date < b.date ? -1 : 1));
    const order = [...new Set(inRow.map(({ id }) => id))];
    for (const [index, id] of order.entries()) shadeOf.set(id, index % SHADES);
  }
  return active.map(({ room, date, id, payment_flag }) => ({
    room,
    date,
    id,
    shade: shadeOf.get(id) ?? -1,
    unpaid: payment_flag === 0,
  }));
}
