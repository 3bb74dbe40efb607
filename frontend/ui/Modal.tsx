import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { ReactNode } from 'react';

type ModalProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons before 閉じる. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** A modal with a title and one 閉じる button. */
export function Modal({ title, isOpen, onClose, actions, children }: ModalProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      isCloseButtonShown={false}
      transitionDuration={0}
      className="modal"
    >
      <DialogBody>{children}</DialogBody>
      <DialogFooter
        actions={
          <>
            {actions}
            <Button text="閉じる" onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
