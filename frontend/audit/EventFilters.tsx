import { Button, HTMLSelect } from '@blueprintjs/core';
import { halfWidth } from '@domain/typed-text.js';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EventQuery } from '../shared/api/audit-api.js';
import { EVENT_FAMILIES, kindText } from '../shared/events/event-kinds.js';
import { type EventFilterName, withFilter } from './event-filter.js';
import { useKey } from '../shared/ui/use-key.js';
import { EventExports } from './EventExports.js';
import { FilterText } from './FilterText.js';
import { PeriodFilter } from './PeriodFilter.js';
import { StaffFilter } from './StaffFilter.js';
import { TerminalNames } from './TerminalNames.js';

/** Every kind of event that can be looked for, a family at a time or one by one. */
function KindChoices() {
  return Object.entries(EVENT_FAMILIES).map(([family, { name, types }]) => (
    <optgroup key={family} label={name}>
      {types.length > 1 && <option value={types.join(',')}>{`${name}（すべて）`}</option>}
      {types.map((type) => (
        <option key={type} value={type}>
          {kindText(type)}
        </option>
      ))}
    </optgroup>
  ));
}

const digits = (text: string): string => halfWidth(text).replace(/\D/g, '');

/** Narrows the event log down; the address has what was chosen. */
export function EventFilters({ filter }: { filter: EventQuery }) {
  const [, setSearch] = useSearchParams();
  const kindId = useId();
  const fields = useId();
  const change = (changes: Partial<Record<EventFilterName, string>>) => {
    const changed = withFilter(filter, changes);
    const isSame = new URLSearchParams(changed).toString() === new URLSearchParams(filter).toString();
    if (!isSame) setSearch(changed);
  };
  const text = (name: EventFilterName) => ({
    value: filter[name] ?? '',
    onValue: (value: string) => change({ [name]: value }),
  });
  useKey('logSearch', () => document.getElementById(fields)?.querySelector('input')?.focus());
  return (
    <section className="event-filters" id={fields} aria-label="条件">
      <PeriodFilter filter={filter} onPeriod={change} />
      <div className="filter">
        <label htmlFor={kindId}>種類</label>
        <HTMLSelect
          id={kindId}
          className="kind-filter"
          value={filter.type ?? ''}
          onChange={(event) => change({ type: event.currentTarget.value })}
        >
          <option value="">すべて</option>
          <KindChoices />
        </HTMLSelect>
      </div>
      <FilterText label="部屋" width={44} tidy={halfWidth} {...text('room')} />
      <FilterText label="予約ID" width={58} tidy={digits} {...text('booking_id')} />
      <StaffFilter {...text('staff_id')} />
      <FilterText label="端末" width={84} list="terminal-names" {...text('terminal')} />
      <TerminalNames />
      <FilterText label="予約番号" width={104} {...text('q')} />
      <Button
        size="small"
        variant="minimal"
        text="条件をクリア"
        disabled={Object.keys(filter).length === 0}
        onClick={() => setSearch({})}
      />
      <EventExports filter={filter} />
    </section>
  );
}
