import type { StaffRole } from '@domain/masters/staff-role.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { handoverOf } from './support/handover.js';
import { openAs, test } from './support/signed-in.fixture.js';
import type { SignedInHotel } from './support/signed-in-hotel.js';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });

async function bookedRoom({ hotel }: SignedInHotel) {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  return hotel.book(stay, room, { guest_name_1: '役割 花子' });
}

/** Opens the history of a booking in the form. */
async function openHistory(page: Page) {
  await buttonOf(page, '履歴').click();
  const history = dialogOf(page, '予約の履歴');
  await expect(history.getByRole('listitem').first()).toBeVisible();
  return history;
}

const OFFERED: Record<StaffRole, { audit: boolean; write: boolean; erase: boolean }> = {
  staff: { audit: false, write: true, erase: false },
  auditor: { audit: true, write: false, erase: false },
  admin: { audit: true, write: true, erase: true },
};

for (const [role, { audit, write, erase }] of Object.entries(OFFERED)) {
  test(`${role}: is offered what the role may do, and nothing else`, async ({ house, openTerminal }) => {
    const { id } = await bookedRoom(house);
    const member = await house.member(role as StaffRole);
    const { page } = await openTerminal();
    await openAs(page, member, `/reservation-registration/${id}`);
    await expect(page.getByRole('heading', { name: write ? /^編集中/ : /^閲覧中/ })).toContainText(
      '役割 花子',
    );
    await expect(tab(page, '監査')).toBeVisible({ visible: audit });
    await expect(page.getByRole('note').filter({ hasText: '閲覧のみ' })).toBeVisible({ visible: !write });
    for (const name of ['更新', '予約取消', '部屋検索']) {
      await expect(buttonOf(page, name), name).toBeVisible({ visible: write });
    }
    await expect(fieldOf(page, '宿泊者名')).toBeEnabled({ enabled: write });
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('役割 花子');
    const history = await openHistory(page);
    await expect(history.getByRole('link', { name: '監査で開く' })).toBeVisible({ visible: audit });
    await expect(history.getByRole('button', { name: '個人情報の削除…' })).toBeVisible({ visible: erase });
    await page.keyboard.press('Escape');

    await tab(page, '自動登録').click();
    await expect(page.locator('[data-record]').first()).toBeVisible();
    await expect(buttonOf(page, 'すべて再試行')).toBeVisible({ visible: write });
    await expect(buttonOf(page, 'ファイルを選択')).toBeVisible({ visible: write });
    await expect(buttonOf(page, '再試行').first()).toBeVisible({ visible: write });
    await page.getByRole('tab', { name: /^部屋タイプ対応/ }).click();
    await expect(buttonOf(page, '追加')).toBeVisible({ visible: write });
    await expect(page.getByRole('button', { name: /の対応を変更$/ }).first()).toBeVisible({ visible: write });

    await page.keyboard.press('F8');
    const { newNote, since } = handoverOf(page);
    await expect(since).toBeVisible();
    await expect(newNote).toBeVisible({ visible: write });
    await expect(buttonOf(page, '引継ぎを確定')).toBeVisible({ visible: write });
    await tab(page, '自動登録').click();

    await page.keyboard.press('Alt+q');
    await expect(page).toHaveURL(audit ? /\/audit$/ : /\/auto-registration$/);
  });
}

test('a screen that is not for the role says so when its address is typed', async ({
  house,
  openTerminal,
}) => {
  const member = await house.member('staff');
  const { page } = await openTerminal();
  await openAs(page, member, '/audit');
  await expect(page.getByText('「監査」の画面を使う権限がありません。')).toBeVisible();
  await expect(page.getByText(`${member.name}さん（スタッフ）としてログインしています。`)).toBeVisible();
});

test('an auditor clicks the calendar and nothing is written', async ({ house, openTerminal }) => {
  const member = await house.member('auditor');
  const { page } = await openTerminal();
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') written.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await openAs(page, member, '/reservation-registration');
  const calendar = calendarOf(page);
  await calendar.header('weekday', house.hotel.today).click();
  await calendar.header('weather', house.hotel.today).click();
  await page.keyboard.press('Control+Enter');
  await tab(page, '自動登録').click();
  await page.locator('[data-record]').first().focus();
  await page.keyboard.press('r');
  await expect(dialogOf(page)).toBeHidden();
  await tab(page, '監査').click();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(written).toEqual(['POST /api/session']);
});

test('an auditor filters by everybody there is, those out of use marked, and saves what is found', async ({
  house,
  openTerminal,
}) => {
  const gone = await house.member('staff');
  await house.hotel.api.put(`/api/staff/${gone.id}/retired`, { is_retired: 1 });
  const { page } = await openTerminal();
  await openAs(page, await house.member('auditor'), '/audit');
  const choices = page.getByLabel('スタッフ', { exact: true }).locator('option');
  const choice = page.getByLabel('スタッフ', { exact: true }).locator(`option[value="${gone.id}"]`);
  await expect(choice).toHaveText(`${gone.name}（使用停止）`);
  await expect(choices.filter({ hasText: '試験 支配人' })).toHaveCount(1);
  const saving = page.waitForEvent('download');
  await buttonOf(page, 'CSV').click();
  expect((await saving).suggestedFilename()).toBe('events.csv');
});
