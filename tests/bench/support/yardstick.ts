import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to what is there.
  interface Window {
    /** See `peers/calendar/yardstick.js`. */
    yardstick: {
      painted(): Promise<number>;
      scroll(scroller: Element, axis: 'scrollTop' | 'scrollLeft', step: number): Promise<number[]>;
    };
  }
}

const YARDSTICK = fileURLToPath(new URL('../peers/calendar/yardstick.js', import.meta.url));

/** The window that every calendar is shown in. */
export const VIEWPORT = { width: 1440, height: 900 };

/** Brings the yardstick into a page, from its next load on. */
export const withYardstick = (page: Page): Promise<unknown> => page.addInitScript({ path: YARDSTICK });

/** Leaves the pointer in the middle of the window, where a hand has left it: what lies below is hit-tested while it scrolls. */
export const restPointer = (page: Page): Promise<void> =>
  page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
