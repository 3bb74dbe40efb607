import { expect } from '@playwright/test';
import { setTheme, THEMES, violations } from './support/axe.js';
import { visit } from './support/calendar.js';
import { chooseFile, dialogOf, fieldOf, press, tabTo } from './support/controls.js';
import { test } from './support/hotel.fixture.js';

const HEADER = ['整理No.', '客', '号室', '泊まる日', '何泊', '人', '代金'];

test('a file of any columns is mapped, tried, mended by choice and moved in, by keys alone', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay(1);
  const { start } = stay;
  const [{ number: room }] = await hotel.freeRooms(stay);
  const spoken = `${Number(start.slice(0, 4))}年${Number(start.slice(5, 7))}月${Number(start.slice(8))}日`;
  const rows = [
    ['A1', '引越 一郎 様', `0${room}`, spoken, '1泊', '1名', '￥9,800'],
    ['A2', '引越 二郎 様', '0000', spoken, '1泊', '3名', '￥9,800'],
  ];
  const file = [HEADER, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join('\t')).join('\r\n');
  await visit(page, '/move-in');
  await expect(page).toHaveTitle(/データ移行/);

  await test.step('the file is chosen by a key', async () => {
    await expect(page.getByRole('button', { name: /^ファイルを選択/ })).toBeVisible();
    await chooseFile(page, () => press(page, 'Alt+u'), {
      name: '旧台帳.tsv',
      mimeType: 'text/tab-separated-values',
      buffer: Buffer.from(file),
    });
    await expect(page.getByRole('heading', { name: '旧台帳.tsv' })).toBeVisible();
  });

  await test.step('a column that nobody could guess is chosen with Tab and letters', async () => {
    const columnOf = (letter: string) => page.getByRole('combobox', { name: new RegExp(`^${letter}列`) });
    await expect(columnOf('C')).toHaveValue('roomNumber');
    await page.getByRole('region', { name: '列と最初の行' }).focus();
    const choices = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数', '宿泊人数', '合計料金'];
    for (const [index, label] of choices.entries()) {
      await press(page, 'Tab');
      const letter = 'ABCDEFG'[index] ?? '';
      await expect(columnOf(letter)).toBeFocused();
      await columnOf(letter).selectOption({ label });
    }
  });

  await test.step('tried, every fault says its line and column', async () => {
    await press(page, 'Alt+r');
    const result = page.getByRole('region', { name: /事前チェックの結果/ });
    await expect(result.getByRole('tab', { name: '移行できる 1' })).toBeVisible();
    const faulty = result.getByRole('row', { name: /A2/ });
    await expect(faulty).toContainText('C列「号室」 部屋「0000」はこのホテルにありません。');
    await expect(faulty).toContainText('F列「人」 宿泊人数が2名を超えています。');
    for (const theme of THEMES) {
      await setTheme(page, theme);
      expect(await violations(page, '.move-in', theme)).toEqual([]);
    }
    await setTheme(page, 'light');
  });

  await test.step('moved in, the booking can be opened', async () => {
    await press(page, 'Alt+g');
    const question = dialogOf(page).filter({ hasText: '1件の予約を移行します。' });
    await tabTo(page, question.getByRole('button', { name: 'OK' }));
    await press(page, 'Enter');
    const result = page.getByRole('region', { name: /移行の結果/ });
    await result.getByRole('tab', { name: '移行済み 1' }).focus();
    const link = result.getByRole('link', { name: '2行目の予約を開く' });
    await link.focus();
    await press(page, 'Enter');
    await expect(fieldOf(page, '予約者名')).toHaveValue('引越 一郎');
    await expect(fieldOf(page, '合計料金')).toHaveValue('9800');
  });
});
