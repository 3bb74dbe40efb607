import { addDays } from '@domain/dates.js';
import { test } from '../e2e/support/hotel.fixture.js';
import { recordLeftOut } from '../support/records.js';
import {
  type CalendarMedians,
  type CalendarSize,
  recordCalendar,
  recordCalendarGoals,
  recordRowsTouched,
} from './support/calendar-records.js';
import { measureWay, serveWays } from './support/calendar-ways.js';
import { largeHotel } from './support/large-hotel.js';
import { serveLargeHotel } from './support/large-hotel-server.js';
import { bookingInSight, measureProduct, VIEWPORT } from './support/product-calendar.js';

/** Names from the environment, of which only these are measured; all when it names none. */
function only(variable: string): (name: string) => boolean {
  const names = process.env[variable]?.split(',');
  return (name) => names?.includes(name) ?? true;
}

const SIZES: CalendarSize[] = [
  { name: 'W1', rooms: 117, days: 45 },
  { name: 'W2', rooms: 117, days: 365 },
  { name: 'W3', rooms: 1_000, days: 365 },
];
/** So long each size may take, its ways one after another. */
const SIZE_LIMIT_MS = 900_000;
const LIMITS = ['canvas', 'table'];
const PEERS = [
  'glide-data-grid',
  'daypilot-lite',
  'fullcalendar-7',
  'fullcalendar-6',
  'react-calendar-timeline',
  'blueprint-table',
  'vis-timeline',
  'event-calendar',
];
const DAYS_BACK = 30;
const isSizeWanted = only('CALENDAR_SIZES');
const isWayWanted = only('CALENDAR_WAYS');
/** A goal is held against this limit. */
const TABLE = 'table';

test('the calendar by size, beside its limits and peers: painted, scrolled, changed', async ({
  hotel,
  openTerminal,
}) => {
  test.setTimeout(SIZES.length * SIZE_LIMIT_MS);
  const ways = await serveWays();
  const server = await serveLargeHotel(hotel.url);
  const own = new Map<string, CalendarMedians>();
  const given = new Set<string>();
  let table = Number.NaN;
  const first = addDays(hotel.today, -DAYS_BACK);
  const changed = await bookingInSight(hotel, first);

  for (const size of SIZES.filter(({ name }) => isSizeWanted(name))) {
    const last = addDays(first, size.days - 1);
    server.show(await largeHotel(hotel, size.rooms, first, last, changed.room));
    const { page, close } = await openTerminal({ baseURL: server.url, viewport: VIEWPORT });
    const { rowsTouched, ...figures } = await measureProduct(page, hotel, first, last, changed.id);
    await close();
    own.set(size.name, recordCalendar(size, 'the calendar', 'product', figures));
    recordRowsTouched(size.name, rowsTouched);

    for (const way of [...LIMITS, ...PEERS].filter(isWayWanted)) {
      if (given.has(way)) continue;
      const isLimit = LIMITS.includes(way);
      try {
        if (ways.failed[way]) throw new Error(ways.failed[way]);
        const measured = await measureWay(ways.url, way, size, isLimit ? 5 : 3);
        const { painted } = recordCalendar(size, way, isLimit ? 'limit' : 'peer', measured);
        if (way === TABLE && size === SIZES[0]) table = painted;
      } catch (error) {
        const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
        recordLeftOut({ group: 'calendar', peer: `${way} at ${size.name} and above`, why: why ?? '' });
        given.add(way);
      }
    }
  }
  recordCalendarGoals(own, table);
  await server.close();
  await ways.close();
});
