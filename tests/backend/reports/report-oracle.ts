import { groupBy } from '@domain/group-by.js';
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

type Cell = CountedAnew & { date: string; category: string; source: string };

const NOTHING: CountedAnew = {
  rooms: 0,
  nights: 0,
  outside: 0,
  revenue: 0,
  arrivals: 0,
  cancelled: 0,
  lead: 0,
};

function ofRoom(room: RoomRecord): Cell[] {
  const category = categoryOf(room);
  if (category === 'outside') return [];
  return Array.from({ length: monthDays(room.year, room.month) }, (_, date) => ({
    ...NOTHING,
    rooms: 1,
    date: new Date(Date.UTC(room.year, room.month - 1, date + 1)).toISOString().slice(0, 10),
    category,
    source: '',
  }));
}

function ofNight(night: BookingRecord, category: string, madeOn: string): Cell {
  const cell = { ...NOTHING, date: night.date, category, source: night.booking_source };
  const isFirst = night.date === night.stay_start ? 1 : 0;
  if (night.is_cancelled === 1) return { ...cell, cancelled: isFirst };
  return {
    ...cell,
    nights: 1,
    outside: category === 'outside' ? 1 : 0,
    revenue: feeOfNight(night),
    arrivals: isFirst,
    lead: isFirst * Math.max(0, apart(madeOn, night.stay_start)),
  };
}

/** What of the days from `first` to `last`, of one category or source only or of all. */
export type Asked = { first: string; last: string; category?: string; source?: string };

/** Counts over the records, one by one; the answer sums up what is asked for. */
export function countAnew({ nights, rooms, madeOn }: ReportFacts): (asked: Asked) => CountedAnew {
  const categories = new Map(rooms.map((room) => [room.id, categoryOf(room)]));
  const cells = nights.map((night) =>
    ofNight(night, categories.get(night.room_id ?? 0) ?? 'outside', madeOn.get(night.id) ?? ''),
  );
  const byDate = groupBy([...rooms.flatMap(ofRoom), ...cells], ({ date }) => date);
  return ({ first, last, category, source }) => {
    const sum = { ...NOTHING };
    for (const [date, ofDate] of byDate) {
      if (date < first || date > last) continue;
      for (const cell of ofDate) {
        if (category !== undefined && cell.category !== category) continue;
        if (source !== undefined && cell.source !== source && cell.source !== '') continue;
        for (const name of Object.keys(NOTHING) as (keyof CountedAnew)[]) sum[name] += cell[name];
      }
    }
    return sum;
  };
}
