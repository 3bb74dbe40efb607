import { oldestRecentDay } from '@domain/calendar/front-desk.js';
import type { Day } from '@domain/dates.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { MOST_UNPAID_COUNTED, type OlderUnpaid, unpaidCursor } from '@wire/older-unpaid.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { bookingRecord } from '../booking-answer.public.js';

/** The stay that a page begins after, by its check-out date and id. */
export type UnpaidPlace = { stayEnd: Day; id: number };

/** A page of who came, left and has owed for more than 30 days (GET /api/front-desk/unpaid). */
export class OlderUnpaidPage extends Query<OlderUnpaid> {
  constructor(
    readonly before: UnpaidPlace | null,
    readonly limit: number,
  ) {
    super();
  }
}

/** `isOlderUnpaid` of the domain in SQL, for bookings joined with `open_stays`. */
export function isOlderUnpaidSql(today: Day): RawBuilder<boolean> {
  return sql<boolean>`open_stays.is_unpaid and not open_stays.is_in_house
    and open_stays.stay_end < ${oldestRecentDay(today)}::date and bookings.checkout_date <> ${today}::date`;
}

@QueryHandler(OlderUnpaidPage)
export class OlderUnpaidPageHandler implements IQueryHandler<OlderUnpaidPage> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** First-night records, the latest check-out date first. */
  async execute({ before, limit }: OlderUnpaidPage): Promise<OlderUnpaid> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    const start = before ?? { stayEnd: oldestRecentDay(today), id: 0 };
    const after = ({ stayEnd, id }: UnpaidPlace) =>
      this.database
        .selectFrom('open_stays')
        .innerJoin('bookings', 'bookings.id', 'open_stays.id')
        .where(isOlderUnpaidSql(today))
        .where(sql<boolean>`(open_stays.stay_end, open_stays.id) < (${stayEnd}::date, ${id}::bigint)`);
    const rows = await after(start)
      .select('state')
      .orderBy('open_stays.stay_end', 'desc')
      .orderBy('open_stays.id', 'desc')
      .limit(limit)
      .execute();
    const end = rows.at(-1)?.state ?? start;
    const { more } = await this.database
      .selectFrom(after(end).select('bookings.id').limit(MOST_UNPAID_COUNTED).as('later'))
      .select(sql<number>`count(*)::int`.as('more'))
      .executeTakeFirstOrThrow();
    return {
      bookings: rows.map(({ state }) => bookingRecord(state, reference.rooms)),
      more,
      next: unpaidCursor(end.stayEnd, end.id),
    };
  }
}
