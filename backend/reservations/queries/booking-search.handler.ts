import { searchable } from '@domain/searchable.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { bookingRecord } from '../booking-answer.catalog.js';

const MOST_RESULTS = 50;

/** Bookings found by guest, booker, kana, phone or booking number (contract 4, booking-search). */
export class BookingSearch {
  constructor(readonly words: string) {}
}

@QueryHandler(BookingSearch)
export class BookingSearchHandler implements IQueryHandler<BookingSearch> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** First-night records, nearest stay first. */
  async execute({ words }: BookingSearch): Promise<BookingRecord[]> {
    const wanted = searchable(words);
    if (wanted === '') return [];
    const { reference } = await this.store.current();
    const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await this.database
      .selectFrom('bookings')
      .select('state')
      .where('search_text', 'like', pattern)
      .orderBy(sql`abs(stay_start - ${this.clock.today()}::date)`)
      .orderBy('id')
      .limit(MOST_RESULTS)
      .execute();
    return rows.map(({ state }) => bookingRecord(state, reference.rooms));
  }
}
