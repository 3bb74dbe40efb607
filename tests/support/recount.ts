import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { rawQuery, storedStates as states } from './log-rows.js';

type Night = { start: string; end: string };

/** The nights from a day up to, not including, another. */
export function nights({ start, end }: Night): string[] {
  const list: string[] = [];
  for (let at = Date.parse(start); at < Date.parse(end); at += 86_400_000) {
    list.push(new Date(at).toISOString().slice(0, 10));
  }
  return list;
}

/** The category of a room-month in the words of contract 3. */
export function categoryOf(room: RoomMonth): string | null {
  if (room.reservableStatus === '予約不可' || room.roomType === '倉庫') return null;
  const smoking = room.smokingStatus === '喫煙' ? 'smoking' : 'non_smoking';
  if (room.corporate === 1) return `corporate_${smoking}`;
  if (room.roomType === 'ツイン') return `twin_${smoking}`;
  return smoking === 'non_smoking' && room.priority === '女性' ? 'women_non_smoking' : `normal_${smoking}`;
}

type Counts = Record<string, { actual: number; tema: number }>;

/** The counts by `date category` as a count over all night records gives them. */
export async function recounted(url: string): Promise<Counts> {
  const counts: Counts = {};
  const add = (date: string, category: string | null, kind: 'actual' | 'tema') => {
    if (category === null) return;
    counts[`${date} ${category}`] ??= { actual: 0, tema: 0 };
    (counts[`${date} ${category}`] as Counts[string])[kind] += 1;
  };
  const rooms = await states<RoomMonth>(url, 'room_months');
  for (const booking of await states<Reservation>(url, 'bookings')) {
    if (booking.status === 'cancelled') continue;
    for (const date of nights({ start: booking.stayStart, end: booking.stayEnd })) {
      const room = rooms.find(
        (other) => other.roomNumber === booking.roomNumber && other.month.slice(0, 7) === date.slice(0, 7),
      );
      if (room) add(date, categoryOf(room), 'actual');
    }
  }
  for (const record of await states<CsvReservation>(url, 'csv_reservations')) {
    const { status, kind, stayStart, stayEnd } = record;
    const isSold = kind !== 'キャンセル' && (status === 'failed' || status === 'registered');
    if (!isSold || !stayStart || !stayEnd) continue;
    const dates = nights({ start: stayStart, end: stayEnd });
    // What is longer is no stay (contract 1), but may stand in a file.
    if (dates.length > 366) continue;
    for (const date of dates) add(date, record.soldCategories[0] ?? null, 'tema');
  }
  return counts;
}

/** The counts by `date category` as the product keeps them, without those of nothing. */
export async function keptCounts(url: string): Promise<Counts> {
  const rows = await rawQuery(url, 'select * from daily_counts where actual <> 0 or tema <> 0');
  return Object.fromEntries(
    rows.map(({ date, category, actual, tema }) => [
      `${date} ${category}`,
      { actual: Number(actual), tema: Number(tema) },
    ]),
  );
}

/** Every claimed night as `room night booking`, and every one that active bookings should have. */
export async function claims(url: string): Promise<{ kept: string[]; recounted: string[] }> {
  const kept = await rawQuery(url, 'select * from room_claims');
  const bookings = await states<Reservation>(url, 'bookings');
  const closures = await states<RoomClosure>(url, 'room_closures');
  const closed = closures
    .filter(({ isEnded }) => !isEnded)
    .map(({ id, roomNumber, start, end }) => ({ id, roomNumber, stayStart: start, stayEnd: end }));
  return {
    kept: kept
      .map((claim) => `${claim.room_number} ${claim.night} ${claim.reservation_id ?? claim.closure_id}`)
      .sort(),
    recounted: [...bookings.filter(({ status }) => status === 'active'), ...closed]
      .flatMap(({ id, roomNumber, stayStart, stayEnd }) =>
        nights({ start: stayStart, end: stayEnd }).map((night) => `${roomNumber} ${night} ${id}`),
      )
      .sort(),
  };
}
