import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { addMonths, type Day, type Month, monthOf } from '@domain/dates.js';
import { RESERVABLE_STATUSES } from '@domain/room/room-month.js';
import { useValue, useWrite } from '../../shared/store.js';
import { focusField } from '../../shared/ui/focus-field.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';
import {
  chosenRoomsAtom,
  floorsAtom,
  isRoomFilteredAtom,
  NO_FILTER,
  type RoomFilter,
  roomFilterAtom,
  roomMonths,
  roomTypesAtom,
  visibleRoomsAtom,
} from '../rooms.atoms.js';
import { MonthField } from './MonthField.js';

const FLOOR_ID = 'room-filter-floor';

type ChoiceProps = { name: keyof RoomFilter; label: string; options: readonly string[] };

function Choice({ name, label, options }: ChoiceProps) {
  const filter = useValue(roomFilterAtom);
  const setFilter = useWrite(roomFilterAtom);
  const chosen = filter[name];
  const id = `room-filter-${name}`;
  return (
    <div className="room-choice row">
      <label htmlFor={id}>{label}</label>
      <HTMLSelect
        id={id}
        value={chosen}
        onChange={(event) => setFilter({ ...filter, [name]: event.currentTarget.value })}
      >
        <option value="">すべて</option>
        {[...new Set([...options, ...(chosen ? [chosen] : [])])].map((option) => (
          <option key={option}>{option}</option>
        ))}
      </HTMLSelect>
    </div>
  );
}

function Counts() {
  const all = useValue(roomMonths.atom).value?.length;
  const shown = useValue(visibleRoomsAtom).length;
  const chosen = useValue(chosenRoomsAtom).length;
  if (all === undefined) return null;
  return (
    <p className="room-counts" role="status">
      {shown === all ? `全${all}室` : `全${all}室のうち${shown}室を表示`}
      <strong>{chosen > 0 && `${chosen}室を選択中`}</strong>
    </p>
  );
}

type RoomFiltersProps = { month: Month; today: Day; onMonth: (month: Month) => void };

/** Chooses the month and which of its rooms are shown. */
export function RoomFilters({ month, today, onMonth }: RoomFiltersProps) {
  const floors = useValue(floorsAtom);
  const types = useValue(roomTypesAtom);
  const filtered = useValue(isRoomFilteredAtom);
  const setFilter = useWrite(roomFilterAtom);
  const go = (months: number) => onMonth(addMonths(month, months));
  useKey('previousMonth', () => go(-1));
  useKey('nextMonth', () => go(1));
  useKey('roomsFilter', () => focusField(FLOOR_ID));
  return (
    <section className="room-filters soft row" aria-label="月と絞り込み">
      <div className="month-choice row">
        <Button
          size="small"
          icon={<ChevronLeft size={14} />}
          text="前月"
          {...keyProps('previousMonth', '前月')}
          onClick={() => go(-1)}
        />
        <MonthField id="room-month" aria-label="月" value={month} today={today} onChange={onMonth} />
        <Button
          size="small"
          endIcon={<ChevronRight size={14} />}
          text="翌月"
          {...keyProps('nextMonth', '翌月')}
          onClick={() => go(1)}
        />
        {month !== monthOf(today) && (
          <Button size="small" variant="minimal" text="今月" onClick={() => onMonth(monthOf(today))} />
        )}
      </div>
      <Choice name="floor" label="階" options={floors} />
      <Choice name="type" label="部屋タイプ" options={types} />
      <Choice name="reservable" label="予約の可否" options={RESERVABLE_STATUSES} />
      {filtered && (
        <Button size="small" variant="minimal" text="絞り込みを解除" onClick={() => setFilter(NO_FILTER)} />
      )}
      <span className="space" />
      <Counts />
    </section>
  );
}
