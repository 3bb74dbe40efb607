import { Button } from '@blueprintjs/core';
import { Cross, Undo } from '@blueprintjs/icons';
import { useValue } from '../shared/store.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps } from '../shared/ui/keys.js';
import { doneAtom, forgetDone, takeBackLast, takingBackAtom } from './lists.atoms.js';

/** Says what was done last, with the button that takes it back. */
export function DoneNotice() {
  const done = useValue(doneAtom);
  const busy = useValue(takingBackAtom);
  return (
    <div className="done-notice row" role="status">
      {done && (
        <>
          <span className="done-text cut">{done.text}</span>
          {done.takeBack && (
            <Button
              data-focus-next
              size="small"
              icon={<Undo size={14} />}
              text="元に戻す"
              endIcon={<KeyHint of="takeBack" />}
              loading={busy}
              {...keyProps('takeBack', '元に戻す')}
              onClick={takeBackLast}
            />
          )}
          <Button
            size="small"
            variant="minimal"
            icon={<Cross size={14} />}
            aria-label="お知らせを閉じる"
            onClick={forgetDone}
          />
        </>
      )}
    </div>
  );
}
