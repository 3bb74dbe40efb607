import { invalid } from '@domain/broken-rule.js';
import { countDeltas } from '@domain/calendar/count-deltas.js';
import type { WeatherDayEvent } from '@domain/calendar/weather-day.js';
import { addYears, type Day, daysFromTo } from '@domain/dates.js';
import { Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CountRecord } from '@wire/count-record.js';
import {
  encodeWeatherDay,
  holidayCreateShape,
  holidaysShape,
  holidayUpdateShape,
  type WeatherRecord,
  weatherWriteShape,
} from '@wire/weather-record.js';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readRange } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { RecordDay } from './commands/record-day.handler.js';
import { RecordHolidays } from './commands/record-holidays.handler.js';
import { countRecords, countsOfDays } from './daily-counts.public.js';

function weatherSet(body: Json): WeatherDayEvent {
  return { type: 'WeatherSet', data: readBody(weatherWriteShape, body) };
}

function holidayToggled(
  shape: typeof holidayUpdateShape | typeof holidayCreateShape,
  body: Json,
): WeatherDayEvent {
  const { date, holiday_flag: holidayFlag } = readBody(shape, body);
  return { type: 'HolidayToggled', data: { date, holidayFlag } };
}

const MOST_YEARS = 5;
const WRONG_DAYS = invalid(
  'wrong_days',
  'until',
  `終了日は開始日から${MOST_YEARS}年以内の日付を入力してください。`,
);

/** Daily counts, weather and holidays (spec 7). */
@Controller('api')
@Permit('look')
export class CalendarController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly past: PastViews,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Get('booking_type_diff')
  async counts(@Query() query: Json): Promise<Record<string, CountRecord>> {
    const { start, end } = readRange(query);
    const position = await this.past.position(query.as_of);
    if (position !== null) return pastCounts(this.past, { start, end }, position);
    const { reference } = await this.store.current();
    return countsOfDays(this.database, reference.rooms, daysFromTo(start, end));
  }

  @Get('weather')
  async weather(@Query() query: Json): Promise<WeatherRecord[]> {
    const { start, end } = readRange(query);
    const position = await this.past.position(query.as_of);
    if (position !== null) return (await this.past.weather({ start, end }, position)).map(encodeWeatherDay);
    const rows = await this.database
      .selectFrom('weather_days')
      .select('state')
      .where('date', '>=', start)
      .where('date', '<=', end)
      .orderBy('date')
      .execute();
    return rows.map(({ state }) => encodeWeatherDay(state));
  }

  @Post('weather')
  @Permit('desk')
  setWeather(@JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new RecordDay(null, weatherSet(body), request));
  }

  @Put('weather/:id')
  @Permit('desk')
  changeWeather(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new RecordDay(readId(id), weatherSet(body), request));
  }

  @Post('weather/holiday')
  @Permit('desk')
  setHoliday(@JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new RecordDay(null, holidayToggled(holidayCreateShape, body), request));
  }

  @Post('weather/holidays')
  @HttpCode(200)
  @Permit('desk')
  addHolidays(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { from, until } = readBody(holidaysShape, body);
    if (until < from || until > addYears(from, MOST_YEARS)) throw refusal([WRONG_DAYS]);
    return this.commands.execute(new RecordHolidays(from, until, request));
  }

  @Put('weather/:id/holiday')
  @Permit('desk')
  changeHoliday(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(
      new RecordDay(readId(id), holidayToggled(holidayUpdateShape, body), request),
    );
  }
}

/** The counts of every day from `start` to `end` at a log position. */
async function pastCounts(
  past: PastViews,
  days: { start: Day; end: Day },
  position: number,
): Promise<Record<string, CountRecord>> {
  const [bookings, imports, rooms] = await Promise.all([
    past.bookings(days, position),
    past.imports(days, position),
    past.rooms(days, position),
  ]);
  const created = <State>(after: State) => ({ before: null, after });
  const rows = countDeltas(rooms, { bookings: bookings.map(created), imports: imports.map(created) });
  return countRecords(rows, rooms, daysFromTo(days.start, days.end));
}
