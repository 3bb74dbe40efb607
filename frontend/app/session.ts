import { type DayRange, listRange, newFormRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import type { MasterName } from '@wire/live.js';
import { holdAtom } from '../booking/hold.js';
import { autoRegistrationView } from '../imports/show-auto-registration.js';
import { moveInView } from '../move-in/move-in.js';
import { loadAhead } from '../shared/calendar-data/load-calendar.js';
import { notesView } from '../shared/calendar-data/notes.js';
import { pastView } from '../shared/calendar-data/travel.js';
import { cleaningView } from '../shared/cleaning.js';
import { hotelAtom, hotelStateAtom, loadHotel, watchMidnight } from '../shared/hotel.js';
import { type LiveView, liveSession } from '../shared/live/live-session.js';
import { areMastersReadAtom, loadMasters } from '../shared/masters.js';
import { SCREENS } from '../shared/screens.js';
import { store } from '../shared/store.js';
import { readSession } from '../sign-in/sign-in.js';

const ALL_MASTERS: MasterName[] = ['corporate', 'payment', 'blacklist'];

/** The hotel, which every screen needs. */
const hotelView: LiveView = {
  isComplete: () => store.get(hotelStateAtom).status !== 'failed',
  refresh: loadHotel,
};

const mastersView: LiveView = {
  isComplete: () => store.get(areMastersReadAtom),
  refresh: () => loadMasters(ALL_MASTERS),
  applyFrame({ masters, rooms, to }) {
    const isFirstRoom = rooms.length > 0 && store.get(hotelAtom)?.rooms === 0;
    if (masters.includes('hotel') || masters.includes('setup') || isFirstRoom) void loadHotel();
    if (masters.length > 0) void loadMasters(masters, to);
  },
};

/** First range of the calendar of an address. */
const FIRST_RANGES: Readonly<Record<string, (today: Day) => DayRange>> = {
  '/': listRange,
  [SCREENS.list.path]: listRange,
  [SCREENS.registration.path]: newFormRange,
};

/**
 * Reads the calendar of the page's address as soon as the day is known, while its screen is still being drawn; not in a
 * hotel that is being set up, where another screen may come in its place.
 */
function readCalendarAhead(): void {
  const rangeOf = location.search === '' ? FIRST_RANGES[location.pathname] : undefined;
  if (!rangeOf) return;
  const stop = store.sub(hotelAtom, () => {
    const hotel = store.get(hotelAtom);
    if (hotel === null) return;
    stop();
    if (hotel.is_preparing !== 1) loadAhead(rangeOf(hotel.today));
  });
}

/** Reads what every screen needs, and keeps it current; the socket follows with the first calendar. */
export function startSession(): void {
  liveSession.start({
    views: [pastView, notesView, mastersView, hotelView, autoRegistrationView, moveInView, cleaningView],
    hold: holdAtom,
    readSession,
  });
  readCalendarAhead();
  void loadHotel();
  void loadMasters(ALL_MASTERS);
  watchMidnight();
}
