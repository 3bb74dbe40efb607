import { ProgressBar } from '@blueprintjs/core';
import { importAtom, type SeenImport } from './imports.js';
import { useValue } from '../shared/store.js';
import { countText, originText } from './import-texts.js';

const STEP_TEXTS = { checking: '内容を確認しています', importing: '取り込んでいます' } as const;
const SECOND = 1_000;

/** How many rows a second, once that can be told. */
function rateText({ done, since, at }: SeenImport): string {
  const seconds = (at - since.at) / SECOND;
  const rows = done - since.done;
  return seconds < 1 || rows <= 0 ? '' : ` · 毎秒${countText(Math.round(rows / seconds))}行`;
}

type ImportProgressProps = {
  step: keyof typeof STEP_TEXTS;
  fileName: string;
  importId: number | null;
  /** Says which terminal it was started at. */
  elsewhere?: boolean;
};

/** How far a file has been looked at or imported. */
export function ImportProgress({ step, fileName, importId, elsewhere }: ImportProgressProps) {
  const seen = useValue(importAtom(importId ?? 0));
  const runs = seen?.status === 'running' ? seen : null;
  const label = `${fileName} ${STEP_TEXTS[step]}`;
  return (
    <section className="import-step" aria-label={label}>
      <h3 className="file-name">{fileName}</h3>
      <p className="soft" role="status">
        {`${STEP_TEXTS[step]}…`}
        {elsewhere && seen && ` ${originText(seen)}`}
      </p>
      <ProgressBar
        aria-label={label}
        intent="primary"
        animate={false}
        stripes={false}
        value={runs ? runs.done / Math.max(1, runs.rows) : undefined}
      />
      {runs && (
        <p className="import-done">{`${countText(runs.done)} / ${countText(runs.rows)}行${rateText(runs)}`}</p>
      )}
    </section>
  );
}
