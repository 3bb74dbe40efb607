import { addDays, addMonths, monthOf } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { loadMasters, managedList } from '#frontend/shared/masters.js';
import type { Hotel } from '#tests/e2e/support/hotel.js';
import { factsShown } from './detail-modal.js';
import { acceptAlert, answer } from './support/alerts.js';
import { around, booked, enterBooking, importedBooking, openBooking } from './support/booking.js';
import { altering, intercept, json } from './support/network.js';
import {
  button,
  calendar,
  choicesOf,
  click,
  deskAt,
  FORM,
  field,
  fill,
  formContents,
  open,
  press,
  settled,
  soon,
} from './support/page.js';
import { failQuietly, type PageRows, type Proof } from './support/terminal.js';

const NO_DAY_BEFORE = '前日の予約が見つかりません。';
const OWN_TEXT = '試験のための文です。\n二行目もあります。';
const RETURN = '自動登録失敗に戻す';

/** Opens a new booking by a click on it. */
async function openBooked(hotel: Hotel, guest_name_1: string): Promise<BookingRecord> {
  const { booking, room, stay } = await booked(hotel, { guest_name_1 });
  await deskAt(FORM, around(stay));
  await click(() => calendar.cell(room.number, stay.start));
  await soon(() => expect(field('宿泊者名').value).toBe(guest_name_1));
  await settled();
  return booking;
}

/** A save that the server refuses says so, and leaves the form as it is. */
async function expectRefused(name: string, text: string): Promise<void> {
  const before = formContents();
  await press(name);
  await acceptAlert(text);
  expect(formContents()).toEqual(before);
  await soon(() => expect(button(name)?.disabled).toBe(false));
}

async function giveBack(): Promise<void> {
  await press(RETURN);
  await answer('自動登録失敗', RETURN);
}

export const messages: PageRows<'messages'> = {
  async saveFailureOnCreate({ hotel }) {
    const [stay, room] = await hotel.freeStay();
    await open(FORM);
    await enterBooking(stay, room.number, '連泊 太郎');
    await fill({ 備考: '角部屋希望', クーポン: true, 前日と同一予約: true });
    await expectRefused('登録', NO_DAY_BEFORE);
    expect(calendar.cell(room.number, stay.start)?.dataset.bookingId).toBeUndefined();
  },

  async saveFailureOnEdit({ hotel }) {
    const { id } = await openBooked(hotel, '変更 太郎');
    await fill({ 備考: '低層階希望', 合計料金: '9900', 前日と同一予約: true });
    await expectRefused('更新', NO_DAY_BEFORE);
    expect(await hotel.booking(id)).toMatchObject({ version: 1, notes: '', total_fee: 8000 });
  },

  async saveFailureText({ hotel }) {
    await openBooked(hotel, '変更 次郎');
    await fill({ 備考: '低層階希望' });
    const errors = [{ code: 'test', field: null, message: '詳細' }];
    intercept('PUT', /\/api\/booking\/\d+$/, async () => json({ error: OWN_TEXT, errors }, 500));
    await expectRefused('更新', OWN_TEXT);
  },

  async saveSuccessOnEdit({ hotel }) {
    const { id } = await openBooked(hotel, '更新 太郎');
    await fill({ 備考: '朝食付' });
    await press('更新');
    await acceptAlert('予約が更新されました！');
    expect((await hotel.booking(id)).notes).toBe('朝食付');
  },

  async saveSuccessOnCreate({ hotel }) {
    const [stay, room] = await hotel.freeStay();
    await open(FORM);
    await enterBooking(stay, room.number, '新規 太郎');
    const told: string[] = [];
    const ownText = (saved: { mess: string }) => {
      told.push(saved.mess);
      return { ...saved, mess: OWN_TEXT };
    };
    intercept('POST', /\/api\/booking$/, altering(ownText));
    await press('登録');
    await acceptAlert(OWN_TEXT);
    expect(told).toEqual([expect.stringContaining('登録')]);
    await soon(() => expect(calendar.cell(room.number, stay.start)?.textContent).toContain('新規 太郎'));
  },

  async cancelSuccess({ hotel }) {
    const { id } = await openBooked(hotel, '取消 太郎');
    await press('予約取消');
    await answer('取り消します', '予約取消');
    await acceptAlert('予約がキャンセルされました');
    expect((await hotel.booking(id)).is_cancelled).toBe(1);
  },

  async returnSuccess({ hotel }) {
    const booking = await importedBooking(hotel, '返却 次郎');
    await openBooking(booking);
    await giveBack();
    await acceptAlert('予約情報を取消後、手間いらずの自動登録失敗状態にしました');
    expect((await hotel.booking(booking.id)).is_cancelled).toBe(1);
  },

  async returnRefused({ hotel }) {
    // The form offers it for imported bookings alone: this one only says that it is one.
    intercept(
      'GET',
      /\/api\/fetch-reservation-data\//,
      altering((data: object) => ({ ...data, imported_record_id: 1 })),
    );
    const { id } = await openBooked(hotel, '窓口 太郎');
    await giveBack();
    await acceptAlert('自動登録サービスから登録された予約ではありません。');
    expect(field('宿泊者名').value).toBe('窓口 太郎');
    expect((await hotel.booking(id)).is_cancelled).toBe(0);
  },

  async returnFlagText({ hotel }) {
    await openBooking(await importedBooking(hotel, '窓口 次郎'));
    for (const response of [false, null, 'true']) {
      const end = intercept('PUT', /\/return-temairazu$/, async () => json({ response, error: OWN_TEXT }));
      await giveBack();
      await acceptAlert(OWN_TEXT);
      end();
    }
    expect(field('宿泊者名').value).toBe('窓口 次郎');
  },
};

