import { Button } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { startVerb } from '../booking/asked-verb.js';
import type { ActedBooking } from '../booking/booking-actions.js';
import type { VerbName } from '../booking/booking-verbs.js';
import { panelFocusAtom } from '../shared/open-panel.js';
import { store } from '../shared/store.js';

type PrimaryButtonProps = { text: string; isBusy?: boolean; onClick: () => void };

/** The large button for what is done next; it takes the focus first, and holds it while it is busy. */
export function PrimaryButton({ text, isBusy = false, onClick }: PrimaryButtonProps) {
  return (
    <Button
      className="primary-action"
      intent="primary"
      size="large"
      fill
      text={text}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    />
  );
}

/**
 * Does something with a booking at a place, once until that shows another version of it (`isBusy` meanwhile); then the focus
 * goes to what follows. What was given up or refused can be tried again.
 */
export function useVerbs(booking: ActedBooking, place: string) {
  const { version } = booking.record;
  const [doneAt, setDoneAt] = useState<number | null>(null);
  const isBusy = doneAt === version;
  useEffect(() => {
    if (doneAt === null || doneAt === version) return;
    setDoneAt(null);
    store.set(panelFocusAtom, 'next');
  }, [doneAt, version]);
  const start = async (name: VerbName) => {
    if (isBusy) return;
    if (await startVerb(name, booking, place)) setDoneAt(version);
    else store.set(panelFocusAtom, 'first');
  };
  return { isBusy, start };
}
