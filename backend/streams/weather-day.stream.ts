import { evolveWeatherDay, type WeatherDay, type WeatherDayEvent } from '@domain/calendar/weather-day.js';
import { z } from 'zod';
import { eventDay, eventFlag, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';

/** Weather and holiday flag of one date, its key (contract 5). */
export const weatherDayStream: StreamDefinition<WeatherDay, WeatherDayEvent> = {
  category: 'day',
  table: 'weather_days',
  key: { column: 'date', type: 'date' },
  row: (state) => ({ id: state.id }),
  evolve: evolveWeatherDay,
  events: {
    WeatherSet: onlyVersion(z.strictObject({ date: eventDay, weather: z.string() })),
    HolidayToggled: onlyVersion(z.strictObject({ date: eventDay, holidayFlag: eventFlag })),
  },
};
