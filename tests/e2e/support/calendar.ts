import { addDays, type Day, type Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';

/** The calendar of a screen, by the names of contract 7. */
export type Calendar = ReturnType<typeof calendarOf>;

/** Finds things in the calendar. */
export function calendarOf(page: Page) {
  const grid = page.getByRole('grid');
  return {
    grid,
    cell: (room: string, date: Day): Locator =>
      grid.locator(`[role="gridcell"][data-room="${room}"][data-date="${date}"]`),
    header: (row: string, date: Day): Locator => grid.locator(`[data-header="${row}"][data-date="${date}"]`),
    roomHead: (room: string): Locator => grid.locator(`[role="rowheader"][data-room="${room}"]`),
    night: (bookingId: number): Locator => grid.locator(`[data-booking-id="${bookingId}"]`),
    firstDay: page.getByLabel('開始日', { exact: true }),
    lastDay: page.getByLabel('終了日', { exact: true }),
  };
}

/** Scrolls through the rooms from the top, half a window at a time, until a cell is in the document. */
export async function reveal(calendar: Calendar, cell: Locator): Promise<void> {
  await expect(async () => {
    const { step, end } = await calendar.grid.evaluate(({ clientHeight, scrollHeight }) => {
      return { step: clientHeight / 2, end: scrollHeight - clientHeight / 2 };
    });
    await scrollCalendar(calendar, 0);
    for (let top = step; top < end && (await cell.count()) === 0; top += step)
      await scrollCalendar(calendar, top);
    expect(await cell.count()).toBe(1);
  }).toPass();
}

/** Goes to a screen and waits until its calendar is there and live. */
export async function openScreen(page: Page, path: string): Promise<Calendar> {
  await page.goto(path);
  const calendar = calendarOf(page);
  await expect(calendar.grid.locator('[data-header="total"]').first()).toHaveText(/\d/);
  await expect(page.locator('[data-connected="true"]')).toBeVisible();
  return calendar;
}

const BLANK = '/reservation-registration';

/** The headings of the screens, by the first part of their addresses. */
const HEADINGS: Record<string, string> = {
  '': '予約一覧',
  'reservation-status': '予約一覧',
  'reservation-registration': '予約登録',
  'front-desk': 'フロント',
  'auto-registration': '自動登録',
  handover: '引継ぎ',
  cleaning: '清掃',
  reports: 'レポート',
  audit: '監査',
  masters: 'マスタ',
  'move-in': 'データ移行',
};

const headingOf = (address: string) => HEADINGS[address.split(/[/?]/)[1] ?? ''] ?? '画面なし';

/** Goes to an address of the app, without loading it anew where it is loaded already; the screen there begins anew. */
export async function visit(page: Page, address: string): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const go = (to: string) =>
    page.evaluate((there) => {
      history.pushState(null, '', there);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, to);
  if (page.url() === 'about:blank') await page.goto(address);
  else {
    if ((await heading(headingOf(address)).count()) > 0) await go('/nowhere');
    await expect(heading(headingOf(address))).toHaveCount(0);
    await go(address);
  }
  await expect(heading(headingOf(address))).toBeAttached();
  await expect(page.locator('[data-connected="true"]')).toBeVisible();
}

/** Empties the form, and drops what that or another test set aside. */
async function clearForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'クリア', exact: true }).click();
  const discard = page.getByRole('button', { name: '入力途中の内容を破棄' });
  for (let left = await discard.count(); left > 0; left = await discard.count()) await discard.click();
}

/** Goes to a screen with a calendar, to a range of days when one is given, and waits until it is live. */
export async function goTo(page: Page, address: string, range?: readonly [Day, Day]): Promise<Calendar> {
  // Each screen begins with days of its own, which would come over those that are asked for here.
  const begun = range && page.url() !== 'about:blank' ? page.waitForResponse(/\/api\/bookings\?/) : null;
  await visit(page, address);
  await begun;
  await expect(page.getByRole('status', { name: '読み込み中' })).toBeHidden();
  const calendar = calendarOf(page);
  await expect(calendar.grid.locator('[data-header="total"]').first()).toHaveText(/\d/);
  // What was typed there before is not this test's, nor is where it was scrolled to.
  await calendar.grid.evaluate((element) => element.scrollTo(0, 0));
  if (address === BLANK) await clearForm(page);
  if (range) await showRange(page, ...range);
  return calendar;
}

/** Brings a page to a screen and range; what it shows already is not loaded anew. */
export async function deskAt(page: Page, path: string, range?: { first: Day; last: Day }): Promise<Calendar> {
  if (new URL(page.url()).pathname !== path) await goTo(page, path);
  const calendar = calendarOf(page);
  await scrollCalendar(calendar, 0);
  if (!range) return calendar;
  const shown = [await calendar.firstDay.inputValue(), await calendar.lastDay.inputValue()];
  if (shown.join() !== [range.first, range.last].join()) await showRange(page, range.first, range.last);
  return calendar;
}

/** Scrolls the calendar this far down, and waits until it has drawn what is there. */
export async function scrollCalendar({ grid }: Calendar, top: number): Promise<void> {
  await grid.evaluate(async (element, scrollTop) => {
    element.scrollTo(0, scrollTop);
    for (const _ of ['scrolled', 'drawn']) await new Promise(requestAnimationFrame);
  }, top);
  await expect
    .poll(() =>
      grid.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        const lastInSight = document.elementFromPoint(left + 8, top + element.clientHeight - 2);
        return lastInSight?.closest('[role]')?.role ?? 'nothing';
      }),
    )
    .toMatch(/^row(header)?$/); // The line below a room is none of its head.
}

/** Shows a range through the date filter. */
export async function showRange(page: Page, first: Day, last: Day): Promise<void> {
  const calendar = calendarOf(page);
  await calendar.firstDay.fill(first);
  await calendar.lastDay.fill(last);
  await page.getByRole('button', { name: '表示', exact: true }).click();
  await expect(calendar.header('total', first)).toHaveText(/\d/);
  await expect(calendar.grid).toHaveAttribute('aria-colcount', String(columnsOf(first, last)));
}

function columnsOf(first: Day, last: Day): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000 + 2;
}

/** The three figures of a count cell. */
export async function figuresIn(cell: Locator): Promise<number[]> {
  await expect(cell).toHaveText(/\d/);
  return ((await cell.textContent()) ?? '').match(/-?\d+/g)?.map(Number) ?? [];
}

/** The days around a stay. */
export const around = ({ start, end }: Stay): [Day, Day] => [addDays(start, -3), addDays(end, 5)];

/** The room and date, or header row and date, of the cell that has the focus. */
export function focusedCell(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { room, header, date } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    return `${room ?? header} ${date ?? ''}`.trim();
  });
}
