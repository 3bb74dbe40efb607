import { expect, type Page } from '@playwright/test';
import { goTo } from './support/calendar.js';
import { buttonOf, dialogOf, fieldOf, press } from './support/controls.js';
import { colleagueAt, openHandover } from './support/handover.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { openList } from './support/masters.js';

const TYPED = 'typed-text ';
const typedPlaces = (page: Page) =>
  page.evaluate(
    (prefix) =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .sort(),
    TYPED,
  );

/** Erases a guest of the past at another terminal. */
async function eraseSomebody({ api, ...hotel }: Hotel): Promise<void> {
  const stay = hotel.pastStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '消去 花子' });
  await hotel.checkIn(id, stay.start);
  await hotel.checkOut(id, stay.end);
  const body = { reason: 'ご本人の依頼', booking_ids: [id], csv_reservation_ids: [] };
  expect((await api.post(`/api/booking/${id}/erasure`, body)).status).toBe(200);
}

test('the words for the next shift and notes outlive an erasure elsewhere, other screens, a reload and a closed page', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await colleagueAt(hotel, '夜勤').writeNote(hotel.today, '蛍光灯の交換');
  let here = await openHandover(page);
  const memo = dialogOf(page, '引継ぎの確定').getByLabel(/引継ぎメモ/);
  const newNote = () => here.newNote.getByLabel('申し送り');
  const changed = () =>
    here.notes.getByRole('form', { name: '申し送りの変更' }).getByRole('textbox', { name: '申し送り' });
  const expectAll = async () => {
    await expect(newNote()).toHaveValue('毛布を2枚追加');
    await expect(changed()).toHaveValue('蛍光灯の交換は明日');
    await buttonOf(page, '引継ぎを確定').click();
    await expect(memo).toHaveValue('金庫の鍵は支配人');
    await page.keyboard.press('Escape');
  };
  await newNote().fill('毛布を2枚追加');
  await here.note('蛍光灯の交換').getByRole('button', { name: '変更' }).click();
  await changed().fill('蛍光灯の交換は明日');
  await buttonOf(page, '引継ぎを確定').click();
  await memo.fill('金庫の鍵は支配人');
  const readAnew = page.waitForResponse(/\/api\/handover(\?|$)/);
  await eraseSomebody(hotel);
  await readAnew;
  await page.keyboard.type('です');
  await expect(memo).toHaveValue('金庫の鍵は支配人です');
  await memo.fill('金庫の鍵は支配人');
  await page.keyboard.press('Escape');
  await press(page, 'F4');
  await expect(here.since).toBeHidden();
  await press(page, 'F8');
  await expect(here.since).toBeVisible();
  await expectAll();
  await page.reload();
  await expect(here.since).toBeVisible();
  await expectAll();
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  here = await openHandover(next);
  await expect(newNote()).toHaveValue('毛布を2枚追加');
  await newNote().press('Control+Enter');
  await expect(newNote()).toHaveValue('');
  await changed().press('Escape');
  await expect(here.note('蛍光灯の交換').getByRole('button', { name: '変更' })).toBeFocused();
  expect(await typedPlaces(next)).toEqual([`${TYPED}handover-memo`]);
  await buttonOf(next, '引継ぎを確定').click();
  await expect(dialogOf(next, '引継ぎの確定').getByLabel(/引継ぎメモ/)).toHaveValue('金庫の鍵は支配人');
  await buttonOf(next, '確定').click();
  await expect(here.memos).toContainText('金庫の鍵は支配人');
  expect(await typedPlaces(next)).toEqual([]);
});

test('what is typed in マスタ is there after other screens and a reload, until it is saved or given up', async ({
  desk: { page },
}) => {
  await openList(page, 'corporate');
  await press(page, 'Alt+n');
  await expect(fieldOf(page, '法人名')).toBeFocused();
  await page.keyboard.type('未保存商事');
  await page.getByRole('tab', { name: 'ホテル', exact: true }).click();
  await fieldOf(page, '住所').fill('未保存市1-2-3');
  await page.reload();
  await expect(fieldOf(page, '住所')).toHaveValue('未保存市1-2-3');
  await goTo(page, '/');
  await openList(page, 'corporate');
  await expect(fieldOf(page, '法人名')).toHaveValue('未保存商事');
  await expect(fieldOf(page, '法人名')).not.toBeFocused();
  await fieldOf(page, '法人名').press('Escape');
  await expect(buttonOf(page, '追加')).toBeFocused();
  await press(page, 'Alt+n');
  await expect(fieldOf(page, '法人名')).toHaveValue('');
  await press(page, 'Escape');
});
