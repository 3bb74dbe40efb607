import { expect, type Locator, type Page } from '@playwright/test';

/** Effort of the hands: keys besides those that write names and figures into fields, and clicks; a drag is one click. */
export type Effort = { keys: number; clicks: number };

type Counting = Window & { effort?: Effort };

/** Does something with so many real keys and clicks at most, and tells how many it took. */
export async function within(page: Page, most: Effort, work: () => Promise<void>): Promise<Effort> {
  await page.evaluate(() => {
    const effort = { keys: 0, clicks: 0 };
    const isHeld = (key: string) => ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
    const writes = ({ target, key, ctrlKey, altKey }: KeyboardEvent) =>
      key.length === 1 &&
      !ctrlKey &&
      !altKey &&
      (target as Element).matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
    const onKey = (event: KeyboardEvent) => {
      if (event.isTrusted && !isHeld(event.key) && !writes(event)) effort.keys += 1;
    };
    const onPointer = ({ isTrusted }: PointerEvent) => {
      if (isTrusted) effort.clicks += 1;
    };
    addEventListener('keydown', onKey, true);
    addEventListener('pointerdown', onPointer, true);
    Object.assign(window, { effort });
  });
  await work();
  const effort = await page.evaluate(() => (window as Counting).effort);
  if (!effort) throw new Error('the page was loaded anew');
  expect(effort.keys, `keys, of ${most.keys} at most`).toBeLessThanOrEqual(most.keys);
  expect(effort.clicks, `clicks, of ${most.clicks} at most`).toBeLessThanOrEqual(most.clicks);
  return effort;
}

/** Chooses from a list by the pointer: one click opens it, one chooses; the browser's own list is no part of the page. */
export async function pick(list: Locator, option: Parameters<Locator['selectOption']>[0]): Promise<void> {
  await list.selectOption(option);
  await list.evaluate(() => {
    const { effort } = window as Counting;
    if (effort) effort.clicks += 2;
  });
}
