import { addDays, addMonths, lastDayOf, monthOf, weekdayOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { goTo } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, chooseRoom, fieldOf, fillForm, guest, roomOptions } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const FORM = '/reservation-registration';
const WEEKDAYS = '日月火水木金土';

const todayInTokyo = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date());

// West of Tokyo it is often still yesterday, east of it often tomorrow already.
for (const timezoneId of ['America/New_York', 'Pacific/Kiritimati']) {
  test(`a browser in ${timezoneId} has the hotel’s today and dates`, async ({ hotel, openTerminal }) => {
    const { page } = await openTerminal({ timezoneId });
    const { today } = hotel;
    expect(today).toBe(todayInTokyo());
    const list = await goTo(page, '/reservation-status');
    await expect(list.firstDay).toHaveValue(addDays(today, -7));
    await expect(list.lastDay).toHaveValue(lastDayOf(addMonths(monthOf(today), 1)));
    const calendar = await goTo(page, FORM);
    await expect(calendar.firstDay).toHaveValue(addDays(today, -5));
    await expect(calendar.header('date', today)).toContainText(`${Number(today.slice(8))}`);
    await expect(calendar.header('weekday', today)).toContainText(WEEKDAYS[weekdayOf(today)] ?? '');

    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    await fillForm(page, {
      チェックイン日: stay.start.replaceAll('-', '/'),
      チェックアウト日: '+2',
      男性: '1',
    });
    await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
    await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(stay.end);
    await buttonOf(page, '部屋検索').click();
    await expect(roomOptions(page).nth(1)).toBeAttached();
    await chooseRoom(page, room.number);
    await fillForm(page, guest('時差 太郎'));
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '登録');
    const id = await calendar.cell(room.number, stay.start).getAttribute('data-booking-id');
    const saved = await hotel.booking(Number(id));
    expect([saved.stay_start, saved.stay_end, saved.date]).toEqual([stay.start, stay.end, stay.start]);
    await expect(calendar.cell(room.number, addDays(stay.start, -1))).not.toHaveAttribute('data-booking-id');
    await expect(calendar.cell(room.number, addDays(stay.start, 1))).toHaveAttribute(
      'data-booking-id',
      String(id),
    );
    await expect(calendar.cell(room.number, stay.end)).not.toHaveAttribute('data-booking-id');
  });
}

test('where it is often still yesterday, a guest of today is checked in today', async ({
  hotel,
  openTerminal,
}) => {
  const { today } = hotel;
  const guestOfToday = (await hotel.bookings(today, today)).find(
    ({ stay_start, is_cancelled, checkout_date }) =>
      stay_start === today && is_cancelled === 0 && checkout_date === null,
  );
  const id = Number(guestOfToday?.id);
  if (guestOfToday?.checkin_date) await hotel.api.delete(`/api/booking/${id}/check-in`);
  const checkedIn = await hotel.api.post<{ checkin_date: string }>(`/api/booking/${id}/check-in`, {});
  expect(checkedIn.body.checkin_date).toBe(today);
  const { page } = await openTerminal({ timezoneId: 'America/New_York' });
  await goTo(page, `${FORM}/${id}`);
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(today);
  await expect(fieldOf(page, 'チェックイン日')).not.toBeEditable();
});
