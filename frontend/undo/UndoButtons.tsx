import { Button } from '@blueprintjs/core';
import { Redo, Undo } from '@blueprintjs/icons';
import { useLocation } from 'react-router-dom';
import { useMay } from '../state/session-staff.js';
import { useValue } from '../state/store.js';
import { nextRedoAtom, nextUndoAtom, reversingAtom, takeBack } from '../state/undo.js';
import { isKey, keyProps } from '../ui/keys.js';
import { isTypedInto, useKey } from '../ui/use-key.js';

/** A text field takes back what was typed by itself, and the masters screen has a way back of its own. */
function isElsewhere(event: KeyboardEvent, pathname: string): boolean {
  return event.altKey ? pathname.startsWith('/masters') : isTypedInto(event.target);
}

/** Takes back what was done on this terminal, and does it again. */
export function UndoButtons() {
  const { pathname } = useLocation();
  const undo = useValue(nextUndoAtom);
  const redo = useValue(nextRedoAtom);
  const busy = useValue(reversingAtom);
  const may = useMay('desk');
  useKey(
    'undo',
    (event) => may && !isKey(event, 'redo') && !isElsewhere(event, pathname) && takeBack('undo'),
  );
  useKey('redo', (event) => may && !isElsewhere(event, pathname) && takeBack('redo'));
  if (!may) return null;
  return (
    <span className="undo-buttons">
      <Button
        variant="minimal"
        size="small"
        icon={<Undo />}
        aria-label={undo ? `元に戻す：${undo.text}` : '元に戻す'}
        {...keyProps('undo', undo ? `元に戻す：${undo.text}` : '元に戻す操作はありません')}
        disabled={!undo || busy}
        onClick={() => takeBack('undo')}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<Redo />}
        aria-label={redo ? `やり直す：${redo.text}` : 'やり直す'}
        {...keyProps('redo', redo ? `やり直す：${redo.text}` : 'やり直す操作はありません')}
        disabled={!redo || busy}
        onClick={() => takeBack('redo')}
      />
    </span>
  );
}
