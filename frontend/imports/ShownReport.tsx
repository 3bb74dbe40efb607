import { Button } from '@blueprintjs/core';
import type { ImportReport } from '@wire/csv-imports.js';
import { failedRowsAddress } from './imports-api.js';
import { hotelAtom } from '../shared/hotel.js';
import { closePanel } from './import-panel.js';
import { useValue } from '../shared/store.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { countText, instantText, originText } from './import-texts.js';
import { OutcomeCounts } from './OutcomeCounts.js';
import { ReportRows } from './ReportRows.js';

/** What an import has done. */
export function ShownReport({ report }: { report: ImportReport }) {
  const timezone = useValue(hotelAtom)?.timezone;
  const when = instantText(report.finished_at ?? report.received_at, timezone);
  return (
    <section className="import-step" aria-label="取り込みの結果" data-done>
      <h3 className="file-name">{report.file_name}</h3>
      <p className="soft" role="status">
        {`${countText(report.rows)}行を取り込みました · ${when} · ${originText(report)}`}
      </p>
      <OutcomeCounts counts={report} />
      <div className="import-buttons">
        {report.failed > 0 && <DownloadButton path={failedRowsAddress(report.id)} text="失敗行をCSVで保存" />}
        <Button text="結果を閉じる" onClick={closePanel} />
      </div>
      <ReportRows report={report} />
    </section>
  );
}
