import { Button } from '@blueprintjs/core';
import { failedRecordsAtom } from './queue-view.js';
import { retryAll, retryingAtom, retryResultAtom } from './retry-records.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';

/** すべて再試行, and what became of the last retry. */
export function RetryAll() {
  const mayRetry = useMay('desk');
  const retrying = useValue(retryingAtom);
  const result = useValue(retryResultAtom);
  const records = useValue(failedRecordsAtom) ?? [];
  if (!mayRetry) return null;
  return (
    <div className="retry-all">
      <span role="status">{retrying === null ? result : '再試行しています…'}</span>
      <Button
        size="small"
        text="すべて再試行"
        loading={retrying === 'all'}
        disabled={records.length === 0 || retrying !== null}
        data-tooltip="自動登録失敗に戻した予約は除きます"
        onClick={() => retryAll()}
      />
    </div>
  );
}
