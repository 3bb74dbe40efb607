import { expect, type Page } from '@playwright/test';
import { goTo, visit } from './support/calendar.js';
import { test } from './support/hotel.fixture.js';

/** 1366 × 768 at 200 %, 150 % and 125 %, in CSS pixels; the gate has the first, where there is least room. */
const SIZES = [
  { width: 683, height: 384, tag: [] },
  { width: 911, height: 512, tag: '@long' },
  { width: 1093, height: 614, tag: '@long' },
];
const LEAST_ROWS = 5;

const CALENDAR = { rows: '[role="rowheader"][data-room]', below: '.calendar-header' };
const LIST = { rows: '.grid-row', below: '.grid-header' };
/** The screens, with the list of each that scrolls by itself. */
const SCREENS = [
  { path: '/reservation-status', list: CALENDAR },
  { path: '/reservation-registration', list: CALENDAR },
  { path: '/front-desk?list=inhouse', list: LIST },
  { path: '/auto-registration', list: LIST },
  { path: '/audit', list: LIST },
  { path: '/masters', list: LIST },
  { path: '/masters?tab=corporate' },
  { path: '/masters?tab=hotel' },
  { path: '/masters?tab=export' },
  { path: '/handover' },
  { path: '/reports' },
  { path: '/reports?tab=receivables' },
  { path: '/move-in' },
];

/**
 * Names the controls that a person can't scroll into sight, or that something covers there. What only a script can scroll,
 * such as a page whose overflow is hidden, is put back first.
 */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isFixed = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflow);
    const putBack = (element: Element) => {
      for (let above = element.parentElement; above; above = above.parentElement)
        if (above !== document.documentElement && above !== document.body && isFixed(above))
          above.scrollTo(0, 0);
      if (isFixed(document.body)) scrollTo(0, 0);
    };
    const isReached = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      putBack(element);
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      return isInside && (element.contains(hit) || hit?.closest('label')?.contains(element));
    };
    const isThere = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 2;
    return [...document.querySelectorAll('a[href], button, input, select, textarea, [role="tab"]')]
      .filter((element) => isThere(element) && !isReached(element))
      .map((element) => element.outerHTML.slice(0, 160));
  });
}

/** Counts the rows that are wholly in sight, below the list's header, once the list is scrolled into the window. */
function rowsInSight(page: Page, list: typeof LIST): Promise<number> {
  return page.evaluate(({ rows, below }) => {
    const header = document.querySelector(below);
    const scroller = header?.closest('.calendar, .data-grid');
    if (!header || !scroller) return 0;
    scroller.scrollIntoView({ block: 'end', behavior: 'instant' });
    if (getComputedStyle(document.body).overflow === 'hidden') scrollTo(0, 0);
    const from = header.getBoundingClientRect().bottom - 1;
    const bottom = scroller.getBoundingClientRect().top + scroller.clientHeight;
    const to = Math.min(innerHeight, bottom) + 1;
    return [...scroller.querySelectorAll(rows)].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= from && box.bottom <= to && box.height > 0;
    }).length;
  }, list);
}

for (const { tag, ...size } of SIZES)
  test(`at ${size.width} × ${size.height} every control can be scrolled into sight, and lists show five rows`, {
    tag,
  }, async ({ openTerminal }) => {
    const { page } = await openTerminal({ viewport: size });
    for (const { path, list } of SCREENS) {
      if (list === CALENDAR) await goTo(page, path);
      else await visit(page, path);
      if (list) {
        await expect(page.locator(list.rows).first()).toBeAttached();
        await expect.soft.poll(() => rowsInSight(page, list), path).toBeGreaterThanOrEqual(LEAST_ROWS);
      }
      // A button whose code is still being fetched can't be used yet.
      await expect.soft.poll(() => unreachable(page), path).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, `${path} is not scrolled sideways`).toBeLessThanOrEqual(size.width);
    }
  });

for (const staff of [null, { id: 1, name: '職'.repeat(50), role: 'admin' }])
  test(`the bar of a hotel with the longest short name and every screen fits into each width${staff ? ', beside the longest name of who is signed in' : ''}`, async ({
    openTerminal,
  }) => {
    const { page } = await openTerminal({});
    const answerWith = (path: string, said: object) =>
      page.route(path, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ...said } });
      });
    await answerWith('**/api/hotel', { short_name: '館'.repeat(20), manages_cleaning: 1 });
    if (staff) await answerWith('**/api/session', { mode: 'session', staff });
    await goTo(page, '/reservation-status');
    const bar = page.getByRole('banner');
    await expect(bar.getByText('館'.repeat(20))).toBeVisible();
    await expect(bar.getByText(staff?.name ?? '接続中')).toBeVisible();
    for (const width of [1920, 1800, 1799, 1500, 1499, 1366, 1280, 1200, 1199, 1024, 960]) {
      await page.setViewportSize({ width, height: 768 });
      await expect(bar.getByRole('button', { name: /画面にする$/ })).toBeInViewport({ ratio: 1 });
    }
  });
