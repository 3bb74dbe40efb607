import { expect, type Page } from '@playwright/test';
import { openScreen } from './calendar.js';
import { dialogOf, sentencesOf } from './dialogs.js';
import { buttonOf, fieldOf } from './form.js';

/** The heading of the alert that tells all that is wrong (spec 5). */
export const WRONG_INPUT = '入力内容にエラーがあります';

/** The blank form of a new registration on a terminal that may show anything; nothing is left set aside. */
export async function blankForm(page: Page): Promise<void> {
  const isOpen = new URL(page.url()).pathname === '/reservation-registration';
  if (isOpen) await buttonOf(page, 'クリア').click();
  else await openScreen(page, '/reservation-registration');
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(fieldOf(page, '予約者名')).toHaveValue('');
  const discard = buttonOf(page, '入力途中の内容を破棄');
  while (await discard.isVisible()) await discard.click();
}

/** All that a button finds wrong with the form, each sentence in its place; the alert is closed again. */
export async function complaints(page: Page, button = '登録'): Promise<string[]> {
  await buttonOf(page, button).click();
  const told = await sentencesOf(page, WRONG_INPUT);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  return told;
}
