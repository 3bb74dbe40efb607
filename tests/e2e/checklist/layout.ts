import { addDays, daysFromTo } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { deskAt, goTo, openScreen } from '../support/calendar.js';
import { acceptAlert, buttonOf, dialogOf, fieldOf, fillForm } from '../support/controls.js';
import { holdAnswers } from '../support/held-answers.js';
import type { Hotel } from '../support/hotel.js';
import type { BrowserRows } from './row.js';

const FORM = '/reservation-registration';
const HEADER_ROWS = ['date', 'weekday', 'weather', 'total', ...CATEGORIES];

async function booked(hotel: Hotel): Promise<number> {
  const [stay, room] = await hotel.freeStay();
  return (await hotel.book(stay, room, { guest_name_1: '番地 太郎' })).id;
}

export const routes: BrowserRows<'routes'> = {
  async history({ page, hotel }) {
    const id = await booked(hotel);
    await goTo(page, `${FORM}/${id}`);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 太郎');
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    const list = page.getByRole('group', { name: '表示項目' });
    await page.getByRole('link', { name: '予約一覧' }).click();
    await expect(list).toBeVisible();
    await expect(page).toHaveURL('/reservation-status');
    await page.goBack();
    await expect(page).toHaveURL(`${FORM}/${id}`);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 太郎');
    await page.goForward();
    await expect(list).toBeVisible();
    await expect(page).toHaveURL('/reservation-status');
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  },

  async noRedirects({ page, hotel }) {
    const id = await booked(hotel);
    const other = `${FORM}/${id}?type=somethingElse`;
    for (const address of ['/', '/reservation-status', FORM, `${FORM}/${id}`, other, '/no-such-screen']) {
      const answer = await page.request.get(address, { maxRedirects: 0 });
      expect([address, answer.status()]).toEqual([address, 200]);
    }
    for (const address of ['/', other]) {
      await openScreen(page, address);
      await expect(page).toHaveURL(address);
    }
    await page.goto('/no-such-screen');
    await expect(page.getByText('この画面はありません。')).toBeVisible();
    await expect(page.locator('[data-connected="true"]')).toBeVisible();
    await expect(page).toHaveURL('/no-such-screen');
  },
};

export const registrationScreen: BrowserRows<'registrationScreen'> = {
  async areas({ page }) {
    const calendar = await deskAt(page, FORM);
    const form = await page.getByRole('form', { name: '予約フォーム' }).boundingBox();
    const grid = await calendar.grid.boundingBox();
    if (!form || !grid) throw new Error('form or calendar is not drawn');
    expect(form.x).toBeLessThan(10);
    expect(grid.x).toBeGreaterThanOrEqual(form.x + form.width);
    expect(grid.width).toBeGreaterThan(form.width);
    expect(grid.x + grid.width).toBeGreaterThan((page.viewportSize()?.width ?? 0) - 20);
  },
};

async function expectWholePageCovered(page: Page): Promise<Locator> {
  const overlay = page.getByRole('status', { name: '読み込み中' });
  await expect(overlay).toBeVisible();
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  const hits = await overlay.evaluate((cover) =>
    [0.02, 0.3, 0.6, 0.98].map((part) => {
      const hit = document.elementFromPoint(innerWidth * part, innerHeight * part);
      return cover.contains(hit);
    }),
  );
  expect(hits).toEqual([true, true, true, true]);
  return overlay;
}

