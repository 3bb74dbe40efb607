import { type Day, day } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Corporate, RoomTypeMapping } from '@domain/masters/masters.js';
import type { BlacklistEntry } from '@domain/reservation/blacklist.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { streamRegistry, type Versioned } from '../../../backend/event-store/event-stream.js';
import type { SampleEvent } from '../../../backend/sample/sample-event.js';
import { sampleHotel } from '../../../backend/sample/sample-hotel.js';
import { STREAMS } from '../../../backend/streams.js';
import { timesOf } from '../../support/trial-size.js';

export type SampleCase = { today: Day; now: string };

/** Days on which the calendar is easily wrong, at different hours of the desk; 15:00Z is midnight in Tokyo. */
const ALL_CASES: readonly SampleCase[] = [
  { today: day('2026-11-21'), now: '2026-11-21T05:30:00.000Z' },
  { today: day('2028-02-29'), now: '2028-02-28T15:00:20.000Z' },
  { today: day('2026-12-31'), now: '2026-12-31T14:59:00.000Z' },
  { today: day('2027-01-01'), now: '2027-01-01T00:00:00.000Z' },
  { today: day('2027-01-31'), now: '2027-01-31T11:00:00.000Z' },
  { today: day('2027-04-30'), now: '2027-04-29T23:00:00.000Z' },
];

/** The first of them; all with `npm run faults -- --long`. */
export const CASES = ALL_CASES.slice(0, timesOf(3, 6));

export const SEED = 20_261_121;

const histories = new Map<SampleCase, SampleEvent[]>();

/** The sample's history of a case, made once. */
export function historyOf(sample: SampleCase): SampleEvent[] {
  const known = histories.get(sample) ?? sampleHotel({ ...sample, seed: SEED });
  histories.set(sample, known);
  return known;
}

const registry = streamRegistry(STREAMS);

/** The kind of stream that an event belongs to. */
export function definitionOf({ category }: SampleEvent) {
  const definition = registry.get(category);
  if (!definition) throw new Error(`no stream ${category}`);
  return definition;
}

/** The states that the histories of one category lead to, by key. */
function foldOf<State extends Versioned>(
  events: readonly SampleEvent[],
  category: SampleEvent['category'],
): Map<number, State> {
  const states = new Map<number, State>();
  for (const sample of events) {
    if (sample.category !== category) continue;
    const key = Number(sample.key);
    states.set(key, definitionOf(sample).evolve(states.get(key) ?? null, sample.event, key) as State);
  }
  return states;
}

/** The sample hotel as its history leaves it. */
export function hotelOf(events: readonly SampleEvent[]) {
  return {
    rooms: foldOf<RoomMonth>(events, 'room-month'),
    corporates: foldOf<Corporate>(events, 'corporate'),
    mappings: foldOf<RoomTypeMapping>(events, 'room-type-mapping'),
    blacklist: foldOf<BlacklistEntry & Versioned>(events, 'blacklist'),
    imports: foldOf<CsvReservation>(events, 'csv-reservation'),
    reservations: foldOf<Reservation>(events, 'reservation'),
  };
}
