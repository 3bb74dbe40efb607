import { Button } from '@blueprintjs/core';
import { Cross, Undo } from '@blueprintjs/icons';
import { useValue } from '../shared/store.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps } from '../shared/ui/keys.js';
import { focusIfLost, TAKE_BACK_ID } from './focus-if-lost.js';
import { doneAtom, forgetDone, takeBackLast, takingBackAtom } from './lists.atoms.js';

/** What was done last, and the button that takes it back. */
export function DoneNotice() {
  const done = useValue(doneAtom);
  const busy = useValue(takingBackAtom);
  const takeBack = async () => {
    await takeBackLast();
    focusIfLost();
  };
  const close = () => {
    forgetDone();
    focusIfLost();
  };
  return (
    <div className="done-notice row" role="status">
      {done && (
        <>
          <span className="done-text cut">{done.text}</span>
          {done.takeBack && (
            <Button
              id={TAKE_BACK_ID}
              size="small"
              icon={<Undo size={14} />}
              text="元に戻す"
              endIcon={<KeyHint of="takeBack" />}
              loading={busy}
              {...keyProps('takeBack', '元に戻す')}
              onClick={takeBack}
            />
          )}
          <Button
            size="small"
            variant="minimal"
            icon={<Cross size={14} />}
            aria-label="お知らせを閉じる"
            onClick={close}
          />
        </>
      )}
    </div>
  );
}
