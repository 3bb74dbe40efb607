import { todayAtom } from '../shared/hotel.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { liveSession, logPositionAtom } from '../shared/live/live-session.js';
import { store } from '../shared/store.js';
import { isDeskRead, loadDesk, recountOlder, takeDeskFrame } from './desk.js';

/** Reads the desk and keeps it current while it is shown; returns how to stop. */
export function followDesk(): () => void {
  const stops = [
    followFrames((frame) => {
      if (frame) takeDeskFrame(frame);
      else void loadDesk();
    }),
    store.sub(todayAtom, () => void loadDesk()),
    // Connected again: what could not be read before is read now.
    store.sub(logPositionAtom, () => {
      if (isDeskRead()) void recountOlder();
      else void loadDesk();
    }),
  ];
  void loadDesk().then((position) => liveSession.resumeFrom(position));
  return () => {
    for (const stop of stops) stop();
  };
}
