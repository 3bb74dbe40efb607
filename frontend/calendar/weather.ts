import type { Day } from '@domain/dates.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { write } from '../shared/api/request.js';
import { weatherAtom } from '../shared/calendar-data/calendar.js';
import { liveSession } from '../shared/live/live-session.js';
import { store } from '../shared/store.js';

/** Writes, shows the result; a failure is only logged (spec 8). */
async function writeDay(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
    await liveSession.applyOwnWrite(null);
  } catch (error) {
    console.error('weather', error);
  }
}

const recordOf = (date: Day) => store.get(weatherAtom).get(date) ?? null;

/** Records a day's weather. */
export function recordWeather(date: Day, weather: string): Promise<void> {
  return writeDay(() => saveWeather(recordOf(date), date, weather));
}

/** Makes a day a holiday, or no longer one. */
export function turnHoliday(date: Day): Promise<void> {
  return writeDay(() => toggleHoliday(recordOf(date), date));
}

/** Records the weather of a day, on its record when it has one. */
function saveWeather(day: WeatherRecord | null, date: Day, weather: string): Promise<unknown> {
  const body = { date, weather };
  if (day === null) return write('POST', '/api/weather', body);
  return write('PUT', `/api/weather/${day.id}`, body, { version: day.version });
}

/** Turns the holiday flag of a day over; a day without a record becomes a holiday. */
function toggleHoliday(day: WeatherRecord | null, date: Day): Promise<unknown> {
  if (day === null) return write('POST', '/api/weather/holiday', { date });
  const body = { date, holiday_flag: day.holiday_flag === 1 ? 0 : 1 };
  return write('PUT', `/api/weather/${day.id}/holiday`, body, { version: day.version });
}

const PICTURES: Record<string, string> = { 晴: '☀', 曇: '☁', 雨: '☂', 雪: '☃' };

/** A weather text in pictures, in the order of its words: 晴れのち曇り is ☀☁. */
export function weatherPicture(text: string): string {
  return [...text].map((letter) => PICTURES[letter] ?? '').join('');
}
