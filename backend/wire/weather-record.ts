import type { WeatherDay } from '@domain/calendar/weather-day.js';
import type { Day } from '@domain/dates.js';
import { z } from 'zod';
import { dayField, flag, readOnly, text } from './fields.js';

/** A day's weather and holiday flag on the wire (spec 3). */
export const weatherRecordSchema = z.strictObject({
  id: z.int(),
  version: z.int(),
  date: z.string().transform((value) => value as Day),
  weather: z.string(),
  holiday_flag: z.literal([0, 1]),
});
export type WeatherRecord = z.output<typeof weatherRecordSchema>;

const dayFields = readOnly({ id: true, version: true });
const holidayFields = { ...dayFields, ...readOnly({ weather: true }) };

/** Body of the weather writes (spec 7). */
export const weatherWriteShape = {
  ...dayFields,
  ...readOnly({ holiday_flag: true }),
  date: dayField('日付'),
  weather: text('天気', 100),
};
/** Body of the holiday write on a day that has a record (spec 7). */
export const holidayUpdateShape = { ...holidayFields, date: dayField('日付'), holiday_flag: flag('休日') };
/** Body of the holiday write on a day without one; the flag is 1 unless it says otherwise (spec 7). */
export const holidayCreateShape = { ...holidayUpdateShape, holiday_flag: flag('休日').default(1) };

/** Body of `POST /api/weather/holidays`: the first and the last day. */
export const holidaysShape = { from: dayField('開始日'), until: dayField('終了日') };

/** A day as its wire record. */
export function encodeWeatherDay(day: WeatherDay): WeatherRecord {
  return {
    id: day.id,
    version: day.version,
    date: day.date,
    weather: day.weather,
    holiday_flag: day.holidayFlag,
  };
}
