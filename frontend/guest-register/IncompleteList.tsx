import { stayRangeText } from '@domain/calendar/stay-text.js';
import type { IncompleteRegister } from '@wire/guest-register.js';
import { atom } from 'jotai';
import { useValue } from '../shared/store.js';
import { DataGrid, type GridColumn, TwoLines } from '../shared/ui/DataGrid.js';
import { isKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { incompleteRegisters, missingText, openRegister } from './register.js';

const currentAtom = atom<number | null>(null);

const idOf = ({ booking_id }: IncompleteRegister) => booking_id;
const attributes = ({ booking_id }: IncompleteRegister) => ({ 'data-booking': booking_id });
const open = ({ booking_id: bookingId, room_number, guest_name }: IncompleteRegister) =>
  openRegister({ bookingId, title: `${room_number} ${guest_name}` });

const COLUMNS: readonly GridColumn<IncompleteRegister>[] = [
  {
    name: 'room',
    heading: '部屋',
    width: '98px',
    cell: ({ room_number }) => <TwoLines first={room_number} strong />,
  },
  {
    name: 'guest',
    heading: '宿泊者',
    width: 'minmax(130px, 1fr)',
    cell: ({ guest_name, guests }) => <TwoLines first={guest_name} second={`${guests}名`} strong />,
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
    name: 'missing',
    heading: '不足',
    width: 'minmax(220px, 2fr)',
    cell: ({ missing, guests }) => {
      const text = missingText(missing, guests);
      return <TwoLines first={text} tooltip={text} />;
    },
  },
];

/** 名簿: the stays in the house whose register is incomplete; each opens it. */
export function IncompleteList() {
  const { value, error } = useValue(incompleteRegisters.atom);
  if (!value || value.length === 0) {
    return (
      <ListState
        failure={error?.message ?? null}
        isLoading={!value}
        onRetry={() => incompleteRegisters.reload()}
      >
        在館の宿泊者名簿はそろっています。
      </ListState>
    );
  }
  return (
    <DataGrid
      keys="desk"
      staysIn="名簿"
      label="名簿に不足のある在館の一覧"
      columns={COLUMNS}
      rows={value}
      rowHeight={42}
      minWidth={640}
      {...{ idOf, attributes, currentAtom }}
      onKey={(event, row, isOnRow) => {
        if (!isOnRow || !(isKey(event, 'deskOpen') || isKey(event, 'deskRegister'))) return false;
        open(row);
        return true;
      }}
      onPick={(_event, row) => open(row)}
    />
  );
}
