import { expect } from '@playwright/test';
import type { ManagedCorporate, ManagedPayment } from '@wire/master-records.js';
import { openScreen } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { pressUntil, tabTo } from './support/keyboard.js';
import { aName, define, doneOf, openList, recordRow } from './support/masters.js';

const CORPORATES = '/api/corporate_master';
const BLANK = '/reservation-registration';

test('a corporate is added, changed and taken out of use with the keyboard alone, seen elsewhere at once', async ({
  openTerminal,
}) => {
  const [{ page }, { page: other }] = [await openTerminal(), await openTerminal()];
  const name = aName('北国商事');
  await openScreen(other, BLANK);
  await openScreen(page, '/');
  const { keyboard } = page;
  await keyboard.press('Alt+m');
  await expect(page.getByRole('tab', { name: '部屋', exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('tab', { name: '部屋', exact: true }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '法人' })).toBeFocused();
  await expect(page.getByRole('button', { name: '追加' })).toBeVisible();
  await keyboard.press('Alt+n');
  await expect(fieldOf(page, '法人名')).toBeFocused();
  await keyboard.type(name);
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(recordRow(page, name)).toContainText('使う');
  await expect(doneOf(page)).toContainText(`「${name}」を追加しました。`);
  const choices = fieldOf(other, '法人').locator('option');
  await expect(choices.filter({ hasText: name })).toHaveCount(1);

  // The form stays for the next one.
  await expect(fieldOf(page, '法人名')).toBeFocused();
  await expect(fieldOf(page, '法人名')).toHaveValue('');
  await keyboard.press('Escape');
  await expect(buttonOf(page, '追加')).toBeFocused();
  await pressUntil(page, 'Tab', () =>
    buttonOf(page, `${name}を変更`).evaluate((element) => element === document.activeElement),
  );
  await keyboard.press('Enter');
  await expect(fieldOf(page, '法人名')).toHaveValue(name);
  await keyboard.press('End');
  await keyboard.type('改');
  await keyboard.press('Enter');
  await expect(buttonOf(page, `${name}改を変更`)).toBeFocused();
  await expect(choices.filter({ hasText: `${name}改` })).toHaveCount(1);

  await tabTo(page, buttonOf(page, `${name}改を使用停止`));
  await keyboard.press('Enter');
  await expect(recordRow(page, name)).toHaveCount(0);
  await expect(choices.filter({ hasText: name })).toHaveCount(0);
  await expect(buttonOf(page, '元に戻す')).toBeFocused();
  await keyboard.press('Enter');
  await expect(recordRow(page, `${name}改`)).toBeVisible();
  await expect(choices.filter({ hasText: `${name}改` })).toHaveCount(1);
});

test('what the server refuses is said at the field, in its words', async ({ openTerminal }) => {
  const { page, allowError } = await openTerminal();
  allowError(/status of 422/);
  await openList(page, 'staff');
  await buttonOf(page, '追加').click();
  await fieldOf(page, 'ログイン名').fill('日本語');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '氏名')).toBeFocused();
  await expect(fieldOf(page, '氏名')).toHaveAccessibleDescription('氏名を入力してください。');
  await expect(fieldOf(page, 'ログイン名')).toHaveAccessibleDescription(/半角の英数字と/);
  await expect(fieldOf(page, 'ログイン名')).toHaveValue('日本語');
});

test('Enter that an input method takes does not save', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  await openList(page, 'payment');
  await page.keyboard.press('Alt+n');
  const field = page.getByRole('textbox', { name: '支払方法' });
  await expect(field).toBeFocused();
  const sent: unknown[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()));
  const input = await page.context().newCDPSession(page);
  const text = aName('仮');
  await input.send('Input.imeSetComposition', { text: 'かり', selectionStart: 2, selectionEnd: 2 });
  await expect(field).toHaveValue('かり');
  await page.keyboard.press('Enter');
  await input.send('Input.insertText', { text });
  await expect(field).toHaveValue(text);
  await page.keyboard.press('Enter');
  await expect(doneOf(page)).toContainText(`「${text}」を追加しました。`);
  expect(sent).toEqual([{ payment_name: text }]);
});

