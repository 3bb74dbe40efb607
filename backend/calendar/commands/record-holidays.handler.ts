import type { Day } from '@domain/dates.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../../event-store/event-store.js';
import { requireStream } from '../../event-store/unit-of-work.js';
import type { Idempotency, WriteContext } from '../../platform/write-context.js';
import { weatherDayStream } from '../../streams/weather-day.stream.js';
import { publicHolidays } from '../public-holidays.public.js';

/** Records the public holidays within days, both included. */
export class RecordHolidays extends Command<{ added: number }> {
  constructor(
    readonly first: Day,
    readonly last: Day,
    readonly request: { write: WriteContext; idempotency: Idempotency | null },
  ) {
    super();
  }
}

@CommandHandler(RecordHolidays)
export class RecordHolidaysHandler implements ICommandHandler<RecordHolidays> {
  constructor(private readonly store: EventStore) {}

  /** Days that have a record stay as they are: somebody may have decided about them. */
  execute({ first, last, request }: RecordHolidays): Promise<{ added: number }> {
    const dates = publicHolidays(first, last);
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: dates.map((date) => requireStream(weatherDayStream, date)),
      decide: (unit) => {
        const missing = dates.filter((date) => !unit.get(weatherDayStream, date));
        for (const date of missing) {
          const event = { type: 'HolidayToggled', data: { date, holidayFlag: 1 } } as const;
          unit.append(weatherDayStream, date, event, request.write);
        }
        return { added: missing.length };
      },
    });
  }
}
