import { pathToFileURL } from 'node:url';
import { type Day } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import type { EventRecord } from '@wire/event-record.js';
import type { EvidenceState } from '@wire/evidence.js';
import { downloadPackage, linesOf, type PackageFiles, UnpackedPackage } from '../support/evidence-package.js';
import {
  AUDIT,
  aBooking,
  anAmendment,
  eventLogOf,
  eventsOf,
  listedPositions,
  openAudit,
  openHistory,
} from './support/audit.js';
import { goTo } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { terminalNameOf } from './support/handover.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

const entry = (history: Locator, index: number) => history.getByRole('listitem').nth(index);
const withCommas = (position: number) => position.toLocaleString('en-US');
const evidenceOf = async (hotel: Hotel) => (await hotel.api.get<EvidenceState>('/api/checkpoints')).body;

/** Types into a field of a part of the screen and confirms. */
async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

/** Drops files onto the page of a package. */
async function dropOn(page: Page, files: PackageFiles): Promise<void> {
  const contents = [...files].map(([name, bytes]) => ({ name, base64: bytes.toString('base64') }));
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, base64 } of dropped) {
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
    }
    return data;
  }, contents);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

test('the newest events are on top, also those that come; scrolling down reads on, with few lines in the document', async ({
  hotel,
  desk: { page },
}) => {
  const log = await openAudit(page);
  const { event } = await anAmendment(hotel);
  await expect(log.row(event.position)).toContainText('合計料金 ¥8,000→¥12,300');
  await expect(log.fresh).toBeHidden();
  const expected = (await eventsOf(hotel, 'before=head&limit=1000')).map(({ position }) => position);
  expect((await listedPositions(log)).slice(0, 10)).toEqual(expected.slice(0, 10));

  await log.grid.evaluate((element) => element.scrollTo({ top: 600 }));
  await expect(log.row(event.position - 40)).toBeVisible();
  const top = () => log.grid.evaluate(({ scrollTop }) => scrollTop);
  const booking = await aBooking(hotel);
  await hotel.cancel(booking.id);
  await expect(log.fresh).toHaveText('新しい記録 2件');
  expect(await top()).toBe(600);
  const [cancelled] = await eventsOf(hotel, 'before=head&limit=1');
  await expect(log.row(cancelled?.position ?? 0)).toHaveCount(0);
  await log.fresh.click();
  await expect(log.row(cancelled?.position ?? 0)).toBeVisible();
  await expect(log.fresh).toBeHidden();
  expect(await top()).toBe(0);

  await expect
    .poll(async () => {
      await log.grid.evaluate((element) => element.scrollBy({ top: 2_000 }));
      return (await listedPositions(log)).at(-1);
    })
    .toBeLessThan(expected[400] ?? 0);
  const listed = await listedPositions(log);
  expect(listed.length).toBeLessThan(110);
  // One line has the focus wherever it is; the others are the log's, none left out.
  const window = listed.slice(1);
  expect(window).toEqual(expected.slice(expected.indexOf(window[0] ?? 0)).slice(0, window.length));
});

