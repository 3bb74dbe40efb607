import { expect } from '@playwright/test';
import { calendarOf } from './support/calendar.js';
import { fieldOf, fillForm } from './support/form.js';
import { appIsKept, calendarIsKept, expectLineDown, keptKeys, lineDownMark } from './support/line-down.js';
import { openAs, REFUSED, signInAs, signInDialog, test } from './support/signed-in.fixture.js';

const FORM = '/reservation-registration';
const PERSONAL = /^(calendar|typed-form|session) ?/;

test('signing out, or the end of a session, leaves nothing of what was kept', async ({
  house,
  openTerminal,
}) => {
  const [typist, colleague] = [await house.member('staff'), await house.member('staff')];
  const terminal = await openTerminal();
  terminal.allowError(REFUSED);
  expectLineDown(terminal);
  const { page } = terminal;
  const personal = async () => (await keptKeys(page)).filter((key) => PERSONAL.test(key));
  await openAs(page, typist, FORM);
  await expect(calendarOf(page).grid).toBeVisible();
  await fillForm(page, { 宿泊者名: '途中 太郎' });
  await calendarIsKept(page);
  await page.reload();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('途中 太郎');

  await appIsKept(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(lineDownMark(page)).toBeVisible();
  await expect(calendarOf(page).grid).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('途中 太郎');
  await page.context().setOffline(false);
  await expect(lineDownMark(page)).toBeHidden();
  await expect(page.locator('.staff-menu')).toContainText(typist.name);

  await house.endSilently(typist, 'gone');
  await page.reload();
  await expect(signInDialog(page)).toBeVisible();
  await expect.poll(personal).toEqual([]);
  await signInAs(page, colleague);
  await expect(calendarOf(page).grid).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toBeHidden();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');

  await fillForm(page, { 宿泊者名: '別人 花子' });
  await calendarIsKept(page);
  expect(await personal()).not.toEqual([]);
  await page.locator('.staff-menu').click();
  await page.getByRole('menuitem', { name: 'ログアウト' }).click();
  await expect.poll(personal).toEqual([]);
});
