import { Button, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { useValue, useWrite } from '../shared/store.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import {
  isFilteredAtom,
  namedFilterAtom,
  orderAtom,
  passedCountAtom,
  QUEUE_ORDERS,
  type QueueOrder,
  reasonCountsAtom,
  reasonFilterAtom,
  showAllAtom,
  siteFilterAtom,
  sitesAtom,
  stayFilterAtom,
  textFilterAtom,
} from './queue-view.js';

const TEXT_ID = 'queue-text';
const SITE_ID = 'queue-site';
const ORDER_ID = 'queue-order';

/** Chooses which failed records are shown, and in which order. */
export function QueueFilters() {
  const site = useValue(siteFilterAtom);
  const sites = useValue(sitesAtom);
  const text = useValue(textFilterAtom);
  const order = useValue(orderAtom);
  const filtered = useValue(isFilteredAtom);
  const named = useValue(namedFilterAtom);
  const setNamed = useWrite(namedFilterAtom);
  const setSite = useWrite(siteFilterAtom);
  const setText = useWrite(textFilterAtom);
  const setOrder = useWrite(orderAtom);
  const showAll = useWrite(showAllAtom);
  useKey('queueSearch', () => focusField(TEXT_ID));
  return (
    <section className="queue-filters row soft" aria-label="絞り込み">
      <InputGroup
        className="queue-text"
        {...keyProps('queueSearch', '絞り込み')}
        id={TEXT_ID}
        type="search"
        size="small"
        autoComplete="off"
        aria-label="宿泊者・予約番号・電話番号"
        placeholder="宿泊者・予約番号・電話番号"
        value={text}
        onValueChange={setText}
      />
      <div className="queue-choice row">
        <label htmlFor={SITE_ID}>サイト</label>
        <HTMLSelect id={SITE_ID} value={site} onChange={(event) => setSite(event.currentTarget.value)}>
          <option value="">すべて</option>
          {sites.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </HTMLSelect>
      </div>
      <StayFilter />
      <div className="queue-choice row">
        <label htmlFor={ORDER_ID}>並び順</label>
        <HTMLSelect
          id={ORDER_ID}
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value as QueueOrder)}
        >
          {Object.entries(QUEUE_ORDERS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </HTMLSelect>
      </div>
      {named && (
        <Tag minimal intent="primary" onRemove={() => setNamed(null)}>
          {`${named.name} の失敗`}
        </Tag>
      )}
      {filtered && <Button size="small" variant="minimal" text="絞り込みを解除" onClick={() => showAll()} />}
    </section>
  );
}

/** Chooses records by their reason; each says how many there are. */
export function ReasonFilter() {
  const chosen = useValue(reasonFilterAtom);
  const choose = useWrite(reasonFilterAtom);
  const total = useValue(passedCountAtom);
  const counts = useValue(reasonCountsAtom);
  const choices = [{ reason: null, count: total }, ...counts];
  return (
    <fieldset className="reason-filter">
      <legend className="visually-hidden">理由</legend>
      {choices.map(({ reason, count }) => (
        <button
          key={reason ?? ''}
          type="button"
          className="choice"
          aria-pressed={reason === chosen}
          onClick={() => choose(reason === chosen ? null : reason)}
        >
          {reason ?? 'すべて'} <span className="count">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Only stays with a night between two days. */
function StayFilter() {
  const stay = useValue(stayFilterAtom);
  const setStay = useWrite(stayFilterAtom);
  return (
    <fieldset className="stay-filter row">
      <legend>宿泊日</legend>
      <DayInput
        label="宿泊日の始め"
        value={stay.first ?? ''}
        onDay={(first) => setStay({ ...stay, first })}
        picker={null}
      />
      <span aria-hidden="true">～</span>
      <DayInput
        label="宿泊日の終わり"
        value={stay.last ?? ''}
        onDay={(last) => setStay({ ...stay, last })}
        picker={null}
      />
    </fieldset>
  );
}