test('an opened event shows what was there before and after, and the exact text that is stored', async ({
  hotel,
  openTerminal,
}) => {
  const { booking, event } = await anAmendment(hotel);
  const { page } = await openTerminal({ permissions: ['clipboard-read', 'clipboard-write'] });
  const log = await openAudit(page, `?booking_id=${booking.id}`);
  expect(await listedPositions(log)).toEqual([event.position, event.position - 1]);
  await log.row(event.position).click();
  const row = (name: string) => log.detail.getByRole('row', { name }).locator('td');
  expect(await row('合計料金').allInnerTexts()).toEqual(['¥8,000', '¥12,300']);
  expect(await row('備考').allInnerTexts()).toEqual(['—', '改行\nあり']);
  await expect(log.detail).toContainText('監査 花子');

  await log.detail.getByText('元データ').click();
  const facts = [`reservation-${booking.id}`, 'ReservationAmended v1', event.hash, event.recorded_at];
  for (const fact of facts) await expect(log.detail).toContainText(fact);
  await expect(log.detail.locator('pre').first()).toHaveText(event.stored);
  await expect(log.detail.locator('pre').last()).toHaveText(JSON.stringify(event.payload, null, 2));
  await buttonOf(page, 'コピー').click();
  await expect(log.detail.getByText('コピーしました。')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(event.stored);
  await page.getByRole('link', { name: '予約を開く' }).click();
  await expect(page).toHaveURL(`/reservation-registration/${booking.id}`);
  await expect(fieldOf(page, '合計料金')).toHaveValue('12300');
});

test('everything goes with the keyboard: through the lines, into an event, to its links and back', async ({
  hotel,
  desk: { page },
}) => {
  const { keyboard } = page;
  await goTo(page, '/');
  await keyboard.press('Alt+q');
  const log = eventLogOf(page);
  await expect(log.rows.first()).toBeVisible();
  const positions = (await eventsOf(hotel, 'before=head&limit=100')).map(({ position }) => position);
  await keyboard.press('Alt+k');
  await expect(log.filter('期間の始め')).toBeFocused();
  await keyboard.press('Alt+j');
  for (const [key, index] of [
    ['Home', 0],
    ['ArrowDown', 1],
    ['PageDown', 21],
    ['ArrowUp', 20],
    ['PageUp', 0],
  ] as const) {
    await keyboard.press(key);
    await expect(log.row(positions[index] ?? 0), `${key} to ${index}`).toBeFocused();
  }
  await keyboard.press('End');
  await expect
    .poll(() => page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.position)))
    .toBeLessThan(positions[90] ?? 0);
  await keyboard.press('Home');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(log.detail).toBeFocused();
  await expect(log.detail).toHaveAccessibleName(`位置 ${positions[1]} の記録`);
  await keyboard.press('Tab');
  await keyboard.press('Escape');
  await expect(log.row(positions[1] ?? 0)).toBeFocused();
  await keyboard.press('Alt+j');
  await expect(log.filter('期間の始め')).toBeFocused();
});

test('filters narrow the log down, stand in the address and survive a reload; what is found can be saved', async ({
  hotel,
  desk: { page },
}) => {
  const { booking, event } = await anAmendment(hotel);
  const log = await openAudit(page);
  await log.filter('種類').selectOption({ label: '予約変更' });
  await expect(page).toHaveURL(`${AUDIT}?type=ReservationAmended`);
  await expect(log.rows.filter({ hasNotText: '予約変更' })).toHaveCount(0);
  await enter(log.filter('予約番号'), booking.booking_number.toLowerCase().replace('au', 'ＡＵ'));
  await expect(log.rows).toHaveCount(1);
  await enter(log.filter('予約ID'), String(booking.id));
  await page.reload();
  await expect(log.row(event.position)).toBeVisible();
  await expect(log.rows).toHaveCount(1);
  await expect(log.filter('種類')).toHaveValue('ReservationAmended');
  await buttonOf(page, '条件をクリア').click();
  await expect(page).toHaveURL(AUDIT);
  const [past] = await eventsOf(hotel, 'before=9000&limit=1');
  const day = new Date(Date.parse(past?.recorded_at ?? '') + 9 * 3_600_000).toISOString().slice(0, 10) as Day;
  await enter(log.filter('期間の始め'), day.replaceAll('-', '/'));
  await expect(page).toHaveURL(`${AUDIT}?from=${day}`);
  await enter(log.filter('期間の終わり'), day);
  await expect(page).toHaveURL(`${AUDIT}?from=${day}&to=${day}`);
  const found = await eventsOf(hotel, `before=head&from=${day}&to=${day}&limit=1000`);
  const saving = page.waitForEvent('download');
  await buttonOf(page, 'NDJSON').click();
  const saved = (await (await (await saving).createReadStream()).toArray()).join('').trim().split('\n');
  const positions = saved.map((line) => (JSON.parse(line) as EventRecord).position);
  expect(positions).toEqual(found.map(({ position }) => position).toReversed());
});

