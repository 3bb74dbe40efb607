import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { type ReactNode, useLayoutEffect } from 'react';

type ModalProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons before 閉じる. */
  actions?: ReactNode;
  /** Set when something within takes the focus itself; otherwise 閉じる has it. */
  ownFocus?: boolean;
  /** Text of the last button, when it is not 閉じる. */
  closeText?: string;
  /** A class of its own, where it has a width of its own. */
  className?: string;
  /** The content has its own buttons. */
  hasNoFooter?: boolean;
  children?: ReactNode;
};

/** Gives the focus back where it was, each time and also when the modal leaves the page while it is still open. */
function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    const before = isOpen ? document.activeElement : null;
    return () => {
      if (before instanceof HTMLElement) queueMicrotask(() => before.focus());
    };
  }, [isOpen]);
}

/** A modal with a title and one 閉じる button. */
export function Modal({
  title,
  isOpen,
  onClose,
  actions,
  ownFocus = false,
  closeText,
  className = '',
  hasNoFooter,
  children,
}: ModalProps) {
  useFocusBack(isOpen);
  // A dialog of its own for each time: one that was there before takes the focus before it can be noted.
  if (!isOpen) return null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      isCloseButtonShown={false}
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      className={`modal ${className}`}
    >
      <DialogBody>{children}</DialogBody>
      {!hasNoFooter && (
        <DialogFooter
          actions={
            <>
              {actions}
              <Button text={closeText ?? '閉じる'} autoFocus={!ownFocus} onClick={onClose} />
            </>
          }
        />
      )}
    </Dialog>
  );
}
