import { addDays, lastDayOf, monthOf } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { RoomProposals } from '@wire/room-proposals.js';
import type { Hotel } from '#tests/e2e/support/hotel.js';
import { acceptAlert } from './support/alerts.js';
import {
  around,
  booked,
  chooseRoom,
  importedBooking,
  offers,
  openBooking,
  SOURCES,
  tellsFormula,
} from './support/booking.js';
import { writesDuring } from './support/network.js';
import {
  button,
  calendar,
  choicesOf,
  chosenIn,
  click,
  deskAt,
  dialog,
  FORM,
  field,
  fill,
  heading,
  link,
  open,
  press,
  region,
  settled,
  soon,
  todaysOfPage,
} from './support/page.js';
import { allowError, type PageRows, withAllRows } from './support/terminal.js';

const LIST = '/reservation-status';
const PURPOSES = ['出張', '観光', '帰省', '受験', '冠婚葬祭', 'イベント', 'その他'];
const REGISTRATION_PART = '予約フォーム';
const LIST_PART = '表示項目';

const address = () => location.pathname + location.search;

/** Names the screens that are there, of the two. */
const screenShown = () => [REGISTRATION_PART, LIST_PART].filter((name) => region(name));

/** Counts the rooms that are free for the guests of an imported record. */
async function freeFor(hotel: Hotel, record: CsvRecord): Promise<number> {
  const { stay_start, stay_end, mens_count, womens_count, smoking_status } = record;
  const party = { stay_start, stay_end, mens_count, womens_count, smoking_status, corporateID: 0 };
  const asked = Object.entries(party).map(([name, value]) => [name, String(value)]);
  const { body } = await hotel.api.get<RoomProposals>(`/api/room-proposals?${new URLSearchParams(asked)}`);
  return body.rooms.length;
}

export const routes: PageRows<'routes'> = {
  async edit({ hotel }) {
    const { booking } = await booked(hotel, { guest_name_1: '番地 太郎' });
    await open(`${FORM}/${booking.id}`);
    expect(screenShown()).toEqual([REGISTRATION_PART]);
    await soon(() => expect(calendar.nights(booking.id)).toHaveLength(2));
    expect(address()).toBe(`${FORM}/${booking.id}`);
  },

  async list() {
    await open(LIST);
    expect(screenShown()).toEqual([LIST_PART]);
    expect(address()).toBe(LIST);
  },

  async blank() {
    await open(FORM);
    expect(screenShown()).toEqual([REGISTRATION_PART]);
    expect(heading('新規予約')).toBeDefined();
    expect(field('宿泊者名').value).toBe('');
    expect(address()).toBe(FORM);
  },

  async noGuards() {
    allowError(/予約が見つかりません/);
    await open(`${FORM}/999999999`);
    expect(heading('新規予約')).toBeDefined();
    expect(address()).toBe(`${FORM}/999999999`);
    await fill({ 宿泊者名: '途中 太郎' });
    await click(() => link('予約一覧'));
    await soon(() => expect(screenShown()).toEqual([LIST_PART]));
    expect(dialog()).toBeUndefined();
    expect(address()).toBe(LIST);
  },

  async mount() {
    await deskAt(LIST);
    expect(document.querySelector('#app nav')).not.toBeNull();
    expect(document.querySelector('#app')?.contains(calendar.grid())).toBe(true);
  },

  async screens() {
    await deskAt(LIST);
    const current = () => [...document.querySelectorAll('nav [aria-current="page"]')];
    for (const [name, part] of [
      ['予約登録', REGISTRATION_PART],
      ['予約一覧', LIST_PART],
    ] as const) {
      await click(() => link(name));
      await soon(() => expect(screenShown()).toEqual([part]));
      expect(current()).toEqual([link(name)]);
    }
  },
};

async function expectEditing({ guest_name_1, stay_start, stay_end }: BookingRecord, room: string) {
  await soon(() => expect(field('宿泊者名').value).toBe(guest_name_1));
  expect(heading('編集中')?.textContent).toContain(`${room} ${guest_name_1}`);
  expect([button('更新') !== undefined, button('登録')]).toEqual([true, undefined]);
  expect(field('チェックイン日').value).toBe(stay_start);
  expect(field('チェックアウト日').value).toBe(stay_end);
  expect(field('予約媒体').value).toBe('楽天');
  expect(field('電話番号').value).toBe('03-0000-0000');
  expect(chosenIn('ルームタイプ')).toContain(room);
}

const EDITED = { guest_name_1: '登録 太郎', booking_source: '楽天', tel: '03-0000-0000' } as const;

