import { Button } from '@blueprintjs/core';
import { eventLogAtom, logFailureAtom, retryEvents } from './event-log.js';
import { useValue } from '../shared/store.js';

/** Why nothing is listed, or no more: not read yet, nothing found, or a failure. */
export function ListState() {
  const log = useValue(eventLogAtom);
  const failure = useValue(logFailureAtom);
  if (failure !== null) {
    return (
      <div className="event-state" data-whole={log === null || undefined} role="alert">
        <p>{failure}</p>
        <Button size="small" text="もう一度読み込む" onClick={() => retryEvents()} />
      </div>
    );
  }
  if (log === null)
    return (
      <p className="event-state event-loading" data-whole>
        読み込み中…
      </p>
    );
  if (log.events.length > 0) return null;
  return (
    <p className="event-state" data-whole>
      条件に合う記録はありません。
    </p>
  );
}
