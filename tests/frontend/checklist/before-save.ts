import { addDays, type Stay } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BlacklistRecord } from '@wire/master-records.js';
import type { FreeRoom, Hotel } from '#tests/e2e/support/hotel.js';
import { acceptAlert, answer, complaints } from './support/alerts.js';
import { booked, enterBooking, openBooking } from './support/booking.js';
import { writesDuring } from './support/network.js';
import {
  button,
  calendar,
  deskAt,
  dialog,
  type Entries,
  FORM,
  field,
  fill,
  open,
  press,
  showRange,
  soon,
} from './support/page.js';
import type { PageRows, Proof } from './support/terminal.js';

const REVERSED = '終了日は開始日より後の日付を選択してください。';

/** The filter refuses such days, and goes on saying what is displayed. */
const refusesReversed =
  (path: string): Proof =>
  async ({ hotel: { today } }) => {
    await open(path);
    const state = () => [...calendar.range(), calendar.columns(), calendar.dates()[0]];
    const before = state();
    for (const [first, last] of [
      [0, -1],
      [60, 30],
    ] as const) {
      await fill({ 開始日: addDays(today, first), 終了日: addDays(today, last) });
      expect(await complaints('表示')).toEqual([REVERSED]);
      await soon(() => expect(state()).toEqual(before));
    }
  };

export const dateFilter: PageRows<'dateFilter'> = {
  list: refusesReversed('/reservation-status'),
  registration: refusesReversed(FORM),

  async sameDay({ hotel: { today } }) {
    await open('/reservation-status');
    await showRange(today, today);
    expect(calendar.dates()).toEqual([today]);
  },
};

const QUESTION = 'ブラックリストに登録されている宿泊者です。予約登録を続行しますか？';
const CREATED = '予約が登録されました！';
const UPDATED = '予約が更新されました！';
const NOBODY = '該当 無志';
const OTHER_PHONE = '06-0000-0000';

type Listed = { withPhone: BlacklistRecord; withoutPhone: BlacklistRecord; inKana: string };

async function listedOf({ api }: Hotel): Promise<Listed> {
  const entries = (await api.get<BlacklistRecord[]>('/api/blacklist')).body;
  const withPhone = entries.find(({ tel }) => tel !== null);
  const withoutPhone = entries.find(({ tel }) => tel === null);
  const inKana = entries.find(({ guest_name }) => /^[ァ-ヶー ]+$/.test(guest_name))?.guest_name;
  if (!withPhone || !withoutPhone || !inKana) throw new Error('the blacklist lacks a kind of entry');
  return { withPhone, withoutPhone, inKana };
}

type Place = { stay: Stay; room: FreeRoom };

/** Enters a new booking of somebody whom nobody lists, complete but for 登録. */
async function enterNobody(hotel: Hotel): Promise<Place> {
  const [stay, room] = await hotel.freeStay();
  await deskAt(FORM);
  await enterBooking(stay, room.number, NOBODY);
  return { stay, room };
}

async function bookingsIn(hotel: Hotel, { stay, room }: Place): Promise<BookingRecord[]> {
  const nights = await hotel.bookings(stay.start, stay.start);
  return nights.filter(({ room_id, is_cancelled }) => room_id === room.roomId && is_cancelled === 0);
}

/** Each of these entries of a new booking is asked about. */
const asks =
  (...wrong: ((listed: Listed) => Entries)[]): Proof =>
  async ({ hotel }) => {
    const listed = await listedOf(hotel);
    await enterNobody(hotel);
    for (const entries of wrong) {
      await fill(entries(listed));
      await press('登録');
      await answer(QUESTION, 'やめる');
    }
  };

/** Saves a new booking without being asked. */
async function saveUnasked(hotel: Hotel, entries: Entries): Promise<BookingRecord | undefined> {
  const place = await enterNobody(hotel);
  await fill(entries);
  await press('登録');
  await acceptAlert(CREATED);
  return (await bookingsIn(hotel, place))[0];
}

/** Opens a booking of a listed guest for editing. */
async function openListed(hotel: Hotel, { guest_name }: BlacklistRecord, blacklistId: number) {
  const { booking } = await booked(hotel, { guest_name_1: guest_name, blacklist_id: blacklistId });
  await openBooking(booking);
  await fill({ 備考: '変更あり' });
  return booking.id;
}

