import type { Day } from '../dates.js';

/** Weather as free text and the holiday flag of a date (spec 3). */
export type WeatherDay = { id: number; version: number; date: Day; weather: string; holidayFlag: 0 | 1 };

export type WeatherDayEvent =
  | { type: 'WeatherSet'; data: { date: Day; weather: string } }
  | { type: 'HolidayToggled'; data: { date: Day; holidayFlag: 0 | 1 } };

/** The day after an event; its first event gives it its id. */
export function evolveWeatherDay(state: WeatherDay | null, event: WeatherDayEvent, id: number): WeatherDay {
  const before = state ?? { id, version: 0, date: event.data.date, weather: '', holidayFlag: 0 as const };
  return { ...before, ...event.data, version: before.version + 1 };
}
