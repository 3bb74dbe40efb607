import { waitingText } from './record-texts.js';
import { nowAtom } from './now.js';
import { useValue } from '../shared/store.js';

/** How long something waits, since an instant. */
export function Waiting({ since }: { since: string }) {
  const now = useValue(nowAtom);
  return (
    <time className="first" dateTime={since}>
      {waitingText(since, now)}
    </time>
  );
}
