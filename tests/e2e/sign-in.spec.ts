import type { StaffRole } from '@domain/masters/staff-role.js';
import { expect, type Page } from '@playwright/test';
import { openHistory } from './support/audit.js';
import { setTheme, THEMES, violations } from './support/axe.js';
import { calendarOf } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm, guest, roomOptions, searchRooms } from './support/form.js';
import { handoverOf } from './support/handover.js';
import { tabTo } from './support/keyboard.js';
import { calendarIsKept, expectLineDown, keepApp, keptKeys, lineDownMark } from './support/line-down.js';
import { fillSignIn, openAs, REFUSED, signInAs, signInDialog, test } from './support/signed-in.fixture.js';

const FORM = '/reservation-registration';
const LIST = '/reservation-status';
/** What of what is kept on a terminal belongs to somebody. */
const PERSONAL = /^(calendar|typed-form|session) ?/;

const field = (page: Page, label: string) => signInDialog(page).getByLabel(label, { exact: true });
const alertOf = (page: Page) => signInDialog(page).getByRole('alert');
const grid = (page: Page) => page.getByRole('grid');
const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });
/** Waits until the live connection is there, which hears of the end. */
const connected = (page: Page) => expect(page.locator('.connection[data-connected="true"]')).toBeVisible();

test('the first admin chooses a password with a code; before that nothing else is asked for', async ({
  house,
  desk: { page },
}) => {
  const code = await house.adminCode('first', '最初 管理者');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(field(page, 'ログイン名')).toBeFocused();
  await expect(field(page, 'ログイン名')).toHaveAttribute('autocomplete', 'username');
  await expect(field(page, 'パスワード')).toHaveAttribute('autocomplete', 'current-password');

  await buttonOf(page, 'ワンタイムコードをお持ちの方').click();
  await expect(field(page, 'ワンタイムコード')).toBeFocused();
  await field(page, 'ワンタイムコード').fill(` ${code.toLowerCase()} `);
  await field(page, '新しいパスワード').fill('これなら十分に長いです');
  await field(page, '新しいパスワード（確認）').fill('これなら十分に長い');
  await page.keyboard.press('Enter');
  await expect(alertOf(page)).toHaveText(/2回とも同じ/);
  for (const theme of THEMES) {
    await setTheme(page, theme);
    expect.soft(await violations(page, 'dialog', theme), theme).toEqual([]);
  }
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/session']);

  await field(page, '新しいパスワード（確認）').pressSequentially('です');
  await page.keyboard.press('Enter');
  await expect(signInDialog(page)).toBeHidden();
  await expect(buttonOf(page, '最初 管理者管理者')).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await connected(page);
});

test('a wrong password is told at the form, and with the keyboard alone one signs in, chooses another and signs out, in all pages', async ({
  house,
  desk: { page, allowError },
}) => {
  const member = await house.member('staff');
  allowError(REFUSED);
  allowError(/status of 422 .*\/api\/session/);
  const { keyboard } = page;
  await page.goto(LIST);
  await fillSignIn(page, { ...member, password: 'ちがう合言葉' });
  await expect(alertOf(page)).toHaveText('ログイン名またはパスワードが違います。');
  await expect(field(page, 'パスワード')).toBeFocused();
  await keyboard.press('Escape');
  await expect(signInDialog(page)).toBeVisible();

  const two = await page.context().newPage();
  await two.goto(FORM);
  await expect(signInDialog(two)).toBeVisible();
  await field(page, 'ログイン名').focus();
  await tabTo(page, field(page, 'パスワード'));
  await keyboard.press('Control+a');
  await keyboard.insertText(member.password);
  await keyboard.press('Enter');
  await expect(signInDialog(page)).toBeHidden();
  await expect(signInDialog(two)).toBeHidden();
  await expect(grid(two)).toBeVisible();

  const menu = buttonOf(page, `${member.name}スタッフ`);
  await tabTo(page, menu);
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'パスワードの変更…' })).toBeFocused();
  await keyboard.press('Enter');
  const change = dialogOf(page, 'パスワードの変更');
  await expect(change.getByLabel('現在のパスワード', { exact: true })).toBeFocused();
  await keyboard.insertText('これではない');
  for (const label of ['新しいパスワード', '新しいパスワード（確認）']) {
    await tabTo(page, change.getByLabel(label, { exact: true }));
    await keyboard.insertText('べつの長い合言葉です');
  }
  await keyboard.press('Enter');
  await expect(change.getByRole('alert')).toHaveText('現在のパスワードが違います。');
  await change.getByLabel('現在のパスワード', { exact: true }).fill(member.password);
  await keyboard.press('Enter');
  await expect(change).toBeHidden();
  await expect(page.getByText('パスワードを変更しました。')).toBeVisible();
  await keyboard.press('Alt+x');
  await expect(signInDialog(page)).toBeVisible();
  await expect(signInDialog(two)).toBeVisible();
  await two.close();
  await signInAs(page, { ...member, password: 'べつの長い合言葉です' });
  await expect(menu).toBeVisible();
});

test('the session ends while a booking is typed: it is saved once, with the key that it had', async ({
  house,
  desk: { page, allowError },
}) => {
  const member = await house.member('staff');
  allowError(REFUSED);
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/booking'))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  await openAs(page, member, FORM);
  const stay = house.hotel.nextStay();
  await searchRooms(page, stay);
  await fillForm(page, { ルームタイプ: await roomOptions(page).nth(1).innerText(), ...guest('中断 太郎') });
  const booked = async () =>
    (await house.hotel.bookings(stay.start, stay.start)).filter(
      ({ guest_name_1 }) => guest_name_1 === '中断 太郎',
    );
  await house.endSilently(member, 'gone');
  await buttonOf(page, '登録').click();
  await expect(signInDialog(page)).toContainText('入力中の内容もそのまま');
  expect(await booked()).toEqual([]);
  await signInAs(page, member);
  await acceptAlert(page, '登録');
  expect(await booked()).toMatchObject([{ staff_id: member.id }]);
  expect(new Set(keys).size).toBe(1);
});

