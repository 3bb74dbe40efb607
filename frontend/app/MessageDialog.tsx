import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Message, messageAtom } from '../shared/dialogs.js';
import { useValue } from '../shared/store.js';
import { focusInDialog } from '../shared/ui/focus-fallback.js';

/** Gives the focus back after the last message: to the element that it names, or to where it was. */
function useFocusAfter(message: Message | null): void {
  const before = useRef<Element | null>(null);
  const last = useRef<Message | null>(null);
  useLayoutEffect(() => {
    if (message) {
      // Within 明細 and the like as well, but not in the message before this one.
      if (!document.activeElement?.closest('.message-dialog')) before.current = document.activeElement;
      last.current = message;
      return;
    }
    const named = last.current?.focusAfter;
    const target = named ? document.getElementById(named) : before.current;
    if (last.current && target instanceof HTMLElement)
      queueMicrotask(() => (target.isConnected ? target.focus() : focusInDialog()));
    last.current = null;
  }, [message]);
}

/** The one alert or confirm that is shown: its text and OK; a confirm has やめる as well, or words of its own on both, which has the focus there. */
export function MessageDialog() {
  const message = useValue(messageAtom);
  const safeButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(message);
  useEffect(() => {
    if (!message) return;
    safeButton.current?.focus();
    // A form below that begins anew would take it, and Enter would answer nothing.
    const keep = ({ target }: FocusEvent) => {
      const isBelow = target instanceof Element && !target.closest('.message-overlay, dialog');
      if (isBelow) safeButton.current?.focus();
    };
    document.addEventListener('focusin', keep);
    return () => document.removeEventListener('focusin', keep);
  }, [message]);

  // A dialog of its own for each time: one that was there before takes the focus before it can be noted.
  if (!message) return null;
  const { kind, title, text, subject, buttons } = message;
  const isConfirm = kind === 'confirm';
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
      portalClassName="message-overlay"
    >
      <DialogBody>
        <p className="message-text">{text}</p>
        {subject && <div className="message-subject">{subject}</div>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {isConfirm && (
              <Button
                ref={safeButton}
                text={buttons?.decline ?? 'やめる'}
                autoFocus
                onClick={settle(false)}
              />
            )}
            <Button
              ref={isConfirm ? null : safeButton}
              intent="primary"
              text={buttons?.accept ?? 'OK'}
              autoFocus={!isConfirm}
              onClick={settle(true)}
            />
          </>
        }
      />
    </Dialog>
  );
}