export const registrationScreen: PageRows<'registrationScreen'> = {
  sources: offers('予約媒体', ...SOURCES),

  async purposes() {
    await deskAt(FORM);
    expect(choicesOf('利用目的')).toContain('');
    expect(choicesOf('利用目的').filter(Boolean)).toEqual(PURPOSES);
  },

  async reservation({ hotel }) {
    const { booking, room } = await booked(hotel, EDITED);
    await open(`${FORM}/${booking.id}?type=reservation`);
    await expectEditing(booking, room.number);
    expect(address()).toBe(`${FORM}/${booking.id}?type=reservation`);
  },

  async csvReservation({ hotel }) {
    const failed = (await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body;
    const waiting = failed.filter(
      ({ reason, booking_id, guest_name_1 }) =>
        reason === '空室なし' && booking_id === null && guest_name_1 !== '',
    );
    // Around the New Year some find no room of any kind.
    const free = await Promise.all(waiting.map((record) => freeFor(hotel, record)));
    const record = waiting[free.findIndex((rooms) => rooms > 0)] as CsvRecord;
    await open(`${FORM}/${record.id}?type=csvReservation`);
    await soon(() => expect(field('宿泊者名').value).toBe(record.guest_name_1));
    expect(field('予約番号').value).toBe(record.booking_number);
    expect(field('予約媒体').value).toBe(record.booking_source);
    expect(field('チェックイン日').value).toBe(record.stay_start);
    expect(field('チェックアウト日').value).toBe(record.stay_end);
    expect(field('合計料金').value).toBe(String(record.total_fee));
    expect(field(record.smoking_status).checked).toBe(true);
    expect(button('更新')).toBeUndefined();

    await press('部屋検索');
    const offered = await soon(() => choicesOf('ルームタイプ')[1]?.match(/^\d+/)?.[0] ?? fail());
    await chooseRoom(offered);
    await fill({ 備考: '窓口で登録' });
    await press('登録');
    await acceptAlert('予約が登録されました！');
    const { body } = await hotel.api.get<CsvRecord>(`/api/fetch-csv-reservation-data/${record.id}`);
    expect(body).toMatchObject({ status: 'registered', booking_id: expect.any(Number) });
    const { guest_name_1, booking_number, payment_flag, coupon, total_fee } = record;
    expect(await hotel.booking(Number(body.booking_id))).toMatchObject({
      ...{ guest_name_1, booking_number, payment_flag, coupon, total_fee },
      notes: '窓口で登録',
    });
  },

  async otherType({ hotel }) {
    const { booking } = await booked(hotel, EDITED);
    await open(`${FORM}/${booking.id}?type=somethingElse`);
    expect(heading('新規予約')).toBeDefined();
    expect(button('登録')).toBeDefined();
    expect(field('宿泊者名').value).toBe('');
    expect(todaysOfPage(hotel).map((today) => addDays(today, -5))).toContain(calendar.range()[0]);
  },

  async filter({ hotel: { today } }) {
    await deskAt(FORM, { first: addDays(today, 40), last: addDays(today, 43) });
    expect(calendar.dates()).toEqual([40, 41, 42, 43].map((ahead) => addDays(today, ahead)));
  },

  async filterHidden({ hotel }) {
    const { booking, room, stay } = await booked(hotel, EDITED);
    const { first, last } = around(stay);
    await deskAt(FORM, { first, last });
    expect(region('表示期間')).toBeDefined();
    await click(() => calendar.cell(room.number, booking.stay_start));
    await soon(() => expect(button('更新')).toBeDefined());
    expect(region('表示期間')).toBeUndefined();
    await press('新規に戻る');
    await soon(() => expect(calendar.range()).toEqual([first, last]));
  },

  async click({ hotel }) {
    const { booking, room, stay } = await booked(hotel, EDITED);
    await deskAt(FORM, around(stay));
    await click(() => calendar.cell(room.number, addDays(booking.stay_start, 1)));
    await expectEditing(booking, room.number);
    await press('新規に戻る');
    await soon(() => expect(button('登録')).toBeDefined());
  },
};

/** Asks the question of a button, closes it again: nothing has happened. */
async function expectQuestion(hotel: Hotel, name: string, title: string, text: string): Promise<void> {
  const booking = await importedBooking(hotel, '確認 太郎');
  await openBooking(booking);
  await press(name);
  const question = await soon(() => dialog(title) ?? fail());
  expect(question.textContent).toContain(text);
  expect(button(name, question)).toBeDefined();
  expect(document.activeElement).toBe(button('閉じる', question));
  expect(await writesDuring(() => press('閉じる'))).toEqual([]);
  await soon(() => expect(dialog()).toBeUndefined());
  expect(field('宿泊者名').value).toBe(booking.guest_name_1);
  expect(await hotel.booking(booking.id)).toMatchObject({ is_cancelled: 0, version: booking.version });
}

export const overThePage: PageRows<'overThePage'> = {
  async weather({ hotel }) {
    const { start } = hotel.nextStay();
    await deskAt(FORM, { first: start, last: addDays(start, 3) });
    const drawn = () => calendar.header('weather', start);
    const told = async () => (await hotel.weather(start, start))[0]?.weather;
    for (const weather of ['大雪', '晴れ']) {
      await click(drawn);
      await soon(() => expect(document.activeElement).toBe(field('天気')));
      await fill({ 天気: weather });
      await press('保存');
      await soon(() => expect([dialog(), drawn()?.textContent]).toEqual([undefined, weather]));
      await soon(async () => expect(await told()).toBe(weather));
    }
    await click(drawn);
    await soon(() => expect(field('天気').value).toBe('晴れ'));
    await fill({ 天気: '雷雨' });
    expect(await writesDuring(() => press('閉じる'))).toEqual([]);
    await soon(() => expect(dialog()).toBeUndefined());
    expect([drawn()?.textContent, await told()]).toEqual(['晴れ', '晴れ']);
  },

  help: tellsFormula,
  cancel: ({ hotel }) => expectQuestion(hotel, '予約取消', '予約取消の確認', 'この予約を取り消します。'),
  returned: ({ hotel }) =>
    expectQuestion(
      hotel,
      '自動登録失敗に戻す',
      '自動登録失敗に戻す操作の確認',
      '手間いらずの自動登録失敗に戻します。',
    ),
};

export const listScreen: PageRows<'listScreen'> = {
  async readOnly({ hotel: { today } }) {
    await deskAt(LIST, { first: today, last: addDays(today, 14) });
    for (const name of ['登録', '更新', '部屋検索', '予約取消', '自動登録失敗に戻す', 'クリア']) {
      expect(button(name)).toBeUndefined();
    }
    const free = () =>
      calendar.grid().querySelector<HTMLElement>('[role="gridcell"][data-room]:not([data-booking-id])');
    for (const find of [
      () => calendar.header('weekday', today),
      () => calendar.header('weather', today),
      free,
    ]) {
      expect(await writesDuring(() => click(find))).toEqual([]);
      expect(dialog()).toBeUndefined();
    }
    expect(address()).toBe(LIST);
  },

  async filter({ hotel: { today } }) {
    const [first, last] = [addDays(today, 40), addDays(today, 50)];
    await deskAt(LIST, { first, last });
    expect(calendar.range()).toEqual([first, last]);
    expect(calendar.columns()).toBe(1 + 11);
    expect([calendar.dates()[0], calendar.dates().at(-1)]).toEqual([first, last]);
  },

  async preview({ hotel }) {
    const { room, stay } = await booked(hotel, { guest_name_1: '抜粋 太郎', purpose: '帰省' });
    await deskAt(LIST, around(stay));
    const shows = (...texts: string[]) =>
      soon(() => {
        const drawn = calendar.cell(room.number, stay.start)?.textContent;
        expect(['抜粋 太郎', '帰省'].filter((text) => drawn?.includes(text))).toEqual(texts);
      });
    await shows('抜粋 太郎');
    await fill({ 利用目的: true });
    await shows('抜粋 太郎', '帰省');
    await fill({ 宿泊者名1: false });
    await shows('帰省');
    await fill({ 宿泊者名1: true, 利用目的: false });
    await shows('抜粋 太郎');
  },

  async calendar({ hotel }) {
    const { today } = hotel;
    await deskAt(LIST, { first: today, last: addDays(today, 14) });
    for (const row of ['date', 'weekday', 'weather', 'total']) {
      expect(calendar.header(row, today)).toBeTruthy();
    }
    const nights = (await hotel.bookings(today, today)).filter(({ is_cancelled }) => is_cancelled === 0);
    const drawn = calendar.booked().filter(({ dataset }) => dataset.date === today);
    expect(drawn.length).toBeGreaterThan(5);
    expect(nights.map(({ id }) => id)).toEqual(
      expect.arrayContaining(drawn.map(({ dataset }) => Number(dataset.bookingId))),
    );
  },

  async click({ hotel }) {
    await deskAt(LIST, { first: hotel.today, last: addDays(hotel.today, 14) });
    const [night] = calendar.booked();
    const { guest_name_1 } = await hotel.booking(Number(night?.dataset.bookingId));
    await click(() => night);
    await soon(() => expect(dialog('予約詳細')?.textContent).toContain(guest_name_1));
    await press('閉じる');
    await soon(() => expect(dialog()).toBeUndefined());
    expect(address()).toBe(LIST);
  },

  async rooms({ hotel }) {
    const month = monthOf(hotel.today);
    const range = { first: month, last: lastDayOf(month) };
    const all = await hotel.rooms(month, month);
    const listed = all.filter(
      ({ reservable_status, room_type }) => reservable_status === '予約可能' || room_type === '倉庫',
    );
    expect(listed.length).toBeLessThan(all.length);
    expect(listed.some(({ reservable_status }) => reservable_status !== '予約可能')).toBe(true);
    const numbersOf = (rooms: typeof all) => rooms.map(({ room_number }) => room_number).sort();
    const drawn = () =>
      withAllRows(() =>
        calendar
          .heads()
          .map(({ dataset }) => dataset.room)
          .sort(),
      );
    await deskAt(LIST, range);
    expect(await drawn()).toEqual(numbersOf(listed));
    await deskAt(FORM, range);
    expect(await drawn()).toEqual(numbersOf(all));
    await settled();
  },
};

function fail(): never {
  throw new Error('what is waited for is not there');
}
