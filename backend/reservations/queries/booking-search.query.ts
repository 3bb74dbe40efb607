import type { Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { searchedWords } from '@domain/search/searchable.js';
import { Inject, Injectable } from '@nestjs/common';
import type { FoundBooking } from '@wire/booking-record.js';
import { bookingRecord } from '@wire/booking-record.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { containsPattern, containsWords } from '../../platform/text-search.js';

const MAX_RESULTS = 50;
/** How many bookings before and after today are scanned before the text index is used. */
const SCANNED = 4_000;

type Near = { id: number; away: number; reach: number | null };

/**
 * The nearest matches on either side of a day, and up to how many days away all bookings were scanned, null when all
 * were. Frequent words are found here; collecting them by the index would take long.
 */
function nearest(words: readonly string[], today: Day): RawBuilder<Near> {
  const side = (beyond: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    select * from (
      select id, abs(stay_start - ${today}::date) as away, search_text from bookings
      where stay_start ${beyond} ${today}::date order by stay_start ${order} limit ${SCANNED}) as scanned`;
  return sql`
    with ahead as materialized (${side(sql`>=`, sql``)}), back as materialized (${side(sql`<`, sql`desc`)}),
    ends as (
      select (select max(away) from ahead having count(*) = ${SCANNED}) as ahead,
             (select max(away) from back having count(*) = ${SCANNED}) as back),
    matching as (
      select id, away from (table ahead union all table back) as near
      where search_text like all (${words.map(containsPattern)}::text[])
      order by away, id limit ${MAX_RESULTS})
    select id, away, least(ends.ahead, ends.back) as reach from ends left join matching on true order by away, id`;
}

/** Finds bookings by guest, booker, kana, phone or booking number (contract 4, booking-search). */
@Injectable()
export class BookingSearch {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** First-night records with their rooms, nearest stay first, the other rooms of a party right behind it. */
  async find(text: string): Promise<FoundBooking[]> {
    const words = searchedWords(text);
    if (words.length === 0) return [];
    const { reference } = await this.store.current();
    const ids = (await this.nearIds(words)) ?? (await this.allIds(words));
    const states = await this.statesOf(await this.withParties(ids));
    return states.map((state) => ({
      ...bookingRecord(state, reference.rooms),
      room_number: state.roomNumber,
    }));
  }

  /** The first matches in order when the scanned bookings hold enough of them; null when others could be nearer. */
  private async nearIds(words: readonly string[]): Promise<number[] | null> {
    const { rows } = await nearest(words, this.clock.today()).execute(this.database);
    const reach = rows[0]?.reach ?? null;
    const found = rows.filter(({ id }) => id !== null);
    const certain = reach === null ? found : found.filter(({ away }) => away < reach);
    return reach === null || certain.length === MAX_RESULTS ? certain.map(({ id }) => id) : null;
  }

  private async allIds(words: readonly string[]): Promise<number[]> {
    const rows = await this.database
      .selectFrom('bookings')
      .select('id')
      .where(containsWords(words))
      .orderBy(sql`abs(stay_start - ${this.clock.today()}::date)`)
      .orderBy('id')
      .limit(MAX_RESULTS)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The ids, each with those of the other rooms of its party behind it. */
  private async withParties(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const parties = this.database.selectFrom('bookings').select('party_id').where('id', 'in', ids);
    const rows = await this.database
      .selectFrom('bookings')
      .select(['id', 'party_id'])
      .where('party_id', 'in', parties)
      .orderBy('room_number')
      .execute();
    const members = groupBy(rows, ({ party_id }) => party_id);
    const partyOf = new Map(rows.map(({ id, party_id }) => [id, party_id]));
    const all = ids.flatMap((id) => [id, ...(members.get(partyOf.get(id) ?? 0) ?? []).map((one) => one.id)]);
    return [...new Set(all)].slice(0, MAX_RESULTS);
  }

  /** The current states in the order of the ids; bookings that no longer exist are left out. */
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
