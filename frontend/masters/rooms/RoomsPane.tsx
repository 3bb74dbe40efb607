import type { Day, Month } from '@domain/dates.js';
import { type ReactNode, useState } from 'react';
import { useValue } from '../../shared/store.js';
import { TabList } from '../../shared/ui/TabList.js';
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
const TABS = [
  { name: 'bulk', content: 'まとめて変更' },
  { name: 'copy', content: '月をコピー' },
  { name: 'new-room', content: '新しい部屋' },
  { name: 'csv', content: 'CSV' },
] as const;

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
  const panes: Record<Pane, ReactNode> = {
    bulk: <BulkPane />,
    copy: <CopyPane key={month} month={month} today={today} />,
    'new-room': <NewRoomPane key={month} month={month} today={today} />,
    csv: <CsvPane month={month} onOpen={() => setPane('csv')} />,
  };
  return (
    <div className="rooms-pane">
      <RoomFilters month={month} today={today} onMonth={onMonth} />
      <section className="rooms" aria-label="部屋の一覧">
        {shown ? (
          <RoomTable />
        ) : (
          <EmptyRooms month={month} read={rooms !== null} onCopy={() => setPane('copy')} />
        )}
      </section>
      <aside className="side-panel" aria-label="部屋の変更">
        <TabList label="変更のしかた" tabs={TABS} chosen={pane} onChoose={setPane} />
        {TABS.map(({ name }) => (
          <div
            key={name}
            className="side-pane"
            role="tabpanel"
            id={`pane-${name}`}
            aria-labelledby={`tab-${name}`}
            hidden={name !== pane}
          >
            {panes[name]}
          </div>
        ))}
      </aside>
      {dropping && <div className="drop-cover">ここで離すと、取り込む前に内容を確認します</div>}
    </div>
  );
}
