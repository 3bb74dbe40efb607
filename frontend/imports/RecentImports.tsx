import type { ImportSummary } from '@wire/csv-imports.js';
import { hotelAtom } from '../shared/hotel.js';
import { openImport } from './import-panel.js';
import { recentImportsAtom } from './imports.js';
import { useValue } from '../shared/store.js';
import { countText, instantText, OUTCOME_LABELS, originText } from './import-texts.js';

const TOLD = ['new', 'changed', 'cancelled', 'failed'] as const;

function countsText(summary: ImportSummary): string {
  const parts = TOLD.filter((outcome) => summary[outcome] > 0).map(
    (outcome) => `${OUTCOME_LABELS[outcome]}${countText(summary[outcome])}`,
  );
  return parts.join(' ') || '変更なし';
}

/** The files imported lately; opening one shows its report. */
export function RecentImports({ shown }: { shown: number | null }) {
  const imports = useValue(recentImportsAtom);
  const timezone = useValue(hotelAtom)?.timezone;
  if (imports === null) return null;
  return (
    <section className="recent-imports">
      <h3>最近の取り込み</h3>
      {imports.length === 0 && <p className="soft">まだ取り込まれたファイルはありません。</p>}
      <ul>
        {imports.map((summary) => (
          <li key={summary.id}>
            <button
              type="button"
              aria-current={summary.id === shown || undefined}
              onClick={() => openImport(summary)}
            >
              <span className="file-name">{summary.file_name}</span>
              <span className="soft">
                {`${instantText(summary.received_at, timezone)} · ${originText(summary)} · ${countsText(summary)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
