import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomRecord } from '@wire/room-record.js';

/** Bare counts of some nights and of the stays that start in them. */
export type CountedAnew = {
  rooms: number;
  nights: number;
  outside: number;
  revenue: number;
  arrivals: number;
  cancelled: number;
  lead: number;
};

/** What the figures of a report are counted from: night records, rooms, and the day each booking was made. */
export type ReportFacts = {
  nights: readonly BookingRecord[];
  rooms: readonly RoomRecord[];
  madeOn: ReadonlyMap<number, string>;
};

const DAY_MS = 86_400_000;
const apart = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const monthDays = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Contract 3, in the words of the wire. */
function categoryOf(room: RoomRecord): string {
  if (room.reservable_status !== '予約可能' || room.room_type === '倉庫') return 'outside';
  const smoking = room.smoking_status === '喫煙' ? 'smoking' : 'non_smoking';
  if (room.corporate === 1) return `corporate_${smoking}`;
  if (room.room_type === 'ツイン') return `twin_${smoking}`;
  return smoking === 'non_smoking' && room.priority === '女性' ? 'women_non_smoking' : `normal_${smoking}`;
}

/** The yen of one night: what is left over after dividing goes to the first nights, one each. */
function feeOfNight({ stay_start, stay_end, date, total_fee }: BookingRecord): number {
  const nights = apart(stay_start, stay_end);
  return Math.floor(total_fee / nights) + (apart(stay_start, date) < total_fee % nights ? 1 : 0);
}

/** Counts over the records, one by one, those of the days from `first` to `last`. */
export function countAnew(
  { nights, rooms, madeOn }: ReportFacts,
  first: string,
  last: string,
  only: { category?: string; source?: string } = {},
): CountedAnew {
  const sum = { rooms: 0, nights: 0, outside: 0, revenue: 0, arrivals: 0, cancelled: 0, lead: 0 };
  const categories = new Map(rooms.map((room) => [room.id, categoryOf(room)]));
  const isAsked = (category: string) => only.category === undefined || only.category === category;
  for (const room of rooms) {
    const category = categoryOf(room);
    if (category === 'outside' || !isAsked(category)) continue;
    for (let date = 1; date <= monthDays(room.year, room.month); date++) {
      const day = new Date(Date.UTC(room.year, room.month - 1, date)).toISOString().slice(0, 10);
      if (day >= first && day <= last) sum.rooms += 1;
    }
  }
  for (const night of nights) {
    if (night.date < first || night.date > last) continue;
    const category = categories.get(night.room_id ?? 0) ?? 'outside';
    if (!isAsked(category) || (only.source ?? night.booking_source) !== night.booking_source) continue;
    const isFirst = night.date === night.stay_start;
    if (night.is_cancelled === 1) {
      if (isFirst) sum.cancelled += 1;
      continue;
    }
    sum.nights += 1;
    sum.revenue += feeOfNight(night);
    if (category === 'outside') sum.outside += 1;
    if (!isFirst) continue;
    sum.arrivals += 1;
    sum.lead += Math.max(0, apart(madeOn.get(night.id) ?? '', night.stay_start));
  }
  return sum;
}
