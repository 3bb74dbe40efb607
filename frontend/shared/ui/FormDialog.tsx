import './form-dialog.css';
import { Button } from '@blueprintjs/core';
import type { PrimitiveAtom } from 'jotai';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { failureText } from '../api/request.js';
import { store } from '../store.js';
import { Modal } from './Modal.js';

/** The sending of a form: if it is on its way, and the text of its refusal; null for none. */
export type Sending = {
  isSending: boolean;
  refusal: string | null;
  /** Writes, unless that is being done; a refusal is shown, and told to `onRefused`. */
  send: (write: () => Promise<void>, onRefused?: (error: unknown) => void) => Promise<void>;
  /** Takes the refusal away once something is changed. */
  clearRefusal: () => void;
};

/** The state of a form that is sent. */
export function useSending(): Sending {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  return {
    isSending,
    refusal,
    send: async (write, onRefused) => {
      if (isSending) return;
      setSending(true);
      try {
        await write();
      } catch (error) {
        setRefusal(failureText(error));
        onRefused?.(error);
      } finally {
        setSending(false);
      }
    },
    clearRefusal: () => setRefusal(null),
  };
}

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
      {sending.refusal !== null && (
        <p className="field-error" role="alert">
          {sending.refusal}
        </p>
      )}
      {beneath}
    </Modal>
  );
}
