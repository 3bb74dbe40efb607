import { type KeyboardEvent, useRef } from 'react';
import { useValue } from '../../state/store.js';
import { unmappedTypesAtom } from '../../state/unmapped-types.js';

/** The parts of the side panel. */
export type Pane = 'imports' | 'mappings';
const PANES = { imports: 'ファイル取り込み', mappings: '部屋タイプ対応' } as const satisfies Record<
  Pane,
  string
>;
const NAMES = Object.keys(PANES) as Pane[];

/** Chooses a part of the side panel, also with the arrow keys. */
export function PaneTabs({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) {
  const unmapped = useValue(unmappedTypesAtom).length;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = pane === 'imports' ? 'mappings' : 'imports';
    onPane(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className="pane-tabs" role="tablist" aria-label="表示の切り替え" ref={list} onKeyDown={onKeyDown}>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-controls={`pane-${name}`}
          aria-selected={name === pane}
          tabIndex={name === pane ? 0 : -1}
          onClick={() => onPane(name)}
        >
          {PANES[name]}
          {name === 'mappings' && unmapped > 0 && <span className="pane-count">未定義 {unmapped}</span>}
        </button>
      ))}
    </div>
  );
}
