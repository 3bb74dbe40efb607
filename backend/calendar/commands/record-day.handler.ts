import { invalid } from '@domain/broken-rule.js';
import type { WeatherDay, WeatherDayEvent } from '@domain/calendar/weather-day.js';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeWeatherDay, type WeatherRecord } from '@wire/weather-record.js';
import { EventStore } from '../../event-store/event-store.js';
import { requireStream } from '../../event-store/unit-of-work.js';
import type { HotelDatabase } from '../../platform/database.js';
import { notFound, refusal, staleVersion } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { DATABASE } from '../../platform/platform.module.js';
import { weatherDayStream } from '../../streams/weather-day.stream.js';

/** Records the weather or the holiday flag of a date; `id` is the record of a PUT (spec 7). */
export class RecordDay extends Command<WeatherRecord> {
  constructor(
    readonly id: number | null,
    readonly event: WeatherDayEvent,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const OTHER_DATE = invalid('other_date', 'date', '日付が記録されている日付と一致しません。');

function changes(stored: WeatherDay | null, event: WeatherDayEvent): boolean {
  if (!stored) return true;
  return event.type === 'WeatherSet'
    ? event.data.weather !== stored.weather
    : event.data.holidayFlag !== stored.holidayFlag;
}

@CommandHandler(RecordDay)
export class RecordDayHandler implements ICommandHandler<RecordDay> {
  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The day's record afterwards; an existing one is updated (contract 4). */
  async execute({ id, event, request }: RecordDay): Promise<WeatherRecord> {
    if (id !== null) await this.requireRecord(id);
    const { date } = event.data;
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireStream(weatherDayStream, date)],
      decide: (unit) => {
        const stored = unit.get(weatherDayStream, date);
        if (id !== null && stored?.id !== id) throw refusal([OTHER_DATE]);
        if (request.expectedVersion !== null && request.expectedVersion !== stored?.version)
          throw staleVersion();
        const after =
          stored && !changes(stored, event)
            ? stored
            : unit.append(weatherDayStream, date, event, request.write);
        return encodeWeatherDay(after);
      },
    });
  }

  /** Records are never deleted, so this may be checked outside the lock. */
  private async requireRecord(id: number): Promise<void> {
    const row = await this.database
      .selectFrom('weather_days')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('天気の記録が見つかりません。');
  }
}
