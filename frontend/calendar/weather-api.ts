import type { Day } from '@domain/dates.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { write } from '../shared/api/request.js';

/** Records the weather of a day, on its record when it has one. */
export function saveWeather(day: WeatherRecord | null, date: Day, weather: string): Promise<unknown> {
  const body = { date, weather };
  if (day === null) return write('POST', '/api/weather', body);
  return write('PUT', `/api/weather/${day.id}`, body, { version: day.version });
}

/** Turns the holiday flag of a day over; a day without a record becomes a holiday. */
export function toggleHoliday(day: WeatherRecord | null, date: Day): Promise<unknown> {
  if (day === null) return write('POST', '/api/weather/holiday', { date });
  const body = { date, holiday_flag: day.holiday_flag === 1 ? 0 : 1 };
  return write('PUT', `/api/weather/${day.id}/holiday`, body, { version: day.version });
}
