import { type OutcomeCounts as Counts, ROW_OUTCOMES } from '@wire/csv-imports.js';
import { countText, OUTCOME_LABELS } from './import-texts.js';

/** How many rows had each outcome. */
export function OutcomeCounts({ counts }: { counts: Counts }) {
  return (
    <dl className="outcome-counts">
      {ROW_OUTCOMES.map((outcome) => (
        <div key={outcome} data-outcome={outcome} data-none={counts[outcome] === 0 || undefined}>
          <dt>{OUTCOME_LABELS[outcome]}</dt>
          <dd>{countText(counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}
