import { expect, type Page } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { anUnknownType, importRows, recordOf, rowFor } from './support/channel.js';
import { acceptAlert, answer } from './support/dialogs.js';
import { buttonOf, chooseRoom, fieldOf, roomOptions } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { badgeOf, openQueue, QUEUE } from './support/queue.js';

const FORM = '/reservation-registration';

/** Runs 部屋検索, takes the first room found and saves. */
async function registerInFirstRoom(page: Page): Promise<void> {
  await buttonOf(page, '部屋検索').click();
  await expect(roomOptions(page).nth(1)).toBeAttached();
  await chooseRoom(page, (await roomOptions(page).nth(1).innerText()).match(/^\d+/)?.[0] ?? '');
  await buttonOf(page, '登録').click();
}

test('a record opened from the queue, corrected and registered leaves it on every terminal; returned it is there again', async ({
  hotel,
  openTerminal,
}) => {
  const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '待機 一郎' });
  await importRows(hotel, row);
  const [a, b] = [(await openTerminal()).page, (await openTerminal()).page];
  const other = await openQueue(b, row.予約番号);
  await expect(other.row(row.予約番号)).toContainText('待機 一郎');
  const before = await badgeOf(other);
  const own = await openQueue(a, row.予約番号);
  await own.row(row.予約番号).focus();
  await a.keyboard.press('Enter');

  await expect(fieldOf(a, '宿泊者名')).toHaveValue('待機 一郎');
  await expect(a.locator('.imported')).toContainText('部屋タイプ未定義');
  await expect(a.locator('.imported')).toContainText('2行目');
  await registerInFirstRoom(a);
  await acceptAlert(a, '登録');
  await expect(other.row(row.予約番号)).toHaveCount(0);
  await expect(other.badge).toContainText(`失敗${before - 1}件`);
  const record = await recordOf(hotel, row.予約番号);
  expect(record).toMatchObject({ status: 'registered', booking_id: expect.any(Number) });

  const back = a.getByRole('link', { name: '自動登録の一覧に戻る' });
  await expect(back).toBeFocused();
  await a.keyboard.press('Enter');
  await expect(a).toHaveURL(QUEUE);
  await expect(own.row(row.予約番号)).toHaveCount(0);

  await openScreen(a, `${FORM}/${record.booking_id}`);
  await buttonOf(a, '自動登録失敗に戻す').click();
  await answer(a, '自動登録失敗', '自動登録失敗に戻す');
  await acceptAlert(a, '予約情報を取消後、手間いらずの自動登録失敗状態にしました');
  await expect(other.row(row.予約番号)).toContainText('自動登録失敗に戻し');
  await expect(other.badge).toContainText(`失敗${before}件`);
});

test('the badge counts on every screen as others import', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/');
  const badge = page.getByRole('navigation').getByRole('link', { name: /^自動登録/ });
  await expect(badge).toContainText(/失敗\d+件/);
  const before = Number(/\d+/.exec((await badge.textContent()) ?? '')?.[0]);
  await importRows(hotel, rowFor(hotel.nextStay(), { 部屋記号: anUnknownType() }));
  await expect(badge).toContainText(`失敗${before + 1}件`);
});

test('再試行 says why a record fails again, and registers it once it can be', async ({
  hotel,
  openTerminal,
}) => {
  const type = anUnknownType();
  const row = rowFor(hotel.nextStay(), { 部屋記号: type, 宿泊者氏名: '再試 行子' });
  await importRows(hotel, row);
  const { page } = await openTerminal();
  const queue = await openQueue(page, row.予約番号);
  const again = queue.row(row.予約番号).getByRole('button', { name: '再試行' });
  await again.click();
  await expect(
    page.getByText(`再試 行子 ${row.予約番号} は登録できませんでした（部屋タイプ未定義`),
  ).toBeVisible();
  await expect(queue.row(row.予約番号)).toContainText('部屋タイプ未定義');

  const mapping = { room_type: type, categories: ['normal_non_smoking'] };
  expect((await hotel.api.post('/api/room-type-mappings', mapping)).status).toBeLessThan(300);
  await again.click();
  await expect(page.getByText(`再試 行子 ${row.予約番号} を登録しました。`)).toBeVisible();
  await expect(queue.row(row.予約番号)).toHaveCount(0);
});

