import { expect, type Locator, type Page } from '@playwright/test';

export const AUDIT = '/audit';

/** The event log of a screen. */
export type EventLog = ReturnType<typeof eventLogOf>;

/** Finds things in the event log. */
export function eventLogOf(page: Page) {
  const grid = page.getByRole('grid', { name: '記録の一覧' });
  return {
    grid,
    rows: grid.locator('[data-position]'),
    row: (position: number): Locator => grid.locator(`[data-position="${position}"]`),
    detail: page.getByRole('region', { name: /の記録$/ }),
    fresh: page.getByRole('button', { name: /^新しい記録/ }),
    filter: (label: string): Locator =>
      page.getByRole('region', { name: '条件' }).getByLabel(label, { exact: true }),
  };
}

/** Goes to the event log, as far as a filter finds it, and waits until it is there and live. */
export async function openAudit(page: Page, query = ''): Promise<EventLog> {
  await page.goto(`${AUDIT}${query}`);
  const log = eventLogOf(page);
  await expect(log.rows.first()).toBeVisible();
  await expect(page.getByText('接続中')).toBeVisible();
  return log;
}

/** The positions of the lines that are in the document, from the top. */
export async function listedPositions({ rows }: EventLog): Promise<number[]> {
  const listed = await rows.evaluateAll((elements) =>
    elements.map((element) => Number((element as HTMLElement).dataset.position)),
  );
  return listed.sort((a, b) => b - a);
}

/** Opens the history of the booking that is shown. */
export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '履歴', exact: true }).click();
  const history = page.getByRole('dialog', { name: '予約の履歴' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  return history;
}
