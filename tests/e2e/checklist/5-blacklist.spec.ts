import type { Stay } from '@domain/dates.js';
import { expect, type Page, type Request } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BlacklistRecord } from '@wire/master-records.js';
import { openScreen } from '../support/calendar.js';
import { acceptAlert, answer, dialogOf } from '../support/dialogs.js';
import { buttonOf, enterBooking, type FormEntries, fieldOf, fillForm } from '../support/form.js';
import { test } from '../support/hotel.fixture.js';
import type { FreeRoom, Hotel } from '../support/hotel.js';
import { blankForm } from '../support/wrong-input.js';
import { checkRows } from './check-rows.js';

const QUESTION = 'ブラックリストに登録されている宿泊者です。予約登録を続行しますか？';
const SAVED = '予約が登録されました！';
const NOBODY = '該当 無志';

const rows = {
  newBookings: 'it runs before save, for new bookings',
  listedEdits: 'it runs for edits where the blacklist id is not -1',
  clearedEdits: 'it does not run for edits where the blacklist id is -1',
  bookerName: 'a match means guest_name equals the booker name',
  guestName: 'or the guest name',
  kana: 'or the kana',
  samePhone: 'and a phone is entered and the entry’s phone equals it',
  noEntryPhone: 'or a phone is entered and the entry’s phone is null',
  noPhone: 'or no phone is entered',
  otherPhone: 'no match when a phone is entered and the entry’s phone is another',
  otherName: 'no match when no name equals, whatever the phone',
  question: `on a match, a confirm asks: ${QUESTION}`,
  declining: 'declining aborts the save',
  accepting: 'accepting stores the entry id',
  noMatch: 'no match sets the blacklist id to -1',
} as const;

type Listed = { withPhone: BlacklistRecord & { tel: string }; withoutPhone: BlacklistRecord; inKana: string };

async function listedOf({ api }: Hotel): Promise<Listed> {
  const entries = (await api.get<BlacklistRecord[]>('/api/blacklist')).body;
  const withPhone = entries.find((entry): entry is Listed['withPhone'] => entry.tel !== null);
  const withoutPhone = entries.find(({ tel }) => tel === null);
  const inKana = entries.find(({ guest_name }) => /^[ァ-ヶー ]+$/.test(guest_name))?.guest_name;
  if (!withPhone || !withoutPhone || !inKana) throw new Error('the blacklist lacks a kind of entry');
  return { withPhone, withoutPhone, inKana };
}

/** Enters a new booking of somebody whom nobody lists, complete but for 登録. */
async function enterNobody(page: Page, hotel: Hotel): Promise<{ stay: Stay; room: FreeRoom }> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await blankForm(page);
  await enterBooking(page, stay, room.number, NOBODY);
  return { stay, room };
}

async function checkAsked(page: Page, entries: FormEntries): Promise<void> {
  await fillForm(page, entries);
  await buttonOf(page, '登録').click();
  await answer(page, QUESTION, 'キャンセル');
}

async function bookingsIn(hotel: Hotel, { stay, room }: { stay: Stay; room: FreeRoom }) {
  const nights = await hotel.bookings(stay.start, stay.start);
  return nights.filter(({ room_id, is_cancelled }) => room_id === room.roomId && is_cancelled === 0);
}

/** Saves a new booking without being asked. */
async function saveUnasked(page: Page, hotel: Hotel, entries: FormEntries): Promise<BookingRecord> {
  const place = await enterNobody(page, hotel);
  await fillForm(page, entries);
  await buttonOf(page, '登録').click();
  await acceptAlert(page, SAVED);
  const [saved] = await bookingsIn(hotel, place);
  if (!saved) throw new Error('the booking was not saved');
  return saved;
}

/** Opens a booking of a listed guest for editing. */
async function openListed(page: Page, hotel: Hotel, name: string, blacklistId: number): Promise<number> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: name, blacklist_id: blacklistId });
  await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(name);
  await fillForm(page, { 備考: '変更あり' });
  return id;
}

test.afterAll(
  async ({ sharedTerminal: { page } }) => void (await openScreen(page, '/reservation-registration')),
);