test('rooms of one reservation stand together and are registered one after the other', async ({
  hotel,
  openTerminal,
}) => {
  const cells = { 部屋記号: anUnknownType(), 部屋数: '3', 男性人数: '3', 大人人数: '3', 合計料金: '24000' };
  const row = rowFor(hotel.nextStay(), cells);
  await importRows(hotel, row);
  const { page } = await openTerminal();
  const queue = await openQueue(page, row.予約番号);
  await expect(queue.heads.filter({ hasText: row.予約番号 })).toContainText('3室中3室が失敗');
  await expect(queue.row(row.予約番号)).toHaveText([/1\/3室/, /2\/3室/, /3\/3室/]);

  await queue.row(row.予約番号).nth(1).getByRole('link', { name: '開く' }).click();
  await expect(page.locator('.imported')).toContainText('3室中2室目');
  await expect(fieldOf(page, '合計料金')).toHaveValue('8000');
  await registerInFirstRoom(page);
  await acceptAlert(page, '登録');
  const next = page.getByRole('link', { name: '同じ予約の残り2室を続けて登録' });
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.imported')).toContainText('3室中1室目');
  await page.getByRole('link', { name: '自動登録の一覧に戻る' }).click();
  await expect(queue.heads.filter({ hasText: row.予約番号 })).toContainText('3室中2室が失敗');
});

test('a change that cannot be applied amends its booking from the form, and keeps what staff edited', async ({
  hotel,
  openTerminal,
}) => {
  const row = rowFor(hotel.nextStay(), { 合計料金: '8000', 変更日時: '' });
  await importRows(hotel, row);
  const { booking_id } = await recordOf(hotel, row.予約番号);
  const id = Number(booking_id);
  const before = await hotel.amend(id, { notes: '窓口の備考', room_move_lock: 1 });
  const change = { ...row, 予約区分: '予約変更', 変更日時: '2026-11-02 10:00:00' };
  await importRows(hotel, { ...change, 部屋記号: 'SS', 部屋名称: '喫煙シングル', 合計料金: '9900' });

  const { page } = await openTerminal();
  const queue = await openQueue(page, row.予約番号);
  await expect(queue.row(row.予約番号)).toContainText('部屋移動不可');
  await queue.row(row.予約番号).getByRole('link', { name: '開く' }).click();
  await expect(fieldOf(page, '合計料金')).toHaveValue('9900');
  await expect(fieldOf(page, '備考')).toHaveValue('窓口の備考');
  await expect(fieldOf(page, '部屋移動不可')).toBeChecked();
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '予約が更新されました！');
  const after = await hotel.booking(id);
  expect(after).toMatchObject({ total_fee: 9900, notes: '窓口の備考', room_id: before.room_id });
  expect(await recordOf(hotel, row.予約番号)).toMatchObject({ status: 'registered', booking_id: id });
});

test('filters find a record however it is written, and the choice is remembered', async ({
  hotel,
  openTerminal,
}) => {
  const type = anUnknownType();
  const name = { 宿泊者氏名: '絞込 花子', 宿泊者氏名カナ: 'シボリコミ ハナコ' };
  const row = rowFor(hotel.nextStay(), { ...name, 部屋記号: type, 予約サイト名: '一休.com' });
  await importRows(hotel, row);
  const { page } = await openTerminal();
  const queue = await openQueue(page);
  for (const text of ['ｼﾎﾞﾘｺﾐ', 'しぼりこみ', '絞込', row.予約番号.toLowerCase()]) {
    await queue.text.fill(text);
    await expect(queue.rows, text).toHaveCount(1);
    await expect(queue.row(row.予約番号)).toBeVisible();
  }
  await queue.text.fill('');
  await fieldOf(page, 'サイト').selectOption('一休.com');
  await queue.reason('部屋タイプ未定義').click();
  await page.reload();
  await expect(queue.reason('部屋タイプ未定義')).toHaveAttribute('aria-pressed', 'true');
  await expect(fieldOf(page, 'サイト')).toHaveValue('一休.com');
  await expect(queue.row(row.予約番号)).toBeVisible();
  await queue.text.fill('どこにもいない');
  await expect(page.getByText('条件に合う予約はありません。')).toBeVisible();
  await buttonOf(page, '絞り込みを解除').first().click();
  await expect(queue.reason('すべて')).toHaveAttribute('aria-pressed', 'true');
});

test('Alt+A leads to the queue, which has the focus; Alt+K to the filter and Alt+J between both', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await openScreen(page, '/');
  await page.keyboard.press('Alt+a');
  await expect(page).toHaveURL(QUEUE);
  const focused = page.locator('[data-record]:focus');
  await expect(focused).toHaveAttribute('aria-rowindex', /^[23]$/);
  await page.keyboard.press('Alt+k');
  await expect(page.getByLabel('宿泊者・予約番号・電話番号')).toBeFocused();
  await page.keyboard.press('Alt+j');
  await expect(focused).toBeVisible();
  const first = await focused.getAttribute('data-record');
  await page.keyboard.press('ArrowDown');
  await expect(focused).not.toHaveAttribute('data-record', String(first));
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('data-record', String(first));
  await page.keyboard.press('Alt+j');
  await expect(page.getByLabel('宿泊者・予約番号・電話番号')).toBeFocused();
});
