import { addDays } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { FreeRoom, Hotel } from '#tests/e2e/support/hotel.js';
import { acceptAlert, answer, complaints } from './support/alerts.js';
import { around, booked, enterBooking, importedBooking, openBooking } from './support/booking.js';
import { holdAnswers } from './support/network.js';
import {
  button,
  calendar,
  chosenIn,
  click,
  deskAt,
  dialog,
  FORM,
  field,
  fill,
  formContents,
  heading,
  open,
  press,
  soon,
} from './support/page.js';
import type { PageRows, Proof } from './support/terminal.js';

const CANCEL = '予約取消';
const RETURN = '自動登録失敗に戻す';

async function expectMode(mode: 'new' | 'edit'): Promise<void> {
  const isNew = mode === 'new';
  await soon(() =>
    expect([button('登録') !== undefined, button('更新') !== undefined]).toEqual([isNew, !isNew]),
  );
  expect(heading(isNew ? '新規予約' : '編集中')).toBeDefined();
}

/** Reads a form that nobody has typed into. */
async function blankForm() {
  await deskAt(FORM);
  const blank = formContents();
  const defaults = { 宿泊者名: '', 利用目的: '出張', 予約媒体: '自社', 合計料金: '0', 禁煙: true };
  expect(blank).toMatchObject(defaults);
  return blank;
}

const DETAILS = { guest_name_1: '状態 太郎', purpose: '観光', notes: '窓側', room_move_lock: 1 } as const;

async function openedForEdit(hotel: Hotel): Promise<BookingRecord> {
  const { booking } = await booked(hotel, DETAILS);
  await openBooking(booking);
  return booking;
}

export const formMode: PageRows<'formMode'> = {
  async newMode() {
    await open(FORM);
    await expectMode('new');
    for (const name of [CANCEL, RETURN, '新規に戻る']) expect(button(name)).toBeUndefined();
  },

  async editByClick({ hotel }) {
    const { room, stay } = await booked(hotel, DETAILS);
    await deskAt(FORM, around(stay));
    await expectMode('new');
    await click(() => calendar.cell(room.number, stay.start));
    await expectMode('edit');
    expect(field('備考').value).toBe('窓側');
    await press('新規に戻る');
    await expectMode('new');
  },

  async editById({ hotel }) {
    await openedForEdit(hotel);
    await expectMode('edit');
    expect(field('備考').value).toBe('窓側');
  },

  async saveResets({ hotel }) {
    const blank = await blankForm();
    const { id } = await openedForEdit(hotel);
    await fill({ 備考: '朝食付', 合計料金: '9,900' });
    await press('更新');
    await acceptAlert('予約が更新されました！');
    await expectMode('new');
    expect(formContents()).toEqual(blank);
    expect(await hotel.booking(id)).toMatchObject({ version: 2, notes: '朝食付', total_fee: 9900 });
  },

  async cancelResets({ hotel }) {
    const blank = await blankForm();
    for (const name of ['新規に戻る', 'クリア']) {
      const { id } = await openedForEdit(hotel);
      expect(formContents()).not.toEqual(blank);
      await press(name);
      await expectMode('new');
      expect(formContents()).toEqual(blank);
      expect(await hotel.booking(id)).toMatchObject({ version: 1, notes: '窓側', is_cancelled: 0 });
    }
  },

  async cancelledResets({ hotel }) {
    const blank = await blankForm();
    await openedForEdit(hotel);
    await press(CANCEL);
    await answer('取り消します', CANCEL);
    await acceptAlert('予約がキャンセルされました');
    await expectMode('new');
    expect(formContents()).toEqual(blank);
  },

  async blocked({ hotel }) {
    const [stay, room] = await hotel.freeStay();
    await deskAt(FORM);
    await enterBooking(stay, room.number, '一度 太郎');
    const held = holdAnswers('POST', /\/api\/booking$/);
    await press('登録');
    await soon(() => expect([button('登録')?.disabled, button('クリア')?.disabled]).toEqual([true, true]));
    button('登録')?.click();
    field('予約番号').form?.requestSubmit();
    held.release();
    await acceptAlert('予約が登録されました！');
    expect(held.requests).toHaveLength(1);
    await soon(() => expect(button('登録')?.disabled).toBe(false));
    const nights = await hotel.bookings(stay.start, stay.start);
    expect(nights.filter(({ guest_name_1 }) => guest_name_1 === '一度 太郎')).toHaveLength(1);
  },
};

/** A button is there for an active booking of a guest who has not come, and for nothing else. */
const offered =
  (name: string, ...when: ('in edit' | 'before check-in')[]): Proof =>
  async ({ hotel }) => {
    await openBooking(await importedBooking(hotel, '進行 太郎'));
    expect(button(name)).toBeDefined();
    if (when.includes('in edit')) {
      await press('新規に戻る');
      await expectMode('new');
      expect(button(name)).toBeUndefined();
    }
    if (!when.includes('before check-in')) return;
    const come = await importedBooking(hotel, '進行 太郎', hotel.pastStay());
    await hotel.checkIn(come.id, come.stay_start);
    await openBooking(come);
    await expectMode('edit');
    expect(button(name)).toBeUndefined();
  };

