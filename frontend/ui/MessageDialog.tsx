import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Message, messageAtom } from '../state/dialogs.js';
import { useValue } from '../state/store.js';

/** Gives the focus back after the last message: to the element that it names, or to where it was. */
function useFocusAfter(message: Message | null): void {
  const before = useRef<Element | null>(null);
  const last = useRef<Message | null>(null);
  useLayoutEffect(() => {
    if (message) {
      if (!document.activeElement?.closest('[role="dialog"]')) before.current = document.activeElement;
      last.current = message;
      return;
    }
    const named = last.current?.focusAfter;
    const target = named ? document.getElementById(named) : before.current;
    if (last.current && target instanceof HTMLElement) queueMicrotask(() => target.focus());
    last.current = null;
  }, [message]);
}

/** The one alert or confirm that is shown: its text, OK (focused), and キャンセル on a confirm. */
export function MessageDialog() {
  const message = useValue(messageAtom);
  const okButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(message);
  useEffect(() => {
    if (message) okButton.current?.focus();
  }, [message]);

  // A dialog of its own for each time: one that was there before takes the focus before it can be noted.
  if (!message) return null;
  const { kind, title, text } = message;
  const settle = (accepted: boolean) => () => message.settle(accepted);
  return (
    <Dialog
      isOpen
      onClose={settle(kind === 'alert')}
      title={title}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      className="message-dialog"
    >
      <DialogBody>
        <p className="message-text">{text}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {kind === 'confirm' && <Button text="キャンセル" onClick={settle(false)} />}
            <Button ref={okButton} intent="primary" text="OK" autoFocus onClick={settle(true)} />
          </>
        }
      />
    </Dialog>
  );
}
