import { type PanelState, panelAtom } from './import-panel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { CheckedFile } from './CheckedFile.js';
import { FileChooser } from './FileChooser.js';
import { ImportProgress } from './ImportProgress.js';
import { RecentImports } from './RecentImports.js';
import { RunningImports } from './RunningImports.js';
import { ShownReport } from './ShownReport.js';

function Step({ panel }: { panel: PanelState }) {
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
  const panel = useValue(panelAtom);
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