export const overThePage: BrowserRows<'overThePage'> = {
  async overlayRooms({ page, hotel }) {
    const calendar = await deskAt(page, FORM);
    const held = await holdAnswers(page, 'GET', /\/api\/rooms/);
    await calendar.firstDay.fill(hotel.today);
    await calendar.lastDay.fill(hotel.today);
    await buttonOf(page, '表示').click();
    const overlay = await expectWholePageCovered(page);
    expect(held.requests).toHaveLength(1);
    await held.release();
    await expect(overlay).toBeHidden();
    await expect(calendar.grid).toHaveAttribute('aria-colcount', '2');
  },

  async overlaySave({ page, hotel }) {
    await goTo(page, `${FORM}/${await booked(hotel)}`);
    await fillForm(page, { 備考: '幕の下' });
    const held = await holdAnswers(page, 'PUT', /\/api\/booking\//);
    await buttonOf(page, '更新').click();
    const overlay = await expectWholePageCovered(page);
    await expect(dialogOf(page)).toBeHidden();
    await held.release();
    await acceptAlert(page, '予約が更新されました！');
    await expect(overlay).toBeHidden();
  },
};

const week = ({ today }: Hotel) => ({ first: addDays(today, -1), last: addDays(today, 6) });

/** Tells whether something red is drawn around an element. */
function hasRedBorder(element: Locator): Promise<boolean> {
  return element.evaluate((cell) => {
    const { borderTopColor, borderTopWidth, outlineColor, outlineStyle, boxShadow } = getComputedStyle(cell);
    const lines = [
      borderTopWidth === '0px' ? '' : borderTopColor,
      outlineStyle === 'none' ? '' : outlineColor,
      boxShadow,
    ];
    const drawn = lines.join().match(/rgb\((\d+), (\d+), (\d+)\)/);
    const [red = 0, green = 255, blue = 255] = drawn?.slice(1).map(Number) ?? [];
    return red > 180 && green < 80 && blue < 80;
  });
}

export const calendarTable: BrowserRows<'calendarTable'> = {
  async order({ page, hotel }) {
    const { grid } = await deskAt(page, FORM, week(hotel));
    const drawn = await grid
      .getByRole('row')
      .evaluateAll((all) =>
        all
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((row) => row.querySelector<HTMLElement>('[data-header]')?.dataset.header ?? 'room'),
      );
    expect(drawn.slice(0, HEADER_ROWS.length)).toEqual(HEADER_ROWS);
    expect(new Set(drawn.slice(HEADER_ROWS.length))).toEqual(new Set(['room']));
  },

  async columns({ page, hotel }) {
    const { grid } = await deskAt(page, FORM, week(hotel));
    const days = daysFromTo(week(hotel).first, week(hotel).last);
    await expect(grid).toHaveAttribute('aria-colcount', String(days.length + 1));
    const dates = grid.locator('[data-header="date"]');
    expect(await dates.evaluateAll((all) => all.map((cell) => cell.dataset.date))).toEqual(days);
    const edges = await dates.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().left));
    expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
  },

  async select({ page, hotel }) {
    const calendar = await deskAt(page, FORM, week(hotel));
    const date = calendar.header('date', hotel.today);
    const other = calendar.header('date', addDays(hotel.today, 1));
    const borders = async () => [await hasRedBorder(date), await hasRedBorder(other)];
    expect(await borders()).toEqual([false, false]);
    await date.click();
    await expect(date).toHaveAttribute('aria-selected', 'true');
    expect(await borders()).toEqual([true, false]);
    await other.click();
    await expect(date).toHaveAttribute('aria-selected', 'false');
    expect(await borders()).toEqual([false, true]);
    await other.click();
    await expect(other).toHaveAttribute('aria-selected', 'false');
  },
};

const tooltip = (page: Page) => page.getByRole('tooltip');

/** One marked element of each kind that the page has, and a booked cell, which is marked when it is reached. */
async function markedElements(page: Page): Promise<Locator[]> {
  const all = page.locator('[data-tooltip]');
  const kinds = await all.evaluateAll((elements) =>
    elements.map(({ tagName, className }) => `${tagName} ${className}`),
  );
  const firsts = [...new Set(kinds)].map((kind) => all.nth(kinds.indexOf(kind)));
  return [...firsts, page.locator('[data-booking-id]').nth(3)];
}

export const tooltips: BrowserRows<'tooltips'> = {
  async hover({ page, hotel }) {
    await deskAt(page, FORM, week(hotel));
    const marked = await markedElements(page);
    expect(marked.length).toBeGreaterThan(4);
    for (const element of marked) {
      await element.hover();
      const text = String(await element.getAttribute('data-tooltip'));
      expect(text).not.toBe('');
      await expect(tooltip(page)).toHaveText(text);
    }
  },

  async focus({ page, hotel }) {
    await deskAt(page, FORM, week(hotel));
    await buttonOf(page, '凡例').focus();
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAttribute('data-tooltip', /./);
    await expect(tooltip(page)).toHaveText(String(await page.locator(':focus').getAttribute('data-tooltip')));
    const night = page.locator(`[data-booking-id][data-date="${hotel.today}"]`).first();
    await night.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(night).toBeFocused();
    await expect(tooltip(page)).toHaveText(String(await night.getAttribute('data-tooltip')));
  },
};

export const formLimits: BrowserRows<'formLimits'> = {
  async overlay({ openTerminal }) {
    const { page } = await openTerminal(); // Its clock stays under control for as long as it is open.
    await page.clock.install();
    await openScreen(page, FORM);
    const overlay = page.getByRole('status', { name: '読み込み中' });
    const answers = await holdAnswers(page, 'GET', /\/api\/bookings\?/);
    await buttonOf(page, '表示').click();
    await expect(overlay).toHaveCSS('opacity', '1');
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await answers.release();
    await expect(overlay).toHaveCSS('transition', /^opacity 0\.15s/);
    await expect(overlay).toHaveCSS('opacity', '0');
    await page.clock.runFor(149);
    await expect(overlay).toBeAttached();
    await page.clock.runFor(1);
    await expect(overlay).not.toBeAttached();
  },
};
