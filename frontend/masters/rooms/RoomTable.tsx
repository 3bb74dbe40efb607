import { Button } from '@blueprintjs/core';
import { DragHandleVertical } from '@blueprintjs/icons';
import { monthText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import { roomText } from '@domain/room/room-number.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { atom } from 'jotai';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { store, useValue, useWrite } from '../../shared/store.js';
import { DataGrid, type GridColumn } from '../../shared/ui/DataGrid.js';
import { isKey } from '../../shared/ui/keys.js';
import { ListState } from '../../shared/ui/ListState.js';
import { moveRoom, orderByNumber } from '../room-changes.js';
import {
  arrangeableAtom,
  chooseBetween,
  chooseUpTo,
  chosenIdsAtom,
  groupedRoomsAtom,
  groupNameOf,
  isRoomFilteredAtom,
  NO_FILTER,
  ROOM_FIELD_NAMES,
  ROOM_FIELDS,
  type RoomField,
  roomColoursAtom,
  roomFieldText,
  roomFilterAtom,
  roomMonths,
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

/** A room's number, by which the room is dragged to another place. */
function RoomNumber({ room: { room_number } }: { room: ManagedRoomMonth }) {
  const isArrangeable = useValue(arrangeableAtom).has(room_number);
  const hint = isArrangeable ? `${room_number}（ドラッグで並べ替え）` : room_number;
  return (
    <span className="room-name" draggable={isArrangeable} data-tooltip={hint}>
      {isArrangeable && <DragHandleVertical size={12} />}
      <span className="cut">{room_number}</span>
    </span>
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
    width: '104px',
    isRowHeader: true,
    cell: (room) => <RoomNumber room={room} />,
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

/** Place of a dragged room: the room that makes way, and on which side of it. */
type Drop = { id: number; side: 'above' | 'below' };

const rowIdOf = (target: EventTarget): number | null => {
  const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
  return id === undefined ? null : Number(id);
};

/** Lets rooms be dragged to other places; `drop` is where the dragged one would be put now. */
function useRoomDrag(rooms: readonly ManagedRoomMonth[]) {
  const can = useValue(arrangeableAtom);
  const [dragged, setDragged] = useState<number | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  return {
    drop,
    handlers: {
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(rowIdOf(event.target));
      },
      onDragOver(event: DragEvent) {
        const id = rowIdOf(event.target);
        const [from, to] = [dragged, id].map((one) => rooms.findIndex((room) => room.id === one));
        const over = rooms[to ?? -1];
        if (dragged === null || from === undefined || to === undefined) return;
        if (!over || from === to || !can.has(over.room_number)) return setDrop(null);
        event.preventDefault();
        const side = from < to ? 'below' : 'above';
        if (drop?.id !== over.id || drop.side !== side) setDrop({ id: over.id, side });
      },
      onDrop(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        const to = drop?.id ?? null;
        void moveRoom(dragged, () => to);
        end();
      },
      onDragEnd: end,
    },
  };
}

/** Puts a room one place up or down among those that are shown. */
function moveByKey(id: number, step: 1 | -1): void {
  void moveRoom(id, () => {
    const shown = store.get(visibleRoomsAtom);
    return shown[shown.findIndex((room) => room.id === id) + step]?.id ?? null;
  });
}

/** The rooms of a month by heading: chosen, and edited cell by cell, with the keyboard or the mouse. */
export function RoomTable() {
  const groups = useValue(groupedRoomsAtom);
  const rooms = useValue(visibleRoomsAtom);
  const chosen = useValue(chosenIdsAtom);
  const types = useValue(roomTypesAtom);
  const colours = useValue(roomColoursAtom);
  const { drop, handlers } = useRoomDrag(rooms);
  const attributes = ({ id, room_number, reservable_status }: ManagedRoomMonth) => ({
    'data-number': room_number,
    'data-reservable': reservable_status,
    'data-colour': colours.get(room_number),
    'data-drop': drop?.id === id ? drop.side : undefined,
  });
  const heads = useMemo(
    () =>
      new Map(
        [...groups].map(([name, listed]) => [
          listed[0]?.id ?? 0,
          <GroupHead
            key={name}
            name={name}
            ids={listed.map(idOf)}
            isArranged={listed[0]?.position !== undefined}
          />,
        ]),
      ),
    [groups],
  );
  const onKey = (event: KeyboardEvent, room: ManagedRoomMonth, isOnCell: boolean) => {
    if (!isOnCell) return false;
    if (isKey(event, 'roomChoose')) event.shiftKey ? chooseUpTo(room.id) : toggleRoom(room.id);
    else if (isKey(event, 'roomChooseAll')) toggleAll(rooms.map(idOf));
    else if (isKey(event, 'roomChooseFloor')) toggleAll((groups.get(groupNameOf(room)) ?? []).map(idOf));
    else if (isKey(event, 'roomMoveUp')) moveByKey(room.id, -1);
    else if (isKey(event, 'roomMoveDown')) moveByKey(room.id, 1);
    else if (event.key === 'Escape') setChosen(rooms.map(idOf), false);
    else return false;
    return true;
  };
  return (
    <div className="vertical room-table" {...handlers}>
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
        staysIn={String(useValue(roomMonths.atom).query)}
        currentAtom={currentRoomAtom}
        {...{ idOf, heads, attributes, onKey, onPick, onStep }}
      />
      <datalist id={ROOM_TYPES_ID}>
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </div>
  );
}

type GroupHeadProps = { name: string; ids: readonly number[]; isArranged: boolean };

/** The heading of a floor, or of the rooms in an order of their own, which also chooses all of its rooms. */
function GroupHead({ name, ids, isArranged }: GroupHeadProps) {
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
      {isArranged && (
        <Button
          size="small"
          variant="minimal"
          tabIndex={-1}
          text="番号順に戻す"
          onClick={() => void orderByNumber()}
        />
      )}
    </>
  );
}

/** Shows why no room is listed, and what to do about it. */
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
