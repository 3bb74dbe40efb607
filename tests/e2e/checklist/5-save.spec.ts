import { addDays, type Day } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { calendarOf, openScreen } from '../support/calendar.js';
import { dialogOf } from '../support/dialogs.js';
import { buttonOf, enterBooking, type FormEntries, fieldOf, fillForm } from '../support/form.js';
import { guestInHouse } from '../support/guest-in-house.js';
import { test } from '../support/hotel.fixture.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { blankForm, complaints, WRONG_INPUT } from '../support/wrong-input.js';
import { checkRows } from './check-rows.js';

const GUEST_NAME = '宿泊者名は2文字以上で入力してください。';
const BOOKER_NAME = '予約者名は2文字以上で入力してください。';
const NO_GUESTS = '宿泊人数を選択してください。';
const TOO_MANY = '宿泊人数が2名を超えています。';
const NO_ROOM = 'ルームタイプを選択してください。';
const NO_CHECK_IN = 'チェックイン日を入力してください。';
const NO_CHECK_OUT = 'チェックアウト日を入力してください。';
const EXTENDED = 'チェックイン後はチェックアウト日を延長することは出来ません。';
const NO_TIME = 'チェックイン時間を入力してください。';
const FEE = '合計料金は数値を入力してください。';
const POINTS = '利用ポイントは数値を入力してください。';
const NOT_AFTER = '宿泊終了日は宿泊開始日より後の日付を選択してください。';
const UNAVAILABLE = '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。';
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

const rows = {
  guestName: `guest name under 2 characters: ${GUEST_NAME}`,
  bookerName: `booker name under 2 characters: ${BOOKER_NAME}`,
  noGuests: `men plus women count is 0: ${NO_GUESTS}`,
  tooMany: `men plus women count is more than 2: ${TOO_MANY}`,
  room: `room missing or not numeric: ${NO_ROOM}`,
  checkIn: `check-in missing: ${NO_CHECK_IN}`,
  checkOut: `check-out missing: ${NO_CHECK_OUT}`,
  extended: `already checked in and new check-out later than the original: ${EXTENDED}`,
  time: `check-in time missing: ${NO_TIME}`,
  fee: `billing fee not numeric or empty: ${FEE}`,
  points: `used points not numeric or empty: ${POINTS}`,
  notAfter: `check-out not after check-in: ${NOT_AFTER}`,
  heading: `all errors are shown together in one alert headed ${WRONG_INPUT}`,
  order: 'the errors stand in the order of the table',
} as const;

/** Entries by turns on one blank form, dates given as days from today. */
type Cases = (day: (ahead: number) => Day) => FormEntries[];

const isTold =
  (message: string, wrong: Cases, right: Cases) =>
  async ({ desk: { page }, hotel }: { desk: Terminal; hotel: Hotel }) => {
    const day = (ahead: number) => addDays(hotel.today, ahead);
    await blankForm(page);
    for (const entries of wrong(day)) {
      await fillForm(page, entries);
      expect(await complaints(page), JSON.stringify(entries)).toContain(message);
    }
    for (const entries of right(day)) {
      await fillForm(page, entries);
      expect(await complaints(page), JSON.stringify(entries)).not.toContain(message);
    }
  };

const field = (label: string, ...texts: string[]): FormEntries[] => texts.map((text) => ({ [label]: text }));
const party = (...counts: [number, number][]): FormEntries[] =>
  counts.map(([men, women]) => ({ 男性: String(men), 女性: String(women) }));

test.afterAll(
  async ({ sharedTerminal: { page } }) => void (await openScreen(page, '/reservation-registration')),
);

