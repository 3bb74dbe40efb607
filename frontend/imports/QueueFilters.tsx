import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import {
  isFilteredAtom,
  orderAtom,
  QUEUE_ORDERS,
  type QueueOrder,
  showAllAtom,
  siteFilterAtom,
  textFilterAtom,
} from './queue-filter.js';
import { sitesAtom } from './queue-view.js';
import { useValue, useWrite } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps } from '../shared/ui/keys.js';
import { useKey } from '../shared/ui/use-key.js';
import { StayFilter } from './StayFilter.js';

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
  const setSite = useWrite(siteFilterAtom);
  const setText = useWrite(textFilterAtom);
  const setOrder = useWrite(orderAtom);
  const showAll = useWrite(showAllAtom);
  useKey('queueSearch', () => focusField(TEXT_ID));
  return (
    <section className="queue-filters" aria-label="絞り込み">
      <InputGroup
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
      <div className="queue-choice">
        <label htmlFor={SITE_ID}>サイト</label>
        <HTMLSelect id={SITE_ID} value={site} onChange={(event) => setSite(event.currentTarget.value)}>
          <option value="">すべて</option>
          {sites.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </HTMLSelect>
      </div>
      <StayFilter />
      <div className="queue-choice">
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
      {filtered && <Button size="small" variant="minimal" text="絞り込みを解除" onClick={() => showAll()} />}
    </section>
  );
}
