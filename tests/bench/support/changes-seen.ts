import type { Page } from '@playwright/test';

/** One change that came over the socket: milliseconds until it was painted, and how many rows of the calendar it touched. */
export type SeenChange = { ms: number; rows: number };

/** Notes every change of the calendar that a message of the socket brings about. */
export async function watchChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let heard = 0;
    let told = (_seen: { ms: number; rows: number }) => {};
    Object.assign(window, {
      nextChange: () =>
        new Promise((resolve) => {
          heard = 0;
          told = resolve;
        }),
    });
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener('message', () => {
          heard = performance.now();
        });
      }
    };
    const observer = new MutationObserver((records) => {
      const began = heard;
      heard = 0;
      const elements = records.map(({ target }) =>
        target instanceof Element ? target : target.parentElement,
      );
      const rows = new Set(elements.map((element) => element?.closest('[role=row]')).filter(Boolean));
      if (began === 0 || rows.size === 0) return;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => told({ ms: performance.now() - began, rows: rows.size });
        channel.port2.postMessage(null);
      });
    });
    const watch = () => {
      const grid = document.querySelector('[role=grid]');
      if (!grid) return void setTimeout(watch, 50);
      observer.observe(grid, { subtree: true, childList: true, characterData: true, attributes: true });
    };
    document.addEventListener('DOMContentLoaded', watch);
  });
}

/** The next change from now on. */
export const nextChange = (page: Page): Promise<SeenChange> =>
  page.evaluate(() => (window as unknown as { nextChange(): Promise<SeenChange> }).nextChange());
