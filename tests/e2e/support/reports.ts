import { expect, type Locator, type Page } from '@playwright/test';
import type { Report } from '@wire/report.js';
import { visit } from './calendar.js';
import type { Hotel } from './hotel.js';

const REPORTS = '/reports';

/** The screen レポート. */
export type ReportScreen = {
  tile: (name: string) => Locator;
  chart: (name: string) => Locator;
  table: (caption: string) => Locator;
  tables: Locator;
  period: (name: string) => Locator;
  first: Locator;
  last: Locator;
};

/** The parts of the screen. */
export function reportsOf(page: Page): ReportScreen {
  return {
    tile: (name) => page.locator('.report-tile', { has: page.locator(`dt:text-is("${name}")`) }),
    chart: (name) => page.getByRole('img', { name: `${name}のグラフ`, exact: true }),
    table: (caption) => page.getByRole('table', { name: caption, exact: true }),
    tables: page.getByRole('region', { name: '数値の表' }),
    period: (name) => page.getByRole('group', { name: '期間' }).getByRole('button', { name, exact: true }),
    first: page.getByLabel('期間の始め', { exact: true }),
    last: page.getByLabel('期間の終わり', { exact: true }),
  };
}

/** Opens it and waits for its charts. */
export async function openReports(page: Page, search = ''): Promise<ReportScreen> {
  await visit(page, REPORTS + search);
  const screen = reportsOf(page);
  await expect(screen.chart('稼働率').locator('svg')).toBeVisible();
  return screen;
}

/** What the server reports of some days. */
export async function reportOf(hotel: Hotel, first: string, last: string, by = 'day'): Promise<Report> {
  const { body } = await hotel.api.get<Report>(`/api/reports?start_date=${first}&end_date=${last}&by=${by}`);
  return body;
}

/** The texts of a table, row by row. */
export function textsOf(table: Locator): Promise<string[][]> {
  return table.evaluate((element) =>
    [...(element as HTMLTableElement).rows].map((row) => [...row.cells].map((cell) => cell.innerText)),
  );
}
