import { Button } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import { roomText } from '@domain/room/room-number.js';
import { floorOf } from '@domain/room/room-order.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { atom } from 'jotai';
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { useValue, useWrite } from '../../shared/store.js';
import { DataGrid, type GridColumn } from '../../shared/ui/DataGrid.js';
import { isKey } from '../../shared/ui/keys.js';
import { ListState } from '../../shared/ui/ListState.js';
import {
  chooseBetween,
  chooseUpTo,
  chosenIdsAtom,
  floorNameOf,
  isRoomFilteredAtom,
  NO_FILTER,
  ROOM_FIELD_NAMES,
  ROOM_FIELDS,
  type RoomField,
  roomFieldText,
  roomFilterAtom,
  roomMonths,
  roomsByFloorAtom,
  roomTypesAtom,
  setChosen,
  toggleAll,
  toggleRoom,
  visibleRoomsAtom,
} from '../rooms.atoms.js';
import { CellEditor, ROOM_TYPES_ID } from './CellEditor.js';

/** The room that the keyboard is on. */
const currentRoomAtom = atom<number | null>(null);

const idOf = ({ id }: ManagedRoomMonth) => id;
const attributes = ({ room_number, reservable_status }: ManagedRoomMonth) => ({
  'data-number': room_number,
  'data-reservable': reservable_status,
  'data-floor': floorOf(room_number) ?? undefined,
});

/** The columns where a click alone chooses the room. */
const CHOOSING_COLUMNS = 2;

function Choice({ room }: { room: ManagedRoomMonth }) {
  const chosen = useValue(chosenIdsAtom);
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`${roomText(room.room_number)}を選択`}
      checked={chosen.has(room.id)}
      onChange={() => {}}
    />
  );
}

const WIDTHS: Partial<Record<RoomField, string>> = {
  room_type: 'minmax(0, 1fr)',
  room_label: 'minmax(0, 1fr)',
  corporate: '76px',
};

const COLUMNS: readonly GridColumn<ManagedRoomMonth>[] = [
  {
    name: 'choice',
    heading: <span className="visually-hidden">選択</span>,
    width: '30px',
    cell: (room) => <Choice room={room} />,
  },
  {
    name: 'number',
    heading: '部屋',
    width: '58px',
    isRowHeader: true,
    cell: ({ room_number }) => room_number,
  },
  ...ROOM_FIELD_NAMES.map(
    (field): GridColumn<ManagedRoomMonth> => ({
      name: field,
      heading: ROOM_FIELDS[field].label,
      width: WIDTHS[field] ?? '84px',
      cell: (room) => roomFieldText(field, room),
      editor: (room, close) => <CellEditor room={room} field={field} onClose={close} />,
    }),
  ),
  {
    name: 'booked',
    heading: '予約',
    width: '54px',
    align: 'end',
    cell: ({ booked_nights }) => (booked_nights > 0 ? `${booked_nights}泊` : ''),
  },
];

function onPick(event: MouseEvent, { id }: ManagedRoomMonth, column: number): void {
  if (event.shiftKey) chooseUpTo(id);
  else if (column < CHOOSING_COLUMNS || event.ctrlKey || event.metaKey) toggleRoom(id);
}

function onStep(event: KeyboardEvent, from: ManagedRoomMonth, to: ManagedRoomMonth): void {
  if (event.shiftKey) chooseBetween(from.id, to.id);
}

/** The rooms of a month floor by floor: chosen, and edited cell by cell, with the keyboard or the mouse. */
export function RoomTable() {
  const floors = useValue(roomsByFloorAtom);
  const rooms = useValue(visibleRoomsAtom);
  const chosen = useValue(chosenIdsAtom);
  const types = useValue(roomTypesAtom);
  const heads = useMemo(
    () =>
      new Map(
        [...floors].map(([name, listed]) => [
          listed[0]?.id ?? 0,
          <FloorHead key={name} name={name} ids={listed.map(idOf)} />,
        ]),
      ),
    [floors],
  );
  const onKey = (event: KeyboardEvent, room: ManagedRoomMonth, isOnCell: boolean) => {
    if (!isOnCell) return false;
    if (isKey(event, 'roomChoose')) event.shiftKey ? chooseUpTo(room.id) : toggleRoom(room.id);
    else if (isKey(event, 'roomChooseAll')) toggleAll(rooms.map(idOf));
    else if (isKey(event, 'roomChooseFloor')) toggleAll((floors.get(floorNameOf(room)) ?? []).map(idOf));
    else if (event.key === 'Escape') setChosen(rooms.map(idOf), false);
    else return false;
    return true;
  };
  return (
    <>
      <DataGrid
        keys="room"
        label="部屋"
        columns={COLUMNS}
        firstColumn={CHOOSING_COLUMNS}
        rows={rooms}
        rowHeight={26}
        minWidth={720}
        isWhole
        isMultiselectable
        isSelected={({ id }) => chosen.has(id)}
        currentAtom={currentRoomAtom}
        {...{ idOf, heads, attributes, onKey, onPick, onStep }}
      />
      <datalist id={ROOM_TYPES_ID}>
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </>
  );
}

/** The heading of a floor, which also chooses all of its rooms. */
function FloorHead({ name, ids }: { name: string; ids: readonly number[] }) {
  const chosen = useValue(chosenIdsAtom);
  const word = ids.every((id) => chosen.has(id)) ? '選択を外す' : 'すべて選ぶ';
  return (
    <>
      <strong>{name}</strong>
      <span className="soft">{`${ids.length}室`}</span>
      <Button
        size="small"
        variant="minimal"
        tabIndex={-1}
        text={word}
        aria-label={`${name}を${word}`}
        onClick={() => toggleAll(ids)}
      />
    </>
  );
}

/** Why no room is listed, and what to do about it. */
export function EmptyRooms({ month, read, onCopy }: { month: Month; read: boolean; onCopy: () => void }) {
  const { error } = useValue(roomMonths.atom);
  const filtered = useValue(isRoomFilteredAtom);
  const setFilter = useWrite(roomFilterAtom);
  const action = filtered ? (
    <Button text="絞り込みを解除" onClick={() => setFilter(NO_FILTER)} />
  ) : (
    <Button text="月をコピー" onClick={onCopy} />
  );
  return (
    <ListState
      failure={error?.message ?? null}
      isLoading={!read}
      onRetry={() => roomMonths.reload()}
      action={action}
    >
      {filtered ? (
        '条件に合う部屋はありません。'
      ) : (
        <>
          <p>{`${monthText(month)}の部屋はまだありません。`}</p>
          ほかの月の部屋をコピーするか、CSVで取り込むか、1室ずつ追加してください。
        </>
      )}
    </ListState>
  );
}
