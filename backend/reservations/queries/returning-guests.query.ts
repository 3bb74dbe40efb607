import { type GuestCard, guestIdentity, wishesThatMatter } from '@domain/guest-card/guest-card.js';
import { blacklistMatch } from '@domain/reservation/blacklist.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { roomMonthOf } from '@domain/room/room-directory.js';
import { comparedTexts, returningGuests, type TypedGuest } from '@domain/search/returning-guests.js';
import { searchedWords } from '@domain/search/searchable.js';
import { Inject, Injectable } from '@nestjs/common';
import { bookingRecord } from '@wire/booking-record.js';
import type { ReturningGuestRecord } from '@wire/returning-guests.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { cardsOfGuests } from '../../guest-card/card.public.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { containsWords } from '../../platform/text-search.js';

/** The newest bookings that are compared; a name with more of them has its stays counted among these. */
const MOST_COMPARED = 300;

/** Finds who was here before while a booking is typed. */
@Injectable()
export class ReturningGuests {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The guests of earlier bookings with the typed name, kana or phone, likeliest first, three at most. */
  async find(typed: TypedGuest): Promise<ReturningGuestRecord[]> {
    const texts = comparedTexts(typed);
    if (texts.length === 0) return [];
    const { reference } = await this.store.current();
    const entries = [...reference.blacklist.values()];
    const found = returningGuests(typed, await this.bookingsWith(texts), this.clock.today());
    const identities = found.flatMap(({ booking }) => guestIdentity(booking) ?? []);
    const cards =
      identities.length > 0 ? await cardsOfGuests(this.database, identities) : new Map<string, GuestCard[]>();
    return found.map(({ booking, stays }) => {
      const own = cards.get(guestIdentity(booking) ?? '') ?? [];
      const room = reference.rooms.byNumber.get(booking.roomNumber);
      return {
        booking: { ...bookingRecord(booking, reference.rooms), room_number: booking.roomNumber },
        smoking_status: (room && roomMonthOf(room, booking.stayStart)?.smokingStatus) ?? null,
        stays,
        is_blacklisted: blacklistMatch(booking, entries) === null ? 0 : 1,
        wishes: own.flatMap(({ wishes }) => wishesThatMatter(wishes)),
      };
    });
  }

  /** The newest bookings that are not cancelled and have all words of one of the texts. */
  private async bookingsWith(texts: readonly string[]): Promise<Reservation[]> {
    const rows = await this.database
      .selectFrom('bookings')
      .select('state')
      .where(sql<boolean>`not is_cancelled`)
      .where(({ or }) => or(texts.map((text) => containsWords(searchedWords(text)))))
      .orderBy('stay_start', 'desc')
      .limit(MOST_COMPARED)
      .execute();
    return rows.map(({ state }) => state);
  }
}