export const booking: PageRows<'booking'> = {
  async cancelled({ hotel }) {
    const { booking, stay } = await booked(hotel);
    expect(booking.is_cancelled).toBe(0);
    await openBooking(booking);
    await press(CANCEL);
    await answer('取り消します', CANCEL);
    await acceptAlert('予約がキャンセルされました');
    const nights = await hotel.bookings(stay.start, stay.end);
    const flags = nights.filter(({ id }) => id === booking.id).map(({ is_cancelled }) => is_cancelled);
    expect(flags).toEqual([1, 1]);
  },

  cancelInEdit: offered(CANCEL, 'in edit'),
  cancelBeforeCheckIn: offered(CANCEL, 'before check-in'),

  async notDrawn({ hotel }) {
    const { booking, room, stay } = await booked(hotel);
    await deskAt(FORM, around(stay));
    expect(calendar.nights(booking.id)).toHaveLength(2);
    await hotel.cancel(booking.id);
    await soon(() => expect(calendar.nights(booking.id)).toEqual([]));
    expect(calendar.cell(room.number, stay.start)?.textContent).toBe('');
    expect(calendar.cell(room.number, stay.start)?.dataset.shade).toBeUndefined();
    await deskAt('/reservation-status', around(stay));
    expect(calendar.cell(room.number, stay.start)).toBeDefined();
    expect(calendar.nights(booking.id)).toEqual([]);
  },

  async returned({ hotel }) {
    const booking = await importedBooking(hotel, '返却 太郎');
    await openBooking(booking);
    await press(RETURN);
    await answer('自動登録失敗', RETURN);
    await acceptAlert('予約情報を取消後、手間いらずの自動登録失敗状態にしました');
    expect((await hotel.booking(booking.id)).is_cancelled).toBe(1);
    const failed = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
    expect(failed.body.map(({ booking_number }) => booking_number)).toContain(booking.booking_number);
  },

  returnOffered: offered(RETURN, 'in edit', 'before check-in'),

  async locked({ hotel }) {
    const { booking, room } = await booked(hotel);
    const choice = () => field('ルームタイプ');
    await openBooking(booking);
    expect(choice().disabled).toBe(false);
    await fill({ 部屋移動不可: true });
    expect(choice().disabled).toBe(true);
    await press('更新');
    await acceptAlert('予約が更新されました！');

    await openBooking(booking);
    expect(field('部屋移動不可').checked).toBe(true);
    expect(choice().disabled).toBe(true);
    expect(chosenIn('ルームタイプ')).toContain(room.number);
    await fill({ 部屋移動不可: false });
    expect(choice().disabled).toBe(false);
  },
};

/** A booking whose guest has yet to come, open in the form. */
async function openedBeforeCheckIn(hotel: Hotel): Promise<BookingRecord> {
  const { booking } = await booked(hotel, { csv_notes: '300' }, hotel.pastStay());
  await openBooking(booking);
  return booking;
}

/** Opens the same booking again, its guest now in the house. */
async function reopenedAfterCheckIn(hotel: Hotel, booking: BookingRecord): Promise<void> {
  await hotel.checkIn(booking.id, booking.stay_start);
  await openBooking(booking);
  await soon(() => expect(heading('編集中')?.parentElement?.textContent).toContain('チェックイン済み'));
}

/** A field can be changed before the check-in, and only be read after it. */
const readOnly =
  (label: string, textOf: (booking: BookingRecord) => string): Proof =>
  async ({ hotel }) => {
    const booking = await openedBeforeCheckIn(hotel);
    const state = () => [field(label).value, field(label).readOnly];
    expect(state()).toEqual([textOf(booking), false]);
    await reopenedAfterCheckIn(hotel, booking);
    expect(state()).toEqual([textOf(booking), true]);
  };