test('the history of a booking says who did what, newest first, live while it is open; the log is one link away', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other },
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '履歴 次郎', purpose: '観光' });
  const calendar = await goTo(page, '/', [stay.start, stay.end]);
  await calendar.night(id).first().click();
  const history = await openHistory(page);
  await expect(history.getByRole('listitem')).toHaveCount(1);
  for (const text of ['予約登録', '宿泊者名履歴 次郎', `部屋番号${room.number}`])
    await expect(entry(history, 0)).toContainText(text);
  await expect(entry(history, 0)).not.toContainText(/クーポン|部屋\(月別\)|性別/);

  await goTo(other, `/reservation-registration/${id}`);
  await other.getByLabel('利用目的', { exact: true }).selectOption('出張');
  await buttonOf(other, '更新').click();
  await expect(entry(history, 0)).toContainText('利用目的観光→出張');
  await expect(entry(history, 0)).toContainText(await terminalNameOf(other));
  await dialogOf(other).getByRole('button', { name: 'OK' }).click();
  await hotel.amend(id, { room_id: otherRoom.roomId });
  await expect(entry(history, 0)).toContainText(`部屋番号${room.number}→${otherRoom.number}`);
  await expect(history.getByRole('listitem')).toHaveCount(3);

  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await expect(buttonOf(page, '履歴')).toBeFocused();
  await openHistory(page);
  await history.getByRole('link', { name: '監査で開く' }).click();
  await expect(page).toHaveURL(`${AUDIT}?booking_id=${id}`);
  await expect(dialogOf(page)).toBeHidden();
  await expect(eventLogOf(page).rows).toHaveCount(3);
});

test('a checkpoint is signed at will, where the log stands; the package is everything, or the range that is typed', async ({
  hotel,
  desk: { page },
}) => {
  await openAudit(page);
  await page.getByRole('tab', { name: '記録の詳細' }).focus();
  await page.keyboard.press('ArrowRight');
  const pane = page.getByRole('tabpanel', { name: '証拠' });
  await expect(pane).toContainText((await evidenceOf(hotel)).key_id);
  const booking = await aBooking(hotel);
  await buttonOf(page, 'チェックポイントを作成').click();
  await expect(pane).toContainText(`位置 ${withCommas(booking.id)} まで署名しました。`);
  const [newest] = (await evidenceOf(hotel)).checkpoints;
  expect(newest?.position).toBe(booking.id);
  await expect(pane.getByRole('row').nth(1)).toContainText(newest?.hash.slice(0, 12) ?? 'no hash');

  const link = buttonOf(page, '証拠パッケージをダウンロード');
  await enter(pane.getByLabel('最初の位置'), '１０');
  await enter(pane.getByLabel('最後の位置'), '20');
  const asked = page.waitForRequest(/evidence-package/);
  const saving = page.waitForEvent('download');
  await link.click();
  const [head] = await (await (await saving).createReadStream()).toArray();
  expect(new URL((await asked).url()).search).toBe('?from=10&to=20');
  expect((head as Buffer).subarray(0, 2).toString()).toBe('PK');
});

test('the page of an evidence package checks it without any connection, as its program does', async ({
  hotel,
  page,
}) => {
  const DATA = ['log.ndjson', 'checkpoints.ndjson', 'public-key.pem', 'manifest.json'];
  const files = await downloadPackage(hotel.url);
  const unpacked = new UnpackedPackage(files);
  const address = pathToFileURL(unpacked.pathOf('index.html')).href;
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const choose = (names = DATA) =>
    page.locator('#files').setInputFiles(names.map((name) => unpacked.pathOf(name)));
  const summary = page.getByRole('status');
  await page.goto(address);
  await choose();
  await expect(summary).toHaveText('合格: 問題は見つかりませんでした。');
  const shown = await page
    .locator('#verdicts tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const { lines } = await unpacked.verify();
  const asLine = ([mark, title, text]: (string | null)[]) => `${mark?.padEnd(3, ' ')} ${title}: ${text}`;
  const oneSpace = (line: string) => line.replace(/ +/, ' ');
  expect(shown.map(asLine).map(oneSpace)).toEqual(lines.slice(0, -1).map(oneSpace));

  const edited = linesOf(files, 'log.ndjson').map((line, index) =>
    index === 41 ? line.replace('"version":1', '"version":7') : line,
  );
  const changed = Buffer.from(`${edited.join('\n')}\n`);
  await page.reload();
  const data = [...files].filter(([name]) => DATA.includes(name));
  await dropOn(page, new Map([...data, ['log.ndjson', changed]]));
  await expect(summary).toHaveText('不合格: 位置 42 に問題があります。');
  expect(new Set(requests)).toEqual(new Set([address]));
  expect(problems).toEqual([]);
  unpacked.remove();
});
