import { Button } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { type KeyboardEvent as ReactKeyboardEvent, useLayoutEffect, useRef } from 'react';
import { payBy, payingAtom } from './desk-acts.js';
import { paymentsAtom } from '../shared/masters.js';
import { useValue, useWrite } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';

const MOST_FIGURES = 9;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The figure that was pressed alone, null for any other key. */
function figureOf({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): number | null {
  return /^[1-9]$/.test(key) && !ctrlKey && !altKey && !metaKey ? Number(key) : null;
}

/** Takes figures from the moment on that it is asked for, before the dialog has drawn itself and has the focus. */
function useFigures(onFigure: ((figure: number) => void) | null): void {
  const latest = useRef(onFigure);
  latest.current = onFigure;
  const isAsked = onFigure !== null;
  useLayoutEffect(() => {
    if (!isAsked) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const figure = figureOf(event);
      if (figure === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) latest.current?.(figure);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isAsked]);
}

/** Asks how a stay was paid, by figure or arrow keys, when no way is set. */
export function PaymentChoice() {
  const booking = useValue(payingAtom);
  const setPaying = useWrite(payingAtom);
  const ways = useValue(paymentsAtom).filter(({ is_retired }) => is_retired !== 1);
  const buttons = useRef<HTMLDivElement>(null);
  const payByFigure = (figure: number) => {
    const way = ways[figure - 1];
    if (booking && way) void payBy(booking, way.id);
  };
  useFigures(booking && payByFigure);
  if (!booking) return null;
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const all = [...(buttons.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(at + step + all.length) % all.length]?.focus();
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