/** Asks for other days while an indispensable call fails: what was shown stays. */
const otherDays =
  (calls: RegExp): Proof =>
  async ({ hotel: { today } }) => {
    const range = { first: addDays(today, -2), last: addDays(today, 2) };
    await deskAt(FORM, range);
    await failQuietly('GET', calls, async () => {
      await fill({ 開始日: addDays(today, 60), 終了日: addDays(today, 70) });
      await press('表示');
      await soon(() => expect(calendar.range()).toEqual([range.first, range.last]));
    });
    expect(calendar.header('total', today)?.textContent).toMatch(/\d/);
  };

/** Asks for other days while some of what their header says cannot be read. */
async function headerFails({ today }: Hotel, calls: RegExp, blank: string, told: string): Promise<void> {
  const yesterday = addDays(today, -1);
  await deskAt(FORM, { first: today, last: addDays(today, 3) });
  await failQuietly('GET', calls, async () => {
    await fill({ 開始日: yesterday });
    await press('表示');
    await soon(() => expect(calendar.dates()[0]).toBe(yesterday));
  });
  expect(calendar.header(blank, yesterday)?.textContent).toBe('');
  expect(calendar.header(told, yesterday)?.textContent).not.toBe('');
}

type List = 'corporate' | 'payment' | 'blacklist';

/** Reads the master lists as the page does when it is loaded, while one cannot be read. */
const master =
  (kind: List, path: RegExp, empty?: string, other?: string): Proof =>
  async () => {
    await deskAt(FORM);
    managedList(kind).reset();
    await failQuietly('GET', path, () => loadMasters(['corporate', 'payment', 'blacklist']));
    if (empty) await soon(() => expect(choicesOf(empty)).toHaveLength(1));
    if (other) expect(choicesOf(other).length).toBeGreaterThan(1);
    await loadMasters([kind]);
    if (empty) await soon(() => expect(choicesOf(empty).length).toBeGreaterThan(1));
  };

/** Opens what an address names while it cannot be read: the form is a blank new one. */
async function addressed(address: string, calls: RegExp): Promise<void> {
  await failQuietly('GET', calls, () => open(`${FORM}/${address}`));
  await soon(() => expect(button('登録')?.disabled).toBe(false));
  expect(field('宿泊者名').value).toBe('');
}

/** Changes something of today's header while it cannot be written: it stays. */
async function update(
  { today }: Hotel,
  calls: RegExp,
  row: string,
  work: () => Promise<void>,
): Promise<void> {
  await deskAt(FORM, { first: addDays(today, -1), last: addDays(today, 1) });
  const drawn = () => [calendar.header(row, today)?.textContent, calendar.header(row, today)?.dataset.kind];
  const before = drawn();
  await failQuietly('write', calls, work);
  await soon(() => expect(drawn()).toEqual(before));
}

