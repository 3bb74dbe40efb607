import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import { doneText, operationsAtom, shownOperationAtom, undoneAtom } from '../shared/operations.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { reversingAtom, takeBack } from './undo.atoms.js';
import './undo.css';

const SHOWN_MS = 8_000;
const LOOK_AGAIN_MS = 1_500;
const IN_USE = '.undo-toast:hover, .undo-toast:focus-within, [role="dialog"]';

/** Hides the toast when the window is hidden or a dialog covers it. */
function useFading(told: object | null): void {
  useEffect(() => {
    if (!told) return;
    let timer = 0;
    const look = () => {
      if (document.querySelector(IN_USE)) timer = window.setTimeout(look, LOOK_AGAIN_MS);
      else store.set(shownOperationAtom, null);
    };
    timer = window.setTimeout(look, SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [told]);
}

/** A quiet line about what was just done, with the way back. */
export function UndoToast() {
  const told = useValue(shownOperationAtom);
  const acts = useValue(operationsAtom);
  const undone = useValue(undoneAtom);
  const busy = useValue(reversingAtom);
  const may = useMay('desk');
  useFading(told);
  const direction = told?.did === 'undo' ? 'redo' : 'undo';
  const latest = (direction === 'undo' ? acts : undone).at(-1);
  const isLatest = told !== null && latest?.requestId === told.act.requestId;
  return (
    <div className="undo-toast" role="status" data-shown={told !== null}>
      {told && (
        <>
          <span className="undo-text cut">{doneText(told)}</span>
          {may && isLatest && (
            <Button
              size="small"
              variant="minimal"
              intent="primary"
              text={direction === 'undo' ? '元に戻す' : 'やり直す'}
              endIcon={<KeyHint of={direction} />}
              disabled={busy}
              onClick={() => takeBack(direction)}
            />
          )}
        </>
      )}
    </div>
  );
}
