import type { Day } from '@domain/dates.js';
import {
  guestsOf,
  missingOfEntry,
  missingOfStay,
  type RegisterEntry,
  registerKeptUntil,
} from '@domain/guest-register/guest-register.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import {
  encodeRegisterEntry,
  type IncompleteRegister,
  type RegisterRow,
  type StayRegister,
} from '@wire/guest-register.js';
import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import type { RegisteredGuest } from './write-entry.handler.js';

type Stay = { booking: Reservation; parts: Reservation[]; entries: RegisterEntry[] };

/** The first entry of each number: that of the stay's first part. */
function byNumber(entries: readonly RegisterEntry[]): RegisterEntry[] {
  const first = new Map<number, RegisterEntry>();
  for (const entry of entries) if (!first.has(entry.number)) first.set(entry.number, entry);
  return [...first.values()];
}

/** Returns the details of a guest by number, as far as the booking has them. */
function namedInBooking({ guestName1, guestName2, tel }: Reservation, number: number) {
  const [name = '', contact = ''] = number === 1 ? [guestName1, tel] : number === 2 ? [guestName2] : [];
  return { number, name, contact };
}

const UNKNOWN = {
  ...{ address: '', occupation: '', nationality: '', passport_number: '' },
  lives_abroad: 0 as const,
  has_passport: 0 as const,
};

function placeOf({ id, roomNumber, stayStart, stayEnd, checkoutDate }: Reservation) {
  const departure = checkoutDate ?? stayEnd;
  return { booking_id: id, room_number: roomNumber, arrival: stayStart, departure };
}

function proposedOf(booking: Reservation, entries: readonly RegisterEntry[]) {
  const numbers = Array.from({ length: guestsOf(booking) }, (_, index) => index + 1);
  const unwritten = numbers.filter((number) => !entries.some((entry) => entry.number === number));
  return unwritten.map((number) => namedInBooking(booking, number));
}

function rowsOf({ booking, entries }: Stay): RegisterRow[] {
  return Array.from({ length: guestsOf(booking) }, (_, index) => {
    const entry = entries.find(({ number }) => number === index + 1);
    if (!entry) {
      const named = namedInBooking(booking, index + 1);
      return { ...placeOf(booking), ...UNKNOWN, ...named, missing: missingOfEntry(null) };
    }
    const { id: _id, version: _version, passport, ...written } = encodeRegisterEntry(entry);
    return { ...placeOf(booking), ...written, has_passport: passport ? 1 : 0 };
  });
}

/** Reads the register. */
@Injectable()
export class RegisterReader {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  /** The registers of these bookings' stays; none of a booking that does not exist. */
  async ofBookings(ids: readonly number[]): Promise<StayRegister[]> {
    const stays = await this.stays(sql<boolean>`b.id = any(${ids}::int[])`);
    return stays.map(({ booking, parts, entries }) => ({
      booking_id: booking.id,
      guests: guestsOf(booking),
      is_erased: booking.isErased ? 1 : 0,
      kept_until: registerKeptUntil(parts),
      entries: booking.isErased ? [] : entries.map(encodeRegisterEntry),
      proposed: booking.isErased ? [] : proposedOf(booking, entries),
      missing: booking.isErased ? [] : missingOfStay(guestsOf(booking), entries),
    }));
  }

  /** The stays in the house whose register is incomplete, by room. */
  async incomplete(): Promise<IncompleteRegister[]> {
    const stays = await this.stays(sql<boolean>`b.id in (select id from open_stays where is_in_house)`);
    return stays
      .filter(({ booking }) => !booking.isErased)
      .map(({ booking, entries }) => ({
        booking_id: booking.id,
        room_number: booking.roomNumber,
        guest_name: booking.guestName1,
        stay_start: booking.stayStart,
        stay_end: booking.stayEnd,
        guests: guestsOf(booking),
        missing: missingOfStay(guestsOf(booking), entries),
      }))
      .filter(({ missing }) => missing.length > 0);
  }

  /** The guests who slept here on a night of the period, by arrival and room. */
  async inPeriod(first: Day, last: Day): Promise<RegisterRow[]> {
    const stays = await this.stays(sql<boolean>`not b.is_cancelled and b.state ->> 'checkinDate' is not null
      and daterange(b.stay_start, b.stay_end) && daterange(${first}::date, ${last}::date, '[]')
      and coalesce(b.checkout_date, b.stay_end) > ${first}::date`);
    const inOrder = stays.sort(({ booking: a }, { booking: b }) =>
      a.stayStart < b.stayStart ? -1 : a.stayStart > b.stayStart ? 1 : 0,
    );
    return inOrder.flatMap(rowsOf);
  }

  /** The id of a guest's entry; null for none. */
  async entryId({ bookingId, number }: RegisteredGuest): Promise<number | null> {
    const [stay] = await this.stays(sql<boolean>`b.id = ${bookingId}`);
    return stay?.entries.find((entry) => entry.number === number)?.id ?? null;
  }

  /** Stays by room and id, with all their parts and the entries that are not erased. */
  private async stays(condition: RawBuilder<boolean>): Promise<Stay[]> {
    const { rows } = await sql<Stay>`
      select b.state as booking,
             (select json_agg(p.state) from bookings p where p.group_id = b.group_id) as parts,
             (select coalesce(json_agg(r.state order by r.number, r.booking_id), '[]')
              from guest_registers r join bookings p on p.id = r.booking_id
              where p.group_id = b.group_id and not r.is_erased) as entries
      from bookings b where ${condition} order by b.room_number, b.id`.execute(this.database);
    return rows.map((row) => ({ ...row, entries: byNumber(row.entries) }));
  }
}
