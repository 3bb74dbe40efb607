import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { goTo } from './support/calendar.js';
import { anUnknownType, fileOf, importRows, recordOf, recordsOf, rowFor } from './support/channel.js';
import { acceptAlert, answer } from './support/dialogs.js';
import { buttonOf, chooseRoom, fieldOf, roomOptions } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { badgeOf, openQueue, QUEUE } from './support/queue.js';

const FORM = '/reservation-registration';
const MAPPINGS = { name: /部屋タイプ対応/ };

type GivenFile = ReturnType<typeof fileOf>;

const choose = (page: Page, file: GivenFile) => page.getByLabel('CSVファイル').setInputFiles(file);
const check = (page: Page) => page.getByRole('region', { name: '取り込みの確認' });
const report = (page: Page) => page.getByRole('region', { name: '取り込みの結果' });

/** Drops a file onto the middle of the failed queue. */
async function drop(page: Page, { name, buffer }: GivenFile): Promise<void> {
  const held = await page.evaluateHandle(
    ([bytes, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes as number[])], String(fileName)));
      return transfer;
    },
    [[...buffer], name] as const,
  );
  const target = page.getByRole('region', { name: '自動登録失敗' });
  await target.dispatchEvent('dragover', { dataTransfer: held });
  await expect(page.getByText('ここで離すと')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: held });
}

test('a record opened from the queue, corrected and registered leaves it on every terminal; returned it is there again', async ({
  hotel,
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '待機 一郎' });
  await goTo(b, '/');
  const other = await openQueue(b, row.予約番号);
  const empty = await badgeOf(other);
  await importRows(hotel, row);
  await expect(other.row(row.予約番号)).toContainText('待機 一郎');
  await expect(other.badge).toContainText(`失敗${empty + 1}件`);
  const own = await openQueue(a, row.予約番号);
  await own.row(row.予約番号).focus();
  await a.keyboard.press('Enter');

  await expect(fieldOf(a, '宿泊者名')).toHaveValue('待機 一郎');
  await expect(a.locator('.imported')).toContainText('部屋タイプ未定義');
  await expect(a.locator('.imported')).toContainText('2行目');
  await buttonOf(a, '部屋検索').click();
  await expect(roomOptions(a).nth(1)).toBeAttached();
  await chooseRoom(a, (await roomOptions(a).nth(1).innerText()).match(/^\d+/)?.[0] ?? '');
  await buttonOf(a, '登録').click();
  await acceptAlert(a, '登録');
  await expect(other.row(row.予約番号)).toHaveCount(0);
  await expect.poll(() => badgeOf(other)).toBe(empty);
  const record = await recordOf(hotel, row.予約番号);
  expect(record).toMatchObject({ status: 'registered', booking_id: expect.any(Number) });

  await expect(a.getByRole('link', { name: '自動登録の一覧に戻る' })).toBeFocused();
  await a.keyboard.press('Enter');
  await expect(a).toHaveURL(QUEUE);
  await expect(own.row(row.予約番号)).toHaveCount(0);
  await goTo(a, `${FORM}/${record.booking_id}`);
  await buttonOf(a, '自動登録失敗に戻す').click();
  await answer(a, '自動登録失敗', '自動登録失敗に戻す');
  await acceptAlert(a, '予約情報を取消後、手間いらずの自動登録失敗状態にしました');
  await expect(other.row(row.予約番号)).toContainText('自動登録失敗に戻し');
  await expect.poll(() => badgeOf(other)).toBe(empty + 1);
});

