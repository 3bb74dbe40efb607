import { expect } from '@playwright/test';
import { setTheme, THEMES, violations } from './support/axe.js';
import { visit } from './support/calendar.js';
import { chooseFile, dialogOf, fieldOf, press, tabTo } from './support/controls.js';
import { test } from './support/hotel.fixture.js';

const HEADER = ['受付No', 'お客様名', '到着日', '泊数', '部屋No', '内訳', '宿泊料', '前受金', '摘要'];

test('columns of money are decided first, the bookings are seen before, yen are compared, and the file is taken back as one', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay(1);
  const [one, two, three] = await hotel.freeRooms(stay);
  const short = stay.start.slice(2).replaceAll('-', '/');
  const rows = [
    ['L1', '移行 太郎', short, '1', one?.number, '男1女1', '¥9,800', '¥3,000', '窓側'],
    ['L2', '移行 次郎', short, '1', `${two?.number}・${three?.number}`, '男2', '￥12,001', '', ''],
    ['合計', '', '', '', '', '', '¥21,801', '', ''],
  ];
  const file = [HEADER, ...rows].map((cells) => cells.join('\t')).join('\r\n');
  const focused = page.locator(':focus');
  await page.setViewportSize({ width: 1366, height: 768 });
  await visit(page, '/move-in');

  await test.step('the column that nobody uses has the focus, and keeps the file from being tried', async () => {
    await chooseFile(page, () => press(page, 'Alt+u'), {
      name: '旧台帳.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(file),
    });
    const undecided = page.getByRole('region', { name: '使い方を決める列' });
    await expect(undecided).toContainText('H列「前受金」金額のようです（例: ¥3,000）');
    await expect(focused).toHaveAccessibleName('H列「前受金」を備考として使う');
    await expect(page.getByRole('button', { name: /^事前チェック/ })).toBeDisabled();
    for (const theme of THEMES) {
      await setTheme(page, theme);
      expect(await violations(page, '.move-in', theme)).toEqual([]);
    }
    await setTheme(page, 'light');
    await press(page, 'Enter');
    await expect(undecided).toBeHidden();
    await expect(focused).toHaveAccessibleName(/^事前チェック/);
  });

  await test.step('the bookings to be made are shown, and the sum below them is none', async () => {
    await press(page, 'Enter');
    await expect(focused).toHaveAccessibleName(/^2件を移行する/);
    const result = page.getByRole('region', { name: /事前チェックの結果/ });
    const cellsOf = (guest: string) => result.getByRole('row', { name: new RegExp(guest) }).getByRole('cell');
    await expect(cellsOf('移行 太郎')).toContainText([
      one?.number ?? '',
      '移行 太郎',
      '1泊',
      '男1 女1',
      '¥9,800',
      '記載なし',
      '前受金: ¥3,000',
    ]);
    await expect(cellsOf('移行 次郎')).toContainText([`${two?.number}、${three?.number}`, '¥12,001']);
    await expect(result.getByRole('note')).toContainText('ファイル ¥21,801 = 移行できる ¥21,801');
    await expect(result.getByRole('tab', { name: '対象外 1' })).toBeVisible();
  });

  await test.step('moved in, yen are compared and both rooms of a line are opened', async () => {
    await press(page, 'Enter');
    await tabTo(
      page,
      dialogOf(page).filter({ hasText: '2件の予約を移行します。' }).getByRole('button', { name: 'OK' }),
    );
    await press(page, 'Enter');
    const result = page.getByRole('region', { name: /移行の結果/ });
    await expect(result.getByRole('note')).toContainText('登録した予約の合計 ¥21,801 （一致）');
    await expect(focused).toHaveAccessibleName('移行済み 2');
    await expect(result.getByRole('link', { name: '3行目の予約(2室目)を開く' })).toBeVisible();
    const address = page.url();
    await result.getByRole('link', { name: '2行目の予約を開く' }).click();
    await fieldOf(page, '備考').fill('電話あり');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await press(page, 'Alt+g');
    expect((await saved).ok()).toBe(true);
    await press(page, 'Enter');
    await page.goto(address);
  });

  await test.step('taken back as one, but for what was changed since', async () => {
    await page.getByRole('button', { name: 'この移行を取り消す' }).press('Enter');
    const question = dialogOf(page).filter({ hasText: '2行の予約をまとめて取り消します。' });
    await tabTo(page, question.getByRole('button', { name: '移行を取り消す' }));
    await press(page, 'Enter');
    const result = page.getByRole('region', { name: '移行の取消の結果' });
    await expect(focused).toHaveAccessibleName('残した 1');
    await expect(result).toContainText('移行の後に「予約変更」がありました。');
    await expect(result.getByRole('tab', { name: '取り消した 1' })).toBeVisible();
  });
});
