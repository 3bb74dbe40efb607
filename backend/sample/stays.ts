import { addDays, type Day, daysFromTo, weekdayOf } from '@domain/dates.js';
import { shareTaken } from './occupancy.js';
import { isBookable, SAMPLE_ROOMS, type SampleRoom } from './rooms.js';
import { monthsFromToday, type Setting } from './setting.js';

/** A stay that has its room; `previous` is the stay in the same room that it continues, if it does. */
export type PlacedStay = { room: SampleRoom; start: Day; end: Day; previous: PlacedStay | null };

const CONTINUES = 0.06;
const LONGEST_GROUP = 3;

/** Weights of 1 to 7 nights, so that a stay touches two months at most: people who work arrive on Sunday to Tuesday, others for the weekend. */
const EARLY_WEEK = [21, 24, 18, 15, 14, 3, 5];
const MIDWEEK = [33, 28, 16, 9, 6, 4, 4];
const WEEKEND = [46, 32, 11, 4, 3, 2, 2];

function someNights(start: Day, { random }: Setting): number {
  const weekday = weekdayOf(start);
  const weights = weekday <= 2 ? EARLY_WEEK : weekday <= 4 ? MIDWEEK : WEEKEND;
  return random.weighted(weights.map((weight, index) => [index + 1, weight] as const));
}

/** Whether the room can be booked for all nights of the stay. */
export function isOpenThrough({ room, start, end }: Omit<PlacedStay, 'previous'>, setting: Setting): boolean {
  const lastNight = addDays(end, -1);
  const months = [start, lastNight].map((night) => monthsFromToday(setting.today, night));
  return lastNight <= setting.lastNight && months.every((month) => isBookable(room, month));
}

function lengthOfGroup(stay: PlacedStay): number {
  return stay.previous ? 1 + lengthOfGroup(stay.previous) : 1;
}

function place(room: SampleRoom, start: Day, before: PlacedStay | undefined, setting: Setting): PlacedStay {
  let nights = someNights(start, setting);
  while (!isOpenThrough({ room, start, end: addDays(start, nights) }, setting)) nights -= 1;
  const adjacent = before?.end === start && lengthOfGroup(before) < LONGEST_GROUP;
  const previous = adjacent && setting.random.chance(CONTINUES) ? before : null;
  return { room, start, end: addDays(start, nights), previous };
}

/** Fills the rooms night by night, up to each night's share. The stays come in order of their start. */
export function placeStays(setting: Setting): PlacedStay[] {
  const stays: PlacedStay[] = [];
  const latest = new Map<SampleRoom, PlacedStay>();
  for (const night of daysFromTo(setting.firstNight, setting.lastNight)) {
    const month = monthsFromToday(setting.today, night);
    const open = SAMPLE_ROOMS.filter((room) => isBookable(room, month));
    const free = open.filter((room) => (latest.get(room)?.end ?? night) <= night);
    const wanted = Math.round(open.length * shareTaken(night, setting)) - (open.length - free.length);
    for (const room of setting.random.shuffled(free).slice(0, Math.max(0, wanted))) {
      const stay = place(room, night, latest.get(room), setting);
      latest.set(room, stay);
      stays.push(stay);
    }
  }
  return stays;
}
