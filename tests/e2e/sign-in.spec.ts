import { expect, type Page } from '@playwright/test';
import { setTheme, THEMES, violations } from './support/axe.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { tabTo } from './support/keyboard.js';
import { fillSignIn, REFUSED, signInAs, signInDialog, test } from './support/signed-in.fixture.js';

const field = (page: Page, label: string) => signInDialog(page).getByLabel(label, { exact: true });
const grid = (page: Page) => page.getByRole('grid');

async function expectNoViolations(page: Page, part: string): Promise<void> {
  for (const theme of THEMES) {
    await setTheme(page, theme);
    expect.soft(await violations(page, part, theme), theme).toEqual([]);
  }
  await setTheme(page, 'light');
}

test('the first admin chooses a password with a code; before that nothing else is asked for', async ({
  house,
  openTerminal,
}) => {
  const code = await house.adminCode('first', '最初 管理者');
  const { page } = await openTerminal();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(field(page, 'ログイン名')).toBeFocused();
  await expect(field(page, 'ログイン名')).toHaveAttribute('autocomplete', 'username');
  await expect(field(page, 'パスワード')).toHaveAttribute('autocomplete', 'current-password');
  await expectNoViolations(page, 'dialog');

  await buttonOf(page, 'ワンタイムコードをお持ちの方').click();
  await expect(field(page, 'ワンタイムコード')).toBeFocused();
  await field(page, 'ワンタイムコード').fill(` ${code.toLowerCase()} `);
  const rule = (text: string) => signInDialog(page).getByRole('listitem').filter({ hasText: text });
  await field(page, '新しいパスワード').fill('みじかい');
  await expect(rule('10文字以上')).toHaveAttribute('data-met', 'false');
  await page.keyboard.press('Enter');
  await expect(signInDialog(page).getByRole('alert')).toHaveText(/10文字以上で入力/);
  await field(page, '新しいパスワード').fill('これなら十分に長い');
  await field(page, '新しいパスワード').pressSequentially('です');
  await expect(rule('10文字以上')).toHaveAttribute('data-met', 'true');
  await field(page, '新しいパスワード（確認）').fill('これなら十分に長い');
  await expect(rule('2回とも同じ')).toHaveAttribute('data-met', 'false');
  await page.keyboard.press('Enter');
  await expect(signInDialog(page).getByRole('alert')).toHaveText(/2回とも同じ/);
  await expectNoViolations(page, 'dialog');
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/session']);

  await field(page, '新しいパスワード（確認）').pressSequentially('です');
  await page.keyboard.press('Enter');
  await expect(signInDialog(page)).toBeHidden();
  await expect(buttonOf(page, '最初 管理者管理者')).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await expect(page.locator('.connection[data-connected="true"]')).toBeVisible();
});

test('a wrong password is told at the form; then the right one; the focus never leaves the dialog', async ({
  house,
  openTerminal,
}) => {
  const member = await house.member('staff');
  const terminal = await openTerminal();
  terminal.allowError(REFUSED);
  const { page } = terminal;
  await page.goto('/reservation-status');
  await fillSignIn(page, { ...member, password: 'ちがう合言葉' });
  await expect(signInDialog(page).getByRole('alert')).toHaveText('ログイン名またはパスワードが違います。');
  await expect(field(page, 'パスワード')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(signInDialog(page)).toBeVisible();

  await buttonOf(page, 'パスワードを表示').click();
  await expect(field(page, 'パスワード')).toHaveValue('ちがう合言葉');
  await expect(field(page, 'パスワード')).toHaveAttribute('type', 'text');
  await buttonOf(page, 'パスワードを隠す').click();
  await expect(field(page, 'パスワード')).toHaveAttribute('type', 'password');
  await signInAs(page, member);
  await expect(grid(page)).toBeVisible();
});

test('too many failures: how long to wait is counted down', async ({ house, openTerminal }) => {
  const member = await house.member('staff');
  const guesser = house.elsewhere();
  for (let guess = 1; guess <= 10; guess++) await guesser.signIn(member.loginName, `推測 ${guess}`);
  const terminal = await openTerminal();
  terminal.allowError(REFUSED);
  const { page } = terminal;
  await page.goto('/');
  await fillSignIn(page, member);
  const timer = signInDialog(page).getByRole('timer');
  await expect(timer).toHaveText(/^あと1[0-5]分\d+秒お待ちください。$/);
  await expect(signInDialog(page).getByRole('alert')).toHaveText(/失敗が続いたため/);
  await expect(signInDialog(page).getByRole('button', { name: 'ログイン', exact: true })).toBeDisabled();
  const told = await timer.innerText();
  await expect(timer).not.toHaveText(told);
});

test('the whole way with the keyboard alone: in, another password, out', async ({ house, openTerminal }) => {
  const member = await house.member('staff');
  const terminal = await openTerminal();
  terminal.allowError(/status of 422 .*\/api\/session/);
  const { page } = terminal;
  const { keyboard } = page;
  await page.goto('/reservation-status');
  await expect(field(page, 'ログイン名')).toBeFocused();
  await keyboard.type(member.loginName);
  await tabTo(page, field(page, 'パスワード'));
  await page.keyboard.insertText(member.password);
  await keyboard.press('Enter');
  const menu = buttonOf(page, `${member.name}スタッフ`);
  await tabTo(page, menu);
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'パスワードの変更…' })).toBeFocused();
  await expectNoViolations(page, '.bp6-popover');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'ログアウト' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');

  const change = dialogOf(page, 'パスワードの変更');
  await expect(change.getByLabel('現在のパスワード', { exact: true })).toBeFocused();
  await keyboard.insertText('これではない');
  await tabTo(page, change.getByLabel('新しいパスワード', { exact: true }));
  await keyboard.insertText('べつの長い合言葉です');
  await tabTo(page, change.getByLabel('新しいパスワード（確認）', { exact: true }));
  await keyboard.insertText('べつの長い合言葉です');
  await keyboard.press('Enter');
  await expect(change.getByRole('alert')).toHaveText('現在のパスワードが違います。');
  await expectNoViolations(page, '[role="dialog"]');
  await change.getByLabel('現在のパスワード', { exact: true }).fill(member.password);
  await keyboard.press('Enter');
  await expect(change).toBeHidden();
  await expect(page.getByText('パスワードを変更しました。')).toBeVisible();

  await keyboard.press('Alt+x');
  await expect(signInDialog(page)).toBeVisible();
  await signInAs(page, { ...member, password: 'べつの長い合言葉です' });
  await expect(menu).toBeVisible();
});

test('pages of one browser follow each other in and out', async ({ house, openTerminal }) => {
  const member = await house.member('staff');
  const { page: one } = await openTerminal();
  const two = await one.context().newPage();
  await one.goto('/');
  await two.goto('/reservation-registration');
  await expect(signInDialog(one)).toBeVisible();
  await expect(signInDialog(two)).toBeVisible();
  await signInAs(one, member);
  await expect(signInDialog(two)).toBeHidden();
  await expect(grid(two)).toBeVisible();
  await buttonOf(two, `${member.name}スタッフ`).click();
  await two.getByRole('menuitem', { name: 'ログアウト' }).click();
  await expect(signInDialog(two)).toBeVisible();
  await expect(signInDialog(one)).toBeVisible();
});
