import type { DayRange } from '@domain/calendar/default-range.js';
import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { alertFailure } from '../alert-failure.js';
import { fetchBookingChanges, fetchMoment } from '../api/calendar-api.js';
import { withOverlay } from '../busy.js';
import { onErasure } from '../erasure.js';
import type { LiveView } from '../live/live-session.js';
import { newestOnly } from '../newest-only.js';
import { store } from '../store.js';
import { calendarAtom, rangeAtom } from './calendar.js';
import { loadCalendar } from './load-calendar.js';
import {
  askedMomentAtom,
  comparedAtom,
  comparingAtom,
  forgetMoments,
  knownMoment,
  momentOf,
  type Past,
  pastAtom,
  pastFailedAtom,
  rememberMoment,
  travelAtom,
} from './past.js';
import { shareParts } from './share-parts.js';

/** Days of a range as they stood at a position, which are to be shown. */
type Asked = { position: number; range: DayRange };

/** One visit to the past; answers that arrive after its end are ignored. */
type TimeTravelSession = {
  show: (asked: Asked) => Promise<void>;
  date: (position: number) => Promise<void>;
  compare: (asked: Asked) => Promise<void>;
};

/** The visit to the past; null in the present. */
const travelSessionAtom = atom<TimeTravelSession | null>(null);
/** The days that are asked for in the past. */
const daysAtom = atom<DayRange | null>(null);

async function readPast({ position, range }: Asked): Promise<Past> {
  const [{ snapshot }, moment] = await Promise.all([
    loadCalendar(range, position),
    knownMoment(position) ?? momentOf(position),
  ]);
  const shown = store.get(pastAtom)?.snapshot ?? store.get(calendarAtom);
  return { ...moment, snapshot: shareParts(shown, snapshot) };
}

/** Compares the shown bookings with now, once the calendar shows the position asked for. */
function compareShown(): void {
  const past = store.get(pastAtom);
  const arrived = past !== null && past.position === store.get(travelAtom)?.position;
  if (!store.get(comparingAtom) || !arrived) return;
  void store.get(travelSessionAtom)?.compare({ position: past.position, range: past.snapshot.range });
}

function start(): TimeTravelSession {
  /** Runs only the newest request; a failure is shown. */
  const reported = <Wanted>(work: (wanted: Wanted) => Promise<void>) =>
    newestOnly(async (wanted: Wanted) => {
      try {
        await work(wanted);
      } catch (error) {
        console.error('past', error);
        if (isOwn()) store.set(pastFailedAtom, true);
      }
    });
  const isOwn = () => store.get(travelSessionAtom) === own;
  const own: TimeTravelSession = {
    show: reported(async (asked: Asked) => {
      const past = await readPast(asked);
      if (!isOwn()) return;
      store.set(pastAtom, past);
      store.set(pastFailedAtom, false);
      compareShown();
    }),
    date: reported(async (position: number) => {
      const moment = await momentOf(position);
      const isAsked = isOwn() && store.get(travelAtom)?.position === position;
      if (isAsked) store.set(askedMomentAtom, moment);
    }),
    compare: reported(async ({ position, range }: Asked) => {
      const { changes } = await fetchBookingChanges(range, position);
      if (isOwn()) store.set(comparedAtom, { position, range, changes });
    }),
  };
  return own;
}

/** Shows what is asked for now; done when it, or something newer, is shown. */
async function showAsked(): Promise<void> {
  const [session, range] = [store.get(travelSessionAtom), store.get(daysAtom)];
  const position = store.get(travelAtom)?.position ?? null;
  if (!session || position === null || !range) return;
  const moment = knownMoment(position);
  if (moment) store.set(askedMomentAtom, moment);
  else void session.date(position);
  await session.show({ position, range });
}

/** Goes to a position of the log, as far as it reaches. */
export function goTo(position: number): Promise<void> {
  store.set(travelAtom, (at) => at && { ...at, position: Math.max(0, Math.min(position, at.head)) });
  return showAsked();
}

/**
 * Goes to what `as_of` names, a position, an instant or a day, the head when left out; `shown` are the days to begin
 * with. False when there is no such moment, which is alerted.
 */
export async function goToMoment(asOf?: string, shown: DayRange | null = null): Promise<boolean> {
  const own = store.get(travelSessionAtom) ?? start();
  const isOver = () => store.get(travelSessionAtom) !== own;
  store.set(travelSessionAtom, own);
  store.set(daysAtom, (days) => days ?? store.get(rangeAtom) ?? shown);
  try {
    await withOverlay(async () => {
      const { position, recorded_at, head } = await fetchMoment(asOf);
      if (isOver()) return;
      rememberMoment({ position, recordedAt: recorded_at });
      const at = store.get(travelAtom) ?? { from: 'present', head };
      store.set(travelAtom, { from: at.from, position, head: Math.max(head, at.head) });
      await showAsked();
    });
    return !isOver();
  } catch (error) {
    if (isOver()) return false;
    if (store.get(pastAtom) === null) returnToNow();
    await alertFailure(error);
    return false;
  }
}

/** Nothing is shown until the moment that an address names is found. */
export function awaitPast(): void {
  if (store.get(travelAtom) === null) store.set(travelAtom, { from: 'address', position: null, head: 0 });
}

/** Returns to the present, which stayed current meanwhile. */
export function returnToNow(): void {
  store.set(travelSessionAtom, null);
  store.set(daysAtom, null);
  store.set(travelAtom, null);
  store.set(pastAtom, null);
  store.set(askedMomentAtom, null);
  store.set(comparedAtom, null);
  store.set(pastFailedAtom, false);
}

/** Shows other days of the past; does nothing in the present. */
export async function showPastRange(days: DayRange): Promise<void> {
  if (!store.get(travelSessionAtom)) return;
  store.set(daysAtom, days);
  await showAsked();
}

/** Reads the past once more after an erasure; back to the present when it can't be read. */
async function readPastAnew(): Promise<void> {
  if (!store.get(travelSessionAtom)) return;
  const before = store.get(pastAtom);
  store.set(comparedAtom, null);
  await showAsked();
  if (store.get(pastAtom) === before) returnToNow();
}

/** Turns いまとの違い on or off. */
export function compareWithNow(comparing: boolean): void {
  store.set(comparingAtom, comparing);
  if (!comparing) store.set(comparedAtom, null);
  compareShown();
}

/** The log has grown: the slider reaches further, and other bookings may differ from now. */
function followHead(head: number): void {
  const at = store.get(travelAtom);
  if (!at || head <= at.head) return;
  store.set(travelAtom, { ...at, head });
  compareShown();
}

/** The past as far as the live connection concerns it. */
export const pastView = {
  applyFrame: ({ to }: Pick<ChangeFrame, 'to'>) => followHead(to),
  reset() {
    forgetMoments();
    returnToNow();
  },
} satisfies LiveView;

onErasure(() => void readPastAnew());
