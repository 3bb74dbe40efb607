import type { StaffRole } from '@domain/masters/staff-role.js';
import { expect, type Page } from '@playwright/test';
import { openHistory } from './support/audit.js';
import { setTheme, THEMES, violations } from './support/axe.js';
import { calendarOf } from './support/calendar.js';
import {
  acceptAlert,
  buttonOf,
  dialogOf,
  enterBooking,
  fieldOf,
  fillForm,
  press,
  tabTo,
} from './support/controls.js';
import { calendarIsKept, expectLineDown, keepApp, keptKeys, lineDownMark } from './support/line-down.js';
import { fillSignIn, openAs, REFUSED, signInAs, signInDialog, test } from './support/signed-in.fixture.js';

const FORM = '/reservation-registration';
const LIST = '/reservation-status';
/** Stored data of a terminal that belongs to a member of staff. */
const PERSONAL = /^(calendar|typed-form|session) ?/;

const field = (page: Page, label: string) => signInDialog(page).getByLabel(label, { exact: true });
const alertOf = (page: Page) => signInDialog(page).getByRole('alert');
const grid = (page: Page) => page.getByRole('grid');
const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });

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
  await press(page, 'Enter');
  await expect(alertOf(page)).toHaveText(/2回とも同じ/);
  for (const theme of THEMES) {
    await setTheme(page, theme);
    expect.soft(await violations(page, 'dialog', theme), theme).toEqual([]);
  }
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/session']);
  await field(page, '新しいパスワード（確認）').pressSequentially('です');
  await press(page, 'Enter');
  await expect(signInDialog(page)).toBeHidden();
  await expect(buttonOf(page, '最初 管理者管理者')).toBeVisible();
  await expect(grid(page)).toBeVisible();
  for (const width of [1440, 1366, 1200, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(buttonOf(page, '最初 管理者管理者')).toBeInViewport({ ratio: 1 });
    if (width >= 1366) for (const name of ['フロント', '引継ぎ']) await expect(tab(page, name)).toBeVisible();
    // Text that wraps is higher than one line.
    const heights = await page.locator('.top-bar :is(a, strong, .connection)').evaluateAll((parts) =>
      parts.map((part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        return text.getBoundingClientRect().height;
      }),
    );
    expect(Math.max(...heights)).toBeLessThan(30);
  }
  await press(page, 'Alt+q');
  for (const event of ['ログイン', 'パスワード・コードの変更'])
    await expect(grid(page).getByRole('row').filter({ hasText: event }).first()).toContainText(
      'スタッフ 最初 管理者',
    );
});

test('with the keyboard alone one signs in after a wrong password, chooses another and signs out, in all pages', async ({
  house,
  desk: { page, allowError },
}) => {
  const member = await house.member('staff');
  allowError(REFUSED);
  const { keyboard } = page;
  await page.goto(LIST);
  await fillSignIn(page, { ...member, password: 'ちがう合言葉' });
  await expect(alertOf(page)).toHaveText('ログイン名またはパスワードが違います。');
  await expect(field(page, 'パスワード')).toBeFocused();
  await press(page, 'Escape');
  await expect(signInDialog(page)).toBeVisible();

  const two = await page.context().newPage();
  await two.goto(FORM);
  await expect(signInDialog(two)).toBeVisible();
  await field(page, 'ログイン名').focus();
  await tabTo(page, field(page, 'パスワード'));
  await press(page, 'Control+a');
  await keyboard.insertText(member.password);
  await press(page, 'Enter');
  await expect(signInDialog(page)).toBeHidden();
  await expect(signInDialog(two)).toBeHidden();
  await expect(grid(two)).toBeVisible();

  const menu = buttonOf(page, `${member.name}スタッフ`);
  await tabTo(page, menu);
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'パスワードの変更…' })).toBeFocused();
  await press(page, 'Enter');
  const change = dialogOf(page, 'パスワードの変更');
  await expect(change.getByLabel('現在のパスワード', { exact: true })).toBeFocused();
  await keyboard.insertText(member.password);
  for (const label of ['新しいパスワード', '新しいパスワード（確認）']) {
    await tabTo(page, change.getByLabel(label, { exact: true }));
    await keyboard.insertText('べつの長い合言葉です');
  }
  await press(page, 'Enter');
  await expect(change).toBeHidden();
  await expect(page.getByText('パスワードを変更しました。')).toBeVisible();
  await press(page, 'Alt+x');
  await expect(signInDialog(page)).toBeVisible();
  await expect(signInDialog(two)).toBeVisible();
  await two.close();
  await signInAs(page, { ...member, password: 'べつの長い合言葉です' });
  await expect(menu).toBeVisible();
});

