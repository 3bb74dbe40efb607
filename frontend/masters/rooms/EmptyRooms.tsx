import { Button } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import { reloadMonth, shownMonthAtom } from '../room-months.js';
import { isRoomFilteredAtom, NO_FILTER, roomFilterAtom } from '../room-view.js';
import { useValue, useWrite } from '../../shared/store.js';
import { PaneState } from '../PaneState.js';

/** Why no room is listed, and what to do about it. */
export function EmptyRooms({ month, read, onCopy }: { month: Month; read: boolean; onCopy: () => void }) {
  const { failure } = useValue(shownMonthAtom);
  const filtered = useValue(isRoomFilteredAtom);
  const setFilter = useWrite(roomFilterAtom);
  return (
    <PaneState failure={failure} loading={!read} onRetry={() => reloadMonth()}>
      {filtered ? (
        <>
          <p>条件に合う部屋はありません。</p>
          <Button text="絞り込みを解除" onClick={() => setFilter(NO_FILTER)} />
        </>
      ) : (
        <>
          <p>{`${monthText(month)}の部屋はまだありません。`}</p>
          <p className="soft">ほかの月の部屋をコピーするか、CSVで取り込むか、1室ずつ追加してください。</p>
          <Button text="月をコピー" onClick={onCopy} />
        </>
      )}
    </PaneState>
  );
}
