import type { MasterName } from '@wire/live.js';
import { holdAtom } from '../booking/hold.js';
import { autoRegistrationView } from '../imports/show-auto-registration.js';
import { moveInView } from '../move-in/move-in.js';
import { notesView } from '../shared/calendar-data/notes.js';
import { pastView } from '../shared/calendar-data/travel.js';
import { hotelAtom, loadHotel, watchMidnight } from '../shared/hotel.js';
import { type LiveView, liveSession } from '../shared/live/live-session.js';
import { loadMasters } from '../shared/masters.js';
import { store } from '../shared/store.js';
import { readSession } from '../sign-in/sign-in.js';

const ALL_MASTERS: MasterName[] = ['corporate', 'payment', 'blacklist'];

/** The hotel, which every screen needs. */
function createHotelView(): Required<Pick<LiveView, 'isComplete' | 'refresh'>> {
  let isRead = false;
  return {
    isComplete: () => isRead,
    async refresh() {
      isRead = await loadHotel();
      if (!isRead) liveSession.retryLater();
    },
  };
}

const mastersView: LiveView = {
  refresh: () => loadMasters(ALL_MASTERS),
  applyFrame({ masters, rooms, to }) {
    const isFirstRoom = rooms.length > 0 && store.get(hotelAtom)?.rooms === 0;
    if (masters.includes('hotel') || masters.includes('setup') || isFirstRoom) void loadHotel();
    if (masters.length > 0) void loadMasters(masters, to);
  },
};

/** Reads what every screen needs, and keeps it current; the socket follows with the first calendar. */
export function startSession(): void {
  const hotelView = createHotelView();
  liveSession.start({
    views: [pastView, notesView, mastersView, hotelView, autoRegistrationView, moveInView],
    hold: holdAtom,
    readSession,
  });
  void hotelView.refresh();
  void loadMasters(ALL_MASTERS);
  watchMidnight();
}