test('a session ends: over any other dialog, hiding what is there and keeping what was typed; a booking is saved once, with its key', async ({
  house,
  desk: { page, allowError },
}) => {
  const member = await house.member('staff');
  allowError(REFUSED);
  await openAs(page, member, FORM);
  // The live connection is what hears of the end.
  await expect(page.locator('.connection[data-connected="true"]')).toBeVisible();

  await test.step('by itself, when nobody called for half an hour', async () => {
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
    await press(page, 'Alt+l');
    await expect(page).toHaveURL(FORM);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('#app')).toBeHidden();
    await page.emulateMedia({ media: null });
    await signInAs(page, member);
    await expect(typed).toHaveValue('ひょう');
    await expect(typed).toBeFocused();
    await press(page, 'Enter');
    await expect(weather).toHaveText('ひょう');
  });

  await test.step('while a booking is saved', async () => {
    const keys: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/booking'))
        keys.push(request.headers()['idempotency-key'] ?? '');
    });
    const [stay, room] = await house.hotel.freeStay();
    await enterBooking(page, stay, room.number, '中断 太郎');
    // Not before the save: the search for returning guests, which comes a moment after a name, would be told of the end first.
    await page.route(
      '**/api/booking',
      async (route) => {
        await house.endSilently(member, 'gone');
        await route.continue();
      },
      { times: 1 },
    );
    await buttonOf(page, '登録').click();
    await expect(signInDialog(page)).toContainText('入力中の内容もそのまま');
    await signInAs(page, member);
    await acceptAlert(page, '登録');
    const nights = await house.hotel.bookings(stay.start, stay.start);
    const booked = nights.filter(({ guest_name_1 }) => guest_name_1 === '中断 太郎');
    expect(booked).toMatchObject([{ staff_id: member.id }]);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });
});

const OFFERED: Record<StaffRole, { audit: boolean; write: boolean; erase: boolean }> = {
  staff: { audit: false, write: true, erase: false },
  auditor: { audit: true, write: false, erase: false },
  admin: { audit: true, write: true, erase: true },
};

test('each role is offered what it may do, and nothing else', { tag: '@long' }, async ({
  house,
  desk: { page, allowError },
}) => {
  allowError(REFUSED); // What was on its way when the role before signed out.
  const { hotel } = house;
  const [stay, room] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '役割 花子' });
  await page.goto(`${FORM}/${id}`);
  for (const [role, { audit, write, erase }] of Object.entries(OFFERED)) {
    await test.step(role, async () => {
      await signInAs(page, await house.member(role as StaffRole));
      const heading = page.getByRole('heading', { name: write ? /^編集中/ : /^閲覧中/ });
      await expect(heading).toContainText('役割 花子');
      await page.getByRole('button', { name: /^その他の画面/ }).click();
      const others = page.getByRole('menu', { name: 'その他の画面' });
      await expect(others).toBeVisible();
      await expect(others.getByRole('menuitem', { name: /^監査/ })).toBeVisible({ visible: audit });
      await press(page, 'Escape');
      await expect(others).toBeHidden();
      for (const name of ['更新', '予約取消', '部屋検索'])
        await expect(buttonOf(page, name), name).toBeVisible({ visible: write });
      await expect(fieldOf(page, '宿泊者名')).toBeEnabled({ enabled: write });
      const history = await openHistory(page);
      await expect(history.getByRole('link', { name: '監査で開く' })).toBeVisible({ visible: audit });
      await expect(history.getByRole('button', { name: 'その他の操作' })).toBeVisible({ visible: erase });
      await press(page, 'Escape');
      if (!write) {
        const calendar = calendarOf(page);
        await calendar.grid.locator('[data-header="weekday"]').first().click();
        await calendar.grid.locator('[data-header="weather"]').first().click();
        await press(page, 'Control+Enter');
        await expect(dialogOf(page)).toBeHidden();
      }
      await tab(page, '自動登録').click();
      await expect(page.locator('[data-record]').first()).toBeVisible();
      await expect(page.getByRole('button', { name: /件を再試行$/ })).toBeVisible({ visible: write });
      await press(page, 'F8');
      await expect(buttonOf(page, '引継ぎを確定')).toBeVisible({ visible: write });
      await press(page, 'Alt+q');
      await expect(page).toHaveURL(audit ? /\/audit$/ : /\/handover$/);
      if (!audit) {
        await page.goto('/audit');
        await expect(page.getByText('「監査」の画面を使う権限がありません。')).toBeVisible();
      }
      await page.goto(`${FORM}/${id}`);
      await expect(heading).toBeVisible();
      await expect(page.locator('.staff-menu')).toBeVisible(); // Its key comes with it.
      await press(page, 'Alt+x');
      await expect(signInDialog(page)).toBeVisible();
    });
  }
});

test('signing out, or the end of a session, leaves nothing of what was kept', { tag: '@long' }, async ({
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
  await press(page, 'Alt+x');
  await expect(signInDialog(page)).toBeVisible();
  expect(await page.content()).not.toContain('別人 花子');
  await expect.poll(personal).toEqual([]);
});
