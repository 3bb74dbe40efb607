import type { Day } from '@domain/dates.js';
import { type RegisterEntry, registerKeptUntil } from '@domain/guest-register/guest-register.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import { streamName } from '../event-store/event-stream.js';
import {
  type BatchLoader,
  type DataRequirement,
  requirement,
  type UnitOfWork,
} from '../event-store/unit-of-work.js';
import { queryRow } from '../platform/database.js';
import { guestRegisterStream } from '../streams/guest-register.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';

type Loaded = {
  bookings: { key: string; state: Reservation }[];
  entries: { key: string; state: RegisterEntry }[];
};

/** Loads the stays of bookings with all their parts, and the entries of these. */
const loadRegisters: BatchLoader<number> = async (client, ids, opened) => {
  const { bookings, entries } = await queryRow<Loaded>(client, {
    name: 'registers-of-bookings',
    text: `
      with parts as (
        select id, state from bookings
        where group_id in (select group_id from bookings where id = any($1::int[])))
      select (select coalesce(json_agg(json_build_object('key', id::text, 'state', state)), '[]') from parts) as bookings,
             (select coalesce(json_agg(json_build_object('key', id::text, 'state', state)), '[]')
              from guest_registers where booking_id in (select id from parts)) as entries`,
    values: [ids],
  });
  const unit = await opened;
  unit.load(bookings.map((row) => ({ definition: reservationStream, ...row })));
  unit.load(entries.map((row) => ({ definition: guestRegisterStream, ...row })));
};

/** Requires the register of a booking's stay, and all parts of that. */
export function requireRegister(bookingId: number): DataRequirement {
  const followsFrom = streamName(reservationStream, bookingId);
  return requirement(loadRegisters, bookingId, { followsFrom });
}

/** The parts of a booking's stay (前日と同一予約), itself among them. */
export function partsOfStay(unit: UnitOfWork, booking: Reservation): Reservation[] {
  return unit.all(reservationStream).filter((one) => groupIdOf(one) === groupIdOf(booking));
}

/** The entries of a booking's stay, by number; of several with one number that of the stay's first part. */
export function entriesOfStay(unit: UnitOfWork, booking: Reservation): RegisterEntry[] {
  const ids = new Set(partsOfStay(unit, booking).map(({ id }) => id));
  const own = unit.all(guestRegisterStream).filter(({ bookingId }) => ids.has(bookingId));
  return own.sort((a, b) => a.number - b.number || a.bookingId - b.bookingId);
}

/** Returns whether the law wants the register of a booking's stay still. */
export function isKept(unit: UnitOfWork, booking: Reservation, today: Day): boolean {
  const until = registerKeptUntil(partsOfStay(unit, booking));
  return until !== null && until >= today;
}
