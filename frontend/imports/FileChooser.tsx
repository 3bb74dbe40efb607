import { chooseFiles, panelAtom } from './import-panel.js';
import { useValue } from '../shared/store.js';
import { FileButton } from '../shared/ui/FileButton.js';

/** ファイルを選択, and where a file can be dropped. */
export function FileChooser({ onChoose }: { onChoose: () => void }) {
  const idle = useValue(panelAtom).step === 'idle';
  return (
    <div className="file-chooser" data-idle={idle || undefined}>
      {idle && <p>手間いらずのCSVファイルを画面のどこかにドロップするか、選択してください。</p>}
      <FileButton keyName="chooseFile" label="CSVファイル" onOpen={onChoose} onChoose={chooseFiles} />
    </div>
  );
}