checkRows('5 Blacklist check', rows, {
  async newBookings({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    await enterNobody(page, hotel);
    const writes: string[] = [];
    const watch = (request: Request) => request.method() !== 'GET' && writes.push(request.url());
    page.on('request', watch);
    await checkAsked(page, { 宿泊者名: withoutPhone.guest_name });
    page.off('request', watch);
    expect(writes).toEqual([]);
  },

  async listedEdits({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    const id = await openListed(page, hotel, withoutPhone.guest_name, withoutPhone.id);
    await buttonOf(page, '更新').click();
    await answer(page, QUESTION, 'OK');
    await acceptAlert(page, '予約が更新されました！');
    expect(await hotel.booking(id)).toMatchObject({ notes: '変更あり', blacklist_id: withoutPhone.id });
  },

  async clearedEdits({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    const id = await openListed(page, hotel, withoutPhone.guest_name, -1);
    await buttonOf(page, '更新').click();
    await acceptAlert(page, '予約が更新されました！');
    expect(await hotel.booking(id)).toMatchObject({ notes: '変更あり', blacklist_id: -1 });
  },

  async bookerName({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    await enterNobody(page, hotel);
    await checkAsked(page, { 予約者名: withoutPhone.guest_name });
  },

  async guestName({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    await enterNobody(page, hotel);
    await checkAsked(page, { 宿泊者名: withoutPhone.guest_name });
  },

  async kana({ desk: { page }, hotel }) {
    const { inKana } = await listedOf(hotel);
    await enterNobody(page, hotel);
    await checkAsked(page, { '宿泊者名(カナ)': inKana });
    await checkAsked(page, { '宿泊者名(カナ)': '', '予約者名(カナ)': inKana });
  },

  async samePhone({ desk: { page }, hotel }) {
    const { withPhone } = await listedOf(hotel);
    await enterNobody(page, hotel);
    await checkAsked(page, { 宿泊者名: withPhone.guest_name, 電話番号: withPhone.tel });
  },

  async noEntryPhone({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    await enterNobody(page, hotel);
    await checkAsked(page, { 宿泊者名: withoutPhone.guest_name, 電話番号: '06-0000-0000' });
  },

  async noPhone({ desk: { page }, hotel }) {
    const { withPhone, withoutPhone } = await listedOf(hotel);
    await enterNobody(page, hotel);
    await checkAsked(page, { 宿泊者名: withPhone.guest_name });
    await checkAsked(page, { 宿泊者名: withoutPhone.guest_name });
  },

  async otherPhone({ desk: { page }, hotel }) {
    const { withPhone } = await listedOf(hotel);
    const entries = { 宿泊者名: withPhone.guest_name, 電話番号: '06-0000-0000' };
    const unlisted = { guest_name_1: withPhone.guest_name, blacklist_id: -1 };
    expect(await saveUnasked(page, hotel, entries)).toMatchObject(unlisted);
  },

  async otherName({ desk: { page }, hotel }) {
    const { withPhone } = await listedOf(hotel);
    const entries = { 宿泊者名: `${withPhone.guest_name}志`, 電話番号: withPhone.tel };
    expect(await saveUnasked(page, hotel, entries)).toMatchObject({ tel: withPhone.tel, blacklist_id: -1 });
  },

  async question({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    await enterNobody(page, hotel);
    await fillForm(page, { 宿泊者名: withoutPhone.guest_name });
    await buttonOf(page, '登録').click();
    await expect(dialogOf(page).getByRole('paragraph')).toHaveText(QUESTION);
    await expect(dialogOf(page).getByRole('button')).toHaveText(['キャンセル', 'OK']);
    await answer(page, QUESTION, 'キャンセル');
  },

  async declining({ desk: { page }, hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    const place = await enterNobody(page, hotel);
    await checkAsked(page, { 宿泊者名: withoutPhone.guest_name });
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue(withoutPhone.guest_name);
    await expect(buttonOf(page, '登録')).toBeEnabled();
    expect(await bookingsIn(hotel, place)).toEqual([]);
  },

  async accepting({ desk: { page }, hotel }) {
    const { withPhone } = await listedOf(hotel);
    const place = await enterNobody(page, hotel);
    await fillForm(page, { 宿泊者名: withPhone.guest_name, 電話番号: withPhone.tel });
    await buttonOf(page, '登録').click();
    await answer(page, QUESTION, 'OK');
    await acceptAlert(page, SAVED);
    const saved = await bookingsIn(hotel, place);
    expect(saved.map(({ blacklist_id }) => blacklist_id)).toEqual([withPhone.id]);
  },

  async noMatch({ desk: { page }, hotel }) {
    expect(await saveUnasked(page, hotel, {})).toMatchObject({ blacklist_id: -1 });
    const { withoutPhone } = await listedOf(hotel);
    const id = await openListed(page, hotel, withoutPhone.guest_name, withoutPhone.id);
    await fillForm(page, { 宿泊者名: NOBODY });
    await buttonOf(page, '更新').click();
    await acceptAlert(page, '予約が更新されました！');
    expect(await hotel.booking(id)).toMatchObject({ guest_name_1: NOBODY, blacklist_id: -1 });
  },
});
