import { expect, type Locator, type Page } from '@playwright/test';

/** The dialog that is open, by its heading when one is given. */
export function dialogOf(page: Page, name?: string): Locator {
  return page.getByRole('dialog', name === undefined ? {} : { name });
}

/** Waits for an alert with this text, its OK focused, and closes it. */
export async function acceptAlert(page: Page, text: string | RegExp, heading?: string): Promise<void> {
  const alert = dialogOf(page, heading);
  await expect(alert).toContainText(text);
  const ok = alert.getByRole('button', { name: 'OK', exact: true });
  await expect(ok).toBeFocused();
  await ok.click();
  await expect(alert).toBeHidden();
}

/** Answers a question of a dialog with one of its buttons. */
export async function answer(page: Page, text: string | RegExp, button: string): Promise<void> {
  const choice = dialogOf(page).filter({ hasText: text }).getByRole('button', { name: button, exact: true });
  await choice.click();
  await expect(choice).toBeHidden();
}
