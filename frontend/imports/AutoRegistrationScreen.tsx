import { useEffect, useState } from 'react';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { TabList } from '../shared/ui/TabList.js';
import { useFileDrop } from '../shared/ui/use-file-drop.js';
import { FailedQueue } from './FailedQueue.js';
import { ImportPane } from './ImportPane.js';
import { chooseFiles } from './import-panel.js';
import { MappingPane } from './MappingPane.js';
import { showAutoRegistration } from './show-auto-registration.js';
import { unmappedTypesAtom } from './unmapped-types.js';

/** 自動登録: what failed on the left; files, and what their room types mean, on the right. */
export function AutoRegistrationScreen() {
  const mayImport = useMay('desk');
  const [pane, setPane] = useState<Pane>('imports');
  useEffect(() => void showAutoRegistration(), []);
  const dropping = useFileDrop((files) => {
    if (!mayImport) return;
    setPane('imports');
    void chooseFiles(files);
  });
  return (
    <div className="auto-registration">
      <FailedQueue />
      <aside className="side-panel" aria-label="取り込みと部屋タイプ対応">
        <PaneTabs pane={pane} onPane={setPane} />
        <div
          className="side-pane"
          role="tabpanel"
          id="pane-imports"
          aria-labelledby="tab-imports"
          hidden={pane !== 'imports'}
        >
          <ImportPane onChoose={() => setPane('imports')} />
        </div>
        <div
          className="side-pane"
          role="tabpanel"
          id="pane-mappings"
          aria-labelledby="tab-mappings"
          hidden={pane !== 'mappings'}
        >
          <MappingPane />
        </div>
      </aside>
      {dropping && mayImport && <div className="drop-cover">ここで離すと、取り込む前に内容を確認します</div>}
    </div>
  );
}

/** The parts of the side panel. */
export type Pane = 'imports' | 'mappings';

/** Chooses a part of the side panel. */
export function PaneTabs({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) {
  const unmapped = useValue(unmappedTypesAtom).length;
  const mappings = (
    <>
      部屋タイプ対応
      {unmapped > 0 && <span className="pane-count">未定義 {unmapped}</span>}
    </>
  );
  const tabs = [
    { name: 'imports', content: 'ファイル取り込み' },
    { name: 'mappings', content: mappings },
  ] as const;
  return <TabList label="表示の切り替え" tabs={tabs} chosen={pane} onChoose={onPane} />;
}
