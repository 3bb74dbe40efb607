import type { Page } from '@playwright/test';

/** Milliseconds from `calendar:mount` to the frame that shows it; each load of a calendar adds one. */
export async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const painted: number[] = [];
    Object.assign(window, { painted });
    const mark = performance.mark.bind(performance);
    performance.mark = (name, options) => {
      const made = mark(name, options);
      if (name === 'calendar:mount') afterPaint((at) => painted.push(at - made.startTime));
      return made;
    };
    function afterPaint(done: (at: number) => void): void {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage(null);
      });
    }
  });
}

/** The paints so far, latest last. */
export const paintsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { painted: number[] }).painted);

/** Scrolls the grid by a step each frame, back and forth between its ends, and gives the time of every frame. */
export function scrollFrames(page: Page, axis: 'scrollTop' | 'scrollLeft', step: number): Promise<number[]> {
  return page.evaluate(
    ({ axis, step }) =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('[role=grid]');
        if (!grid) throw new Error('there is no grid');
        const frames: number[] = [];
        let before = 0;
        let left = 240;
        let forth = step;
        // By the time that the browser gives the frame, as for the peers: when its callback runs is no frame's length.
        const next = (now: number) => {
          frames.push(now - before);
          before = now;
          const from = grid[axis];
          grid[axis] += forth;
          if (grid[axis] === from) forth = -forth;
          if (--left > 0) requestAnimationFrame(next);
          else resolve(frames.slice(2));
        };
        requestAnimationFrame(next);
      }),
    { axis, step },
  );
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
