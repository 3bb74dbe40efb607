import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import type { EventRecord } from '@wire/event-record.js';
import type { EvidenceState } from '@wire/evidence.js';
import { downloadPackage, linesOf, UnpackedPackage } from '../support/evidence-package.js';
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
import { buttonOf, dialogOf, dropFiles, fieldOf, fillForm, press, savedBy } from './support/controls.js';
import { terminalNameOf } from './support/handover.js';
import { test } from './support/hotel.fixture.js';

test('the event log is live, scrolled with few lines in the document, walked with the keyboard, and narrowed down', async ({
  hotel,
  desk: { page },
}) => {
  const log = await openAudit(page);
  const { booking, event } = await anAmendment(hotel);
  await expect(log.row(event.position)).toContainText('合計料金 ¥8,000→¥12,300');

  await test.step('newer events wait while it is scrolled down', async () => {
    await log.grid.evaluate((element) => element.scrollTo({ top: 600 }));
    await expect(log.row(event.position - 40)).toBeVisible();
    const top = () => log.grid.evaluate(({ scrollTop }) => scrollTop);
    const { id } = await aBooking(hotel);
    await hotel.cancel(id);
    await expect(log.fresh).toHaveText('新しい記録 2件');
    expect(await top()).toBe(600);
    await log.fresh.click();
    await expect(log.fresh).toBeHidden();
    expect(await top()).toBe(0);
  });

  const positions = (await eventsOf(hotel, 'before=head&limit=1000')).map(({ position }) => position);
  await test.step('scrolling reads on, and leaves no line out', async () => {
    await expect
      .poll(async () => {
        await log.grid.evaluate((element) => element.scrollBy({ top: 2_000 }));
        return (await listedPositions(log)).at(-1);
      })
      .toBeLessThan(positions[400] ?? 0);
    const listed = await listedPositions(log);
    expect(listed.length).toBeLessThan(110);
    // One line has the focus wherever it is; the others are the log's, none left out.
    const window = listed.slice(1);
    expect(window).toEqual(positions.slice(positions.indexOf(window[0] ?? 0)).slice(0, window.length));
  });

  await test.step('keys lead through the lines, into an event and back', async () => {
    await goTo(page, '/');
    await press(page, 'Alt+q');
    await expect(log.rows.first()).toBeVisible();
    await press(page, 'Alt+k');
    await expect(log.filter('期間の始め')).toBeFocused();
    await press(page, 'Alt+j');
    for (const [key, index] of [
      ['Home', 0],
      ['ArrowDown', 1],
      ['PageDown', 21],
      ['ArrowUp', 20],
      ['PageUp', 0],
    ] as const) {
      await press(page, key);
      await expect(log.row(positions[index] ?? 0), `${key} to ${index}`).toBeFocused();
    }
    await press(page, 'ArrowDown', 'Enter');
    await expect(log.detail).toBeFocused();
    await expect(log.detail).toHaveAccessibleName(`記録番号 ${positions[1]}`);
    await press(page, 'Tab', 'Escape');
    await expect(log.row(positions[1] ?? 0)).toBeFocused();
  });

  await test.step('filters stand in the address and survive a reload; what is found is saved', async () => {
    await log.filter('種類').selectOption({ label: '予約変更' });
    await log.filter('予約番号').fill(booking.booking_number.toLowerCase().replace('au', 'ＡＵ'));
    await press(page, 'Enter');
    await expect(log.rows).toHaveCount(1);
    await page.reload();
    await expect(log.row(event.position)).toBeVisible();
    await expect(log.rows).toHaveCount(1);
    await expect(log.filter('種類')).toHaveValue('ReservationAmended');
    const saved = (await savedBy(page, () => buttonOf(page, '記録ファイル').click())).toString();
    expect(
      saved
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as EventRecord).position),
    ).toEqual([event.position]);
    await buttonOf(page, '条件をクリア').click();
    await expect(page).toHaveURL(AUDIT);
  });
});

