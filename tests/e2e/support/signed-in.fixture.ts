import type { StaffRole } from '@domain/masters/staff-role.js';
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { ManagedStaff } from '@wire/master-records.js';
import type { OneTimeCode } from '@wire/session.js';
import pg from 'pg';
import { findFreePort } from '../../../backend/embedded-postgres/free-port.js';
import { adminCode, type BrowserClient, browserClient, SECRET } from '../../support/signed-in-client.js';
import { startTlsProxy } from '../../support/tls-proxy.js';
import { dialogOf } from './dialogs.js';
import { type Hotel, hotelAt } from './hotel.js';
import { serveRestartable } from './restartable-server.js';
import { DESK, openTerminal, type Terminal } from './terminal.js';

/** A member of staff who can sign in. */
type Member = { id: number; name: string; role: StaffRole; loginName: string; password: string };

/** The sample hotel with sign-in, behind a proxy; `hotel.api` is signed in as an admin of its own. */
type SignedInHotel = {
  hotel: Hotel;
  /** Makes a member of staff with a password, for one test. */
  member(role: StaffRole): Promise<Member>;
  /** Makes an admin as operators do, from the command line. */
  adminCode(loginName: string, name: string): Promise<string>;
  /** Another browser, at another address. */
  elsewhere(): BrowserClient;
  /** Ends every session of a member in the database, where nobody rings a bell. */
  endSilently(member: Member, how: 'idle' | 'gone'): Promise<void>;
};

const NAMES = ['佐藤 花子', '鈴木 一郎', '高橋 桜', '田中 健', '伊藤 舞', '渡辺 翔', '山本 葵', '中村 蓮'];
const ENDINGS = {
  idle: "update sessions set expire = now() - interval '1 second' where staff_id = $1",
  gone: 'delete from sessions where staff_id = $1',
};

/** Serves it while it is used. */
async function serveSignedIn(use: (hotel: SignedInHotel) => Promise<void>): Promise<void> {
  const port = await findFreePort();
  const origin = `https://localhost:${port}`;
  const env = {
    AUTH_MODE: 'session',
    APP_ORIGIN: origin,
    SESSION_SECRET: SECRET,
    REQUESTS_PER_MINUTE: '100000',
  };
  await serveRestartable(env, async ({ url, databaseUrl }) => {
    const proxy = await startTlsProxy([url], { port, isPlain: true });
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    try {
      const house = await inhabit(url, origin, database, databaseUrl);
      await use({ ...house, hotel: { ...house.hotel, url: proxy.origin } });
    } finally {
      await database.end();
      await proxy.close();
    }
  });
}

async function inhabit(
  url: string,
  origin: string,
  database: pg.Client,
  databaseUrl: string,
): Promise<SignedInHotel> {
  let made = 0;
  const admin = browserClient(url, { origin });
  await admin.redeem(await adminCode(databaseUrl, 'manager', '試験 支配人'));
  const codeFor = async ({ id }: Pick<Member, 'id'>) =>
    (await admin.post<OneTimeCode>(`/api/staff/${id}/one-time-code`, {})).body.code;
  const elsewhere = () => browserClient(url, { origin, address: `192.0.2.${100 + (made % 100)}` });
  return {
    hotel: await hotelAt(url, admin),
    adminCode: (loginName, name) => adminCode(databaseUrl, loginName, name),
    elsewhere,
    async member(role) {
      const loginName = `member${++made}`;
      const name = NAMES[made % NAMES.length] as string;
      const { body } = await admin.post<ManagedStaff>('/api/staff', { name, role, login_name: loginName });
      const password = `合言葉は${loginName}です`;
      await elsewhere().redeem(await codeFor(body), password);
      return { id: body.id, name, role, loginName, password };
    },
    async endSilently({ id }, how) {
      await database.query(ENDINGS[how], [id]);
    },
  };
}

const START_TIMEOUT_MS = 600_000;

type Fixtures = {
  /** A terminal for all tests of a worker: each begins as if nobody had used it. */
  desk: Terminal;
  /** Opens a terminal; at the end of the test none may have logged an error. */
  openTerminal: (options?: BrowserContextOptions) => Promise<Terminal>;
};

/** A test of the real product with sign-in. */
export const test = base.extend<Fixtures, { house: SignedInHotel; sharedTerminal: Terminal }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    ({}, use) => serveSignedIn(use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  sharedTerminal: [
    async ({ browser, house }, use) => {
      const terminal = await openTerminal(browser, { baseURL: house.hotel.url, ...DESK });
      terminal.page.on('dialog', (dialog) => void dialog.accept());
      await use(terminal);
      await terminal.close();
    },
    { scope: 'worker' },
  ],
  desk: async ({ sharedTerminal, house }, use) => {
    sharedTerminal.reset();
    await use(sharedTerminal);
    const { page } = sharedTerminal;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    await page.context().clearCookies();
    const storage = await page.context().newCDPSession(page);
    await storage.send('Storage.clearDataForOrigin', { origin: house.hotel.url, storageTypes: 'all' });
    expect(sharedTerminal.problems(), 'errors and warnings of the browser').toEqual([]);
  },
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
