import { listRange } from '@domain/calendar/default-range.js';
import { addDays, daysFromTo } from '@domain/dates.js';
import { test } from '../e2e/support/hotel.fixture.js';
import { inTurns, quantile, type Role, reportOn } from './harness.js';
import { largeHotel, serveLargeHotel } from './support/large-hotel.js';
import { measureCalendar, serveCalendars } from './support/other-calendars.js';
import {
  bookingInSight,
  type CalendarFigures,
  measureListScreen,
  measureProduct,
  type ScrolledFigures,
} from './support/product-calendar.js';
import { VIEWPORT } from './support/yardstick.js';

const { measured, atMost, leftOut } = reportOn('calendar');
const SIZES = [
  { name: 'W1', rooms: 117, days: 45 },
  { name: 'W2', rooms: 117, days: 365 },
  { name: 'W3', rooms: 1_000, days: 365 },
];
type Size = (typeof SIZES)[number];
/** Milliseconds that each size may take, its ways one after another. */
const SIZE_LIMIT_MS = 900_000;
/** A goal is held against this limit. */
const TABLE = 'table';
const LIMITS = ['canvas', TABLE, 'windowed-react'];
const GLIDE = 'glide-data-grid';
const PEERS = [GLIDE];
const DAYS_BACK = 30;

const SCREEN = 'the list screen';
/** Its calendar in `VIEWPORT`. */
const LIST_SIZE = { rooms: 117, width: 1434, height: 824 };
/** Names its peers, as large and with as many rooms and days. */
const BESIDE = [
  { name: TABLE, role: 'limit' },
  { name: GLIDE, role: 'peer' },
  { name: 'windowed-react', role: 'peer' },
] as const;

/** Of these only what `CALENDAR_SIZES` or `CALENDAR_WAYS` names, all when it is not set. */
const isWanted = (variable: string, name: string) => process.env[variable]?.split(',').includes(name) ?? true;

/** Puts a calendar's figures into the report; answers their medians. */
function record(size: Size, way: string, role: Role, figures: CalendarFigures) {
  const shown = `${size.name}, ${size.rooms.toLocaleString('en')} rooms × ${size.days} days`;
  const tell = (what: string, runs: number[], unit = 'ms') =>
    measured(`${shown}: ${what}`, way, unit, runs, role);
  const { painted, down, across, changed, elements } = figures;
  const of = (share: number, rounds: number[][]) => rounds.map((frames) => quantile(frames, share));
  const medians = {
    painted: tell('data there to painted', painted),
    p99: Math.max(
      tell('frame while scrolling down, p99', of(0.99, down)),
      tell('frame while scrolling across, p99', of(0.99, across)),
    ),
    longest: Math.max(
      tell('longest frame while scrolling down', of(1, down)),
      tell('longest frame while scrolling across', of(1, across)),
    ),
    changed: tell('one booking changed to painted', changed),
  };
  tell('elements', [elements], '');
  return medians;
}

