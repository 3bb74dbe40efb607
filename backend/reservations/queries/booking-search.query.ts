import type { Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Corporate } from '@domain/masters/masters.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { displayOrder } from '@domain/room/room-order.js';
import { searchedIn, searchedWords, wordsBesideRoom } from '@domain/search/searchable.js';
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
/** Number of bookings before and after today that are scanned before the text index is used. */
const SCANNED = 4_000;

/** Most stays that are listed of a room that is searched for, to come and gone. */
const COMING_IN_ROOM = 5;
const GONE_FROM_ROOM = 3;
/** For how long after its beginning a stay is found by its company. */
const COMPANY_DAYS = 100;

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

/** The room that the words name, by most of them, and the other words; null when none does. */
function roomIn(words: readonly string[], rooms: RoomDirectory) {
  const named = [...rooms.byNumber.keys()].flatMap((number) => {
    const others = wordsBesideRoom(words, number);
    return others === null ? [] : { number, others };
  });
  return named.sort((a, b) => a.others.length - b.others.length)[0] ?? null;
}

/** Finds bookings by room, guest, booker, kana, phone, company or booking number (contract 4, booking-search). */
@Injectable()
export class BookingSearch {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * First-night records with their rooms. For a room's number first who is in it, then who comes next and who left last; then
   * every match of a text, nearest stay first, the other rooms of a party right behind it; then those of a company of that name.
   */
  async find(text: string): Promise<FoundBooking[]> {
    const words = searchedWords(text);
    if (words.length === 0) return [];
    const { reference } = await this.store.current();
    const room = roomIn(words, reference.rooms);
    const inRoom = room ? await this.idsOfRoom(room.number, room.others) : [];
    const ids = (await this.nearIds(words)) ?? (await this.allIds(words));
    const ofCompany = await this.idsOfCompanies(words, reference.corporates.values());
    const all = [...inRoom, ...(await this.withParties(ids, reference.rooms)), ...ofCompany];
    const states = await this.statesOf([...new Set(all)].slice(0, MAX_RESULTS));
    return states.map((state) => ({
      ...bookingRecord(state, reference.rooms),
      room_number: state.roomNumber,
    }));
  }

  /** The stays of a room around today that have all these words. */
  private async idsOfRoom(roomNumber: string, words: readonly string[]): Promise<number[]> {
    const today = this.clock.today();
    const some = (beyond: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number) => sql`
      select * from (
        select id, stay_start, not exists (select from open_stays o where o.id = b.id and is_in_house) as is_out,
               stay_end <= ${today}::date as is_over
        from bookings b
        where room_number = ${roomNumber} and not is_cancelled and ${beyond}
          and search_text like all (${words.map(containsPattern)}::text[])
        order by ${order} limit ${most}) as stays`;
    const { rows } = await sql<{ id: number }>`
      select id from (
        ${some(sql`stay_end > ${today}::date`, sql`stay_start`, COMING_IN_ROOM)}
        union ${some(sql`exists (select from open_stays o where o.id = b.id and is_in_house)`, sql`stay_start`, 1)}
        union ${some(sql`stay_end <= ${today}::date`, sql`stay_start desc`, GONE_FROM_ROOM)}) as found
      order by is_out, is_over, abs(stay_start - ${today}::date)`.execute(this.database);
    return rows.map(({ id }) => id);
  }

  /** The nearest stays in which each word is in a text or in the company's name; none when no company has one of the words. */
  private async idsOfCompanies(words: readonly string[], corporates: Iterable<Corporate>): Promise<number[]> {
    const companies = [...corporates].map(({ id, corporateShortName }) => ({
      id,
      name: searchedIn(corporateShortName),
    }));
    const named = words.map((word) =>
      companies.filter(({ name }) => name.includes(word)).map(({ id }) => id),
    );
    if (named.every((ids) => ids.length === 0)) return [];
    const today = this.clock.today();
    const conditions = words.map(
      (word, at) =>
        sql`(search_text like ${containsPattern(word)} or (state->>'corporateId')::int = any(${named[at]}::int[]))`,
    );
    const { rows } = await sql<{ id: number }>`
      select id from bookings
      where stay_start > ${today}::date - ${COMPANY_DAYS}::int and ${sql.join(conditions, sql` and `)}
      order by abs(stay_start - ${today}::date), id limit ${MAX_RESULTS}`.execute(this.database);
    return rows.map(({ id }) => id);
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

  /** Returns the ids, each with those of the other rooms of its party behind it, in the display order of the rooms. */
  private async withParties(ids: readonly number[], { byNumber }: RoomDirectory): Promise<number[]> {
    if (ids.length === 0) return [];
    const parties = this.database.selectFrom('bookings').select('party_id').where('id', 'in', ids);
    const rows = await this.database
      .selectFrom('bookings')
      .select(['id', 'party_id', 'room_number'])
      .where('party_id', 'in', parties)
      .execute();
    const order = displayOrder(byNumber);
    rows.sort((a, b) => order(a.room_number, b.room_number) || a.id - b.id);
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
