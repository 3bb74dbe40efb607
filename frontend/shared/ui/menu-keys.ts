import type { KeyboardEvent } from 'react';

const ENTRIES = '[role="menuitem"]:not([aria-disabled="true"])';

/** Arrow keys go round the entries of a menu. */
export function goRound(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(ENTRIES)];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  entries[(Math.max(at, step > 0 ? at : 0) + step + entries.length) % entries.length]?.focus();
}

/** Leads the focus into a menu that has just opened. */
export function focusFirst(popover: HTMLElement): void {
  popover.querySelector<HTMLElement>(ENTRIES)?.focus();
}
