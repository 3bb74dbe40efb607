import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf, openScreen } from './support/calendar.js';
import { acceptAlert, sentencesOf } from './support/dialogs.js';
import { freeRoomNumbers } from './support/expected-rooms.js';
import {
  buttonOf,
  enterBooking,
  type FormEntries,
  fieldOf,
  fillForm,
  roomOptions,
  searchRooms,
} from './support/form.js';
import { test } from './support/hotel.fixture.js';

const NOT_SEARCHED = '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。';

async function offeredRooms(page: Page): Promise<{ found: string[]; others: string[] }> {
  const numbers = (texts: string[]) => texts.flatMap((text) => text.match(/^\d{3,4}/) ?? []);
  const otherOptions = fieldOf(page, 'ルームタイプ').locator('optgroup[label="その他の空室"] > option');
  const others = numbers(await otherOptions.allTextContents());
  const all = numbers(await roomOptions(page).allTextContents());
  expect(all.slice(all.length - others.length)).toEqual(others);
  return { found: all.slice(0, all.length - others.length), others };
}

async function markedRooms(page: Page): Promise<{ marked: string[]; unmarked: string[] }> {
  const heads = calendarOf(page).grid.locator('[role="rowheader"][data-room]');
  const all = await heads.evaluateAll((elements) =>
    elements.map(
      (element) => [element.getAttribute('data-room'), element.getAttribute('data-candidate')] as const,
    ),
  );
  const numbers = (isMarked: boolean) =>
    all.filter(([, mark]) => (mark === 'true') === isMarked).map(([room]) => String(room));
  return { marked: numbers(true), unmarked: numbers(false) };
}

test('部屋検索 offers the rooms found first, in display order, then the other free ones', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  await searchRooms(page, stay, { 男性: '1' });
  await expect(calendar.firstDay).toHaveValue(addDays(stay.start, -5));
  await expect(calendar.lastDay).toHaveValue(addDays(stay.end, 5));
  const forOneMan = await freeRoomNumbers(
    hotel,
    stay,
    (room) =>
      room.room_type !== 'ツイン' &&
      room.smoking_status === '禁煙' &&
      room.corporate === 0 &&
      room.priority !== '女性',
  );
  expect(await offeredRooms(page)).toEqual({ found: forOneMan.wanted, others: forOneMan.others });
  const { marked, unmarked } = await markedRooms(page);
  expect(marked.length).toBeGreaterThan(3);
  expect(forOneMan.wanted).toEqual(expect.arrayContaining(marked));
  expect(forOneMan.wanted.filter((room) => unmarked.includes(room))).toEqual([]);

  await searchRooms(page, stay, { 女性: '1' });
  const forTwo = await freeRoomNumbers(
    hotel,
    stay,
    (room) =>
      (room.room_type === 'ツイン' || room.room_number === '916') &&
      room.smoking_status === '禁煙' &&
      room.corporate === 0,
  );
  await expect.poll(async () => (await offeredRooms(page)).found).toEqual(forTwo.wanted);
});

test('部屋検索 wants dates and one or two guests', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-registration');
  await buttonOf(page, '部屋検索').click();
  expect(await sentencesOf(page, '入力内容にエラーがあります')).toEqual([
    '宿泊人数を選択してください。',
    'チェックイン日を入力してください。',
    'チェックアウト日を入力してください。',
  ]);
  await acceptAlert(page, '宿泊人数');
  const { today } = hotel;
  await fillForm(page, { 男性: '1', 女性: '2', チェックイン日: today, チェックアウト日: addDays(today, -1) });
  await buttonOf(page, '部屋検索').click();
  expect(await sentencesOf(page, '入力内容にエラーがあります')).toEqual([
    '宿泊人数が2名を超えています。',
    '宿泊終了日は宿泊開始日より後の日付を選択してください。',
  ]);
});

test('another stay, party, smoking or corporate makes the search “not run”', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await enterBooking(page, stay, room.number, '変更 太郎');
  const changes: FormEntries[] = [{ チェックアウト日: addDays(stay.end, 1) }, { 喫煙: true }, { 男性: '2' }];
  for (const change of changes) {
    await fillForm(page, change);
    await expect(calendar.roomHead(room.number)).not.toHaveAttribute('data-candidate', 'true');
    await buttonOf(page, '登録').click();
    expect(await sentencesOf(page, '入力内容にエラーがあります')).toEqual([NOT_SEARCHED]);
    await acceptAlert(page, NOT_SEARCHED);
    await fillForm(page, { 禁煙: true });
    await searchRooms(page, stay);
    await expect(calendar.roomHead(room.number)).toHaveAttribute('data-candidate', 'true');
  }
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
});
