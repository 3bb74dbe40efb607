import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { goTo } from './support/calendar.js';
import {
  anUnknownType,
  badgeOf,
  fileOf,
  importRows,
  openQueue,
  QUEUE,
  recordOf,
  recordsOf,
  rowFor,
} from './support/channel.js';
import {
  acceptAlert,
  answer,
  buttonOf,
  chooseRoom,
  dropFiles,
  fieldOf,
  press,
  roomOptions,
  savedBy,
} from './support/controls.js';
import { test } from './support/hotel.fixture.js';

const MAPPINGS = { name: /部屋タイプ対応/ };

const check = (page: Page) => page.getByRole('region', { name: '取り込みの確認' });
const report = (page: Page) => page.getByRole('region', { name: '取り込みの結果' });

test('a record is opened from the queue by keys, corrected and registered; it leaves the queue on every terminal; returned it is there again', async ({
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

  await test.step('the queue is gone to and through with the keyboard', async () => {
    await goTo(a, '/');
    await press(a, 'Alt+a');
    const focused = a.locator('[data-record]:focus');
    await expect(focused).toHaveAttribute('aria-rowindex', /^[23]$/);
    const first = String(await focused.getAttribute('data-record'));
    await press(a, 'ArrowDown');
    await expect(focused).not.toHaveAttribute('data-record', first);
    await press(a, 'ArrowUp');
    await expect(focused).toHaveAttribute('data-record', first);
    await press(a, 'Alt+j');
  });
  const own = await openQueue(a, row.予約番号);
  await press(a, 'Alt+k');
  await expect(own.text).toBeFocused();
  await press(a, 'Alt+j');
  await expect(own.row(row.予約番号)).toBeFocused();
  await press(a, 'o');
  await expect(fieldOf(a, '宿泊者名')).toHaveValue('待機 一郎');
  await expect(a.locator('.imported')).toContainText('部屋タイプ未定義');
  await buttonOf(a, '部屋検索').click();
  await expect(roomOptions(a).nth(1)).toBeAttached();
  await chooseRoom(a, (await roomOptions(a).nth(1).innerText()).match(/^\d+/)?.[0] ?? '');
  await buttonOf(a, '登録').click();
  await acceptAlert(a, '登録');
  await expect(other.row(row.予約番号)).toHaveCount(0);
  await expect.poll(() => badgeOf(other)).toBe(empty);
  const record = await recordOf(hotel, row.予約番号);
  expect(record).toMatchObject({ status: 'registered', booking_id: expect.any(Number) });
  await expect(a.getByRole('link', { name: '次へ' })).toBeFocused();
  await press(a, 'Enter');
  await expect(a).toHaveURL(/type=csvReservation/);
  await a.getByRole('link', { name: '自動登録の一覧に戻る' }).click();
  await expect(a).toHaveURL(QUEUE);

  await goTo(a, `/reservation-registration/${record.booking_id}`);
  await buttonOf(a, '自動登録失敗に戻す').click();
  await answer(a, '自動登録失敗', '自動登録失敗に戻す');
  await acceptAlert(a, '予約情報を取消後、手間いらずの自動登録失敗状態にしました');
  await expect(other.row(row.予約番号)).toContainText('自動登録失敗に戻し');
  await expect.poll(() => badgeOf(other)).toBe(empty + 1);
});

test('a record with a free room is registered from its row by two keys, live at every terminal, and undone; the next row has the focus', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other },
}) => {
  const type = anUnknownType();
  const stay = hotel.nextStay();
  const rows = ['二打 一郎', '二打 二郎'].map((guest) =>
    rowFor(stay, { 部屋記号: type, 宿泊者氏名: guest, 予約サイト名: '一休.com' }),
  );
  const [first, second] = rows.map(({ 予約番号 }) => 予約番号) as [string, string];
  await importRows(hotel, ...rows);
  const elsewhere = await openQueue(other, first);
  const queue = await openQueue(page, '二打');
  await press(page, 'Alt+j');
  await expect(queue.row(first)).toBeFocused();

  await press(page, 'Enter');
  const register = page.getByRole('button', { name: /^\d+号室に登録$/ });
  await expect(register).toBeFocused();
  await press(page, 'Enter');

  await expect(queue.row(second)).toBeFocused();
  await expect(queue.row(first)).toHaveCount(0);
  await expect(elsewhere.row(first)).toHaveCount(0);
  const { booking_id } = await recordOf(hotel, first);
  expect(await hotel.booking(Number(booking_id))).toMatchObject({
    guest_name_1: '二打 一郎',
    stay_start: stay.start,
  });

  await press(page, 'Control+z');
  await expect(elsewhere.row(first)).toContainText('部屋タイプ未定義');
});

