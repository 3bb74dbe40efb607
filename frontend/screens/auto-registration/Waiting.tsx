import { waitingText } from '../../imported/record-texts.js';
import { nowAtom } from '../../state/now.js';
import { useValue } from '../../state/store.js';

/** How long something waits, since an instant. */
export function Waiting({ since }: { since: string }) {
  const now = useValue(nowAtom);
  return (
    <time className="first" dateTime={since}>
      {waitingText(since, now)}
    </time>
  );
}