export const checkedIn: PageRows<'checkedIn'> = {
  checkInDate: readOnly('チェックイン日', ({ stay_start }) => stay_start),
  billingFee: readOnly('合計料金', ({ total_fee }) => String(total_fee)),
  usedPoints: readOnly('利用ポイント', ({ csv_notes }) => csv_notes),

  async purpose({ hotel }) {
    const disabled = () =>
      [...field('利用目的').options].filter(({ disabled }) => disabled).map(({ value }) => value);
    const booking = await openedBeforeCheckIn(hotel);
    expect(disabled()).toEqual([]);
    await reopenedAfterCheckIn(hotel, booking);
    expect(disabled()).toEqual(['']);
  },

  async checkOut({ hotel }) {
    const booking = await openedBeforeCheckIn(hotel);
    const { id, stay_end } = booking;
    await reopenedAfterCheckIn(hotel, booking);
    await fill({ チェックアウト日: addDays(stay_end, 1) });
    expect(await complaints('更新')).toEqual([
      'チェックイン後はチェックアウト日を延長することは出来ません。',
    ]);
    expect((await hotel.booking(id)).stay_end).toBe(stay_end);

    await fill({ チェックアウト日: '' });
    const description = field('チェックアウト日').labels?.[0]?.id;
    await click(() => document.querySelector<HTMLElement>(`button[aria-describedby="${description}"]`));
    const dayOf = (days: number) =>
      document.querySelector<HTMLButtonElement>(`[data-day="${addDays(stay_end, days)}"]`);
    const isClosed = (days: number) => dayOf(days)?.ariaDisabled === 'true' || dayOf(days)?.disabled;
    await soon(() => expect([isClosed(0), isClosed(1)]).toEqual([false, true]));
    await click(() => dayOf(-1));
    await press('更新');
    await acceptAlert('予約が更新されました！');
    expect((await hotel.booking(id)).stay_end).toBe(addDays(stay_end, -1));
  },
};

/** Books stays of so many nights each, one after the other; 0 leaves a night free. */
async function bookInARow(hotel: Hotel, lengths: number[], fields: BookingSave = {}) {
  const [stay, room, other] = await hotel.freeStay(
    lengths.reduce((sum, nights) => sum + Math.max(1, nights), 0),
  );
  let start = stay.start;
  for (const nights of lengths) {
    if (nights > 0) await hotel.book({ start, end: addDays(start, nights) }, room, fields);
    start = addDays(start, Math.max(1, nights));
  }
  return { stay, room, other };
}

const shadesOf = ({ number }: FreeRoom) =>
  calendar.cells().flatMap(({ dataset }) => (dataset.room === number ? [dataset.shade] : []));

/** A booked cell of the calendar as the page has it, or as it should be. */
type DrawnNight = { room: string; date: string; id: number; shade: number; unpaid: boolean };

const SHADES = 6;

/** Derives the nights that the calendar of a range must draw from its records (spec 4, colours). */
function nightsToDraw(records: BookingRecord[], rooms: RoomRecord[]): DrawnNight[] {
  const numberOf = new Map(rooms.map(({ id, room_number }) => [id, room_number]));
  const active = records
    .filter(({ is_cancelled }) => is_cancelled === 0)
    .map((record) => ({ ...record, room: numberOf.get(Number(record.room_id)) ?? '' }));
  const shadeOf = new Map<number, number>();
  for (const room of new Set(active.map((night) => night.room))) {
    const inRow = active.filter((night) => night.room === room).sort((a, b) => (a.date < b.date ? -1 : 1));
    const order = [...new Set(inRow.map(({ id }) => id))];
    for (const [index, id] of order.entries()) shadeOf.set(id, index % SHADES);
  }
  return active.map(({ room, date, id, payment_flag }) => ({
    room,
    date,
    id,
    shade: shadeOf.get(id) ?? -1,
    unpaid: payment_flag === 0,
  }));
}

const byPlace = (a: DrawnNight, b: DrawnNight) => (`${a.room} ${a.date}` < `${b.room} ${b.date}` ? -1 : 1);

export const cellColours: PageRows<'cellColours'> = {
  async advance({ hotel }) {
    const { room, other, stay } = await bookInARow(hotel, [2, 0, 1, 3]);
    await hotel.book({ start: addDays(stay.start, 5), end: stay.end }, other);
    await deskAt(FORM, { first: stay.start, last: stay.end });
    await soon(() => expect(calendar.cell(other.number, addDays(stay.start, 5))?.dataset.shade).toBe('0'));
    expect(shadesOf(room)).toEqual(['0', '0', undefined, '1', '2', '2', '2', undefined]);
  },

  async everyCell({ hotel }) {
    const [first, last] = [addDays(hotel.today, -5), addDays(hotel.today, 14)];
    await deskAt(FORM, { first, last });
    const nights = nightsToDraw(await hotel.bookings(first, last), await hotel.rooms(first, last));
    // More cells come once those in sight are painted: all of the following looks at one drawing.
    const inDocument = new Set(calendar.cells().map(({ dataset }) => `${dataset.room} ${dataset.date}`));
    const expected = nights.filter(({ room, date }) => inDocument.has(`${room} ${date}`));
    expect(expected.length).toBeGreaterThan(100);
    expect(new Set(expected.map(({ shade }) => shade)).size).toBe(6);
    expect(new Set(expected.map(({ unpaid }) => unpaid)).size).toBe(2);
    const drawn = calendar.booked().map(({ dataset }): DrawnNight => {
      const { room, date, bookingId, shade, unpaid } = dataset;
      return {
        room: String(room),
        date: String(date),
        id: Number(bookingId),
        shade: Number(shade),
        unpaid: unpaid === 'true',
      };
    });
    expect(drawn.sort(byPlace)).toEqual(expected.sort(byPlace));
    expect(dialog()).toBeUndefined();
  },
};