checkRows('5 On save', rows, {
  guestName: isTold(
    GUEST_NAME,
    () => [{}, ...field('宿泊者名', '山', ' 山　')],
    () => field('宿泊者名', '山田'),
  ),
  bookerName: isTold(
    BOOKER_NAME,
    () => [{}, ...field('予約者名', '山', ' 山　')],
    () => field('予約者名', '山田'),
  ),
  noGuests: isTold(
    NO_GUESTS,
    () => [{}],
    () => party([1, 0], [0, 1], [2, 1]),
  ),
  tooMany: isTold(
    TOO_MANY,
    () => party([2, 1], [1, 2], [2, 2]),
    () => party([1, 1], [2, 0], [0, 2], [0, 0]),
  ),

  async room({ desk: { page }, hotel }) {
    await blankForm(page);
    expect(await complaints(page)).toContain(NO_ROOM);
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    await enterBooking(page, stay, room.number, '山');
    expect(await complaints(page)).not.toContain(NO_ROOM);
    await fieldOf(page, 'ルームタイプ').evaluate((choice: HTMLSelectElement) => {
      choice.add(new Option('八階の部屋', '八階'));
    });
    await fieldOf(page, 'ルームタイプ').selectOption('八階');
    expect(await complaints(page)).toContain(NO_ROOM);
    await fieldOf(page, 'ルームタイプ').evaluate((choice: HTMLSelectElement) => {
      choice.querySelector('option[value="八階"]')?.remove();
    });
  },

  checkIn: isTold(
    NO_CHECK_IN,
    (day) => [{}, ...field('チェックアウト日', day(2))],
    (day) => field('チェックイン日', day(1)),
  ),
  checkOut: isTold(
    NO_CHECK_OUT,
    (day) => [{}, ...field('チェックイン日', day(1))],
    (day) => field('チェックアウト日', day(2)),
  ),

  async extended({ desk: { page }, hotel }) {
    const { id, guest_name_1, stay_end } = await guestInHouse(hotel);
    await openScreen(page, `/reservation-registration/${id}`);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue(guest_name_1);
    await fillForm(page, { 宿泊者名: '山' });
    for (const ahead of [1, 7]) {
      await fillForm(page, { チェックアウト日: addDays(stay_end, ahead) });
      expect(await complaints(page, '更新')).toContain(EXTENDED);
    }
    for (const ahead of [0, -1]) {
      await fillForm(page, { チェックアウト日: addDays(stay_end, ahead) });
      expect(await complaints(page, '更新')).not.toContain(EXTENDED);
    }

    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    const coming = await hotel.book(stay, room);
    await openScreen(page, `/reservation-registration/${coming.id}`);
    await fillForm(page, { 宿泊者名: '山', チェックアウト日: addDays(stay.end, 1) });
    expect(await complaints(page, '更新')).toEqual([GUEST_NAME]);
  },

  time: isTold(
    NO_TIME,
    () => [{}],
    () => field('チェックイン時間', '15:00', '25:00'),
  ),
  fee: isTold(
    FEE,
    () => field('合計料金', '', 'abc', '八千円', '-1'),
    () => field('合計料金', '0', '8000', '８，０００'),
  ),
  points: isTold(
    POINTS,
    () => field('利用ポイント', '', 'abc', '三百', '-1'),
    () => field('利用ポイント', '0', '300', '３００'),
  ),
  notAfter: isTold(
    NOT_AFTER,
    (day) => [{ チェックイン日: day(9), チェックアウト日: day(9) }, ...field('チェックアウト日', day(8))],
    (day) => [...field('チェックアウト日', day(10)), ...field('チェックイン日', '')],
  ),

  async heading({ desk: { page } }) {
    await blankForm(page);
    await buttonOf(page, '登録').click();
    await expect(dialogOf(page)).toHaveCount(1);
    const alert = dialogOf(page, WRONG_INPUT);
    for (const message of [GUEST_NAME, NO_ROOM, UNAVAILABLE]) await expect(alert).toContainText(message);
    await expect(alert.getByRole('heading')).toHaveText(WRONG_INPUT);
    await expect(alert.getByRole('button')).toHaveText(['OK']);
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(fieldOf(page, 'チェックイン日')).toBeFocused(); // The first wrong field of the form.
    await buttonOf(page, '登録').click();
    await expect(alert).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
  },

  async order({ desk: { page }, hotel }) {
    await blankForm(page);
    await fillForm(page, { 合計料金: '', 利用ポイント: '十' });
    const first = [GUEST_NAME, BOOKER_NAME, NO_GUESTS, NO_ROOM, NO_CHECK_IN, NO_CHECK_OUT];
    expect(await complaints(page)).toEqual([...first, NO_TIME, FEE, POINTS, UNAVAILABLE]);

    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    await enterBooking(page, stay, room.number, '山');
    await hotel.book(stay, room);
    await expect(calendarOf(page).cell(room.number, stay.start)).toHaveAttribute('data-booking-id');
    await fillForm(page, { 男性: '2', 女性: '2', チェックイン時間: '', 合計料金: '千' });
    const missing = [GUEST_NAME, BOOKER_NAME, TOO_MANY, NO_TIME, FEE, POINTS];
    expect(await complaints(page)).toEqual([...missing, UNAVAILABLE, OVERLAP]);
    await fillForm(page, { チェックアウト日: addDays(stay.start, -1) });
    expect(await complaints(page)).toEqual([...missing, NOT_AFTER, UNAVAILABLE]);

    const { id, guest_name_1, stay_end } = await guestInHouse(hotel);
    await openScreen(page, `/reservation-registration/${id}`);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue(guest_name_1);
    await fillForm(page, { 宿泊者名: '山', 男性: '0', 女性: '0', チェックイン時間: '' });
    await fillForm(page, { チェックアウト日: addDays(stay_end, 1) });
    expect((await complaints(page, '更新')).slice(0, 4)).toEqual([GUEST_NAME, NO_GUESTS, EXTENDED, NO_TIME]);
  },
});
