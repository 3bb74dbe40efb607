import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { type Message, messageAtom } from '../state/dialogs.js';
import { useValue } from '../state/store.js';

/** The one alert or confirm that is shown: its text, OK (focused), and キャンセル on a confirm. */
export function MessageDialog() {
  const message = useValue(messageAtom);
  const shown = useRef<Message | null>(null);
  const before = useRef<Element | null>(null);
  const okButton = useRef<HTMLButtonElement>(null);
  if (message) shown.current = message;
  const current = shown.current;

  useEffect(() => {
    if (!message) return;
    if (!document.activeElement?.closest('[role="dialog"]')) before.current = document.activeElement;
    okButton.current?.focus();
  }, [message]);

  const returnFocus = () => {
    const target = current?.focusAfter ? document.getElementById(current.focusAfter) : before.current;
    if (target instanceof HTMLElement) target.focus();
  };
  const settle = (accepted: boolean) => () => message?.settle(accepted);

  return (
    <Dialog
      isOpen={message !== null}
      onClose={settle(current?.kind === 'alert')}
      onClosed={returnFocus}
      title={current?.title ?? ''}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      className="message-dialog"
    >
      <DialogBody>
        <p className="message-text">{current?.text}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {current?.kind === 'confirm' && <Button text="キャンセル" onClick={settle(false)} />}
            <Button ref={okButton} intent="primary" text="OK" autoFocus onClick={settle(true)} />
          </>
        }
      />
    </Dialog>
  );
}
