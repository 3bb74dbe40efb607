import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { dialogOf } from './dialogs.js';
import { type Member, type SignedInHotel, serveSignedIn } from './signed-in-hotel.js';
import { openTerminal, type Terminal } from './terminal.js';

const START_TIMEOUT_MS = 600_000;

type Fixtures = {
  /** Opens a terminal; at the end of the test none may have logged an error. */
  openTerminal: (options?: BrowserContextOptions) => Promise<Terminal>;
};

/** A test of the real product with sign-in. */
export const test = base.extend<Fixtures, { house: SignedInHotel }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    ({}, use) => serveSignedIn(use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  openTerminal: async ({ browser, house }, use) => {
    const terminals: Terminal[] = [];
    await use(async (options) => {
      const baseURL = house.hotel.url;
      const terminal = await openTerminal(browser, { baseURL, ...options });
      terminals.push(terminal);
      return terminal;
    });
    const problems = terminals.flatMap((terminal) => terminal.problems());
    for (const terminal of terminals) await terminal.close();
    expect(problems, 'errors and warnings of the browser').toEqual([]);
  },
});

/** What browsers log by themselves when the server refuses to sign somebody in. */
export const REFUSED = /status of (401|429) .*\/api\//;

/** The dialog that asks who is there. */
export const signInDialog = (page: Page) => dialogOf(page, 'ログイン');

/** Fills in the open dialog and sends it. */
export async function fillSignIn(page: Page, { loginName, password }: Member): Promise<void> {
  const dialog = signInDialog(page);
  await dialog.getByLabel('ログイン名').fill(loginName);
  await dialog.getByLabel('パスワード', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Signs in, and waits until the dialog is gone. */
export async function signInAs(page: Page, member: Member): Promise<void> {
  await fillSignIn(page, member);
  await expect(signInDialog(page)).toBeHidden();
}

/** Opens a screen as a member of staff. */
export async function openAs(page: Page, member: Member, path: string): Promise<void> {
  await page.goto(path);
  await signInAs(page, member);
}
