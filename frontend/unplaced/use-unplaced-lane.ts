import { useEffect } from 'react';
import { queue, queueAtom } from '../imports/failed-records.js';
import { liveSession } from '../shared/live/live-session.js';
import { store, useValue } from '../shared/store.js';
import { afterPaint } from '../shared/ui/after-paint.js';
import { UnplacedLane } from './UnplacedLane.js';
import { unplacedLinesAtom } from './unplaced.js';

async function readQueue(): Promise<void> {
  await afterPaint();
  if (store.get(queueAtom) === null) liveSession.resumeFrom(await queue.load(null));
}

/** Returns the lane of the imported reservations without a room, for the calendar; their list is read once that is painted. */
export function useUnplacedLane() {
  const lines = useValue(unplacedLinesAtom);
  useEffect(() => {
    void readQueue();
  }, []);
  return { lines, Lane: UnplacedLane };
}
