import './form-dialog.css';
import { Button } from '@blueprintjs/core';
import type { PrimitiveAtom } from 'jotai';
import { type FormEvent, type ReactNode, useEffect, useId } from 'react';
import { store } from '../store.js';
import { Modal } from './Modal.js';
import { RefusalText, type Sending } from './sending.js';

/** Takes away the question of a dialog that leaves the page, unless another one stands in its place already. */
export function useQuestionEnd<Asked>(atom: PrimitiveAtom<Asked | null>, asked: Asked): void {
  useEffect(() => {
    return () => store.set(atom, (now) => (now === asked ? null : now));
  }, [atom, asked]);
}

type FormDialogProps = {
  title: string;
  /** Text of the button that sends. */
  text: string;
  sending: Sending;
  onSubmit: () => void;
  onClose: () => void;
  className?: string;
  /** Buttons before the one that sends. */
  actions?: ReactNode;
  /** Content beneath the refusal. */
  beneath?: ReactNode;
  /** The rows: a label and a control each. */
  children: ReactNode;
};

/** A modal with a form of labelled rows, the button that sends it, and the text of a refusal. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, sending, onSubmit, onClose, className, actions, beneath, children } = props;
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal
      title={title}
      isOpen
      ownFocus
      className={className}
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button type="submit" form={id} intent="primary" disabled={sending.isSending} text={text} />
        </>
      }
    >
      <form id={id} className="form-rows" noValidate onSubmit={submit}>
        {children}
      </form>
      <RefusalText text={sending.refusal} />
      {beneath}
    </Modal>
  );
}