test('nobody called for half an hour: the dialog opens by itself over any other, hides what is there and keeps what was typed', async ({
  house,
  desk: { page },
}) => {
  const member = await house.member('staff');
  await openAs(page, member, FORM);
  await connected(page);
  const weather = calendarOf(page).header('weather', house.hotel.today);
  await weather.click();
  const typed = dialogOf(page, '天気の登録').getByLabel('天気');
  await typed.fill('ひょう');
  await house.endSilently(member, 'idle');
  await expect(signInDialog(page)).toBeVisible();

  await expect(page.locator('#app')).toHaveCSS('filter', 'blur(16px)');
  const reached = await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('.top-bar a');
    link?.focus();
    const hit = document.elementFromPoint(10, 10);
    return [document.activeElement === link, hit?.closest('#app') ?? null];
  });
  expect(reached).toEqual([false, null]);
  await page.keyboard.press('Alt+l');
  await expect(page).toHaveURL(FORM);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#app')).toBeHidden();
  await page.emulateMedia({ media: null });

  await signInAs(page, member);
  await expect(typed).toHaveValue('ひょう');
  await expect(typed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(weather).toHaveText('ひょう');
});

const OFFERED: Record<StaffRole, { audit: boolean; write: boolean; erase: boolean }> = {
  staff: { audit: false, write: true, erase: false },
  auditor: { audit: true, write: false, erase: false },
  admin: { audit: true, write: true, erase: true },
};

for (const [role, { audit, write, erase }] of Object.entries(OFFERED)) {
  test(`${role}: is offered what the role may do, and nothing else`, async ({ house, desk: { page } }) => {
    const { hotel } = house;
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    const { id } = await hotel.book(stay, room, { guest_name_1: '役割 花子' });
    const member = await house.member(role as StaffRole);
    const written: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await openAs(page, member, `${FORM}/${id}`);
    const heading = page.getByRole('heading', { name: write ? /^編集中/ : /^閲覧中/ });
    await expect(heading).toContainText('役割 花子');
    await expect(tab(page, '監査')).toBeVisible({ visible: audit });
    await expect(page.getByRole('note').filter({ hasText: '閲覧のみ' })).toBeVisible({ visible: !write });
    for (const name of ['更新', '予約取消', '部屋検索'])
      await expect(buttonOf(page, name), name).toBeVisible({ visible: write });
    await expect(fieldOf(page, '宿泊者名')).toBeEnabled({ enabled: write });
    if (!write) {
      const calendar = calendarOf(page);
      await calendar.grid.locator('[data-header="weekday"]').first().click();
      await calendar.grid.locator('[data-header="weather"]').first().click();
      await page.keyboard.press('Control+Enter');
      await expect(dialogOf(page)).toBeHidden();
    }
    const history = await openHistory(page);
    await expect(history.getByRole('link', { name: '監査で開く' })).toBeVisible({ visible: audit });
    await expect(history.getByRole('button', { name: '個人情報の削除…' })).toBeVisible({ visible: erase });
    await page.keyboard.press('Escape');

    await tab(page, '自動登録').click();
    await expect(page.locator('[data-record]').first()).toBeVisible();
    for (const name of ['すべて再試行', 'ファイルを選択'])
      await expect(buttonOf(page, name), name).toBeVisible({ visible: write });
    await page.keyboard.press('F8');
    await expect(handoverOf(page).since).toBeVisible();
    await expect(handoverOf(page).newNote).toBeVisible({ visible: write });
    await expect(buttonOf(page, '引継ぎを確定')).toBeVisible({ visible: write });
    await page.keyboard.press('Alt+q');
    await expect(page).toHaveURL(audit ? /\/audit$/ : /\/handover$/);
    if (!audit) {
      await page.goto('/audit');
      await expect(page.getByText('「監査」の画面を使う権限がありません。')).toBeVisible();
    }
    expect(written).toEqual(['POST /api/session']);
  });
}

test('signing out, or the end of a session, leaves nothing of what was kept', async ({
  house,
  openTerminal,
}) => {
  const [typist, colleague] = [await house.member('staff'), await house.member('staff')];
  const terminal = await openTerminal({ serviceWorkers: 'allow' });
  terminal.allowError(REFUSED);
  expectLineDown(terminal);
  const { page } = terminal;
  const personal = async () => (await keptKeys(page)).filter((key) => PERSONAL.test(key));
  await openAs(page, typist, FORM);
  await expect(grid(page)).toBeVisible();
  await fillForm(page, { 宿泊者名: '途中 太郎' });
  await calendarIsKept(page);
  await keepApp(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(lineDownMark(page)).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('途中 太郎');
  await page.context().setOffline(false);
  await expect(lineDownMark(page)).toBeHidden();
  await expect(page.locator('.staff-menu')).toContainText(typist.name);

  await house.endSilently(typist, 'gone');
  await page.reload();
  await expect(signInDialog(page)).toBeVisible();
  await expect.poll(personal).toEqual([]);
  await signInAs(page, colleague);
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toBeHidden();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
  await fillForm(page, { 宿泊者名: '別人 花子' });
  await calendarIsKept(page);
  expect(await personal()).not.toEqual([]);
  await page.locator('.staff-menu').click();
  await page.getByRole('menuitem', { name: 'ログアウト' }).click();
  await expect.poll(personal).toEqual([]);
});
