import { Button, ProgressBar } from '@blueprintjs/core';
import { countText } from '@domain/calendar/stay-text.js';
import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import { hotelAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { FileButton } from '../shared/ui/FileButton.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { OutcomeCounts, ReportRows, ShownReport } from './ImportReport.js';
import {
  dateTimeText,
  importAtom,
  importList,
  OUTCOME_LABELS,
  recentImportsAtom,
  runningImportsAtom,
  type SeenImport,
  SHOWN_OUTCOMES,
  sizeText,
  startedAtText,
} from './import-files.js';
import {
  chooseFiles,
  closeImport,
  type ImportStep,
  importChosen,
  importStepAtom,
  openImport,
} from './import-panel.js';

function Step({ panel }: { panel: ImportStep }) {
  switch (panel.step) {
    case 'idle':
      return null;
    case 'checking':
    case 'importing':
      return <ImportProgress step={panel.step} fileName={panel.file.name} importId={panel.importId} />;
    case 'checked':
      return <CheckedFile file={panel.file} report={panel.report} />;
    case 'report':
      return <ShownReport report={panel.report} />;
    default:
      return panel satisfies never;
  }
}

/** Imports files: choose, look at what would happen, import; what runs and what has run. */
export function ImportPane({ onChoose }: { onChoose: () => void }) {
  const panel = useValue(importStepAtom);
  const mayImport = useMay('desk');
  const followed = panel.step === 'importing' ? panel.importId : null;
  return (
    <>
      {mayImport && <FileChooser onChoose={onChoose} />}
      <Step panel={panel} />
      <RunningImports except={followed} />
      <RecentImports shown={panel.step === 'report' ? panel.report.id : null} />
    </>
  );
}

/** ファイルを選択, and where a file can be dropped. */
function FileChooser({ onChoose }: { onChoose: () => void }) {
  const idle = useValue(importStepAtom).step === 'idle';
  return (
    <div className="file-chooser stack" data-idle={idle || undefined}>
      {idle && <p>手間いらずのCSVファイルを画面のどこかにドロップするか、選択してください。</p>}
      <FileButton keyName="chooseFile" label="CSVファイル" onOpen={onChoose} onChoose={chooseFiles} />
    </div>
  );
}

/** Shows the effect of importing the chosen file, and asks for it. */
function CheckedFile({ file, report }: { file: File; report: ImportReport }) {
  useKey('importFile', importChosen);
  const changes = report.new + report.changed + report.cancelled;
  return (
    <section className="import-step stack" aria-label="取り込みの確認">
      <h3 className="file-name">{file.name}</h3>
      <p className="soft">{`${sizeText(file.size)} · ${countText(report.rows)}行 · まだ取り込んでいません`}</p>
      <OutcomeCounts counts={report} />
      {changes + report.failed === 0 && <p className="soft">取り込んでも、予約は変わりません。</p>}
      <div className="import-buttons">
        <Button
          autoFocus
          intent="primary"
          text="取り込む"
          endIcon={<KeyHint of="importFile" />}
          {...keyProps('importFile', '取り込む')}
          data-tooltip={undefined} // It has the focus at once, and a tooltip would hide the report.
          onClick={importChosen}
        />
        <Button text="やめる" onClick={closeImport} />
      </div>
      <ReportRows report={report} />
    </section>
  );
}

const STEP_TEXTS = { checking: '内容を確認しています', importing: '取り込んでいます' } as const;
const SECOND = 1_000;

/** Rows a second, once there is enough to compute it. */
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

/** Shows how far a file has been looked at or imported. */
function ImportProgress({ step, fileName, importId, elsewhere }: ImportProgressProps) {
  const seen = useValue(importAtom(importId ?? 0));
  const runs = seen?.status === 'running' ? seen : null;
  const label = `${fileName} ${STEP_TEXTS[step]}`;
  return (
    <section className="import-step stack" aria-label={label}>
      <h3 className="file-name">{fileName}</h3>
      <p className="soft" role="status">
        {`${STEP_TEXTS[step]}…`}
        {elsewhere && seen && ` ${startedAtText(seen)}`}
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

/** The imports that run elsewhere: at other terminals, or from the drop folder. */
function RunningImports({ except }: { except: number | null }) {
  const running = useValue(runningImportsAtom).filter(({ id }) => id !== except);
  return running.map(({ id, file_name }) => (
    <ImportProgress key={id} step="importing" fileName={file_name} importId={id} elsewhere />
  ));
}

function countsText(summary: ImportSummary): string {
  if (summary.status === 'failed')
    return `失敗 ${countText(summary.done)}/${countText(summary.rows)}行 · ${summary.failure}`;
  const parts = SHOWN_OUTCOMES.filter((outcome) => summary[outcome] > 0).map(
    (outcome) => `${OUTCOME_LABELS[outcome]}${countText(summary[outcome])}`,
  );
  return parts.join(' ') || '変更なし';
}

/** The files imported lately; opening one shows its report. */
function RecentImports({ shown }: { shown: number | null }) {
  const imports = useValue(recentImportsAtom);
  const timezone = useValue(hotelAtom)?.timezone;
  const { error } = useValue(importList.atom);
  if (imports === null && error === null) return null;
  return (
    <section className="recent-imports">
      <h3>最近の取り込み</h3>
      {imports === null && <ListState failure={error?.message} onRetry={() => importList.reload()} />}
      {imports?.length === 0 && <p className="soft">まだ取り込まれたファイルはありません。</p>}
      <ul>
        {imports?.map((summary) => (
          <li key={summary.id}>
            <button
              type="button"
              className="list-button"
              aria-current={summary.id === shown || undefined}
              onClick={() => openImport(summary)}
            >
              <span className="file-name">{summary.file_name}</span>
              <span className="soft">
                {`${dateTimeText(summary.received_at, timezone)} · ${startedAtText(summary)} · ${countsText(summary)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
