import { reasonFilterAtom } from './queue-filter.js';
import { passedCountAtom, reasonCountsAtom } from './queue-view.js';
import { useValue, useWrite } from '../shared/store.js';

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
          aria-pressed={reason === chosen}
          onClick={() => choose(reason === chosen ? null : reason)}
        >
          {reason ?? 'すべて'} <span className="count">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
