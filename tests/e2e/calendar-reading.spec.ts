import { stayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { around, goTo } from './support/calendar.js';
import { buttonOf } from './support/controls.js';
import { openGrid, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';
import { countOnPaper } from './support/paper.js';

/** Counts the letters of a name that lie within its bar, and not below the notch of 翌OUT. */
function lettersIn(bar: Locator): Promise<number> {
  return bar.evaluate((element) => {
    const text = element.lastChild as Text;
    const { right } = element.getBoundingClientRect();
    const range = document.createRange();
    let letters = 0;
    for (; letters < text.length; letters++) {
      range.setStart(text, letters);
      range.setEnd(text, letters + 1);
      if (range.getBoundingClientRect().right > right + 1) break;
    }
    return letters;
  });
}

/** The smallest letters on a part of the screen, in pixels. */
function smallestText(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let least = Number.POSITIVE_INFINITY;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      // The weather's words give way to their pictures.
      const size = Number.parseFloat(parentElement ? getComputedStyle(parentElement).fontSize : '');
      if (node.textContent?.trim() && size > 0) least = Math.min(least, size);
    }
    return least;
  });
}

const sizeButton = (page: Page, name: '小' | '中' | '大') => page.getByRole('radio', { name });

test('in three sizes rows and text are as large as said, a night shows three letters, and the terminal remembers', {
  tag: '@long',
}, async ({ hotel, openTerminal }) => {
  const [stay, paid, unpaid] = await hotel.freeStay(1);
  const one = await hotel.book(stay, paid, { guest_name_1: '勅使河原太郎', nextday_out_flag: 1 });
  const other = await hotel.book(stay, unpaid, { guest_name_1: '長谷川花子' });
  const { page } = await openTerminal();
  await page.setViewportSize({ width: 1366, height: 768 });
  const { grid, night, roomHead } = await goTo(page, '/reservation-status', around(stay));
  const look = async (name: '小' | '中' | '大', row: number, text: number) => {
    await sizeButton(page, name).click();
    await expect(sizeButton(page, name)).toBeChecked();
    await expect(grid.locator('.room-row').first()).toHaveCSS('height', `${row}px`);
    await expect(grid.locator('.cell').first()).toHaveCSS('font-size', `${text}px`);
    expect(await smallestText(grid)).toBeGreaterThanOrEqual(12);
    for (const [{ id }, room] of [[one, paid] as const, [other, unpaid] as const]) {
      await grid.evaluate((element) => element.scrollTo(0, 0));
      await expect(async () => {
        if ((await roomHead(room.number).count()) === 0)
          await grid.evaluate((element) => element.scrollBy(0, element.clientHeight / 2));
        expect(await night(id).count()).toBe(1);
      }).toPass({ intervals: [20] });
      expect(await lettersIn(night(id).locator('.bar'))).toBeGreaterThanOrEqual(3);
    }
  };
  await look('小', 22, 12);
  await look('大', 32, 15);
  await look('中', 26, 13);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(grid.locator('.room-row').first()).toHaveCSS('height', '30px');
  await sizeButton(page, '大').click();
  await page.reload();
  await expect(grid.locator('.room-row').first()).toHaveCSS('height', '32px');
});

test('at 1024 px the filters and the calendar lie within the window, and 凡例 opens', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const path of ['/reservation-status', '/reservation-registration']) {
    const { grid } = await goTo(page, path);
    const controls = await page.locator('.tool-bar').locator('input, button').all();
    for (const part of [grid, ...controls]) {
      const box = await part.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1024);
    }
    await buttonOf(page, '凡例').click();
    await expect(page.getByLabel('凡例')).toContainText('前日と同一予約');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('凡例')).toBeHidden();
  }
});

test('a drag keeps its date within half a column, and with Shift its room or its date', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room, other] = await hotel.freeStay();
  await hotel.book(stay, room, { guest_name_1: '固定 花子', mens_count: 2 });
  const { cell } = await openGrid(page, stay);
  const box = async (roomNumber: string, date: Day) => {
    const found = await cell(roomNumber, date).boundingBox();
    if (!found) throw new Error('the cell is not drawn');
    return found;
  };
  const night = addDays(stay.start, 1);
  const from = await box(room.number, night);
  const { x, y, width, height } = await box(other.number, night);
  const to = (columns: number) => page.mouse.move(x + width * columns, y + height / 2, { steps: 4 });
  await page.mouse.move(from.x + width * 0.8, from.y + height / 2);
  await page.mouse.down();
  await to(1.2);
  await expect(wordsOf(page)).toContainText(`→ ${other.number} ${stayText(stay)}`);
  await expect(wordsOf(page)).toContainText('男性2名');
  await expect(wordsOf(page)).toHaveAttribute('data-verdict', 'warn');
  const there = wordsOf(page).locator('strong');
  await to(1.4);
  await expect(there).not.toContainText(stayText(stay));
  await page.keyboard.down('Shift');
  await to(4.5 + Math.abs(y - from.y) / width); // Farther across than down.
  await expect(there).not.toContainText('→');
  await page.keyboard.up('Shift');
  await expect(there).toContainText(`→ ${other.number}`);
  await page.keyboard.press('Escape');
  await page.mouse.up();
});

test('on paper no tag lies over a name, counts keep apart, and each page has the title', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room] = await hotel.freeStay(1);
  await hotel.book(stay, room, { guest_name_1: '印刷 一子', nextday_out_flag: 1 });
  await goTo(page, '/reservation-status', [addDays(stay.start, -8), addDays(stay.start, 9)]);
  await page.emulateMedia({ media: 'print' });
  const title = page.locator('.printed thead').getByRole('heading', { name: '予約一覧' });
  await expect(title).toHaveCount(1);
  const row = page.locator(`.printed tr[data-room="${room.number}"]`);
  expect(await lettersIn(row.locator('.bar', { hasText: '印刷' }))).toBeGreaterThanOrEqual(3);
  const cut = await page
    .locator('.printed tr[data-row="total"] td')
    .evaluateAll((cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(cut).toBe(0);
  const overlapping = await page.locator('.printed .stay-tag:not([data-narrow])').evaluateAll(
    (tags) =>
      tags.filter((tag) => {
        const bar = tag.previousElementSibling;
        if (!bar) return false;
        const room = Number.parseFloat(getComputedStyle(bar).paddingRight);
        return room < tag.getBoundingClientRect().width;
      }).length,
  );
  expect(overlapping).toBe(0);
  const { pages, titles, dates, totals } = await countOnPaper(page, {
    titles: '.printed h1',
    dates: '.printed tr[data-row="date"] th',
    totals: '.printed tr[data-row="total"] th',
  });
  expect(pages).toBeGreaterThan(2);
  expect(titles).toBeGreaterThanOrEqual(pages);
  expect(dates).toBeGreaterThanOrEqual(pages);
  expect(totals).toBe(1);
  await page.emulateMedia({ media: null });
});
