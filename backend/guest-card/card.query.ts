import { type Day, hotelDay } from '@domain/dates.js';
import { figuresOf, type GuestCard, guestIdentity, wishesThatMatter } from '@domain/guest-card/guest-card.js';
import { type BlacklistEntry, blacklistMatch } from '@domain/reservation/blacklist.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import type { CardCandidate, CardStay, GuestCardRecord } from '@wire/guest-card.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { readAsOf } from '../platform/http/read-as-of.js';
import { DATABASE } from '../platform/platform.module.js';
import { guestCardStream } from '../streams/guest-card.stream.js';
import { blacklistStream, corporateStream } from '../streams/master.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { unknownBooking } from '../streams/stored-booking.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { bookingsOfGuests } from './card.public.js';

/** Candidates that a card shows at most, the newest. */
const MOST_CANDIDATES = 200;

/** The states that a card is read from: those of now, or of a position of the log. */
type Sources = {
  today: Day;
  corporates: ReadonlyMap<number, { corporateShortName: string }>;
  blacklist: readonly BlacklistEntry[];
  bookings: (condition: RawBuilder<unknown>) => Promise<Reservation[]>;
  cards: (condition: RawBuilder<unknown>) => Promise<GuestCard[]>;
  isPast: boolean;
};

/** A card without its id and version, which those of a booking in none lack. */
const NO_CARD = { id: null, version: 0, members: [], wishes: '' };

function stateOf(booking: Reservation, today: Day): CardStay['state'] {
  const { status, isNoShow, checkinDate, checkoutDate, stayEnd } = booking;
  if (status === 'cancelled') return '取消';
  if (isNoShow) return 'ノーショー';
  if (checkoutDate !== null) return '出発済';
  if (checkinDate !== null) return '在館';
  return stayEnd <= today ? '記録なし' : '到着前';
}

function stayOf(booking: Reservation, { corporates, today }: Sources): CardStay {
  return {
    booking_id: booking.id,
    stay_id: groupIdOf(booking),
    guest_name: booking.guestName1,
    tel: booking.tel,
    room_number: booking.roomNumber,
    stay_start: booking.stayStart,
    stay_end: booking.stayEnd,
    total_fee: booking.totalFee,
    company: corporates.get(booking.corporateId)?.corporateShortName ?? '',
    state: stateOf(booking, today),
  };
}

const newestFirst = (a: Reservation, b: Reservation): number =>
  a.stayStart < b.stayStart ? 1 : a.stayStart > b.stayStart ? -1 : b.id - a.id;

function figures(stays: readonly Reservation[], { today, corporates, blacklist }: Sources) {
  const { stays: stay_count, nights, first, last, corporateId, noShows, cancelled } = figuresOf(stays, today);
  return {
    stay_count,
    nights,
    first_day: first,
    last: last && {
      booking_id: last.bookingId,
      stay_start: last.start,
      stay_end: last.end,
      room_number: last.roomNumber,
      total_fee: last.totalFee,
    },
    company: (corporateId !== null && corporates.get(corporateId)?.corporateShortName) || null,
    no_shows: noShows,
    cancelled,
    is_blacklisted: stays.some((booking) => blacklistMatch(booking, blacklist) !== null) ? 1 : 0,
  } as const;
}

