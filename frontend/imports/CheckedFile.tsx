import { Button } from '@blueprintjs/core';
import type { ImportReport } from '@wire/csv-imports.js';
import { useEffect, useRef } from 'react';
import { closePanel, importChosen } from './import-panel.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps } from '../shared/ui/keys.js';
import { useKey } from '../shared/ui/use-key.js';
import { countText, sizeText } from './import-texts.js';
import { OutcomeCounts } from './OutcomeCounts.js';
import { ReportRows } from './ReportRows.js';

/** What importing the chosen file would do, and whether to do it. */
export function CheckedFile({ file, report }: { file: File; report: ImportReport }) {
  const button = useRef<HTMLButtonElement>(null);
  useKey('importFile', importChosen);
  useEffect(() => void button.current?.focus(), []);
  const changes = report.new + report.changed + report.cancelled;
  return (
    <section className="import-step" aria-label="取り込みの確認">
      <h3 className="file-name">{file.name}</h3>
      <p className="soft">{`${sizeText(file.size)} · ${countText(report.rows)}行 · まだ取り込んでいません`}</p>
      <OutcomeCounts counts={report} />
      {changes + report.failed === 0 && <p className="soft">取り込んでも、予約は変わりません。</p>}
      <div className="import-buttons">
        <Button
          ref={button}
          intent="primary"
          text="取り込む"
          endIcon={<KeyHint of="importFile" />}
          {...keyProps('importFile', '取り込む')}
          data-tooltip={undefined} // It has the focus at once, and a tooltip would hide the report.
          onClick={importChosen}
        />
        <Button text="やめる" onClick={closePanel} />
      </div>
      <ReportRows report={report} />
    </section>
  );
}
