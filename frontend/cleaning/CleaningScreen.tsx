import './cleaning.css';
import { HTMLSelect } from '@blueprintjs/core';
import type { CleaningRoom } from '@wire/cleaning.js';
import { useEffect } from 'react';
import {
  cleaningAsOfAtom,
  cleaningStateAtom,
  managesCleaningAtom,
  readCleaning,
  showCleaning,
} from '../shared/cleaning.js';
import { clockText } from '../shared/clock-text.js';
import { hotelAtom } from '../shared/hotel.js';
import { minuteAtom } from '../shared/minute-of-today.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';
import { CleaningRow } from './CleaningRow.js';
import {
  chooseFilter,
  cleaningFilterAtom,
  countsOf,
  floorName,
  floorsOf,
  keptRoomsAtom,
  onFloor,
  shownRooms,
} from './cleaning-list.js';

/** The filters by floor and state, with the number of rooms in each state. */
function Filters({ rooms }: { rooms: readonly CleaningRoom[] }) {
  const filter = useValue(cleaningFilterAtom);
  const here = onFloor(rooms, filter.floor);
  const choices = [
    { state: null, text: 'すべて', count: here.length },
    ...countsOf(here).map(({ state, count }) => ({ state, text: state, count })),
  ];
  return (
    <div className="cleaning-filters">
      <HTMLSelect
        aria-label="階"
        value={filter.floor}
        options={[
          { value: '', label: 'すべての階' },
          ...floorsOf(rooms).map((floor) => ({ value: floor, label: floorName(floor) })),
        ]}
        onChange={({ currentTarget }) => chooseFilter({ floor: currentTarget.value })}
      />
      <fieldset className="cleaning-choices" aria-label="清掃の状態">
        {choices.map(({ state, text, count }) => (
          <button
            key={text}
            type="button"
            aria-pressed={filter.state === state}
            onClick={() => chooseFilter({ state })}
          >
            {text} <strong>{count}</strong>
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** Says that nothing can be changed while the line is down, and as of when the list is. */
function AsOf() {
  const asOf = useValue(cleaningAsOfAtom);
  const zone = useValue(hotelAtom)?.timezone;
  return (
    <p className="cleaning-as-of" role="status">
      {asOf &&
        zone &&
        `通信が切れています。${clockText(asOf.toISOString(), zone)} の内容です。つながるまで変更できません。`}
    </p>
  );
}

function Rooms({ rooms }: { rooms: readonly CleaningRoom[] }) {
  const filter = useValue(cleaningFilterAtom);
  const kept = useValue(keptRoomsAtom);
  const minute = useValue(minuteAtom);
  const isDown = useValue(cleaningAsOfAtom) !== null;
  const may = useMay('desk');
  const shown = shownRooms(rooms, filter, kept);
  if (shown.length === 0) return <ListState>この条件の部屋はありません。</ListState>;
  return (
    <ul className="cleaning-rooms">
      {shown.map((room) => (
        <CleaningRow key={room.room_number} room={room} isReadOnly={isDown || !may} minute={minute} />
      ))}
    </ul>
  );
}

/** 清掃: the rooms for housekeeping, first of all on a phone. */
export function CleaningScreen() {
  const isManaged = useValue(managesCleaningAtom);
  const isHotelKnown = useValue(hotelAtom) !== null;
  const { value, error } = useValue(cleaningStateAtom);
  useEffect(() => {
    if (isManaged) void showCleaning();
  }, [isManaged]);
  if (isHotelKnown && !isManaged)
    return (
      <ListState>
        清掃の管理は使っていません。マスタの「ホテル」で「清掃の管理」を「する」にすると使えます。
      </ListState>
    );
  const rooms = value?.rooms;
  return (
    <div className="cleaning vertical">
      <AsOf />
      {rooms ? (
        <>
          <Filters rooms={rooms} />
          <Rooms rooms={rooms} />
        </>
      ) : (
        <ListState
          failure={error && `清掃の一覧を読み込めませんでした。${error.message}`}
          onRetry={() => readCleaning()}
          isLoading={error === null}
        />
      )}
    </div>
  );
}
