import { addDays, type Day, daysBetween, daysFromTo, weekdayOf } from '@domain/dates.js';
import { isBookable, isOpenThrough, type RoomStay, SAMPLE_ROOMS, type SampleRoom } from './rooms.js';
import type { Setting } from './setting.js';

/** A stay; `previous` is the stay in the same room that it continues, if any. */
export type PlacedStay = RoomStay & { previous: PlacedStay | null };

const CONTINUES = 0.06;
const LONGEST_GROUP = 3;

/** Weights of 1 to 7 nights, so that a stay touches two months at most: business guests arrive early in the week. */
const EARLY_WEEK = [21, 24, 18, 15, 14, 3, 5];
const MIDWEEK = [33, 28, 16, 9, 6, 4, 4];
const WEEKEND = [46, 32, 11, 4, 3, 2, 2];

/** Share of the rooms taken on a night, Sunday to Saturday, while the calendar is full. */
const SHARE_BY_WEEKDAY = [0.75, 0.78, 0.8, 0.8, 0.79, 0.85, 0.875];
const SHARE_BEFORE_HOLIDAY = 0.87;
const NOISE = 0.012;
const FULL_DAYS_AHEAD = 17;
const FADING_DAYS = 32;
const FAR_AHEAD = 0.03;

/** Fills the rooms night by night up to each night's share; the stays are in order of their start. */
export function placeStays(setting: Setting): PlacedStay[] {
  const stays: PlacedStay[] = [];
  const latest = new Map<SampleRoom, PlacedStay>();
  for (const night of daysFromTo(setting.firstNight, setting.lastNight)) {
    const open = SAMPLE_ROOMS.filter((room) => isBookable(room, night, setting));
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

/** The share of the bookable rooms that is taken on a night: full weekends, fewer bookings in far months. */
function shareTaken(night: Day, { today, holidays, random }: Setting): number {
  const usual = SHARE_BY_WEEKDAY[weekdayOf(night)] ?? 0;
  const share = holidays.has(addDays(night, 1)) ? Math.max(usual, SHARE_BEFORE_HOLIDAY) : usual;
  const daysAhead = daysBetween(today, night);
  const fading =
    daysAhead <= FULL_DAYS_AHEAD
      ? 1
      : FAR_AHEAD + (1 - FAR_AHEAD) * Math.exp((FULL_DAYS_AHEAD - daysAhead) / FADING_DAYS);
  return (share + random.between(-NOISE, NOISE)) * fading;
}

function place(room: SampleRoom, start: Day, before: PlacedStay | undefined, setting: Setting): PlacedStay {
  const { random } = setting;
  const weekday = weekdayOf(start);
  const weights = weekday <= 2 ? EARLY_WEEK : weekday <= 4 ? MIDWEEK : WEEKEND;
  let nights = random.weighted(weights.map((weight, index) => [index + 1, weight] as const));
  while (!isOpenThrough({ room, start, end: addDays(start, nights) }, setting)) nights -= 1;
  const isAdjacent = before?.end === start && lengthOfGroup(before) < LONGEST_GROUP;
  const previous = isAdjacent && random.chance(CONTINUES) ? before : null;
  return { room, start, end: addDays(start, nights), previous };
}

function lengthOfGroup({ previous }: PlacedStay): number {
  return previous ? 1 + lengthOfGroup(previous) : 1;
}
