import { Button } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import { saveFile } from '../../shared/api/save-file.js';
import { alertFailure } from '../../shared/alert-failure.js';
import { DownloadButton } from '../../shared/ui/DownloadButton.js';
import { keyProps } from '../../shared/ui/keys.js';
import { useKey } from '../../shared/ui/use-key.js';

/** Saves the figures for a spreadsheet, or puts them on paper. */
export function SavingButtons({ path }: { path: string }) {
  const print = () => window.print();
  useKey('reportFile', () => void saveFile(path).catch((error) => alertFailure(error)));
  useKey('reportPrint', print);
  return (
    <span className="report-saving">
      <DownloadButton size="small" text="CSV" path={path} {...keyProps('reportFile', '数値をCSVで保存')} />
      <Button
        size="small"
        variant="minimal"
        icon={<Print size={16} />}
        aria-label="印刷"
        {...keyProps('reportPrint', 'レポートを印刷')}
        onClick={print}
      />
    </span>
  );
}
