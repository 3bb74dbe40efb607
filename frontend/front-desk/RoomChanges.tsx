import { stayRangeText } from '@domain/calendar/stay-text.js';
import type { RoomChange } from '@wire/room-change.js';
import { atom } from 'jotai';
import { timeText } from '../shared/clock-text.js';
import { hotelAtom } from '../shared/hotel.js';
import { openPanel, showInPanel } from '../shared/open-panel.js';
import { useValue } from '../shared/store.js';
import { DataGrid, type GridColumn, TwoLines } from '../shared/ui/DataGrid.js';
import { isKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { roomChanges } from './desk-days.js';

const currentAtom = atom<number | null>(null);

const idOf = ({ position }: RoomChange) => position;
const bookingOf = ({ booking_id }: RoomChange) => ({ kind: 'booking', id: booking_id }) as const;
const attributes = ({ booking_id }: RoomChange) => ({ 'data-booking': booking_id });

function Time({ recorded_at }: RoomChange) {
  const zone = useValue(hotelAtom)?.timezone;
  return <TwoLines first={zone && timeText(recorded_at, zone)} strong />;
}

const COLUMNS: readonly GridColumn<RoomChange>[] = [
  { name: 'time', heading: '時刻', width: '70px', cell: (change) => <Time {...change} /> },
  {
    name: 'from',
    heading: '元の部屋',
    width: '90px',
    cell: ({ from_room }) => <TwoLines first={from_room} />,
  },
  {
    name: 'to',
    heading: '新しい部屋',
    width: '90px',
    cell: ({ to_room }) => <TwoLines first={to_room} strong />,
  },
  {
    name: 'guest',
    heading: '宿泊者',
    width: 'minmax(130px, 1fr)',
    cell: ({ guest_name }) => <TwoLines first={guest_name} strong />,
  },
  {
    name: 'stay',
    heading: '宿泊期間',
    width: '170px',
    cell: ({ stay_start, stay_end }) => (
      <TwoLines first={stayRangeText({ start: stay_start, end: stay_end })} />
    ),
  },
  {
    name: 'who',
    heading: '担当',
    width: 'minmax(110px, 1fr)',
    cell: ({ staff_name, terminal }) => (
      <TwoLines first={staff_name ?? terminal ?? '不明'} second={staff_name && terminal} />
    ),
  },
];

/** The moves to other rooms that were made on the shown day, the newest first. */
export function RoomChanges() {
  const { value, error } = useValue(roomChanges.atom);
  if (!value || value.length === 0) {
    return (
      <ListState failure={error?.message ?? null} isLoading={!value} onRetry={() => roomChanges.reload()}>
        この日に部屋を移した予約はありません。
      </ListState>
    );
  }
  const open = (change: RoomChange) =>
    openPanel(
      bookingOf(change),
      value.map(({ booking_id }) => booking_id),
    );
  return (
    <DataGrid
      keys="desk"
      staysIn="部屋移動"
      label="部屋移動の一覧"
      columns={COLUMNS}
      rows={value}
      rowHeight={42}
      minWidth={680}
      {...{ idOf, attributes, currentAtom }}
      onKey={(event, change, isOnRow) => {
        if (!isOnRow || !isKey(event, 'deskOpen')) return false;
        open(change);
        return true;
      }}
      onPick={(_event, change) => open(change)}
      onStep={(_event, _from, change) => showInPanel(bookingOf(change))}
    />
  );
}
