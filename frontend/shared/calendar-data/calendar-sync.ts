import type { DayRange } from '@domain/calendar/default-range.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ChangeFrame } from '@wire/live.js';
import { fetchRooms } from '../api/calendar-api.js';
import { isLineDown } from '../api/request.js';
import { withOverlay } from '../busy.js';
import { cachedAsOfAtom, editingAtom } from '../live/connection.js';
import { createFrameLog } from '../live/frame-log.js';
import { showCached } from '../offline-cache/cached-calendars.js';
import { store } from '../store.js';
import { missingMonths } from './apply-frame.js';
import { addRooms, calendarAtom, placeCalendar, takeBookings, takeFrame } from './calendar.js';
import { type LoadedCalendar, loadCalendar } from './load-calendar.js';

const MAX_ATTEMPTS = 3;

/** Brings the calendar and the stream of changes together: nothing lost, nothing twice, nothing out of order. */
export function createCalendarSync() {
  const log = createFrameLog();
  const waiting: ChangeFrame[] = [];
  let draining = false;
  let latestLoad = 0;
  let wanted: DayRange | null = null;

  async function loadRoomsOf(records: readonly BookingRecord[]): Promise<void> {
    const snapshot = store.get(calendarAtom);
    const months = snapshot ? missingMonths(snapshot, records) : [];
    try {
      const rooms = (await Promise.all(months.map((month) => fetchRooms(month)))).flatMap(({ data }) => data);
      addRooms(rooms);
    } catch (error) {
      console.error('rooms', error);
    }
  }

  const needsRooms = (records: readonly BookingRecord[]): boolean => {
    const snapshot = store.get(calendarAtom);
    return snapshot !== null && missingMonths(snapshot, records).length > 0;
  };

  async function drain(): Promise<void> {
    if (draining) return;
    draining = true;
    let triedFor: ChangeFrame | null = null;
    try {
      for (let frame = waiting[0]; frame; frame = waiting[0]) {
        if (triedFor !== frame && needsRooms(frame.bookings)) {
          triedFor = frame;
          await loadRoomsOf(frame.bookings);
          continue; // A load may have put older frames before this one.
        }
        waiting.shift();
        takeFrame(frame);
      }
    } finally {
      draining = false;
    }
  }

  async function loadComplete(range: DayRange): Promise<LoadedCalendar & { missed: ChangeFrame[] }> {
    for (let attempt = 1; ; attempt++) {
      const loaded = await loadCalendar(range);
      const missed = loaded.position === null ? [] : log.since(loaded.position);
      if (missed) return { ...loaded, missed };
      if (attempt < MAX_ATTEMPTS) continue;
      // The next frame then shows a gap, and the connection fetches what is missing.
      log.startAt(loaded.position as number);
      return { ...loaded, missed: [] };
    }
  }

  async function show(range: DayRange, isQuiet = false): Promise<boolean> {
    const ticket = ++latestLoad;
    wanted = range;
    const open = store.get(editingAtom);
    try {
      const load = () => loadComplete(range);
      const { snapshot, position, missed } = await (isQuiet ? load() : withOverlay(load));
      if (ticket !== latestLoad) return false;
      if (log.position() === null && position !== null) log.startAt(position);
      const known = open === null ? undefined : store.get(calendarAtom)?.known.get(open);
      performance.mark('calendar:mount');
      store.set(cachedAsOfAtom, null);
      const isLeftOut = known && !snapshot.known.has(known.id);
      placeCalendar(isLeftOut ? { ...snapshot, known: snapshot.known.with([known]) } : snapshot);
      waiting.unshift(...missed);
      await drain();
      return true;
    } catch (error) {
      console.error('calendar', error);
      return isLineDown(error) && showCached(range, () => ticket === latestLoad);
    }
  }

  return {
    position: log.position,
    startAt: log.startAt,
    advanceTo: log.advanceTo,

    /**
     * Shows a range; what changed while it was being read is applied on top, and what is known of the booking that is
     * open in the form is kept. While offline, what this terminal has stored of the range is shown. False when it failed.
     */
    show,

    /** Reads the range that is shown anew, without a word: staff did not ask for it. */
    async refresh(): Promise<void> {
      if (wanted) await show(wanted, true);
    },

    /** Returns true if the range that is to be shown was read in full. */
    isComplete(): boolean {
      const snapshot = store.get(calendarAtom);
      if (wanted === null) return true;
      if (snapshot === null || store.get(cachedAsOfAtom) !== null) return false;
      return snapshot.days.every((date) => snapshot.counts.has(date) && snapshot.weather.has(date));
    },

    /** Takes a frame from the socket; false when one before it is missing. */
    receive(frame: ChangeFrame): boolean {
      const verdict = log.take(frame);
      if (verdict === 'next') {
        waiting.push(frame);
        void drain();
      }
      return verdict !== 'gap';
    },

    /** Shows the answer of this terminal's own write at once, without waiting for its frame. */
    async showRecord(record: BookingRecord): Promise<void> {
      if (needsRooms([record])) await loadRoomsOf([record]);
      takeBookings([record]);
    },
  };
}
