import { EditableText } from '@blueprintjs/core';
import { useState } from 'react';
import { terminalNameAtom } from '../shared/preferences.js';
import { useValue, useWrite } from '../shared/store.js';

/** The terminal's name, changed in place. */
export function TerminalName() {
  const name = useValue(terminalNameAtom);
  const rename = useWrite(terminalNameAtom);
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <span className="terminal-name" data-tooltip="この端末の名前（他の端末に表示されます）">
      <EditableText
        value={draft ?? name}
        onChange={setDraft}
        onConfirm={(value) => {
          rename(value);
          setDraft(null);
        }}
        onCancel={() => setDraft(null)}
        maxLength={40}
        placeholder="端末名"
      />
    </span>
  );
}
