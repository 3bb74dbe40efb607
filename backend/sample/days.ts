import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import { dayOf, instantOf, MINUTE } from './hotel-time.js';
import type { Draft } from './sample-event.js';
import type { Setting } from './setting.js';

const WEATHER_AT = 7 * 60;
const DAYS_FORECAST = 4;

type Weather = '晴れ' | '曇り' | '雨' | '雪';

const WINTER = ['12', '01', '02'];
const RAINY_SEASON = ['06', '07', '09'];

function weightsOf(month: string): (readonly [Weather, number])[] {
  if (WINTER.includes(month))
    return [
      ['晴れ', 58],
      ['曇り', 26],
      ['雨', 9],
      ['雪', 7],
    ];
  if (RAINY_SEASON.includes(month))
    return [
      ['晴れ', 33],
      ['曇り', 35],
      ['雨', 32],
    ];
  return [
    ['晴れ', 55],
    ['曇り', 28],
    ['雨', 17],
  ];
}

function weatherDraft(date: Day, at: number, { random, masters }: Setting): Draft {
  const weather = random.weighted(weightsOf(date.slice(5, 7)));
  const event = () => ({ type: 'WeatherSet', data: { date, weather } }) as const;
  return { category: 'day', subject: date, at, by: random.pick(masters.staff), event };
}

/** The weather noted every morning, and on the last morning the forecast of the next days. */
export function weatherDrafts(setting: Setting): Draft[] {
  const { now, firstMonth } = setting;
  const reached = dayOf(now);
  const lastMorning = instantOf(reached, WEATHER_AT) <= now ? reached : addDays(reached, -1);
  const noted = daysFromTo(firstMonth, lastMorning);
  const forecast = daysFromTo(addDays(lastMorning, 1), addDays(lastMorning, DAYS_FORECAST));
  return [
    ...noted.map((date) => weatherDraft(date, instantOf(date, WEATHER_AT), setting)),
    ...forecast.map((date) => weatherDraft(date, instantOf(lastMorning, WEATHER_AT), setting)),
  ];
}

/** The public holidays, flagged once the rooms are defined. */
export function holidayDrafts({ holidays, opening, masters }: Setting): Draft[] {
  return [...holidays].map((date): Draft => {
    const event = () => ({ type: 'HolidayToggled', data: { date, holidayFlag: 1 } }) as const;
    return { category: 'day', subject: date, at: opening + 30 * MINUTE, by: masters.manager, event };
  });
}
