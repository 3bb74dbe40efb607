import { addDays } from '@domain/dates.js';
import type { Draws, Kind } from './draws.js';

type Query = Record<string, string>;

function range(draw: Draws): Query {
  const start = draw.day();
  return { start_date: start, end_date: addDays(start, draw.below(40)) };
}
const asOf = (draw: Draws): Query =>
  draw.of<Query>(
    {},
    { as_of: String(draw.below(800)) },
    { as_of: draw.day() },
    { as_of: `${draw.day()}T00:00:00Z` },
  );
const inPast = (draw: Draws): Query => ({ ...range(draw), ...asOf(draw) });
const report = (draw: Draws): Query => ({ ...range(draw), by: draw.of('day', 'week', 'month') });

function events(draw: Draws): Query {
  return draw.of<() => Query>(
    () => ({ after: String(draw.below(900)), limit: String(1 + draw.below(30)) }),
    () => ({ before: 'head', limit: '20', q: draw.name() }),
    () => ({ stream: `reservation-${draw.id('booking')}`, format: draw.of('json', 'ndjson', 'csv') }),
    () => ({
      type: draw.of('ReservationCreated', 'WeatherSet,HolidayToggled'),
      from: draw.day(),
      to: draw.day(),
    }),
    () => ({ room: '1001', terminal: 'フロント1', limit: '5' }),
  )();
}

/** Queries that the call of this path takes. */
export const QUERIES: Record<string, (draw: Draws) => Query> = {
  '/api/bookings': inPast,
  '/api/booking_type_diff': inPast,
  '/api/weather': inPast,
  '/api/booking-changes': (draw) => ({ ...range(draw), as_of: draw.of(String(draw.below(800)), draw.day()) }),
  '/api/rooms': (draw) => ({ year_month: draw.month(), ...asOf(draw) }),
  '/api/room-months': (draw) => ({ year_month: draw.month() }),
  '/api/room-months.csv': (draw) => ({ year_month: draw.month() }),
  '/api/corporate_master': (draw) => draw.of<Query>({}, { all: '1' }),
  '/api/payment_master': (draw) => draw.of<Query>({}, { all: '1' }),
  '/api/blacklist': (draw) => draw.of<Query>({}, { all: '1' }),
  '/api/booking-search': (draw) => ({ q: draw.of('山', '太郎', '0900', draw.name()) }),
  '/api/room-proposals': (draw) => {
    const { stay_start, stay_end } = draw.stay();
    const party = draw.of({ mens_count: '1', womens_count: '1' }, { mens_count: '1', womens_count: '0' });
    return { stay_start, stay_end, ...party, smoking_status: draw.of('禁煙', '喫煙'), corporateID: '0' };
  },
  '/api/csv-imports/:id': (draw) => draw.of<Query>({}, { outcome: 'failed' }),
  '/api/csv-reservations': (draw) => ({ status: draw.of('failed', 'registered', 'cancelled', 'dismissed') }),
  '/api/handover': (draw) => draw.of<Query>({}, { since: String(draw.below(900)) }),
  '/api/handover/unread': (draw) => draw.of<Query>({}, { read: String(draw.below(900)) }),
  '/api/handover-notes': (draw) => ({ ...range(draw), with_open: draw.of('0', '1') }),
  '/api/log/moment': asOf,
  '/api/events': events,
  '/api/reports': report,
  '/api/reports.csv': report,
  '/api/evidence-package': (draw) => draw.of<Query>({}, { from: '1', to: '9' }),
};

const KINDS: [RegExp, Kind][] = [
  [/^\/api\/weather/, 'day'],
  [/corporate_master/, 'corporate'],
  [/payment_master/, 'payment'],
  [/blacklist/, 'blacklist'],
  [/staff/, 'staff'],
  [/csv-imports/, 'import-file'],
  [/csv-reservation/, 'imported'],
  [/room-type-mappings/, 'mapping'],
  [/handover-notes/, 'note'],
  [/reversals/, 'request'],
  [/room-months/, 'room'],
];

/** What the records of a path are. */
export function kindOf(path: string): Kind {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'booking';
}