test('a guest of today without a room stands above all and has a count of its own in the badge; a row that lacks something leads to it in the form', async ({
  hotel,
  desk: { page },
}) => {
  const today = hotel.today;
  const late = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '後着 太郎' });
  const due = rowFor(
    { start: today, end: addDays(today, 1) },
    { 部屋記号: anUnknownType(), 宿泊者氏名: '本日 太郎' },
  );
  const nameless = rowFor(hotel.nextStay(), {
    宿泊者氏名: '',
    宿泊者氏名カナ: 'ナナシ',
    会員氏名: '名無 会員',
  });
  await importRows(hotel, late, due, nameless);
  const queue = await openQueue(page);
  await expect(queue.badge).toContainText(/今日\d+件/);
  await expect(queue.rows.first()).toContainText('今日');
  await queue.text.fill(due.予約番号);
  await expect(queue.rows).toHaveCount(1);
  await queue.text.fill(nameless.予約番号);
  await queue.row(nameless.予約番号).click();
  await expect(page.getByText('宿泊者名は2文字以上で入力してください。')).toBeVisible();
  await expect(page.getByRole('link', { name: '開く' })).toBeFocused();
  await press(page, 'Enter');
  await expect(fieldOf(page, '宿泊者名')).toBeFocused();
});

test('a chosen file is looked at first: nothing is written until 取り込む, then everybody sees it; its room type is defined and what waited is registered', async ({
  hotel,
  desk: { page, allowError },
  elsewhere: { page: other },
}) => {
  allowError(/status of 422/);
  const type = anUnknownType();
  const good = rowFor(hotel.nextStay());
  const bad = rowFor(hotel.nextStay(), {
    部屋記号: type,
    部屋名称: '角部屋シングル',
    宿泊者氏名: '取込 失子',
  });
  const file = fileOf([good, bad]);
  const elsewhere = await openQueue(other, bad.予約番号);
  await openQueue(page);
  await page.getByLabel('CSVファイル').setInputFiles(file);
  for (const text of [file.name, 'まだ取り込んでいません', '3行目', '部屋タイプ未定義', '取込 失子'])
    await expect(check(page)).toContainText(text);
  await expect(check(page)).toContainText(/新規\s*1/);
  await expect(check(page)).toContainText(/失敗\s*1/);
  expect(await recordsOf(hotel, good.予約番号)).toEqual([]);

  await expect(buttonOf(page, '取り込む')).toBeFocused();
  await press(page, 'Enter');
  await expect(report(page)).toContainText('2行を取り込みました');
  await expect(report(page).locator('button:focus')).toBeVisible();
  expect(await recordsOf(hotel, good.予約番号)).toMatchObject([{ status: 'registered' }]);
  await expect(elsewhere.row(bad.予約番号)).toContainText('取込 失子');
  await expect(report(page)).toContainText('2行 = 新規 1 + 失敗 1');
  await expect(report(page)).toContainText('失敗した1室のうち、1室が失敗の一覧に残っています。');
  await report(page).getByRole('button', { name: '失敗の一覧で見る' }).click();
  await expect(page.locator('[data-record]')).toHaveCount(1);
  await expect(page.locator('[data-record]')).toContainText('取込 失子');
  const listed = other.getByRole('button', { name: new RegExp(file.name) });
  await expect(listed).toContainText('新規1 失敗1');
  await listed.click();
  await expect(report(other)).toContainText('部屋タイプ未定義');
  const save = report(page).getByRole('button', { name: '失敗行をCSVで保存' });
  const saved = (await savedBy(page, () => save.click())).toString();
  expect([saved.includes(bad.予約番号), saved.includes(good.予約番号)]).toEqual([true, false]);
  await buttonOf(page, '結果を閉じる').click();

  await test.step('the room type', async () => {
    await other.getByRole('tab', MAPPINGS).click();
    await page.getByRole('tab', MAPPINGS).click();
    const item = page.getByRole('listitem').filter({ hasText: type });
    await expect(item).toContainText('角部屋シングル 失敗1件');
    await buttonOf(page, `${type}を定義する`).click();
    await expect(fieldOf(page, '一般 禁煙')).toBeFocused();
    await press(page, 'Space', 'Enter');
    await expect(buttonOf(other, `${type}の対応を変更`)).toBeVisible();
    await expect(
      page.getByText(`「${type}」の対応を保存し、待っていた1件中1件を登録しました。`),
    ).toBeVisible();
    await expect(elsewhere.row(bad.予約番号)).toHaveCount(0);
    expect(await recordOf(hotel, bad.予約番号)).toMatchObject({ status: 'registered' });
  });

  await test.step('a file that is dropped is looked at as well', async () => {
    const dropped = fileOf([rowFor(hotel.nextStay())]);
    const target = page.getByRole('region', { name: '自動登録失敗' });
    await dropFiles(target, new Map([[dropped.name, dropped.buffer]]));
    await expect(check(page)).toContainText(/新規\s*1/);
    await expect(page.getByText('ここで離すと')).toBeHidden();
    await buttonOf(page, 'やめる').click();
    await expect(check(page)).toBeHidden();
  });
});

