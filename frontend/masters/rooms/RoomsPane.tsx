import type { Day, Month } from '@domain/dates.js';
import { useState } from 'react';
import { useValue } from '../../shared/store.js';
import { PaneTabs } from '../../shared/ui/PaneTabs.js';
import { useFileDrop } from '../../shared/ui/use-file-drop.js';
import { chooseCsv } from '../room-changes.js';
import { roomMonths, visibleRoomsAtom } from '../rooms.atoms.js';
import { BulkPane } from './BulkPane.js';
import { CopyPane } from './CopyPane.js';
import { CsvPane } from './CsvPane.js';
import { NewRoomPane } from './NewRoomPane.js';
import { RoomFilters } from './RoomFilters.js';
import { EmptyRooms, RoomTable } from './RoomTable.js';

type Pane = 'bulk' | 'copy' | 'new-room' | 'csv';

type RoomsPaneProps = { month: Month; today: Day; onMonth: (month: Month) => void };

/** 部屋: every room of a month on the left; what can be done with many of them on the right. */
export function RoomsPane({ month, today, onMonth }: RoomsPaneProps) {
  const { value: rooms } = useValue(roomMonths.atom);
  const shown = useValue(visibleRoomsAtom).length > 0;
  const [pane, setPane] = useState<Pane>('bulk');
  const takeFiles = (files: File[]) => {
    setPane('csv');
    void chooseCsv(files);
  };
  const dropping = useFileDrop(takeFiles);
  const tabs = [
    { name: 'bulk', content: 'まとめて変更', panel: <BulkPane /> },
    { name: 'copy', content: '月をコピー', panel: <CopyPane key={month} month={month} today={today} /> },
    {
      name: 'new-room',
      content: '新しい部屋',
      panel: <NewRoomPane key={month} month={month} today={today} />,
    },
    { name: 'csv', content: 'CSV', panel: <CsvPane month={month} onOpen={() => setPane('csv')} /> },
  ] as const;
  return (
    <div className="rooms-pane">
      <RoomFilters month={month} today={today} onMonth={onMonth} />
      <section className="vertical" aria-label="部屋の一覧">
        {shown ? (
          <RoomTable />
        ) : (
          <EmptyRooms month={month} read={rooms !== null} onCopy={() => setPane('copy')} />
        )}
      </section>
      <aside className="side-panel" aria-label="部屋の変更">
        <PaneTabs id="room-changes" tabs={tabs} chosen={pane} onChoose={setPane} />
      </aside>
      {dropping && <div className="drop-cover">ここで離すと、取り込む前に内容を確認します</div>}
    </div>
  );
}
