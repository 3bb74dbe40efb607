import { addDays, type Day, daysBetween, weekdayOf } from '@domain/dates.js';
import type { Setting } from './setting.js';

/** Share of the rooms taken on a night, Sunday to Saturday, while the calendar is full. */
const SHARE_BY_WEEKDAY = [0.75, 0.78, 0.8, 0.8, 0.79, 0.85, 0.875];
const SHARE_BEFORE_HOLIDAY = 0.87;
const NOISE = 0.012;
const FULL_DAYS_AHEAD = 17;
const FADING_DAYS = 32;
const FAR_AHEAD = 0.03;

function fading(daysAhead: number): number {
  if (daysAhead <= FULL_DAYS_AHEAD) return 1;
  return FAR_AHEAD + (1 - FAR_AHEAD) * Math.exp((FULL_DAYS_AHEAD - daysAhead) / FADING_DAYS);
}

/** The share of the bookable rooms that is taken on a night: full weekends, thinning out towards the far months. */
export function shareTaken(night: Day, { today, holidays, random }: Setting): number {
  const usual = SHARE_BY_WEEKDAY[weekdayOf(night)] ?? 0;
  const share = holidays.has(addDays(night, 1)) ? Math.max(usual, SHARE_BEFORE_HOLIDAY) : usual;
  return (share + random.between(-NOISE, NOISE)) * fading(daysBetween(today, night));
}
