import { Button } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { failedImportsAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';
import { ReadOnly } from '../shared/ui/ReadOnly.js';
import { DismissDialog } from './DismissDialog.js';
import { followDismissed } from './failed-records.js';
import { QueueFilters, ReasonFilter } from './QueueFilters.js';
import { type ExpandedRow, QueueTable } from './QueueTable.js';
import {
  listAtom,
  listedRecordsAtom,
  listFailureAtom,
  queueGroupsAtom,
  readListAnew,
  retriableAtom,
  showAllAtom,
} from './queue-view.js';
import { retryingAtom, retryRecords, retryResultAtom } from './record-actions.js';

/** Says why nothing is listed: not yet, not for these filters, or not at all. */
function EmptyQueue({ records }: { records: number | undefined }) {
  const failure = useValue(listFailureAtom);
  const showAll = useWrite(showAllAtom);
  const list = useValue(listAtom);
  if (records === undefined || records > 0) {
    return (
      <ListState
        failure={records === undefined ? failure : null}
        onRetry={readListAnew}
        isLoading={records === undefined}
        action={<Button text="絞り込みを解除" onClick={() => showAll()} />}
      >
        条件に合う予約はありません。
      </ListState>
    );
  }
  if (list === 'dismissed') return <ListState>対応済みにした予約はありません。</ListState>;
  return (
    <ListState icon={<TickCircle size={28} className="queue-done" />}>
      <p>登録を待っている予約はありません。</p>
      取り込まれた予約はすべて処理済みです。自動登録できない予約が届くと、ここに表示されます。
    </ListState>
  );
}

/** The most records that the server sends at once. */
const MOST_LISTED = 5_000;

/** Says how many there are when they are not all listed. */
function NotAll({ listed }: { listed: number }) {
  const failed = useValue(failedImportsAtom);
  if (listed < MOST_LISTED || failed <= listed) return null;
  return <p className="soft">{`全${failed}件のうち新しい${listed}件を表示しています。`}</p>;
}

/** The failed queue with its filters, or what staff dismissed from it; `Expanded` stands beneath a row that is opened. */
export function FailedQueue({ Expanded }: { Expanded: ExpandedRow }) {
  const records = useValue(listedRecordsAtom);
  const list = useValue(listAtom);
  const isFailed = list === 'failed';
  const setList = useWrite(listAtom);
  useEffect(() => {
    if (list === 'dismissed') return followDismissed();
  }, [list]);
  const shown = useValue(queueGroupsAtom).length > 0;
  return (
    <section className="vertical" aria-label={isFailed ? '自動登録失敗' : '対応済み'}>
      <div className="queue-bar">
        <h2>{isFailed ? '自動登録失敗' : '対応済み'}</h2>
        {records && <ReasonFilter />}
        {records && isFailed && <NotAll listed={records.length} />}
        {records && isFailed && <RetryAll />}
        <Button
          size="small"
          text={isFailed ? '対応済みの一覧' : '失敗の一覧に戻る'}
          onClick={() => setList(isFailed ? 'dismissed' : 'failed')}
        />
      </div>
      <ReadOnly text="取り込み・再試行・登録はできません。" />
      <QueueFilters />
      {shown ? <QueueTable key={list} Expanded={Expanded} /> : <EmptyQueue records={records?.length} />}
      <DismissDialog />
    </section>
  );
}

/** Tries all records again that are shown and not returned by staff, and says what became of the last retry. */
function RetryAll() {
  const mayRetry = useMay('desk');
  const retrying = useValue(retryingAtom);
  const result = useValue(retryResultAtom);
  const records = useValue(retriableAtom);
  if (!mayRetry) return null;
  return (
    <div className="retry-all row">
      <span role="status">{retrying === null ? result : '再試行しています…'}</span>
      <Button
        size="small"
        text={`${records.length}件を再試行`}
        loading={retrying === 'all'}
        disabled={records.length === 0 || retrying !== null}
        data-tooltip="表示中の予約を再試行します。キャンセルと、自動登録失敗に戻した予約は除きます"
        onClick={() => retryRecords(records)}
      />
    </div>
  );
}
