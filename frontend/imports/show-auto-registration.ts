import { setFailedImports } from '../shared/hotel.js';
import { type LiveView, liveSession } from '../shared/live/live-session.js';
import { store } from '../shared/store.js';
import { loadQueue, queueAtom, takeQueue } from './import-queue.js';
import { loadImports, takeImport } from './imports.js';
import { loadRoomTypeMappings, reloadRoomTypeMappings } from './room-type-mappings.js';

let isWanted = false;

async function load(): Promise<number | null> {
  const [position] = await Promise.all([loadQueue(), loadImports(), loadRoomTypeMappings()]);
  return position;
}

/** Shows what came by automatic registration: the failed queue, the imports and the room type mapping. */
export async function showAutoRegistration(): Promise<void> {
  isWanted = true;
  liveSession.resumeFrom(await load());
}

/** The failed queue, its count and the imports, once they were shown. */
export const autoRegistrationView: LiveView = {
  isComplete: () => !isWanted || store.get(queueAtom) !== null,
  refresh: async () => {
    if (isWanted) liveSession.resumeFrom(await load());
  },
  resume: () => {
    if (isWanted) void loadImports();
  },
  applyFrame(frame) {
    if (frame.masters.includes('room-type-mapping')) void reloadRoomTypeMappings();
    if (frame.failed_imports !== null) setFailedImports(frame.failed_imports);
    takeQueue(frame);
  },
  applyImport: takeImport,
};
