import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { halfWidth } from '@domain/typed-text.js';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type EventQuery, exportAddress } from '../shared/api/audit-api.js';
import { EVENT_FAMILIES, kindText } from '../shared/events/event-kinds.js';
import { todayAtom } from '../shared/hotel.js';
import { managedList } from '../shared/masters.js';
import { useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { useKey } from '../shared/ui/keys.js';
import { type EventFilterName, eventLogAtom, withFilter } from './event-log.js';

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

/** The digits of a text, full width too. */
export const digits = (text: string): string => halfWidth(text).replace(/\D/g, '');

/** Narrows the event log down; the address has what was chosen. */
export function EventFilters({ filter }: { filter: EventQuery }) {
  const [, setSearch] = useSearchParams();
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
    <section className="event-filters soft row" id={fields} aria-label="条件">
      <PeriodFilter filter={filter} onPeriod={change} />
      <SelectFilter label="種類" className="event-kind-filter" {...text('type')}>
        <KindChoices />
      </SelectFilter>
      <FilterText label="部屋" width={44} tidy={halfWidth} {...text('room')} />
      <FilterText label="予約ID" width={58} tidy={digits} {...text('booking_id')} />
      <StaffFilter {...text('staff_id')} />
      <FilterText label="端末" width={84} list="terminal-names" {...text('terminal')} />
      <TerminalNames />
      <FilterText label="予約番号" width={92} {...text('q')} />
      {Object.keys(filter).length > 0 && (
        <Button size="small" variant="minimal" text="条件をクリア" onClick={() => setSearch({})} />
      )}
      <EventExports filter={filter} />
    </section>
  );
}

type FilterTextProps = {
  label: string;
  value: string;
  width: number;
  /** Tidies the text when it is taken over. */
  tidy?: (text: string) => string;
  /** Id of a list of suggestions. */
  list?: string;
  onValue: (value: string) => void;
};

/** A text to look for; taken over with Enter or when the field is left. */
export function FilterText({
  label,
  value,
  width,
  tidy = (text) => text.trim(),
  list,
  onValue,
}: FilterTextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => void setText(value), [value]);
  const take = () => {
    const taken = tidy(text);
    setText(taken);
    if (taken !== value) onValue(taken);
  };
  return (
    <div className="filter row soft">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        size="small"
        autoComplete="off"
        style={{ width }}
        list={list}
        value={text}
        onValueChange={setText}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && take()}
      />
    </div>
  );
}

type PeriodFilterProps = {
  filter: EventQuery;
  onPeriod: (period: { from?: string; to?: string }) => void;
};

/** Only events recorded from one day to another; of two in the wrong order the other one follows. */
function PeriodFilter({ filter, onPeriod }: PeriodFilterProps) {
  const { from = '', to = '' } = filter;
  const picker = { start: null, earliest: null, latest: useValue(todayAtom) };
  const inOrder = (first: string, last: string) => first === '' || last === '' || first <= last;
  const onFrom = (day: string) => onPeriod(inOrder(day, to) ? { from: day } : { from: day, to: day });
  const onTo = (day: string) => onPeriod(inOrder(from, day) ? { to: day } : { from: day, to: day });
  return (
    <fieldset className="filter row soft">
      <legend>期間</legend>
      <DayInput label="期間の始め" value={from} onDay={(day) => onFrom(day ?? '')} picker={picker} />
      <span aria-hidden="true">～</span>
      <DayInput label="期間の終わり" value={to} onDay={(day) => onTo(day ?? '')} picker={picker} />
    </fieldset>
  );
}

type SelectFilterProps = {
  label: string;
  className: string;
  value: string;
  onValue: (value: string) => void;
  children: ReactNode;
};

/** A choice that narrows the log down. */
function SelectFilter({ label, className, value, onValue, children }: SelectFilterProps) {
  const id = useId();
  return (
    <div className="filter row soft">
      <label htmlFor={id}>{label}</label>
      <HTMLSelect
        id={id}
        className={className}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        <option value="">すべて</option>
        {children}
      </HTMLSelect>
    </div>
  );
}

/** Only events of one member of staff. */
function StaffFilter({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const staff = useValue(managedList('staff').atom).value ?? [];
  useEffect(() => void managedList('staff').load(null), []);
  const isUnknown = value !== '' && !staff.some((one) => String(one.id) === value);
  return (
    <SelectFilter label="スタッフ" className="staff-filter" value={value} onValue={onValue}>
      {isUnknown && <option value={value}>{`#${value}`}</option>}
      {staff.map((one) => (
        <option key={one.id} value={one.id}>
          {one.is_retired === 1 ? `${one.name}（使用停止）` : one.name}
        </option>
      ))}
    </SelectFilter>
  );
}

/** The terminals of the events that are listed, as suggestions. */
function TerminalNames() {
  const names = new Set(useValue(eventLogAtom)?.events.flatMap(({ terminal }) => terminal ?? []));
  return (
    <datalist id="terminal-names">
      {[...names].sort().map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** Saves all events that the filter finds. */
function EventExports({ filter }: { filter: EventQuery }) {
  return (
    <fieldset className="event-exports">
      <legend className="visually-hidden">書き出し</legend>
      <DownloadButton
        size="small"
        text="CSV"
        path={exportAddress('csv', filter)}
        data-tooltip="条件に合う記録をすべて、表計算ソフトで開けるファイルに保存"
      />
      <DownloadButton
        size="small"
        text="記録ファイル"
        path={exportAddress('ndjson', filter)}
        data-tooltip="条件に合う記録をすべて、元データのままファイルに保存"
      />
    </fieldset>
  );
}
