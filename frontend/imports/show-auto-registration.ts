import { atom } from 'jotai';
import { setFailedImports } from '../shared/hotel.js';
import { type LiveView, liveSession } from '../shared/live/live-session.js';
import { store } from '../shared/store.js';
import { queue, queueAtom, takeQueue } from './failed-records.js';
import { importList, takeImport } from './import-files.js';
import { roomTypeMappings } from './room-types.js';

/** True if it was shown since the page was opened. */
const isWantedAtom = atom(false);

async function load(): Promise<number | null> {
  const [position] = await Promise.all([
    queue.load(null),
    importList.load(null),
    roomTypeMappings.load(null),
  ]);
  return position;
}

/** Shows what came by automatic registration: the failed queue, the imports and the room type mapping. */
export async function showAutoRegistration(): Promise<void> {
  store.set(isWantedAtom, true);
  liveSession.resumeFrom(await load());
}

/** The failed queue, its count and the imports, once they were shown. */
export const autoRegistrationView: LiveView = {
  isComplete: () => !store.get(isWantedAtom) || store.get(queueAtom) !== null,
  refresh: async () => {
    if (store.get(isWantedAtom)) liveSession.resumeFrom(await load());
    else if (store.get(queueAtom) !== null) liveSession.resumeFrom(await queue.reload());
  },
  resume: () => {
    if (store.get(isWantedAtom)) void importList.load(null);
  },
  applyFrame(frame) {
    if (frame.masters.includes('room-type-mapping')) void roomTypeMappings.reload(frame.to);
    const { failed_imports, failed_today } = frame;
    if (failed_imports !== null && failed_today !== null) setFailedImports(failed_imports, failed_today);
    takeQueue(frame);
  },
  applyImport: takeImport,
};