test('対応済みにする takes a record out of the queue by keyboard and is undone; its Enter does not send the form around it; filters are remembered', async ({
  hotel,
  desk: { page },
}) => {
  const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 予約サイト名: '一休.com' });
  await importRows(hotel, row);
  const queue = await openQueue(page, row.予約番号);
  const before = await badgeOf(queue);
  const dialog = page.getByRole('dialog', { name: '対応済みにする' });
  await queue.row(row.予約番号).focus();
  await press(page, 'd');
  await expect(dialog.getByLabel('重複')).toBeFocused();
  await press(page, 'ArrowDown', 'Enter');
  await expect(queue.row(row.予約番号)).toHaveCount(0);
  expect(await recordOf(hotel, row.予約番号)).toMatchObject({ dismissed_reason: '電話で対応' });
  await expect.poll(() => badgeOf(queue)).toBe(before - 1);
  await press(page, 'Control+z');
  await expect(queue.row(row.予約番号)).toContainText('部屋タイプ未定義');
  await fieldOf(page, 'サイト').selectOption('一休.com');
  await queue.reason('部屋タイプ未定義').click();
  await page.reload();
  await expect(queue.reason('部屋タイプ未定義')).toHaveAttribute('aria-pressed', 'true');
  await expect(fieldOf(page, 'サイト')).toHaveValue('一休.com');
  await expect(queue.row(row.予約番号)).toBeVisible();
  await queue.reason('すべて').click();
  await fieldOf(page, 'サイト').selectOption('');

  const cancelled = rowFor(hotel.nextStay(), { 予約区分: 'キャンセル', 宿泊者氏名: '取消 太郎' });
  await importRows(hotel, cancelled);
  await queue.text.fill(cancelled.予約番号);
  await queue.row(cancelled.予約番号).focus();
  await press(page, 'Enter');
  await expect(buttonOf(page, 'このキャンセルを確認済みにする')).toBeFocused();
  await press(page, 'o');
  await expect(page.locator('.imported')).toContainText('キャンセルの通知は登録できません。');
  await buttonOf(page, '対応済みにする').click();
  await dialog.getByLabel('その他', { exact: true }).check({ force: true });
  await dialog.getByLabel('その他の理由').fill('予約元に確認済み');
  await press(page, 'Enter');
  await expect(page.locator('.imported')).toContainText('対応済みです。 理由: 予約元に確認済み');
  await expect(page.getByRole('dialog')).toHaveCount(0); // The form around it is not sent.
});