test('the calendar by size, beside its limits and peers: painted, scrolled, changed', async ({
  hotel,
  openTerminal,
}) => {
  test.setTimeout(SIZES.length * SIZE_LIMIT_MS);
  const others = await serveCalendars();
  const server = await serveLargeHotel(hotel.url);
  const own = new Map<string, ReturnType<typeof record>>();
  const given = new Set<string>();
  let table = Number.NaN;
  const first = addDays(hotel.today, -DAYS_BACK);
  const { id: bookingId, room: realRoom } = await bookingInSight(hotel, first);

  for (const size of SIZES.filter(({ name }) => isWanted('CALENDAR_SIZES', name))) {
    const last = addDays(first, size.days - 1);
    server.show(await largeHotel(hotel, { rooms: size.rooms, first, last, realRoom }));
    const { page, close } = await openTerminal({ baseURL: server.url, viewport: VIEWPORT });
    const { rowsTouched, ...figures } = await measureProduct(page, hotel, { first, last, bookingId });
    await close();
    own.set(size.name, record(size, 'the calendar', 'product', figures));
    atMost(`rows repainted by one change, ${size.name}`, rowsTouched, '', 1);

    for (const way of [...LIMITS, ...PEERS]) {
      if (given.has(way) || !isWanted('CALENDAR_WAYS', way)) continue;
      const isLimit = LIMITS.includes(way);
      try {
        if (others.failed[way]) throw new Error(others.failed[way]);
        const address = `${others.url}/${way}/?rooms=${size.rooms}&days=${size.days}`;
        const measuredWay = await measureCalendar(address, isLimit ? 5 : 3);
        const { painted } = record(size, way, isLimit ? 'limit' : 'peer', measuredWay);
        if (way === TABLE && size === SIZES[0]) table = painted;
      } catch (error) {
        leftOut(`${way} at ${size.name} and above`, error);
        given.add(way);
      }
    }
  }
  const smallest = own.get('W1')?.painted ?? Number.NaN;
  for (const [size, { painted, p99, longest, changed }] of own) {
    if (size === 'W1') atMost(`painted ${size} to the static table`, painted / table, '×', 1);
    else atMost(`painted ${size} to W1`, painted / smallest, '×', 1.3);
    const scrolled = `scrolling ${size} in both directions`;
    atMost(`${scrolled}, p99 of frames`, p99, 'ms', 17);
    atMost(`${scrolled}, longest frame`, longest, 'ms', 34);
    atMost(`one booking changed to painted, ${size}`, changed, 'ms', 20);
  }
  await server.close();
  await others.close();
});

test('the list screen, each time in a new browser as a desk opens it, beside others: painted and scrolled at once', async ({
  hotel,
}) => {
  test.setTimeout(SIZE_LIMIT_MS);
  const others = await serveCalendars();
  const { rooms, width, height } = LIST_SIZE;
  const { first, last } = listRange(hotel.today);
  const days = daysFromTo(first, last).length;
  const beside = BESIDE.filter(({ name }) => {
    const why = others.failed[name];
    if (why) leftOut(`${name} beside ${SCREEN}`, why);
    return !why;
  });
  const address = (way: string) =>
    `${others.url}/${way}/?rooms=${rooms}&days=${days}&width=${width}&height=${height}`;
  const runsOf = await inTurns([{ name: SCREEN }, ...beside], ({ name }) =>
    name === SCREEN ? measureListScreen(hotel.url) : measureCalendar(address(name), 1),
  );
  const tell = (name: string, role: Role) => {
    const figure = (what: string, read: (run: ScrolledFigures) => number) =>
      measured(`${SCREEN} in a new browser: ${what}`, name, 'ms', runsOf(name, read), role);
    const frames = (share: number, axis: 'down' | 'across') => (run: ScrolledFigures) =>
      quantile(run[axis].flat(), share);
    return {
      painted: figure('data there to painted', ({ painted }) => painted[0] ?? Number.NaN),
      p99: Math.max(
        figure('frame while scrolling down, p99', frames(0.99, 'down')),
        figure('frame while scrolling across, p99', frames(0.99, 'across')),
      ),
      longest: Math.max(
        figure('longest frame while scrolling down', frames(1, 'down')),
        figure('longest frame while scrolling across', frames(1, 'across')),
      ),
    };
  };
  const own = tell(SCREEN, 'product');
  const told = new Map(beside.map(({ name, role }) => [name, tell(name, role)]));
  const ratioTo = (way: typeof TABLE | typeof GLIDE) => own.painted / (told.get(way)?.painted ?? Number.NaN);
  atMost(`${SCREEN} in a new browser: painted to the static table`, ratioTo(TABLE), '×', 1);
  atMost(`${SCREEN} in a new browser: painted to ${GLIDE}`, ratioTo(GLIDE), '×', 1.2);
  atMost(`${SCREEN} in a new browser: scrolling in both directions, p99 of frames`, own.p99, 'ms', 17);
  atMost(`${SCREEN} in a new browser: scrolling in both directions, longest frame`, own.longest, 'ms', 34);
  await others.close();
});
