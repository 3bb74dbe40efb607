import { Button } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { type KeyboardEvent, useRef } from 'react';
import { payBy, payingAtom } from '../../state/front-desk/desk-acts.js';
import { paymentsAtom } from '../../state/masters.js';
import { useValue, useWrite } from '../../state/store.js';
import { Modal } from '../../ui/Modal.js';

const MOST_FIGURES = 9;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Asks how a stay was paid, by figure or arrow keys, when no way is set. */
export function PaymentChoice() {
  const booking = useValue(payingAtom);
  const setPaying = useWrite(payingAtom);
  const ways = useValue(paymentsAtom).filter(({ is_retired }) => is_retired !== 1);
  const buttons = useRef<HTMLDivElement>(null);
  if (!booking) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(buttons.current?.querySelectorAll('button') ?? [])];
    const step = STEPS[event.key];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
    else if (/^[1-9]$/.test(event.key)) all[Number(event.key) - 1]?.click();
    else return;
    event.preventDefault();
  };
  const { roomNumber, record } = booking;
  return (
    <Modal title="支払方法" isOpen ownFocus closeText="やめる" onClose={() => setPaying(null)}>
      <p className="payment-of">
        {[roomNumber, record.guest_name_1].filter(Boolean).join(' ')}{' '}
        <strong>{yenText(record.total_fee)}</strong>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn with a frame and has no use for keys. */}
      <div ref={buttons} role="group" aria-label="支払方法" className="payment-ways" onKeyDown={onKeyDown}>
        {ways.map(({ id, payment_name }, index) => (
          <Button
            key={id}
            alignText="start"
            autoFocus={index === 0}
            text={payment_name}
            endIcon={
              index < MOST_FIGURES ? (
                <span aria-hidden="true">
                  <kbd className="key-hint">{index + 1}</kbd>
                </span>
              ) : undefined
            }
            onClick={() => payBy(booking, id)}
          />
        ))}
      </div>
    </Modal>
  );
}
