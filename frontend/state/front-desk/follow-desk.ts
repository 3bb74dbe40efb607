import { heardAtom } from '../heard.js';
import { todayAtom } from '../hotel.js';
import { logPlaceAtom } from '../log-place.js';
import { goOnFrom } from '../session.js';
import { store } from '../store.js';
import { isDeskRead, loadDesk, recountOlder, takeDeskFrame } from './desk.js';

/** Reads the desk and keeps it up to date as long as somebody looks; answers how to stop. */
export function followDesk(): () => void {
  const stops = [
    store.sub(heardAtom, () => {
      const { frame } = store.get(heardAtom);
      if (frame) takeDeskFrame(frame);
      else void loadDesk();
    }),
    store.sub(todayAtom, () => void loadDesk()),
    // Connected again: what could not be read before is read now.
    store.sub(logPlaceAtom, () => {
      if (isDeskRead()) void recountOlder();
      else void loadDesk();
    }),
  ];
  void loadDesk().then(goOnFrom);
  return () => {
    for (const stop of stops) stop();
  };
}
