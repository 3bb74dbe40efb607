import type { Day } from '@domain/dates.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { write } from '../shared/api/request.js';
import { weatherAtom } from '../shared/calendar-data/calendar.js';
import { liveSession } from '../shared/live/live-session.js';
import { store } from '../shared/store.js';

/** Writes on the record of a day, null for none, and shows the result; a failure is only logged (spec 8). */
async function writeDay(date: Day, write: (record: WeatherRecord | null) => Promise<unknown>): Promise<void> {
  try {
    const recordOf = () => store.get(weatherAtom).get(date);
    if (recordOf() === undefined) await liveSession.calendar.refresh();
    const record = recordOf();
    if (record === undefined) throw new Error(`the weather of ${date} is not known`);
    await write(record);
    await liveSession.applyOwnWrite(null);
  } catch (error) {
    console.error('weather', error);
  }
}

/** Records the weather of a day, on its record when it has one. */
export function recordWeather(date: Day, weather: string): Promise<void> {
  const body = { date, weather };
  return writeDay(date, (day) =>
    day
      ? write('PUT', `/api/weather/${day.id}`, body, { version: day.version })
      : write('POST', '/api/weather', body),
  );
}

/** Turns the holiday flag of a day over; a day without a record becomes a holiday. */
export function turnHoliday(date: Day): Promise<void> {
  return writeDay(date, (day) => {
    if (!day) return write('POST', '/api/weather/holiday', { date });
    const body = { date, holiday_flag: day.holiday_flag === 1 ? 0 : 1 };
    return write('PUT', `/api/weather/${day.id}/holiday`, body, { version: day.version });
  });
}

const PICTURES: Record<string, string> = { 晴: '☀', 曇: '☁', 雨: '☂', 雪: '☃' };

/** A weather text in pictures, in the order of its words: 晴れのち曇り is ☀☁. */
export function weatherPicture(text: string): string {
  return [...text].map((letter) => PICTURES[letter] ?? '').join('');
}
