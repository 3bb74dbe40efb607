import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { anUnknownType, fileOf, recordsOf, rowFor } from './support/channel.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { openQueue } from './support/queue.js';

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

test('a chosen file is looked at first: nothing is written until 取り込む, then everybody sees it', async ({
  hotel,
  openTerminal,
}) => {
  const [good, bad] = [
    rowFor(hotel.nextStay()),
    rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '取込 失子' }),
  ];
  const file = fileOf([good, bad]);
  const [{ page }, { page: other }] = [await openTerminal(), await openTerminal()];
  const elsewhere = await openQueue(other, bad.予約番号);
  await openQueue(page);
  await choose(page, file);
  await expect(check(page)).toContainText(file.name);
  await expect(check(page)).toContainText('まだ取り込んでいません');
  await expect(check(page)).toContainText(/新規\s*1/);
  await expect(check(page)).toContainText(/失敗\s*1/);
  await expect(check(page)).toContainText('3行目');
  await expect(check(page)).toContainText('部屋タイプ未定義');
  await expect(check(page)).toContainText('取込 失子');
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
});

test('the report names what a row of the same instant corrected, and what one did not change', async ({
  hotel,
  openTerminal,
}) => {
  const corrected = rowFor(hotel.nextStay());
  const registered = rowFor(hotel.nextStay());
  const file = fileOf([
    { ...corrected, 部屋記号: anUnknownType() },
    corrected,
    registered,
    { ...registered, 合計料金: '9999' },
  ]);
  const { page } = await openTerminal();
  await openQueue(page);
  await choose(page, file);
  await buttonOf(page, '取り込む').click();
  await expect(report(page)).toContainText('同じ更新日時の訂正: 部屋記号');
  await expect(report(page)).toContainText('同じ更新日時で内容が異なるため取り込みませんでした: 合計料金');
  expect(await recordsOf(hotel, corrected.予約番号)).toMatchObject([{ status: 'registered' }]);
  expect(await recordsOf(hotel, registered.予約番号)).toMatchObject([{ status: 'registered' }]);
});

test('a file dropped anywhere is looked at; やめる leaves all as it is', async ({ hotel, openTerminal }) => {
  const row = rowFor(hotel.nextStay());
  const { page } = await openTerminal();
  await openQueue(page);
  await page.getByRole('tab', { name: '部屋タイプ対応' }).click();
  await drop(page, fileOf([row]));
  await expect(check(page)).toContainText(/新規\s*1/);
  await expect(page.getByText('ここで離すと')).toBeHidden();
  await buttonOf(page, 'やめる').click();
  await expect(check(page)).toBeHidden();
  expect(await recordsOf(hotel, row.予約番号)).toEqual([]);
});

test('a file that is none of the channel manager is refused in the server’s words', async ({
  openTerminal,
}) => {
  const { page, allowError } = await openTerminal();
  allowError(/status of 422/);
  await openQueue(page);
  await choose(page, { name: 'memo.csv', mimeType: 'text/csv', buffer: Buffer.from('題,本文\r\nあ,い\r\n') });
  await acceptAlert(page, '予約番号');
  await expect(page.getByText('ドロップするか、選択してください')).toBeVisible();
});

test('the same file again changes nothing and says so', async ({ hotel, openTerminal }) => {
  const file = fileOf([rowFor(hotel.nextStay())]);
  const { page } = await openTerminal();
  await openQueue(page);
  for (const text of [/新規\s*1/, /変更なし\s*1/]) {
    await choose(page, file);
    await expect(check(page)).toContainText(text);
    await buttonOf(page, '取り込む').click();
    await expect(report(page)).toContainText(text);
    await buttonOf(page, '結果を閉じる').click();
  }
});

test('a large import shows how far it is, on other terminals too', async ({ hotel, openTerminal }) => {
  test.setTimeout(120_000);
  const type = anUnknownType();
  const stay = hotel.nextStay();
  const rows = Array.from({ length: 1_500 }, (_, index) =>
    rowFor(stay, { 部屋記号: type, 電話番号: `090-1000-${String(index).padStart(4, '0')}` }),
  );
  const file = fileOf(rows);
  const [{ page }, { page: other }] = [await openTerminal(), await openTerminal()];
  await openQueue(page);
  const elsewhere = await openQueue(other);
  await choose(page, file);
  await expect(check(page)).toContainText(/失敗\s*1,500/);
  await buttonOf(page, '取り込む').click();
  for (const terminal of [page, other]) {
    const running = terminal.getByRole('region', { name: `${file.name} 取り込んでいます` });
    await expect(running).toContainText(/[\d,]+ \/ 1,500行/);
  }
  await expect(report(page)).toContainText('1,500行を取り込みました');
  await expect(report(page)).toContainText('ほか1,300行');
  await expect(other.getByRole('button', { name: new RegExp(file.name) })).toContainText('失敗1,500');
  await expect(elsewhere.reason('部屋タイプ未定義')).toHaveText(/1[5-9]\d\d/);
});
