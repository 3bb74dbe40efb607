import { addDays, addMonths, monthOf } from '@domain/dates.js';
import { expect, type Locator } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Calendar } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { dialogOf } from '../support/dialogs.js';
import { failQuietly } from '../support/failing-calls.js';
import { buttonOf } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const rows = {
  room: 'Room-name lookup: shows 部屋が見つかりません when the room is missing',
  staffMissing: 'Staff lookup: a missing staff id shows 不明',
  staffFailed: 'Staff lookup: a failed lookup shows 不明',
  staffUnnamed: 'Staff lookup: an empty name shows 未定義',
} as const;

/** What the open details say beside a name. */
function factOf({ page }: Terminal, name: string): Locator {
  const rows = dialogOf(page).locator('dl > div');
  return rows.filter({ has: page.getByText(name, { exact: true }) }).getByRole('definition');
}

const showToday = ({ page }: Terminal, { today }: Hotel): Promise<Calendar> =>
  deskAt(page, '/', { first: addDays(today, -1), last: addDays(today, 3) });

/** A booking in sight on the list that somebody of the staff has taken. */
async function takenByStaff({ page }: Terminal, hotel: Hotel): Promise<BookingRecord> {
  const inSight = page.getByRole('grid').locator('[data-booking-id]');
  const ids = await inSight.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-booking-id')));
  const records = await hotel.bookings(hotel.today, hotel.today);
  const taken = records.find(({ id, staff_id }) => ids.includes(String(id)) && staff_id !== null);
  if (!taken) throw new Error('no booking in sight was taken by anybody');
  return taken;
}

checkRows('8 Error catalogue: lookups', rows, {
  async room({ desk, hotel }) {
    const first = addMonths(monthOf(hotel.nextStay().start), 1);
    const stay = { start: first, end: addDays(first, 2) };
    const [room] = await hotel.freeRooms(stay);
    const { id } = await hotel.book(stay, room);
    const { night } = await deskAt(desk.page, '/', { first: stay.start, last: stay.end });
    await night(id).first().click();
    await expect(factOf(desk, '部屋番号')).toHaveText(room.number);
    await failQuietly(desk, /\/api\/rooms\?/, async () => {
      await hotel.amend(id, { stay_start: addDays(first, -1) });
      await expect(factOf(desk, '部屋番号')).toHaveText('部屋が見つかりません');
      await buttonOf(desk.page, '閉じる').click();
    });
  },

  async staffMissing({ desk, hotel }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    const { id, staff_id } = await hotel.book(stay, room);
    expect(staff_id).toBeNull();
    const { night } = await deskAt(desk.page, '/', { first: stay.start, last: stay.end });
    await night(id).first().click();
    await expect(factOf(desk, '担当者')).toHaveText('不明');
    await buttonOf(desk.page, '閉じる').click();
  },

  async staffFailed({ desk, hotel }) {
    const { night } = await showToday(desk, hotel);
    const { id } = await takenByStaff(desk, hotel);
    await failQuietly(desk, /\/api\/staff\/\d+$/, async () => {
      await night(id).first().click();
      await expect(factOf(desk, '担当者')).toHaveText('不明');
      await buttonOf(desk.page, '閉じる').click();
    });
  },

  async staffUnnamed({ desk, hotel }) {
    const { night } = await showToday(desk, hotel);
    const { id, staff_id } = await takenByStaff(desk, hotel);
    const lookup = `**/api/staff/${staff_id}`;
    await desk.page.route(lookup, (route) => route.fulfill({ json: { name: '' } }));
    await night(id).first().click();
    await expect(factOf(desk, '担当者')).toHaveText('未定義');
    await buttonOf(desk.page, '閉じる').click();
    await desk.page.unroute(lookup);
  },
});
