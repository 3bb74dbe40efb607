import type { ChangeKind } from '@wire/time-travel.js';
import { KIND_NAMES, KIND_SIGNS } from './difference-texts.js';
import { CHANGE_KINDS, changeCountsAtom, shownKindsAtom } from './differences.js';
import { useValue, useWrite } from '../../shared/store.js';

/** How many differences of each kind there are, what they look like, and which are shown. */
export function KindFilter() {
  const counts = useValue(changeCountsAtom);
  const shown = useValue(shownKindsAtom);
  const show = useWrite(shownKindsAtom);
  const toggle = (kind: ChangeKind) =>
    show(CHANGE_KINDS.filter((other) => shown.includes(other) !== (other === kind)));
  return (
    <fieldset className="kind-filter">
      <legend className="visually-hidden">違いの種類と凡例</legend>
      {CHANGE_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="kind-choice"
          data-kind={kind}
          aria-pressed={shown.includes(kind)}
          onClick={() => toggle(kind)}
        >
          <span className="kind-sample" data-kind={kind} aria-hidden="true">
            {KIND_SIGNS[kind]}
          </span>
          {KIND_NAMES[kind]} {counts[kind]}
        </button>
      ))}
    </fieldset>
  );
}
