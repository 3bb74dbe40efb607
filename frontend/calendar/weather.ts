import type { Day } from '@domain/dates.js';
import { saveWeather, toggleHoliday } from './weather-api.js';
import { liveSession } from '../shared/live/live-session.js';
import { weatherAtom } from '../shared/calendar-data/calendar.js';
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
