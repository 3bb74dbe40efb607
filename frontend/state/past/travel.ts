import type { DayRange } from '@domain/calendar/default-range.js';
import { fetchBookingChanges, fetchMoment } from '../../api/past-api.js';
import { alertFailure } from '../alert-failure.js';
import { withOverlay } from '../busy.js';
import { calendarAtom, rangeAtom } from '../calendar.js';
import type { CalendarSnapshot } from '../calendar-snapshot.js';
import { loadCalendar } from '../load-calendar.js';
import { store } from '../store.js';
import { forgetMoments, knownMoment, momentOf, rememberMoment } from './moments.js';
import { newestOnly } from './newest-only.js';
import { askedMomentAtom, comparingAtom, type Past, pastAtom, pastFailedAtom, travelAtom } from './past.js';
import { shareParts } from './share-parts.js';

/** What is to be shown: bookings of a range at a position, beside what became of them when staff compare. */
type Asked = { position: number; range: DayRange; comparing: boolean };

/** One journey from the present and back; answers that come after its end are not looked at. */
type Journey = { show: (asked: Asked) => Promise<void>; date: (position: number) => Promise<void> };

let journey: Journey | null = null;
let range: DayRange | null = null;

async function snapshotAt({ position, range: { first, last } }: Asked): Promise<CalendarSnapshot> {
  const past = store.get(pastAtom);
  const shown = past?.snapshot;
  if (past?.position === position && shown?.range.first === first && shown.range.last === last) return shown;
  const { snapshot } = await loadCalendar({ first, last }, position);
  return shareParts(shown ?? store.get(calendarAtom), snapshot);
}

async function readPast(asked: Asked): Promise<Past> {
  const [snapshot, moment, compared] = await Promise.all([
    snapshotAt(asked),
    knownMoment(asked.position) ?? momentOf(asked.position),
    asked.comparing ? fetchBookingChanges(asked.range, asked.position) : null,
  ]);
  return { ...moment, snapshot, changes: compared?.changes ?? null };
}

function setOut(): Journey {
  const own: Journey = {
    show: newestOnly(async (asked: Asked) => {
      try {
        const past = await readPast(asked);
        if (journey !== own) return;
        store.set(pastAtom, past);
        store.set(pastFailedAtom, false);
      } catch (error) {
        console.error('past', error);
        if (journey === own) store.set(pastFailedAtom, true);
      }
    }),
    date: newestOnly(async (position: number) => {
      try {
        const moment = knownMoment(position) ?? (await momentOf(position));
        if (journey === own && store.get(travelAtom)?.position === position) store.set(askedMomentAtom, moment);
      } catch (error) {
        console.error('moment', error);
      }
    }),
  };
  return own;
}

/** Shows what is asked for now; done when it, or something newer, is shown. */
async function showAsked(): Promise<void> {
  const position = store.get(travelAtom)?.position ?? null;
  if (!journey || position === null || !range) return;
  const moment = knownMoment(position);
  if (moment) store.set(askedMomentAtom, moment);
  else void journey.date(position);
  await journey.show({ position, range, comparing: store.get(comparingAtom) });
}

/** Goes to a position of the log, as far as it reaches. */
export function goTo(position: number): Promise<void> {
  store.set(travelAtom, (at) => at && { ...at, position: Math.max(0, Math.min(position, at.head)) });
  return showAsked();
}

/**
 * Goes to what `as_of` names, a position, an instant or a day, the head when left out; `shown` are the days to begin
 * with. False when there is no such moment, which is told.
 */
export async function goToMoment(asOf?: string, shown: DayRange | null = null): Promise<boolean> {
  const own = journey ?? setOut();
  journey = own;
  range ??= store.get(rangeAtom) ?? shown;
  try {
    await withOverlay(async () => {
      const { position, recorded_at, head } = await fetchMoment(asOf);
      if (journey !== own) return;
      rememberMoment({ position, recordedAt: recorded_at });
      const at = store.get(travelAtom) ?? { from: 'present', head };
      store.set(travelAtom, { from: at.from, position, head: Math.max(head, at.head) });
      await showAsked();
    });
    return journey === own;
  } catch (error) {
    if (journey !== own) return false;
    if (store.get(pastAtom) === null) returnToNow();
    await alertFailure(error);
    return false;
  }
}

/** Nothing is shown until the moment that an address names is found. */
export function awaitPast(): void {
  if (store.get(travelAtom) === null) store.set(travelAtom, { from: 'address', position: null, head: 0 });
}

/** Back to the present, which was kept up meanwhile. */
export function returnToNow(): void {
  journey = null;
  range = null;
  store.set(travelAtom, null);
  store.set(pastAtom, null);
  store.set(askedMomentAtom, null);
  store.set(pastFailedAtom, false);
}

/** Shows other days of the past; does nothing in the present. */
export async function showPastRange(days: DayRange): Promise<void> {
  if (!journey) return;
  range = days;
  await showAsked();
}

/** Turns いまとの違い on or off. */
export async function compareWithNow(comparing: boolean): Promise<void> {
  store.set(comparingAtom, comparing);
  await showAsked();
}

/** Takes notice that the log has grown: the way through it is longer, and what differs from now may be other. */
export function followHead(head: number): void {
  const at = store.get(travelAtom);
  if (!at || head <= at.head) return;
  store.set(travelAtom, { ...at, head });
  if (store.get(comparingAtom)) void showAsked();
}

/** The log is another one: its past is not the one that was looked at. */
export function forgetPast(): void {
  forgetMoments();
  returnToNow();
}
