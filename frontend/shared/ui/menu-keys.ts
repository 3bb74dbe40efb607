import type { KeyboardEvent } from 'react';

const ENTRIES = '[role="menuitem"]:not([aria-disabled="true"])';

/** Returns the place that a key leads to from an entry, -1 for the last; undefined where it leads nowhere. */
const placeAfter = (key: string, at: number): number | undefined =>
  ({ ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 })[key];

/** Leads the focus of a menu by keys: the arrows go round its entries, Home and End to the first and the last. */
export function goRound(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(ENTRIES)];
  const place = placeAfter(event.key, entries.indexOf(document.activeElement as HTMLElement));
  if (place === undefined) return;
  event.preventDefault();
  entries.at(place % entries.length)?.focus();
}

/** Leads the focus into a menu that has just opened, wherever it stands before it is put in its place. */
export function focusFirst(popover: HTMLElement): void {
  popover.querySelector<HTMLElement>(ENTRIES)?.focus({ preventScroll: true });
}
