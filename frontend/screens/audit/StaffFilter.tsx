import { HTMLSelect } from '@blueprintjs/core';
import { useEffect, useId, useState } from 'react';
import { fetchEvents } from '../../api/audit-api.js';

type Staff = { id: string; name: string };

/** Everybody that the log knows, by the last name that each was given. */
async function readStaff(): Promise<Staff[]> {
  const { events } = await fetchEvents({ type: 'StaffDefined', after: '0', limit: '1000' });
  const names = new Map<string, string>();
  for (const { stream, payload } of events) {
    names.set(stream.slice(stream.lastIndexOf('-') + 1), String(payload.name ?? ''));
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Only events of one member of staff. */
export function StaffFilter({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const id = useId();
  const [staff, setStaff] = useState<Staff[]>([]);
  useEffect(() => {
    let shown = true;
    readStaff()
      .then((found) => shown && setStaff(found))
      .catch((error) => console.error('staff', error));
    return () => {
      shown = false;
    };
  }, []);
  const isUnknown = value !== '' && !staff.some((one) => one.id === value);
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
            {one.name}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
}
