import { evolveWeatherDay } from '@domain/calendar/weather-day.js';
import { day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';

const date = day('2026-11-21');

describe('weather and holiday of a day', () => {
  it('begins with either, the other blank', () => {
    const rain = evolveWeatherDay(null, { type: 'WeatherSet', data: { date, weather: '雨' } }, 5);
    expect(rain).toEqual({ id: 5, version: 1, date, weather: '雨', holidayFlag: 0 });
    const holiday = evolveWeatherDay(null, { type: 'HolidayToggled', data: { date, holidayFlag: 1 } }, 6);
    expect(holiday).toEqual({ id: 6, version: 1, date, weather: '', holidayFlag: 1 });
  });

  it('keeps the one while the other changes', () => {
    const first = evolveWeatherDay(null, { type: 'HolidayToggled', data: { date, holidayFlag: 1 } }, 6);
    const second = evolveWeatherDay(first, { type: 'WeatherSet', data: { date, weather: '晴れ' } }, 6);
    const third = evolveWeatherDay(second, { type: 'HolidayToggled', data: { date, holidayFlag: 0 } }, 6);
    expect(second).toEqual({ id: 6, version: 2, date, weather: '晴れ', holidayFlag: 1 });
    expect(third).toEqual({ id: 6, version: 3, date, weather: '晴れ', holidayFlag: 0 });
  });
});
