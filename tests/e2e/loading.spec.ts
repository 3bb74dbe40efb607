import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect } from '@playwright/test';
import { createProxyServer } from 'httpxy';
import { openScreen } from './support/calendar.js';
import { buttonOf, dialogOf, fieldOf, fillForm, press } from './support/controls.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';
import { appIsKept, expectLineDown, isMarkedPage, markPage } from './support/line-down.js';

const FORM = '/reservation-registration';
const LIST = '/reservation-status';
const REGISTRATION = /\/assets\/RegistrationScreen-[^/]*\.js$/;
const KEY_SHEET = /\/assets\/KeySheet-[^/]*\.js$/;
const MASTERS = /\/assets\/MastersScreen-[^/]*\.js$/;

test('the page is Japanese, with a font of its own at hand, nothing from elsewhere and no schemas; its script is imported', async ({
  request,
  hotel,
  openTerminal,
}) => {
  const found = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name]) => String(name));
  const textOf = async (path: string) => (await request.get(new URL(path, hotel.url).href)).text();
  await test.step('Chromium drops preloads when a service worker answers, and compiles anew what the page names', async () => {
    const document = await textOf(`${FORM}/5?type=reservation`);
    expect(found(document, /<link rel="(\w*preload)"/g)).toEqual([]);
    const scripts = found(document, /<script type="module"[^>]* src="([^"]+)"/g);
    expect(scripts).toHaveLength(1);
    expect(await textOf(String(scripts[0]))).toMatch(/^import\('\/assets\/index-[^']+\.js'\)$/);
    expect((await request.get(`${hotel.url}/assets/missing.js`)).status()).toBe(404);
  });

  const { page } = await openTerminal();
  const foreign: string[] = [];
  page.on('request', (asked) => {
    const address = new URL(asked.url());
    if (address.protocol.startsWith('http') && address.origin !== hotel.url) foreign.push(asked.url());
  });
  await openScreen(page, LIST);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
  const drawnBy = (signs: string) =>
    page.evaluate(
      async (text) => (await document.fonts.load('40px "Last Resort"', text)).map(({ status }) => status),
      signs,
    );
  await expect.poll(() => drawnBy('予約')).toEqual(['loaded']);

  await test.step('once the page was idle, the next screen is there with the key that opens it', async () => {
    const fetched = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect.poll(fetched).toContainEqual(expect.stringContaining('MastersScreen'));
    const scripts = (await fetched()).filter((name) => name.endsWith('.js'));
    const holdsSchemas = await Promise.all(
      scripts.map(async (script) => (await textOf(script)).includes('_zod')),
    );
    expect(scripts.filter((_, index) => holdsSchemas[index])).toEqual([]);
    await press(page, 'Alt+KeyO', 'Alt+KeyK');
    await page.keyboard.type('12/24');
    await expect(fieldOf(page, 'チェックイン日')).toHaveValue('12/24');
    expect(foreign).toEqual([]);
  });

  const pictureOf = async (text: string) => {
    await page.evaluate((content) => {
      const drawn = document.createElement('p');
      drawn.textContent = content;
      const font = '40px "Last Resort", "Noto Sans JP Variable"';
      Object.assign(drawn.style, { font, width: '2em', height: '2em' });
      document.body.replaceChildren(drawn);
    }, text);
    return page.locator('p').screenshot();
  };
  // A missing glyph would be the same empty box or blank for both.
  const differ = async (one: string, other: string) =>
    (await pictureOf(one)).equals(await pictureOf(other)) === false;
  expect(await differ('予約', '空室')).toBe(true);
  await expect.poll(() => differ('髙﨑', '𠮷德')).toBe(true);
});

