import { addDays, addMonths, lastDayOf, monthOf, weekdayOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { goTo } from './support/calendar.js';
import {
  acceptAlert,
  buttonOf,
  chooseRoom,
  fieldOf,
  fillForm,
  guest,
  roomOptions,
} from './support/controls.js';
import { test } from './support/hotel.fixture.js';

const todayInTokyo = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date());

// West of Tokyo it is often still yesterday, east of it often tomorrow already.
for (const [timezoneId, tag] of [
  ['America/New_York', '@gate'],
  ['Pacific/Kiritimati', '@long'],
] as const) {
  test(`a browser in ${timezoneId} has the hotel’s today and dates`, { tag }, async ({
    hotel,
    openTerminal,
  }) => {
    const { page } = await openTerminal({ timezoneId });
    const { today } = hotel;
    expect(today).toBe(todayInTokyo());
    const list = await goTo(page, '/reservation-status');
    await expect(list.firstDay).toHaveValue(addDays(today, -7));
    await expect(list.lastDay).toHaveValue(lastDayOf(addMonths(monthOf(today), 1)));
    const calendar = await goTo(page, '/reservation-registration');
    await expect(calendar.header('date', today)).toContainText(`${Number(today.slice(8))}`);
    await expect(calendar.header('weekday', today)).toContainText('日月火水木金土'[weekdayOf(today)] ?? '');

    const [stay, room] = await hotel.freeStay();
    const typed = { チェックイン日: stay.start.replaceAll('-', '/'), チェックアウト日: '+2', 男性: '1' };
    await fillForm(page, typed);
    await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(stay.end);
    await buttonOf(page, '部屋検索').click();
    await expect(roomOptions(page).nth(1)).toBeAttached();
    await chooseRoom(page, room.number);
    await fillForm(page, guest('時差 太郎'));
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '登録');
    const idOn = (days: number) =>
      calendar.cell(room.number, addDays(stay.start, days)).getAttribute('data-booking-id');
    const id = await idOn(0);
    expect([await idOn(-1), await idOn(1), await idOn(2)]).toEqual([null, id, null]);
    const { stay_start, stay_end, date } = await hotel.booking(Number(id));
    expect([stay_start, stay_end, date]).toEqual([stay.start, stay.end, stay.start]);
  });
}
