import type { StaffRole } from '@domain/masters/staff-role.js';
import { test as base, expect, type Page } from '@playwright/test';
import type { ManagedStaff } from '@wire/master-records.js';
import type { OneTimeCode } from '@wire/session.js';
import pg from 'pg';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { adminCode, browserClient, SECRET } from '#tests/support/signed-in-client.js';
import { startTlsProxy } from '#tests/support/tls-proxy.js';
import { dialogOf } from './controls.js';
import { type Hotel, hotelAt } from './hotel.js';
import { serveRestartable } from './restartable-server.js';
import { lendTerminal, type OpenTerminal, type Terminal, useTerminal, useTerminals } from './terminal.js';

/** A member of staff who can sign in. */
type Member = { id: number; name: string; loginName: string; password: string };

/** The sample hotel with sign-in, behind a proxy; `hotel.api` is signed in as an admin of its own. */
type SignedInHotel = {
  hotel: Hotel;
  /** Makes a member of staff with a password, for one test. */
  member(role: StaffRole): Promise<Member>;
  /** Makes an admin as operators do, from the command line. */
  adminCode(loginName: string, name: string): Promise<string>;
  /** Ends every session of a member in the database, of which no page is told. */
  endSilently(member: Member, how: keyof typeof ENDINGS): Promise<void>;
};

const START_TIMEOUT_MS = 600_000;
const NAMES = ['佐藤 花子', '鈴木 一郎', '高橋 桜', '田中 健', '伊藤 舞', '渡辺 翔', '山本 葵', '中村 蓮'];
const ENDINGS = {
  idle: "update sessions set expire = now() - interval '1 second' where staff_id = $1",
  gone: 'delete from sessions where staff_id = $1',
};

/** Serves it while it is used. */
async function serveSignedIn(use: (hotel: SignedInHotel) => Promise<void>): Promise<void> {
  const port = await findFreePort();
  const origin = `https://localhost:${port}`;
  const signIn = { AUTH_MODE: 'session', APP_ORIGIN: origin, SESSION_SECRET: SECRET };
  await serveRestartable({ ...signIn, REQUESTS_PER_MINUTE: '100000' }, async ({ url, databaseUrl }) => {
    const proxy = await startTlsProxy([url], { port, isPlain: true });
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    try {
      const admin = browserClient(url, { origin });
      await admin.redeem(await adminCode(databaseUrl, 'manager', '試験 支配人'));
      let made = 0;
      await use({
        hotel: await hotelAt(proxy.origin, admin),
        adminCode: (loginName, name) => adminCode(databaseUrl, loginName, name),
        async member(role) {
          const name = NAMES[++made % NAMES.length] as string;
          const [loginName, password] = [`member${made}`, `合言葉はmember${made}です`];
          const { body } = await admin.post<ManagedStaff>('/api/staff', {
            name,
            role,
            login_name: loginName,
          });
          const code = await admin.post<OneTimeCode>(`/api/staff/${body.id}/one-time-code`, {});
          const elsewhere = browserClient(url, { origin, address: `192.0.2.${100 + made}` });
          await elsewhere.redeem(code.body.code, password);
          return { id: body.id, name, loginName, password };
        },
        async endSilently({ id }, how) {
          await database.query(ENDINGS[how], [id]);
        },
      });
    } finally {
      await database.end();
      await proxy.close();
    }
  });
}

type Fixtures = {
  /** A terminal for all tests of a worker: each begins as if nobody had used it. */
  desk: Terminal;
  openTerminal: OpenTerminal;
};

/** A test of the real product with sign-in. */
export const test = base.extend<Fixtures, { house: SignedInHotel; sharedTerminal: Terminal }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    ({}, use) => serveSignedIn(use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  sharedTerminal: [
    ({ browser, house }, use) =>
      useTerminal(browser, house.hotel.url, async (terminal) => {
        terminal.page.on('dialog', (dialog) => void dialog.accept());
        await use(terminal);
      }),
    { scope: 'worker' },
  ],
  desk: ({ sharedTerminal, house }, use) =>
    lendTerminal(sharedTerminal, use, async (page) => {
      await page.goto('about:blank');
      await page.context().clearCookies();
      const storage = await page.context().newCDPSession(page);
      await storage.send('Storage.clearDataForOrigin', { origin: house.hotel.url, storageTypes: 'all' });
    }),
  openTerminal: ({ browser, house }, use) => useTerminals(browser, house.hotel.url, use),
});

/** Lines that browsers log by themselves when the server refuses to sign somebody in. */
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
