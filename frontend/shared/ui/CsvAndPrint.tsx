import { Button } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import { DownloadButton } from './DownloadButton.js';

type CsvAndPrintProps = { path: string; printName: string; isReady?: boolean; onPrint?: () => void };

/** Saves what is shown as a CSV file, or puts it on paper. */
export function CsvAndPrint({
  path,
  printName,
  isReady = true,
  onPrint = () => window.print(),
}: CsvAndPrintProps) {
  return (
    <>
      <DownloadButton size="small" text="CSV" path={path} />
      <Button
        size="small"
        variant="minimal"
        icon={<Print size={16} />}
        aria-label={printName}
        disabled={!isReady}
        onClick={onPrint}
      />
    </>
  );
}