test('what another terminal changes meanwhile is shown beside what is typed, and is not overwritten unseen', async ({
  hotel,
  openTerminal,
}) => {
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  const name = aName('南国商事');
  const corporate = await define<ManagedCorporate>(hotel, CORPORATES, {
    corporate_short_name: name,
    corporate_flag: 0,
  });
  await openList(page, 'corporate');
  await buttonOf(page, `${name}を変更`).click();
  await fieldOf(page, '法人名').fill(`${name}の入力`);
  const changed = { corporate_short_name: `${name}新`, corporate_flag: 1 };
  await hotel.api.put(`${CORPORATES}/${corporate.id}`, changed);
  const notice = page.getByRole('alert').filter({ hasText: '他の端末で更新されています。' });
  await expect(notice).toContainText(`法人名 ${name}新、法人専用の部屋 使う`);
  await expect(fieldOf(page, '法人名')).toHaveValue(`${name}の入力`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('他の端末で更新されています。最新の内容を確認してください。')).toBeVisible();
  await buttonOf(page, '入力した内容で続ける').click();
  await fieldOf(page, '法人名').press('Enter');
  await expect(recordRow(page, `${name}の入力`)).toContainText('使わない');
});

test('a retired corporate and payment stay in the booking that names them, and are offered to no other', async ({
  hotel,
  openTerminal,
}) => {
  const [corporateName, paymentName] = [aName('廃止商事'), aName('廃止払い')];
  const corporate = await define<ManagedCorporate>(hotel, CORPORATES, {
    corporate_short_name: corporateName,
    corporate_flag: 0,
  });
  const payment = await define<ManagedPayment>(hotel, '/api/payment_master', { payment_name: paymentName });
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { corporateID: corporate.id, payment_type: payment.id });
  const { page } = await openTerminal();
  await openScreen(page, `${BLANK}/${id}`);
  await expect(fieldOf(page, '法人').locator('option:checked')).toHaveText(corporateName);
  await hotel.api.put(`${CORPORATES}/${corporate.id}/retired`, { is_retired: 1 });
  await hotel.api.put(`/api/payment_master/${payment.id}/retired`, { is_retired: 1 });
  await expect(fieldOf(page, '法人').locator('option:checked')).toHaveText(`${corporateName}（使用停止）`);
  await expect(fieldOf(page, '支払方法').locator('option:checked')).toHaveText(`${paymentName}（使用停止）`);

  await fieldOf(page, '法人').selectOption({ label: 'なし' });
  await fieldOf(page, '法人').selectOption({ label: `${corporateName}（使用停止）` });
  await fieldOf(page, '備考').fill('そのまま');
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '更新');
  expect(await hotel.booking(id)).toMatchObject({ corporateID: corporate.id, notes: 'そのまま' });

  await page.goto(BLANK);
  await expect(fieldOf(page, '法人').locator('option').nth(1)).toBeAttached();
  await expect(fieldOf(page, '法人').locator('option', { hasText: corporateName })).toHaveCount(0);
  await expect(fieldOf(page, '支払方法').locator('option', { hasText: paymentName })).toHaveCount(0);
});

test('retired records are folded away, found behind the switch, and used again', async ({
  hotel,
  openTerminal,
}) => {
  const name = aName('黒田 一郎');
  await define(hotel, '/api/blacklist', { guest_name: name, tel: '090-0000-0009' });
  const { page } = await openTerminal();
  await openList(page, 'blacklist');
  await page.getByRole('searchbox').fill(name.toLowerCase());
  await expect(recordRow(page, name)).toContainText('090-0000-0009');
  await buttonOf(page, `${name}を使用停止`).click();
  await expect(page.getByText('条件に合うものはありません。')).toBeVisible();
  await page.getByLabel(/^使用停止も表示/).check({ force: true });
  await expect(recordRow(page, name)).toContainText('使用停止');
  await expect(buttonOf(page, `${name}を変更`)).toHaveCount(0);
  await buttonOf(page, `${name}を使用再開`).click();
  await expect(buttonOf(page, `${name}を変更`)).toBeVisible();
  await page.keyboard.press('Alt+z');
  await expect(doneOf(page)).toContainText('元に戻しました。');
  await expect(buttonOf(page, `${name}を使用再開`)).toBeVisible();
});

test('a one-time code is shown once, large, with how long it holds, and can be copied', async ({
  hotel,
  openTerminal,
}) => {
  const name = aName('新人 花子');
  const login = aName('hanako').toLowerCase();
  await define(hotel, '/api/staff', { name, role: 'staff', login_name: login });
  const { page } = await openTerminal({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openList(page, 'staff');
  await expect(recordRow(page, name)).toContainText('パスワード未設定');
  await buttonOf(page, `${name}のワンタイムコードを発行`).click();
  const shown = dialogOf(page, `${name}のワンタイムコード`);
  const code = (await shown.locator('output').innerText()).trim();
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
  await expect(shown).toContainText('まで、1回だけ使えます。');
  await expect(shown).toContainText(`ログイン名「${login}」`);
  await shown.getByRole('button', { name: 'コピー' }).click();
  await expect(shown).toContainText('コピーしました。');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(buttonOf(page, `${name}のワンタイムコードを発行`)).toBeFocused();
  await expect(page.getByText(code)).toHaveCount(0);
});
