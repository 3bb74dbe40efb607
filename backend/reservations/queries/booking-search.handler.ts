import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { searchedWords } from '@domain/search/searchable.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { FoundBooking } from '@wire/found-booking.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { bookingRecord } from '../booking-answer.public.js';
import { holdingPattern, holdsWords } from '../text-search.public.js';

const MOST_RESULTS = 50;
/** How many bookings before and after today are looked at one by one, before the index of texts is asked. */
const LOOKED_AT = 4_000;

/** Bookings found by guest, booker, kana, phone or booking number (contract 4, booking-search). */
export class BookingSearch extends Query<FoundBooking[]> {
  constructor(readonly words: string) {
    super();
  }
}

type Near = { id: number; away: number; reach: number | null };

/**
 * The nearest matches on either side of a day, and how far away everything has been seen: null on a side whose end was
 * reached. What is frequent is found here, and would take long to gather by the index.
 */
function nearest(words: readonly string[], today: Day): RawBuilder<Near> {
  const side = (beyond: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    select * from (
      select id, abs(stay_start - ${today}::date) as away, search_text from bookings
      where stay_start ${beyond} ${today}::date order by stay_start ${order} limit ${LOOKED_AT}) as looked_at`;
  return sql`
    with ahead as materialized (${side(sql`>=`, sql``)}), back as materialized (${side(sql`<`, sql`desc`)}),
    ends as (
      select (select max(away) from ahead having count(*) = ${LOOKED_AT}) as ahead,
             (select max(away) from back having count(*) = ${LOOKED_AT}) as back),
    matching as (
      select id, away from (table ahead union all table back) as near
      where search_text like all (${words.map(holdingPattern)}::text[])
      order by away, id limit ${MOST_RESULTS})
    select id, away, least(ends.ahead, ends.back) as reach from ends left join matching on true order by away, id`;
}

@QueryHandler(BookingSearch)
export class BookingSearchHandler implements IQueryHandler<BookingSearch> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** First-night records with their rooms, nearest stay first. */
  async execute({ words }: BookingSearch): Promise<FoundBooking[]> {
    const wanted = searchedWords(words);
    if (wanted.length === 0) return [];
    const { reference } = await this.store.current();
    const ids = (await this.nearIds(wanted)) ?? (await this.allIds(wanted));
    const states = await this.statesOf(ids);
    return states.map((state) => ({
      ...bookingRecord(state, reference.rooms),
      room_number: state.roomNumber,
    }));
  }

  /** The first matches in order when bookings near today hold enough of them; null when others could be nearer. */
  private async nearIds(words: readonly string[]): Promise<number[] | null> {
    const { rows } = await nearest(words, this.clock.today()).execute(this.database);
    const reach = rows[0]?.reach ?? null;
    const found = rows.filter(({ id }) => id !== null);
    const certain = reach === null ? found : found.filter(({ away }) => away < reach);
    return reach === null || certain.length === MOST_RESULTS ? certain.map(({ id }) => id) : null;
  }

  private async allIds(words: readonly string[]): Promise<number[]> {
    const rows = await this.database
      .selectFrom('bookings')
      .select('id')
      .where(holdsWords(words))
      .orderBy(sql`abs(stay_start - ${this.clock.today()}::date)`)
      .orderBy('id')
      .limit(MOST_RESULTS)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** What bookings are now, in the order of their ids; one that is gone meanwhile is left out. */
  private async statesOf(ids: readonly number[]): Promise<Reservation[]> {
    if (ids.length === 0) return [];
    const rows = await this.database
      .selectFrom('bookings')
      .select(['id', 'state'])
      .where('id', 'in', ids)
      .execute();
    const byId = new Map(rows.map(({ id, state }) => [id, state]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
