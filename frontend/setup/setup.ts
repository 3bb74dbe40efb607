import { addYears, type Day } from '@domain/dates.js';
import type { OldFigure } from '@domain/setup/setup.js';
import type { RoomMonthsChanged } from '@wire/room-months.js';
import type { ComparedDay, SetupRecord } from '@wire/setup.js';
import { alertFailure } from '../shared/alert-failure.js';
import { get, write } from '../shared/api/request.js';
import { liveSession } from '../shared/live/live-session.js';
import { Resource } from '../shared/resource.js';

const PATH = '/api/setup';
/** After an answer the next question waits so long, however many bookings arrive. */
const PAUSE_MS = 1_000;

/** Progress of the hotel's setup. */
export const setup = new Resource<null, SetupRecord>('setup', (_all, signal) => get(PATH, {}, signal), {
  pauseMs: PAUSE_MS,
});

/** The next days beside what the old system says. */
export const comparison = new Resource<null, ComparedDay[]>(
  'setup/comparison',
  (_all, signal) => get(`${PATH}/comparison`, {}, signal),
  { pauseMs: PAUSE_MS, keepPrevious: 'always' },
);

/** Reads how far the hotel is and keeps it current; returns how to stop. */
export function followSetup(): () => void {
  const stops = [
    setup.follow(({ masters, rooms, bookings }) => masters.length + rooms.length + bookings.length > 0),
    comparison.follow(({ masters, rooms, bookings }) => {
      return masters.includes('setup') || rooms.length + bookings.length > 0;
    }),
  ];
  void setup.load(null).then((position) => liveSession.resumeFrom(position));
  return () => {
    for (const stop of stops) stop();
  };
}

/** A write of the setup; a refusal is alerted. False when it was refused. */
async function change(method: 'POST' | 'PUT', path: string, body: object = {}): Promise<boolean> {
  try {
    const status = await write<SetupRecord>(method, `${PATH}/${path}`, body);
    setup.update(() => status);
    return true;
  } catch (error) {
    await alertFailure(error);
    return false;
  }
}

/** Marks the setup as begun, once; called before the first write. */
export const beginSetup = () => change('POST', 'begun');

/** Skips a step, or takes it up again. */
export const skipStep = (step: string, is_skipped: 0 | 1) => change('PUT', 'skipped', { step, is_skipped });

/** Opens the hotel. */
export const openHotel = () => change('POST', 'opened');

/** Stores all that the old system says. */
export async function saveOldFigures(figures: readonly OldFigure[]): Promise<boolean> {
  if (!(await change('PUT', 'old-figures', { figures }))) return false;
  const old = new Map(figures.map((figure) => [figure.date, figure]));
  comparison.update((days) =>
    days.map((day) => ({
      ...day,
      old_rooms: old.get(day.date)?.rooms ?? null,
      old_nights: old.get(day.date)?.nights ?? null,
    })),
  );
  return true;
}

/** Adds the usual ways of paying; how many were missing, null when it was refused. */
export async function addUsualPayments(): Promise<number | null> {
  try {
    return (await write<{ added: number }>('POST', `${PATH}/usual-payments`, {})).added;
  } catch (error) {
    await alertFailure(error);
    return null;
  } finally {
    void setup.reload();
  }
}

/** Many rooms for all months from one to another. */
export type RoomPlan = { rooms: readonly object[]; from: string; until: string };

/** Reads the effect of a plan of rooms. */
export const checkRooms = (plan: RoomPlan) =>
  write<RoomMonthsChanged>('POST', '/api/room-months/plan?dry_run=1', plan);

/** Enters a plan of rooms, all or nothing. */
export const enterRooms = (plan: RoomPlan, acknowledged: readonly number[]) =>
  write<RoomMonthsChanged>('POST', '/api/room-months/plan', { ...plan, acknowledged });

/** Enters the public holidays of a year from a day on, but for days with a record; how many, null when it was refused. */
export async function addHolidays(first: Day): Promise<number | null> {
  try {
    const days = { from: first, until: addYears(first, 1) };
    return (await write<{ added: number }>('POST', '/api/weather/holidays', days)).added;
  } catch (error) {
    await alertFailure(error);
    return null;
  }
}
