import type { WeatherDay } from '@domain/calendar/weather-day.js';
import type { Day } from '@domain/dates.js';
import { weatherDayStream } from '../../backend/calendar/weather-day.stream.js';
import { needStream } from '../../backend/event-store/needs.js';
import type { Work } from '../../backend/event-store/work.js';
import { staleVersion } from '../../backend/platform/errors.js';
import type { Idempotency } from '../../backend/platform/write-context.js';
import { AT_DESK, aWork } from './store-node.js';

type Details = { expectedVersion?: number; idempotency?: Idempotency };

/** The smallest command there is: it records a day's weather and answers with the day as it is afterwards. */
export function recordWeather(
  date: Day,
  weather: string,
  { expectedVersion, idempotency }: Details = {},
): Work<WeatherDay> {
  return aWork(
    (unit) => {
      const version = unit.get(weatherDayStream, date)?.version ?? 0;
      if (expectedVersion !== undefined && version !== expectedVersion) throw staleVersion();
      return unit.append(weatherDayStream, date, { type: 'WeatherSet', data: { date, weather } }, AT_DESK);
    },
    { needs: [needStream(weatherDayStream, date)], idempotency },
  );
}
