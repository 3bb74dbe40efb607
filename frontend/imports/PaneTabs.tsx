import { useValue } from '../shared/store.js';
import { unmappedTypesAtom } from './unmapped-types.js';
import { TabList } from '../shared/ui/TabList.js';

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
