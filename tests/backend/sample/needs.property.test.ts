import { addDays, day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { randomFrom } from '#backend/tools/sample/prng.js';
import { instantOf } from '#backend/tools/sample/setting.js';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { unmetNeeds } from './needs.js';
import { viewsAt } from './sample-view.js';

const FIRST_DAY = day('2026-11-21');
const DAYS = 400;
/** Days that are easily wrong: the turn of the year, leap day, ends of months. */
const EDGES = ['2027-01-01', '2028-02-29', '2026-12-31', '2027-01-31', '2027-03-01'].map(day);
const DRAWN_DAYS = 1;
const HOURS = 24;
/** Soon after an hour has struck, and shortly before midnight. */
const SOON = 1 / 3;
const LAST = HOURS * 60 - SOON;

const random = randomFrom(seed);
const drawn = (count: number, few: number) => {
  const all = Array.from({ length: count }, (_, index) => index);
  return random
    .shuffled(all)
    .slice(0, timesOf(few, count))
    .sort((a, b) => a - b);
};
// New Year's Day and what is drawn; all days and hours with `npm run faults -- --long`.
const days = [
  ...EDGES.slice(0, timesOf(1, EDGES.length)),
  ...drawn(DAYS, DRAWN_DAYS).map((ahead) => addDays(FIRST_DAY, ahead)),
];

test.each([...new Set(days)])(
  'the hotel of %s has at each hour what journeys and checklist look for',
  (today) => {
    const minutes = [SOON, ...drawn(HOURS - 1, 1).map((hour) => (hour + 1) * 60 + SOON), LAST];
    const instants = minutes.map((minute) => new Date(instantOf(today, minute)).toISOString());
    const unmet = viewsAt(today, instants).flatMap((view, index) =>
      unmetNeeds(view).map((need) => `${instants[index]} ${need}`),
    );
    expect(unmet).toEqual([]);
  },
);