/** Reads the cards of guests, as of now or of any moment. */
@Injectable()
export class CardReader {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly past: PastViews,
    private readonly clock: Clock,
  ) {}

  /** The card of a booking's guest; 404 for no booking. */
  async of(bookingId: number, asOf: unknown): Promise<GuestCardRecord> {
    const sources = asOf === undefined ? await this.now() : await this.at(asOf);
    const [own] = await sources.bookings(sql`id = ${bookingId}`);
    if (!own) throw unknownBooking();
    const card = own.isErased ? NO_CARD : await this.cardOf(own, sources);
    const stays = await this.stays(own, card, sources);
    const candidates = sources.isPast ? [] : await this.candidates(stays, card.id, sources);
    const others = card.id === null ? candidates.flatMap(({ card_id }) => card_id ?? []) : [];
    const wishing =
      others.length > 0 ? await sources.cards(sql`id = any(${[...new Set(others)]}::int[])`) : [card];
    return {
      booking_id: bookingId,
      card_id: card.id,
      version: card.version,
      wishes: card.wishes,
      matters: [...new Set(wishing.flatMap(({ wishes }) => wishesThatMatter(wishes)))],
      is_of_candidates: others.length > 0 ? 1 : 0,
      ...figures(stays, sources),
      stays: stays.map((booking) => stayOf(booking, sources)),
      candidates,
    };
  }

  /** The card of a booking or of another part of its stay. */
  private async cardOf(own: Reservation, { bookings, cards }: Sources): Promise<GuestCard | typeof NO_CARD> {
    const parts = (await bookings(sql`group_id = ${groupIdOf(own)}`)).map(({ id }) => id);
    const ids = [...new Set([own.id, ...parts])];
    const found = await cards(
      sql`id in (select card_id from guest_card_members where booking_id = any(${ids}::int[]))`,
    );
    const standing = found.filter(({ members }) => members.some((id) => ids.includes(id)));
    return standing.find(({ members }) => members.includes(own.id)) ?? standing[0] ?? NO_CARD;
  }

  /** The bookings in a card with all parts of their stays, newest first; parts that were joined to another card by themselves are none. */
  private async stays(own: Reservation, card: GuestCard | typeof NO_CARD, { bookings }: Sources) {
    const members: readonly number[] = card.id === null ? [own.id] : card.members;
    const found = await bookings(sql`
      (id = any(${members}::int[])
       or group_id in (select group_id from bookings where id = any(${members}::int[]))
          and not exists (select from guest_card_members m where m.booking_id = bookings.id and m.is_member
                          and m.card_id is distinct from ${card.id}::int))`);
    return found.filter(({ isErased }) => isErased !== true).sort(newestFirst);
  }

  /** The newest bookings with the first guest and phone of one of these. */
  private async candidates(
    stays: readonly Reservation[],
    cardId: number | null,
    sources: Sources,
  ): Promise<CardCandidate[]> {
    const guests = [...new Set(stays.flatMap((booking) => guestIdentity(booking) ?? []))];
    if (guests.length === 0) return [];
    const known = stays.map(({ id }) => id);
    const { rows } = await sql<{ state: Reservation; card_id: number | null }>`
      select b.state, m.card_id
      from bookings b left join guest_card_members m on m.booking_id = b.id and m.is_member
      where b.id = any(${bookingsOfGuests(guests)}) and b.id <> all(${known}::int[])
        and m.card_id is distinct from coalesce(${cardId}::int, 0)
      order by b.stay_start desc, b.id desc limit ${MOST_CANDIDATES}`.execute(this.database);
    return rows.map(({ state, card_id }) => ({ ...stayOf(state, sources), card_id }));
  }

  private async now(): Promise<Sources> {
    const { reference } = await this.store.current();
    const read =
      <State>(table: 'bookings' | 'guest_cards') =>
      async (condition: RawBuilder<unknown>): Promise<State[]> => {
        const { rows } = await sql<{ state: State }>`
          select state from ${sql.table(table)} where ${condition} order by id`.execute(this.database);
        return rows.map(({ state }) => state);
      };
    return {
      today: this.clock.today(),
      corporates: reference.corporates,
      blacklist: [...reference.blacklist.values()],
      bookings: read<Reservation>('bookings'),
      cards: read<GuestCard>('guest_cards'),
      isPast: false,
    };
  }

  private async at(asOf: unknown): Promise<Sources> {
    const { timezone, dayTurnsAt } = this.clock;
    const wanted = readAsOf(asOf, timezone);
    const { position, recorded_at } = await this.past.moment(asOf);
    const instant = 'instant' in wanted ? wanted.instant : recorded_at;
    const all = { condition: sql`true`, position };
    const [corporates, blacklist] = await Promise.all([
      this.store.statesAt({ definition: corporateStream, ...all }),
      this.store.statesAt({ definition: blacklistStream, ...all }),
    ]);
    return {
      today: instant ? hotelDay(timezone, dayTurnsAt, new Date(instant)) : this.clock.today(),
      corporates: new Map(corporates.map((one) => [one.id, one])),
      blacklist,
      bookings: (condition) => this.store.statesAt({ definition: reservationStream, condition, position }),
      cards: (condition) => this.store.statesAt({ definition: guestCardStream, condition, position }),
      isPast: true,
    };
  }
}
