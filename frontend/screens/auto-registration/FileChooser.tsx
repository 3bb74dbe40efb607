import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { useRef } from 'react';
import { chooseFiles, panelAtom } from '../../state/import-panel.js';
import { useValue } from '../../state/store.js';
import { KeyHint } from '../../ui/KeyHint.js';
import { keyProps } from '../../ui/keys.js';
import { useKey } from '../../ui/use-key.js';

/** ファイルを選択, and where a file can be dropped. */
export function FileChooser({ onChoose }: { onChoose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const idle = useValue(panelAtom).step === 'idle';
  const choose = () => {
    onChoose();
    input.current?.click();
  };
  useKey('chooseFile', choose);
  return (
    <div className="file-chooser" data-idle={idle || undefined}>
      {idle && <p>手間いらずのCSVファイルを画面のどこかにドロップするか、選択してください。</p>}
      <Button
        size="small"
        icon={<Upload size={14} />}
        text="ファイルを選択"
        endIcon={<KeyHint of="chooseFile" />}
        {...keyProps('chooseFile', 'ファイルを選択')}
        onClick={choose}
      />
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSVファイル"
        onChange={(event) => {
          void chooseFiles([...(event.currentTarget.files ?? [])]);
          // The same file chosen again is a choice, too.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
