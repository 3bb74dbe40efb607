import { Button } from '@blueprintjs/core';
import type { DeskList } from '@domain/calendar/front-desk.js';
import {
  deskFilterAtom,
  deskListsAtom,
  deskRowsAtom,
  onlyLeftAtom,
  shownListAtom,
} from './desk-view.js';
import { useValue, useWrite } from '../shared/store.js';
import { DeskTable } from './DeskTable.js';

const NOTHING: Record<DeskList, string> = {
  arrivals: '今日到着する予約はありません。',
  inHouse: '在館の予約はありません。',
  departures: '今日出発する予約はありません。',
  unpaid: '未払いの予約はありません。',
  nextDayOut: '翌OUTの予約はありません。',
};

/** The rows of the shown list, or why there are none. */
export function DeskPane() {
  const list = useValue(shownListAtom);
  const all = useValue(deskListsAtom)?.[list];
  const rows = useValue(deskRowsAtom);
  const setText = useWrite(deskFilterAtom);
  const setOnlyLeft = useWrite(onlyLeftAtom);
  if (rows.length > 0) return <DeskTable />;
  if (!all) return <p className="queue-empty queue-loading">読み込み中…</p>;
  if (all.length === 0) return <p className="queue-empty">{NOTHING[list]}</p>;
  const showAll = () => {
    setText('');
    setOnlyLeft(false);
  };
  return (
    <div className="queue-empty">
      <p>条件に合う予約はありません。</p>
      <Button text="絞り込みを解除" onClick={showAll} />
    </div>
  );
}