test('a chosen file is looked at first: nothing is written until 取り込む, then everybody sees it', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other },
}) => {
  const good = rowFor(hotel.nextStay());
  const bad = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '取込 失子' });
  const file = fileOf([good, bad]);
  const elsewhere = await openQueue(other, bad.予約番号);
  await openQueue(page);
  await choose(page, file);
  for (const text of [file.name, 'まだ取り込んでいません', '3行目', '部屋タイプ未定義', '取込 失子'])
    await expect(check(page)).toContainText(text);
  await expect(check(page)).toContainText(/新規\s*1/);
  await expect(check(page)).toContainText(/失敗\s*1/);
  expect(await recordsOf(hotel, good.予約番号)).toEqual([]);

  await expect(buttonOf(page, '取り込む')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(report(page)).toContainText('2行を取り込みました');
  expect(await recordsOf(hotel, good.予約番号)).toMatchObject([{ status: 'registered' }]);
  await expect(elsewhere.row(bad.予約番号)).toContainText('取込 失子');
  const listed = other.getByRole('button', { name: new RegExp(file.name) });
  await expect(listed).toContainText('新規1 失敗1');
  await listed.click();
  await expect(report(other)).toContainText('部屋タイプ未定義');

  const download = page.waitForEvent('download');
  await report(page).getByRole('button', { name: '失敗行をCSVで保存' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toContain(bad.予約番号);
  expect(saved).not.toContain(good.予約番号);
  await buttonOf(page, '結果を閉じる').click();

  await page.getByRole('tab', MAPPINGS).click();
  const dropped = rowFor(hotel.nextStay());
  await drop(page, fileOf([dropped]));
  await expect(check(page)).toContainText(/新規\s*1/);
  await expect(page.getByText('ここで離すと')).toBeHidden();
  await buttonOf(page, 'やめる').click();
  await expect(check(page)).toBeHidden();
  expect(await recordsOf(hotel, dropped.予約番号)).toEqual([]);
});

test('an undefined room type is defined, seen elsewhere, and what waited for it is registered', async ({
  hotel,
  desk,
  elsewhere: { page: other },
}) => {
  const { page } = desk;
  desk.allowError(/status of 422/);
  const type = anUnknownType();
  const row = rowFor(hotel.nextStay(), { 部屋記号: type, 部屋名称: '角部屋シングル' });
  await importRows(hotel, row);
  const elsewhere = await openQueue(other, row.予約番号);
  await expect(elsewhere.row(row.予約番号)).toBeVisible();
  await other.getByRole('tab', MAPPINGS).click();
  await openQueue(page, row.予約番号);
  await page.getByRole('tab', MAPPINGS).click();
  const item = page.getByRole('listitem').filter({ hasText: type });
  await expect(item).toContainText('角部屋シングル 失敗1件');
  await buttonOf(page, `${type}を定義する`).click();
  await expect(fieldOf(page, '一般 禁煙')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(buttonOf(other, `${type}の対応を変更`)).toBeVisible();
  await page.getByRole('button', { name: /^「部屋タイプ未定義」の\d+件を再試行$/ }).click();
  await expect(page.getByText(/^\d+件中\d+件を登録しました。$/)).toBeVisible();
  expect(await recordOf(hotel, row.予約番号)).toMatchObject({ status: 'registered' });
  await expect(elsewhere.row(row.予約番号)).toHaveCount(0);
});

test('対応済みにする takes a record out of the queue by keyboard and is undone; its Enter does not send the form around it', async ({
  hotel,
  desk: { page },
}) => {
  const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '対応 済子' });
  await importRows(hotel, row);
  const queue = await openQueue(page, row.予約番号);
  await expect(queue.row(row.予約番号)).toContainText('対応 済子');
  const before = await badgeOf(queue);
  const dialog = page.getByRole('dialog', { name: '対応済みにする' });
  await queue.row(row.予約番号).focus();
  await page.keyboard.press('d');
  await expect(dialog.getByLabel('重複')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(queue.row(row.予約番号)).toHaveCount(0);
  expect(await recordOf(hotel, row.予約番号)).toMatchObject({ dismissed_reason: '電話で対応' });
  await expect.poll(() => badgeOf(queue)).toBe(before - 1);
  await page.keyboard.press('Control+z');
  await expect(queue.row(row.予約番号)).toContainText('部屋タイプ未定義');
  await expect.poll(() => badgeOf(queue)).toBe(before);

  const cancelled = rowFor(hotel.nextStay(), { 予約区分: 'キャンセル', 宿泊者氏名: '取消 太郎' });
  await importRows(hotel, cancelled);
  await queue.text.fill(cancelled.予約番号);
  await queue.row(cancelled.予約番号).getByRole('link', { name: '開く' }).click();
  await expect(page.locator('.imported')).toContainText('キャンセルの通知は登録できません。');
  await expect(buttonOf(page, '登録')).toHaveCount(0);
  await buttonOf(page, '対応済みにする').click();
  await dialog.getByLabel('その他', { exact: true }).check({ force: true });
  await dialog.getByLabel('その他の理由').fill('予約元に確認済み');
  await page.keyboard.press('Enter');
  await expect(page.locator('.imported')).toContainText('対応済みです。 理由: 予約元に確認済み');
  await expect(page.getByRole('dialog')).toHaveCount(0); // The form around it is not sent.
});

test('the queue is gone to and through with the keyboard; its filters are remembered', async ({
  hotel,
  openTerminal,
}) => {
  const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 予約サイト名: '一休.com' });
  await importRows(hotel, row);
  const { page } = await openTerminal();
  await goTo(page, '/');
  await page.keyboard.press('Alt+a');
  await expect(page).toHaveURL(QUEUE);
  const focused = page.locator('[data-record]:focus');
  await expect(focused).toHaveAttribute('aria-rowindex', /^[23]$/);
  const queue = await openQueue(page);
  await page.keyboard.press('Alt+k');
  await expect(queue.text).toBeFocused();
  await page.keyboard.press('Alt+j');
  await expect(focused).toBeVisible();
  const first = await focused.getAttribute('data-record');
  await page.keyboard.press('ArrowDown');
  await expect(focused).not.toHaveAttribute('data-record', String(first));
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('data-record', String(first));
  await page.keyboard.press('Alt+j');
  await expect(queue.text).toBeFocused();

  await fieldOf(page, 'サイト').selectOption('一休.com');
  await queue.reason('部屋タイプ未定義').click();
  await page.reload();
  await expect(queue.reason('部屋タイプ未定義')).toHaveAttribute('aria-pressed', 'true');
  await expect(fieldOf(page, 'サイト')).toHaveValue('一休.com');
  await expect(queue.row(row.予約番号)).toBeVisible();
});