test('an opened event shows what was before and after, and the exact text that is stored', async ({
  hotel,
  desk: { page },
}) => {
  const { booking, event } = await anAmendment(hotel);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const log = await openAudit(page, `?booking_id=${booking.id}`);
  await log.row(event.position).click();
  const row = (name: string) => log.detail.getByRole('row', { name }).locator('td');
  expect(await row('合計料金').allInnerTexts()).toEqual(['¥8,000', '¥12,300']);
  expect(await row('備考').allInnerTexts()).toEqual(['—', '改行\nあり']);
  await log.detail.getByText('元データ').click();
  await expect(log.detail.locator('pre').first()).toHaveText(event.stored);
  await buttonOf(page, 'コピー').click();
  await expect(log.detail.getByText('コピーしました。')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(event.stored);
  await buttonOf(page, '予約を開く').click();
  const panel = page.getByRole('complementary', { name: '予約の内容' });
  await expect(panel.getByRole('heading', { name: `${booking.guest_name_1} ` })).toBeVisible();
  await panel.getByRole('button', { name: '編集' }).click();
  await expect(page).toHaveURL(`/reservation-registration/${booking.id}`);
  await expect(fieldOf(page, '合計料金')).toHaveValue('12300');
});

test('the history of a booking says who did what, newest first, live while it is open; the log is one link away', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other },
}) => {
  const [stay, room, otherRoom] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '履歴 次郎', purpose: '観光' });
  const calendar = await goTo(page, '/', [stay.start, stay.end]);
  await calendar.night(id).first().click();
  const history = await openHistory(page);
  const [newest] = [history.getByRole('listitem').first()];
  for (const text of ['予約登録', '宿泊者名履歴 次郎', `部屋番号${room.number}`])
    await expect(newest).toContainText(text);
  await goTo(other, `/reservation-registration/${id}`);
  await fillForm(other, { 利用目的: '出張' });
  await buttonOf(other, '更新').click();
  await expect(newest).toContainText('利用目的観光→出張');
  await expect(newest).toContainText(await terminalNameOf(other));
  await dialogOf(other).getByRole('button', { name: 'OK' }).click();
  await hotel.amend(id, { room_id: otherRoom.roomId });
  await expect(newest).toContainText(`部屋番号${room.number}→${otherRoom.number}`);

  await press(page, 'Escape');
  await expect(buttonOf(page, '履歴')).toBeFocused();
  await openHistory(page);
  await history.getByRole('link', { name: '監査で開く' }).click();
  await expect(page).toHaveURL(`${AUDIT}?booking_id=${id}`);
  await expect(dialogOf(page)).toBeHidden();
  await expect(eventLogOf(page).rows).toHaveCount(3);
});

test('a checkpoint is signed at will; the page of an evidence package checks it without any connection, as its program does', {
  tag: '@long',
}, async ({ hotel, desk: { page: desk }, page }) => {
  await openAudit(desk);
  await desk.getByRole('tab', { name: '記録の詳細' }).focus();
  await press(desk, 'ArrowRight');
  const pane = desk.getByRole('tabpanel', { name: '証拠' });
  const { id } = await aBooking(hotel);
  await buttonOf(desk, 'チェックポイントを作成').click();
  await expect(pane).toContainText(`記録番号 ${id.toLocaleString('en-US')} まで署名しました。`);
  const { checkpoints } = (await hotel.api.get<EvidenceState>('/api/checkpoints')).body;
  expect(checkpoints[0]?.position).toBe(id);
  await pane.getByLabel('最初の番号').fill('１０');
  await pane.getByLabel('最後の番号').fill('20');
  await press(desk, 'Enter');
  const asked = desk.waitForRequest(/evidence-package/);
  const zip = await savedBy(desk, () => buttonOf(desk, '証拠パッケージをダウンロード').click());
  expect(new URL((await asked).url()).search).toBe('?from=10&to=20');
  expect(zip.subarray(0, 2).toString()).toBe('PK');

  const DATA = ['log.ndjson', 'checkpoints.ndjson', 'public-key.pem', 'manifest.json'];
  const files = await downloadPackage(hotel.url);
  const unpacked = new UnpackedPackage(files);
  const address = pathToFileURL(unpacked.pathOf('index.html')).href;
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const summary = page.getByRole('status');
  await page.goto(address);
  await page.locator('#files').setInputFiles(DATA.map((name) => unpacked.pathOf(name)));
  await expect(summary).toHaveText('合格: 問題は見つかりませんでした。');
  const shown = await page
    .locator('#verdicts tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const { lines } = await unpacked.verify();
  const oneSpace = (line: string) => line.replace(/ +/, ' ');
  expect(shown.map(([mark, title, text]) => oneSpace(`${mark} ${title}: ${text}`))).toEqual(
    lines.slice(0, -1).map(oneSpace),
  );

  const edited = linesOf(files, 'log.ndjson').map((line, index) =>
    index === 41 ? line.replace('"version":1', '"version":7') : line,
  );
  await page.reload();
  const data = [...files].filter(([name]) => DATA.includes(name));
  await dropFiles(
    page.locator('main'),
    new Map([...data, ['log.ndjson', Buffer.from(`${edited.join('\n')}\n`)]]),
  );
  await expect(summary).toHaveText('不合格: 位置 42 に問題があります。');
  expect(new Set(requests)).toEqual(new Set([address]));
  expect(problems).toEqual([]);
  unpacked.remove();
});
