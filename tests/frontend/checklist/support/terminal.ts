import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { flushSync } from 'react-dom';
import { stashedDraftsAtom } from '#frontend/booking/drafts.js';
import { NEW_FORM, placeForm } from '#frontend/booking/form.js';
import { readRetries } from '#frontend/shared/api/request.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { store } from '#frontend/shared/store.js';
import type { CHECKLIST, RowsOf } from '#tests/cases/checklist/checklist.js';
import { type Hotel, hotelAt } from '#tests/e2e/support/hotel.js';
import { apiClient } from '#tests/support/api-client.js';
import { intercept, json, letAllThrough, realFetch } from './network.js';
import { button, calendar, dialog, leave, soon } from './page.js';

/** A row is proven on the one page of the run; bookings of other clients come through the hotel. */
export type Proof = (at: { hotel: Hotel }) => Promise<void>;
export type PageRows<Name extends keyof typeof CHECKLIST> = RowsOf<Name, 'page', Proof>;

const LOAD_MS = 120_000;
/** Size of the window, as narrow as the rows allow: what is drawn is most of the time that they take. */
const WINDOW = { clientWidth: 720, clientHeight: 640 };
const FAILURE = { status: 599, error: 'わざと失敗させた呼び出しです。' };

const size = { ...WINDOW };
const logged: string[] = [];
let allowed: RegExp[] = [];

function measure(): void {
  Object.assign(window, { innerWidth: WINDOW.clientWidth, innerHeight: WINDOW.clientHeight });
  for (const side of ['clientWidth', 'clientHeight'] as const) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => size[side] });
  }
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
}

function listen(): void {
  for (const kind of ['error', 'warn'] as const) {
    console[kind] = (...words: unknown[]) => void logged.push(words.map(textOf).join(' '));
  }
  window.addEventListener('unhandledrejection', ({ reason }) => logged.push(textOf(reason)));
}

const textOf = (word: unknown): string =>
  word instanceof Error ? (word.stack ?? word.message) : String(word);

/** Loads the page as its document does, at the server that runs. */
export async function openTerminal(): Promise<Hotel> {
  measure();
  listen();
  // As often as in the product, at once: the pauses have a test of their own.
  readRetries.pausesMs = readRetries.pausesMs.map(() => 0);
  document.body.innerHTML = '<div id="app"></div>';
  await import('#frontend/main.js');
  await soon(() => expect(document.querySelector('[data-connected="true"]')).not.toBeNull(), LOAD_MS);
  return hotelAt(location.origin, apiClient(location.origin, realFetch));
}

/** Removes all that one row left open or typed; nothing may have been logged that no row provoked. */
export async function tidyUp(): Promise<void> {
  const problems = logged.filter((text) => !allowed.some((pattern) => pattern.test(text)));
  logged.length = 0;
  allowed = [];
  if (letAllThrough()) leave();
  store.get(messageAtom)?.settle(false);
  await pause(1);
  const open = dialog();
  if (open) {
    button('閉じる', open)?.click();
    open.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  }
  scrollBack();
  flushSync(() => {
    placeForm(NEW_FORM);
    store.set(stashedDraftsAtom, []);
  });
  await pause(1);
  expect(problems).toEqual([]);
}

/** Scrolls back the calendar that the keys of one row have led elsewhere. */
function scrollBack(): void {
  for (const grid of document.querySelectorAll('[role="grid"]')) {
    Object.assign(grid, { scrollTop: 0, scrollLeft: 0 });
    grid.dispatchEvent(new Event('scroll'));
  }
}

/** Lets a kind of error pass that a row itself provokes. */
export const allowError = (pattern: RegExp): void => void allowed.push(pattern);

/** Lets the calendar draw all its rows while something is looked at, as if the window were that high. */
export async function withAllRows<T>(look: () => T | Promise<T>): Promise<T> {
  const measured = async (height: number) => {
    size.clientHeight = height;
    document.querySelector('[role="grid"]')?.dispatchEvent(new Event('scroll'));
    await new Promise(requestAnimationFrame);
    await pause(1);
  };
  await measured(10_000);
  try {
    const drawn = () => calendar.heads().map((head) => Number(head.getAttribute('aria-rowindex')));
    await soon(() => expect(drawn()).toContain(calendar.rows()));
    return await look();
  } finally {
    await measured(WINDOW.clientHeight);
  }
}

/** Lets calls fail while something is done that needs them: they are logged to the console, staff see no message. */
export async function failQuietly(
  method: string,
  calls: RegExp,
  work: () => Promise<unknown>,
): Promise<void> {
  allowError(new RegExp(FAILURE.error));
  const failing = intercept(method, calls, async () =>
    json({ error: FAILURE.error, errors: [] }, FAILURE.status),
  );
  const before = logged.length;
  await work();
  await soon(() => expect(logged.slice(before).join()).toContain(FAILURE.error));
  expect(dialog()).toBeUndefined();
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(document.body.textContent).not.toContain(FAILURE.error);
  failing();
}
