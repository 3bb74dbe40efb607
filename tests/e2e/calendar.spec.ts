import { addDays, weekdayOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { deskAt } from './support/desk.js';
import { test } from './support/hotel.fixture.js';

// A second is what is promised; a busy machine gets a little more.
for (const path of ['/reservation-registration', '/reservation-status']) {
  test(`what another terminal says of a day is on ${path} at once`, async ({ desk: { page }, hotel }) => {
    const { start } = hotel.nextStay();
    const sunday = addDays(start, -weekdayOf(start));
    const days = await hotel.weather(sunday, addDays(sunday, 6));
    const holidays = days.filter((day) => day.holiday_flag === 1).map((day) => day.date);
    const date = [1, 2, 3, 4, 5].map((day) => addDays(sunday, day)).find((day) => !holidays.includes(day));
    if (!date) throw new Error(`every day of the week of ${sunday} is a holiday`);
    const calendar = await deskAt(page, path, { first: sunday, last: addDays(sunday, 6) });
    const [weekday, weather] = [calendar.header('weekday', date), calendar.header('weather', date)];
    const colourOf = (day = date) =>
      calendar.header('weekday', day).evaluate((cell) => getComputedStyle(cell).color);
    const [holidayColour, workdayColour] = [await colourOf(sunday), await colourOf()];
    expect(workdayColour).not.toBe(holidayColour);

    await hotel.api.post('/api/weather/holiday', { date });
    await expect(weekday).toHaveCSS('color', holidayColour);
    const [record] = await hotel.weather(date, date);
    await hotel.api.put(`/api/weather/${record?.id}`, { date, weather: '大雪' });
    await expect(weather).toHaveText('大雪');
    await hotel.api.put(`/api/weather/${record?.id}/holiday`, { date, holiday_flag: 0 });
    await expect(weekday).toHaveCSS('color', workdayColour);
    await expect(weather).toHaveText('大雪');
  });
}
