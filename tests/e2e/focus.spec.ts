import { addDays, addMonths, monthOf } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { aBooking, openAudit } from './support/audit.js';
import { goTo, visit } from './support/calendar.js';
import { openQueue } from './support/channel.js';
import { answer, buttonOf, fillForm, guest } from './support/controls.js';
import { openDesk } from './support/front-desk.js';
import { colleagueAt, openHandover } from './support/handover.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { openList } from './support/masters.js';

const FORM = '/reservation-registration';

/** Brings a page to where a control stands that goes when it is pressed; returns the control. */
type Reach = (page: Page, hotel: Hotel) => Promise<Locator>;

const GOING: Record<string, Reach> = {
  '絞り込みを解除 of the rooms': async (page) => {
    await visit(page, '/masters');
    await page
      .getByRole('region', { name: '月と絞り込み' })
      .getByLabel('部屋タイプ')
      .selectOption({ index: 1 });
    return buttonOf(page, '絞り込みを解除');
  },
  '選択を解除 of the rooms': async (page) => {
    await visit(page, '/masters');
    await page.getByRole('grid', { name: '部屋' }).locator('[data-column="choice"]').nth(1).click();
    return buttonOf(page, '選択を解除');
  },
  '今月 of the rooms': async (page, { today }) => {
    await visit(page, `/masters?month=${addMonths(monthOf(today), 1).slice(0, 7)}`);
    return buttonOf(page, '今月');
  },
  '終わる of a record’s editor': async (page) => {
    await openList(page, 'corporate');
    await buttonOf(page, '追加').click();
    return buttonOf(page, '終わる');
  },
  '条件をクリア of the log': async (page, hotel) => {
    await openAudit(page, `?booking_id=${(await aBooking(hotel)).id}`);
    return buttonOf(page, '条件をクリア');
  },
  '今日 of the day’s payments': async (page, { today }) => {
    await visit(page, `/reports?tab=daily&date=${addDays(today, -1)}`);
    return buttonOf(page, '今日');
  },
  '絞り込みを解除 at the desk': async (page) => {
    const desk = await openDesk(page);
    await desk.filter.fill('誰もこの名前ではない');
    return buttonOf(page, '絞り込みを解除');
  },
  '絞り込みを解除 of the queue': async (page) => {
    await openQueue(page, '誰もこの名前ではない');
    return buttonOf(page, '絞り込みを解除').first();
  },
  '削除 of a note': async (page, hotel) => {
    await colleagueAt(hotel, '夜勤').writeNote(hotel.today, '消える申し送り');
    const handover = await openHandover(page);
    return handover.note('消える申し送り').getByRole('button', { name: '削除', exact: true });
  },
  '破棄 of what was typed': async (page) => {
    await goTo(page, FORM);
    await fillForm(page, guest('破棄 一'));
    await buttonOf(page, 'クリア').click();
    return buttonOf(page, '入力途中の内容を破棄');
  },
  '入力に戻る to what was typed': async (page) => {
    await goTo(page, FORM);
    await fillForm(page, guest('戻る 一'));
    await buttonOf(page, 'クリア').click();
    return buttonOf(page, '入力に戻る');
  },
};

for (const [name, reach] of Object.entries(GOING))
  test(`${name} gives its focus to what stays in the screen`, async ({ desk: { page }, hotel }) => {
    const control = await reach(page, hotel);
    const element = await control.elementHandle();
    await control.focus();
    await page.keyboard.press('Enter');
    if (name.startsWith('削除')) await answer(page, /申し送りを削除しますか/, 'OK');
    await expect
      .poll(() => element?.evaluate((gone) => !gone.isConnected || gone.matches(':disabled')))
      .toBe(true);
    await expect(page.locator('main :focus:not(:disabled), [role="dialog"] :focus')).toHaveCount(1);
  });
