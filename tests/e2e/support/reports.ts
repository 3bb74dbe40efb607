import { expect, type Locator, type Page } from '@playwright/test';
import type { Report } from '@wire/report.js';
import { visit } from './calendar.js';
import type { Hotel } from './hotel.js';

const REPORTS = '/reports';

/** The parts of the screen. */
export function reportsOf(page: Page) {
  return {
    tile: (name: string): Locator =>
      page.locator('.report-tile', { has: page.locator(`dt:text-is("${name}")`) }),
    chart: (name: string): Locator => page.getByRole('img', { name: `${name}のグラフ`, exact: true }),
    table: (caption: string): Locator => page.getByRole('table', { name: caption, exact: true }),
    tables: page.getByRole('region', { name: '数値の表' }),
    period: (name: string): Locator =>
      page.getByRole('group', { name: '期間' }).getByRole('button', { name, exact: true }),
    first: page.getByLabel('期間の始め', { exact: true }),
    last: page.getByLabel('期間の終わり', { exact: true }),
  };
}

/** Opens it and waits for its charts. */
export async function openReports(page: Page, search = '') {
  await visit(page, REPORTS + search);
  const screen = reportsOf(page);
  await expect(screen.chart('稼働率').locator('svg')).toBeVisible();
  return screen;
}

/** Reads the server's report of some days. */
export async function reportOf(hotel: Hotel, first: string, last: string, by = 'day'): Promise<Report> {
  const { body } = await hotel.api.get<Report>(`/api/reports?start_date=${first}&end_date=${last}&by=${by}`);
  return body;
}