test('what is pressed for a screen that is still being fetched is not lost, and nobody else hears it; one that could not be fetched comes by itself', {
  tag: '@long',
}, async ({ openTerminal }) => {
  const terminal = await openTerminal();
  const { page } = terminal;
  expectLineDown(terminal);
  terminal.allowError(/ERR_FAILED/);
  await page.route(MASTERS, (route) => route.abort());
  const held = await holdAnswers(page, 'GET', REGISTRATION);
  const { grid, firstDay } = await openScreen(page, LIST);
  // Keys for a screen that is not waited for go nowhere.
  await press(page, 'Alt+KeyO', 'Alt+KeyP', 'Alt+KeyL');
  await expect(grid).toBeVisible();
  await expect(firstDay).not.toBeFocused();
  await grid.locator('[role=gridcell][tabindex="0"]').focus();
  await press(page, 'Alt+KeyO');
  await expect(page.getByText('画面を読み込んでいます…')).toBeVisible();
  await expect(grid).toHaveCount(0);
  // The list screen would print with the first one.
  await press(page, 'Alt+KeyI', 'Alt+KeyP', 'Alt+KeyK');
  await page.keyboard.type('12/24');
  await held.release();
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue('12/24');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();

  await page.context().setOffline(true);
  await press(page, 'Alt+KeyM');
  await expect(page.getByText('画面を読み込めませんでした')).toBeVisible();
  await page.unroute(MASTERS);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'マスタ', level: 1 })).toBeAttached();
});

test('a part of a screen whose code failed once can be opened again, though this browser asks for no module twice', async ({
  openTerminal,
}) => {
  const terminal = await openTerminal();
  const { page } = terminal;
  terminal.allowError(/ERR_FAILED/);
  const failed = page.waitForEvent('requestfailed', (request) => KEY_SHEET.test(request.url()));
  await page.route(KEY_SHEET, (route) => route.abort());
  const { grid } = await openScreen(page, LIST);
  await markPage(page);
  await page.keyboard.type('?');
  await failed;
  await page.unroute(KEY_SHEET);
  await expect.poll(() => isMarkedPage(page).catch(() => true)).toBe(false);
  await expect(grid).toBeVisible();
  await page.keyboard.type('?');
  await expect(dialogOf(page, 'キー操作一覧')).toBeVisible();
});

/** Stands between browsers and the product. */
type UpdatingProxy = {
  url: string;
  /** Renews the product: a file of it is another from now on, and every connection ends. */
  update(): void;
  close(): Promise<void>;
};

/** Passes everything on to the product at `target`; once updated, the script at `path` has a line more. */
async function startUpdatingProxy(target: string, path: string): Promise<UpdatingProxy> {
  const proxy = createProxyServer();
  const open = new Set<Duplex>();
  let isNewer = false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isNewer || request.url !== path) return proxy.web(request, response, { target });
    const script = await (await fetch(target + path)).text();
    const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' };
    response.writeHead(200, headers).end(`${script}\n// newer`);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    proxy.ws(request, socket as Socket, { target }, head).catch(() => socket.destroy());
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update() {
      isNewer = true;
      hangUp();
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      hangUp();
      await closed;
    },
  };
}

test('a newer version of the app is offered after the server was renewed, and keeps what is typed', {
  tag: '@long',
}, async ({ hotel, openTerminal }) => {
  const proxy = await startUpdatingProxy(hotel.url, '/service-worker.js');
  const terminal = await openTerminal({ baseURL: proxy.url, serviceWorkers: 'allow' });
  const { page } = terminal;
  await openScreen(page, FORM);
  await appIsKept(page);
  await fillForm(page, { 宿泊者名: '旧版 太郎' });
  await markPage(page);
  expectLineDown(terminal);
  proxy.update();
  await expect(buttonOf(page, '切り替える')).toBeVisible();
  expect(await isMarkedPage(page)).toBe(true);
  const loaded = page.waitForEvent('load');
  await buttonOf(page, '切り替える').click();
  await loaded;
  expect(await isMarkedPage(page)).toBe(false);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('旧版 太郎');
  await expect(buttonOf(page, '切り替える')).toBeHidden();
  await proxy.close();
});