export const failures: PageRows<'failures'> = {
  bookings: otherDays(/\/api\/bookings$/),
  rooms: otherDays(/\/api\/rooms$/),
  counts: ({ hotel }) => headerFails(hotel, /\/api\/booking_type_diff$/, 'total', 'weekday'),

  async weather({ hotel }) {
    const yesterday = addDays(hotel.today, -1);
    expect((await hotel.weather(yesterday, yesterday))[0]?.weather).toBeTruthy();
    await headerFails(hotel, /\/api\/weather$/, 'weather', 'total');
  },

  corporates: master('corporate', /\/api\/corporate_master$/, '法人', '支払方法'),
  payments: master('payment', /\/api\/payment_master$/, '支払方法', '法人'),
  blacklist: master('blacklist', /\/api\/blacklist$/),

  async booking({ hotel }) {
    const [night] = await hotel.bookings(hotel.today, hotel.today);
    await addressed(String(night?.id), /\/api\/fetch-reservation-data\//);
  },

  async imported({ hotel }) {
    const [record] = (await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body;
    await addressed(`${record?.id}?type=csvReservation`, /\/api\/fetch-csv-reservation-data\//);
  },

  weatherUpdate: ({ hotel }) =>
    update(hotel, /\/api\/weather(\/\d+)?$/, 'weather', async () => {
      await click(() => calendar.header('weather', hotel.today));
      await soon(() => field('天気'));
      await fill({ 天気: '黄砂' });
      await press('保存');
    }),

  holidayUpdate: ({ hotel }) =>
    update(hotel, /\/api\/weather\/(\d+\/)?holiday$/, 'weekday', () =>
      click(() => calendar.header('weekday', hotel.today)),
    ),
};

/** A booking in sight on the list that somebody of the staff has taken. */
async function takenByStaff(hotel: Hotel): Promise<BookingRecord> {
  await deskAt('/reservation-status', { first: addDays(hotel.today, -1), last: addDays(hotel.today, 3) });
  const ids = calendar.booked().map(({ dataset }) => Number(dataset.bookingId));
  const records = await hotel.bookings(hotel.today, hotel.today);
  const taken = records.find(({ id, staff_id }) => ids.includes(id) && staff_id !== null);
  if (!taken) throw new Error('no booking in sight was taken by anybody');
  return taken;
}

const opensWith = async (id: number, name: string, value: string): Promise<void> => {
  await click(() => calendar.nights(id)[0]);
  await soon(() => expect(factsShown()[name]).toBe(value));
};

export const lookups: PageRows<'lookups'> = {
  async room({ hotel }) {
    const first = addMonths(monthOf(hotel.nextStay().start), 1);
    const { booking, room, stay } = await booked(hotel, {}, { start: first, end: addDays(first, 2) });
    await deskAt('/reservation-status', { first: stay.start, last: stay.end });
    await opensWith(booking.id, '部屋番号', room.number);
    await failQuietly('GET', /\/api\/rooms$/, async () => {
      await hotel.amend(booking.id, { stay_start: addDays(first, -1) });
      await soon(() => expect(factsShown().部屋番号).toBe('部屋が見つかりません'));
      await press('閉じる');
    });
  },

  async staffMissing({ hotel }) {
    const { booking, stay } = await booked(hotel);
    expect(booking.staff_id).toBeNull();
    await deskAt('/reservation-status', around(stay));
    await opensWith(booking.id, '担当者', '不明');
  },

  async staffFailed({ hotel }) {
    const { id } = await takenByStaff(hotel);
    await failQuietly('GET', /\/api\/staff\/\d+$/, async () => {
      await opensWith(id, '担当者', '不明');
      await press('閉じる');
    });
  },

  async staffUnnamed({ hotel }) {
    const { id } = await takenByStaff(hotel);
    intercept('GET', /\/api\/staff\/\d+$/, async () => json({ name: '' }));
    await opensWith(id, '担当者', '未定義');
  },
};
