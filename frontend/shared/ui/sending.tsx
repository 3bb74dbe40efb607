import { useRef, useState } from 'react';
import { ApiError, failureText } from '../api/request.js';

/** The sending of a form: if it is on its way, and the text of its refusal; null for none. */
export type Sending = {
  isSending: boolean;
  refusal: string | null;
  /** Writes, unless that is being done; a refusal is shown, and told to `onRefused`. A mistake of the program is thrown on, for the log. */
  send: (write: () => Promise<unknown>, onRefused?: (error: unknown) => unknown) => Promise<void>;
  /** Shows a text in the place of a refusal; null takes it away. */
  refuse: (text: string | null) => void;
};

/** The state of a form that is sent, one time at a time. */
export function useSending(): Sending {
  const [refusal, refuse] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  // A second Enter may come before the form is drawn as being sent.
  const isUnderWay = useRef(false);
  return {
    isSending,
    refusal,
    send: async (write, onRefused) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setSending(true);
      refuse(null);
      try {
        await write();
      } catch (error) {
        refuse(failureText(error));
        await onRefused?.(error);
        if (!(error instanceof ApiError)) throw error;
      } finally {
        isUnderWay.current = false;
        setSending(false);
      }
    },
    refuse,
  };
}

/** Text of a refusal, read aloud at once; nothing for null. */
export function RefusalText({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className="field-error" role="alert">
      {text}
    </p>
  );
}
