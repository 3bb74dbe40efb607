import { addDays, type Stay } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { CorporateRecord } from '@wire/master-records.js';
import { formModeAtom } from '#frontend/booking/form.js';
import { store } from '#frontend/shared/store.js';
import type { FreeRoom, Hotel } from '#tests/e2e/support/hotel.js';
import { channelFile, channelRow } from '#tests/support/channel-file.js';
import { realFetch } from './network.js';
import {
  calendar,
  choicesOf,
  deskAt,
  dialog,
  type Entries,
  FORM,
  field,
  fill,
  follow,
  press,
  settled,
  soon,
} from './page.js';

export type Booked = { booking: BookingRecord; room: FreeRoom; stay: Stay };

/** Books as another client, where nothing else is. */
export async function booked(
  hotel: Hotel,
  fields: BookingSave = {},
  stay = hotel.nextStay(),
): Promise<Booked> {
  const [room] = await hotel.freeRooms(stay);
  return { booking: await hotel.book(stay, room, fields), room, stay };
}

/** The days of a stay and those around it. */
export const around = ({ start, end }: Stay, days = 1) => ({
  first: addDays(start, -days),
  last: addDays(end, days),
});

/** Opens a booking by its address. */
export async function openBooking({ id, guest_name_1 }: BookingRecord): Promise<void> {
  await follow(`${FORM}/${id}`);
  await soon(() =>
    expect([store.get(formModeAtom), field('宿泊者名').value]).toMatchObject([
      { booking: { id } },
      guest_name_1,
    ]),
  );
  await settled();
}

let imports = 0;

/** A booking that an import has registered. */
export async function importedBooking(
  hotel: Hotel,
  guest: string,
  stay = hotel.nextStay(),
): Promise<BookingRecord> {
  const number = `P${Date.now().toString(36).toUpperCase()}${++imports}`;
  const row = channelRow({
    予約番号: number,
    チェックイン日: stay.start,
    チェックアウト日: stay.end,
    宿泊者氏名: guest,
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(channelFile([row]))]), `${number}.csv`);
  const response = await realFetch('/api/csv-imports', { method: 'POST', body: form });
  expect(response.status).toBe(200);
  const records = (await hotel.api.get<CsvRecord[]>('/api/csv-reservations')).body;
  const record = records.find(({ booking_number }) => booking_number === number);
  return hotel.booking(Number(record?.booking_id));
}

/** Runs 部屋検索 for a stay and party, and waits for the rooms that it offers. */
export async function searchRooms(stay: Stay, party: Entries = { 男性: '1' }): Promise<void> {
  await fill({ 男性: '0', 女性: '0' }); // Another party than before: what was found is offered no more.
  await fill({ チェックイン日: stay.start, チェックアウト日: stay.end, ...party });
  await press('部屋検索');
  await soon(() => expect(choicesOf('ルームタイプ')[0]).toMatch(/（\d+室）/));
  await settled();
}

/** Chooses an offered room by its number. */
export async function chooseRoom(number: string): Promise<void> {
  const option = choicesOf('ルームタイプ').find((text) => text.match(/^\d+/)?.[0] === number);
  await fill({ ルームタイプ: option ?? number });
}

/** Fills the whole form for a new booking, up to but not including 登録. */
export async function enterBooking(stay: Stay, number: string, name: string): Promise<void> {
  await searchRooms(stay);
  await chooseRoom(number);
  await fill({ 予約者名: name, 宿泊者名: name, チェックイン時間: '15:00', 合計料金: '8000' });
}

/** The rooms that ルームタイプ offers as found, and those of その他の空室, in their order. */
export function offeredRooms(): { found: string[]; others: string[] } {
  const under = (parent: string) =>
    [...field('ルームタイプ').options]
      .filter(({ parentElement }) => parentElement?.tagName === parent)
      .flatMap(({ text }) => text.match(/^\d{3,4}/) ?? []);
  return { found: under('SELECT'), others: under('OPTGROUP') };
}

/** The help tells the three figures, from left to right. */
export async function tellsFormula(): Promise<void> {
  await deskAt(FORM);
  await press('予約数の計算式', calendar.grid);
  const help = await soon(() => {
    const found = dialog('予約数の計算式');
    expect(found).toBeDefined();
    return found as HTMLElement;
  });
  const parts = [...help.querySelectorAll('li')].map(({ textContent }) => textContent?.replaceAll(/\s/g, ''));
  expect(parts).toEqual([
    expect.stringMatching(/^左室数−予約数/),
    expect.stringMatching(/^中自動登録の予約数$/),
    expect.stringMatching(/^右室数−（室数−予約数）−自動登録の予約数$/),
  ]);
}

export const SOURCES = [
  ...(['自社', '楽天', '電話', '企業(法人)', '訪問'] as const),
  ...(['るるぶ', '宿泊時', 'その他', 'じゃらん'] as const),
];

/** Lists the choices of a select of the form, top to bottom. */
export const offers =
  (label: string, ...expected: string[]) =>
  async (): Promise<void> => {
    await deskAt(FORM);
    expect(choicesOf(label)).toEqual(expected);
  };

/** The name of a corporate with this flag. */
export async function corporateWith(hotel: Hotel, flag: 0 | 1): Promise<string> {
  const { body } = await hotel.api.get<CorporateRecord[]>('/api/corporate_master');
  return String(body.find(({ corporate_flag }) => corporate_flag === flag)?.corporate_short_name);
}

/** A booking whose guest has checked in and not out. */
export async function guestInHouse(hotel: Hotel): Promise<BookingRecord> {
  const nights = await hotel.bookings(addDays(hotel.today, -1), hotel.today);
  const booking = nights.find(
    ({ checkin_date, checkout_date, is_cancelled }) =>
      checkin_date !== null && checkout_date === null && is_cancelled === 0,
  );
  if (!booking) throw new Error('nobody is in the house');
  return booking;
}
