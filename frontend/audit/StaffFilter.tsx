import { HTMLSelect } from '@blueprintjs/core';
import { useEffect, useId } from 'react';
import { loadManaged, managedAtom } from '../shared/masters.js';
import { useValue } from '../shared/store.js';

/** Only events of one member of staff. */
export function StaffFilter({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const id = useId();
  const staff = useValue(managedAtom('staff')).records ?? [];
  useEffect(() => void loadManaged('staff'), []);
  const isUnknown = value !== '' && !staff.some((one) => String(one.id) === value);
  return (
    <div className="filter">
      <label htmlFor={id}>スタッフ</label>
      <HTMLSelect
        id={id}
        className="staff-filter"
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        <option value="">すべて</option>
        {isUnknown && <option value={value}>{`#${value}`}</option>}
        {staff.map((one) => (
          <option key={one.id} value={one.id}>
            {one.is_retired === 1 ? `${one.name}（使用停止）` : one.name}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
}
