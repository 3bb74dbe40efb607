import { Tag } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { FailedQueue } from '../imports/FailedQueue.js';
import { ImportPane } from '../imports/ImportPane.js';
import { chooseFiles } from '../imports/import-panel.js';
import { MappingPane } from '../imports/MappingPane.js';
import { unmappedTypesAtom } from '../imports/room-types.js';
import { showAutoRegistration } from '../imports/show-auto-registration.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import { useFileDrop } from '../shared/ui/use-file-drop.js';
import { ExpandedRecord } from './ExpandedRecord.js';
import { OpenFeesPane, OpenFeesTitle } from './OpenFeesPane.js';

type Pane = 'imports' | 'mappings' | 'fees';

/** 自動登録: what failed on the left; files, what their room types mean, and fees of cancellations, on the right. */
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
      <FailedQueue Expanded={ExpandedRecord} />
      <aside className="side-panel" aria-label="取り込みと部屋タイプ対応">
        <PaneTabs
          id="imports"
          tabs={[
            {
              name: 'imports',
              content: 'ファイル取り込み',
              panel: <ImportPane onChoose={() => setPane('imports')} />,
            },
            { name: 'mappings', content: <MappingsTitle />, panel: <MappingPane /> },
            { name: 'fees', content: <OpenFeesTitle />, panel: <OpenFeesPane /> },
          ]}
          chosen={pane}
          onChoose={setPane}
        />
      </aside>
      {dropping && mayImport && <div className="drop-cover">ここで離すと、取り込む前に内容を確認します</div>}
    </div>
  );
}

/** The mappings' tab says how many room types have none. */
function MappingsTitle() {
  const unmapped = useValue(unmappedTypesAtom).length;
  return (
    <>
      部屋タイプ対応
      {unmapped > 0 && (
        <Tag minimal intent="danger">
          未定義 {unmapped}
        </Tag>
      )}
    </>
  );
}