export const blacklist: PageRows<'blacklist'> = {
  async newBookings({ hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    await enterNobody(hotel);
    await fill({ 宿泊者名: withoutPhone.guest_name });
    const writes = await writesDuring(async () => {
      await press('登録');
      await answer(QUESTION, 'やめる');
    });
    expect(writes).toEqual([]);
  },

  async listedEdits({ hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    const id = await openListed(hotel, withoutPhone, withoutPhone.id);
    await press('更新');
    await answer(QUESTION, '続行する');
    await acceptAlert(UPDATED);
    expect(await hotel.booking(id)).toMatchObject({ notes: '変更あり', blacklist_id: withoutPhone.id });
  },

  async clearedEdits({ hotel }) {
    const { withoutPhone } = await listedOf(hotel);
    const id = await openListed(hotel, withoutPhone, -1);
    await press('更新');
    await acceptAlert(UPDATED);
    expect(await hotel.booking(id)).toMatchObject({ notes: '変更あり', blacklist_id: -1 });
  },

  bookerName: asks(({ withoutPhone }) => ({ 予約者名: withoutPhone.guest_name })),
  guestName: asks(({ withoutPhone }) => ({ 宿泊者名: withoutPhone.guest_name })),
  kana: asks(
    ({ inKana }) => ({ '宿泊者名(カナ)': inKana }),
    ({ inKana }) => ({ '宿泊者名(カナ)': '', '予約者名(カナ)': inKana }),
  ),
  samePhone: asks(({ withPhone: { guest_name, tel } }) => ({ 宿泊者名: guest_name, 電話番号: String(tel) })),
  noEntryPhone: asks(({ withoutPhone }) => ({ 宿泊者名: withoutPhone.guest_name, 電話番号: OTHER_PHONE })),
  noPhone: asks(
    ({ withPhone }) => ({ 宿泊者名: withPhone.guest_name }),
    ({ withoutPhone }) => ({ 宿泊者名: withoutPhone.guest_name }),
  ),

  async otherPhone({ hotel }) {
    const { guest_name } = (await listedOf(hotel)).withPhone;
    const saved = await saveUnasked(hotel, { 宿泊者名: guest_name, 電話番号: OTHER_PHONE });
    expect(saved).toMatchObject({ guest_name_1: guest_name, blacklist_id: -1 });
  },

  async otherName({ hotel }) {
    const { guest_name, tel } = (await listedOf(hotel)).withPhone;
    const saved = await saveUnasked(hotel, { 宿泊者名: `${guest_name}志`, 電話番号: String(tel) });
    expect(saved).toMatchObject({ tel, blacklist_id: -1 });
  },

  async question({ hotel }) {
    const { guest_name } = (await listedOf(hotel)).withoutPhone;
    await enterNobody(hotel);
    await fill({ 宿泊者名: guest_name });
    await press('登録');
    await soon(() => expect(dialog()?.querySelector('.message-text')?.textContent).toBe(QUESTION));
    expect(dialog()?.textContent).toContain(`該当するブラックリスト: ${guest_name}（電話番号: 登録なし）`);
    expect(document.activeElement).toBe(button('やめる'));
    const buttons = [...(dialog()?.querySelectorAll('button') ?? [])];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['やめる', '続行する']);
    await answer(QUESTION, 'やめる');
  },

  async declining({ hotel }) {
    const { guest_name } = (await listedOf(hotel)).withoutPhone;
    const place = await enterNobody(hotel);
    await fill({ 宿泊者名: guest_name });
    await press('登録');
    await answer(QUESTION, 'やめる');
    expect(dialog()).toBeUndefined();
    expect(field('宿泊者名').value).toBe(guest_name);
    await soon(() => expect(button('登録')?.disabled).toBe(false));
    expect(await bookingsIn(hotel, place)).toEqual([]);
  },

  async accepting({ hotel }) {
    const { id, guest_name, tel } = (await listedOf(hotel)).withPhone;
    const place = await enterNobody(hotel);
    await fill({ 宿泊者名: guest_name, 電話番号: String(tel) });
    await press('登録');
    await answer(QUESTION, '続行する');
    await acceptAlert(CREATED);
    expect((await bookingsIn(hotel, place)).map(({ blacklist_id }) => blacklist_id)).toEqual([id]);
  },

  async noMatch({ hotel }) {
    expect(await saveUnasked(hotel, {})).toMatchObject({ blacklist_id: -1 });
    const { withoutPhone } = await listedOf(hotel);
    const id = await openListed(hotel, withoutPhone, withoutPhone.id);
    await fill({ 宿泊者名: NOBODY });
    await press('更新');
    await acceptAlert(UPDATED);
    expect(await hotel.booking(id)).toMatchObject({ guest_name_1: NOBODY, blacklist_id: -1 });
  },
};
