import { isInHouse, isOwing } from '@domain/calendar/front-desk.js';
import { nightsOf } from '@domain/dates.js';
import { guestIdentities } from '@domain/guest-card/guest-card.js';
import { isRoomFree } from '@domain/reservation/account.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { OVERLAP } from '@domain/reservation/save-rules.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { type ChangedStreams, changesOf, type DerivedTable, firstFault } from '../event-store/projection.js';
import type { TableWrite } from '../event-store/table-writes.js';
import { refusal } from '../platform/errors.js';
import { detailOf } from '../platform/thrown.js';
import { reservationStream, searchText, stayChanges } from '../streams/reservation.stream.js';
import { roomClosureStream } from '../streams/room-closure.stream.js';
import { claimedNights } from './room-nights.js';

type Changes = Pick<ChangedStreams, 'changes'>;

/** A night of a room that a reservation has, or a 売り止め; ids are positions of the log, which no two share. */
type Claim = { room: string; night: string; id: number | null; closure: number | null };

const claimKey = ({ room, night, id, closure }: Claim): string => `${room} ${night} ${id ?? closure}`;

function claimsOf(booking: Reservation | null): Claim[] {
  if (!booking) return [];
  const { roomNumber: room, id } = booking;
  return claimedNights(booking).map((night) => ({ room, night, id, closure: null }));
}

function claimsOfClosure(closure: RoomClosure | null): Claim[] {
  if (!closure || closure.isEnded) return [];
  const { roomNumber: room, id } = closure;
  return nightsOf(closure).map((night) => ({ room, night, id: null, closure: id }));
}

function without(claims: readonly Claim[], others: readonly Claim[]): Claim[] {
  const keys = new Set(others.map(claimKey));
  return claims.filter((claim) => !keys.has(claimKey(claim)));
}

const RELEASE_CLAIMS = {
  name: 'released_claims',
  sql: (rows: string) => `
    delete from room_claims c using jsonb_to_recordset(${rows}) as released(room text, night date)
    where c.room_number = released.room and c.night = released.night returning 1`,
};
const INSERT_CLAIMS = {
  name: 'added_claims',
  sql: (rows: string) => `
    insert into room_claims (room_number, night, reservation_id, closure_id)
    select room, night, id, closure
    from jsonb_to_recordset(${rows}) as added(room text, night date, id int, closure int)`,
};

/** Releases before it inserts, so that two bookings can swap rooms in one batch. */
function claimWrites({ changes }: Changes): TableWrite[] {
  const released: Claim[] = [];
  const added: Claim[] = [];
  const move = (before: readonly Claim[], after: readonly Claim[]): void => {
    released.push(...without(before, after));
    added.push(...without(after, before));
  };
  for (const { before, after } of stayChanges(changes)) move(claimsOf(before), claimsOf(after));
  for (const { before, after } of changesOf(roomClosureStream, changes)) {
    move(claimsOfClosure(before), claimsOfClosure(after));
  }
  return [
    { ...RELEASE_CLAIMS, rows: released },
    { ...INSERT_CLAIMS, rows: added, after: RELEASE_CLAIMS.name },
  ];
}

/** Claims of reservations and of rooms out of order (売り止め) by room and night. The primary key makes double booking impossible. */
export const roomClaims: DerivedTable = {
  table: 'room_claims',
  unchangedRows: (changed) =>
    `select * from public.room_claims real
     where not exists (select from ${changed}.bookings other where other.id = real.reservation_id)`,
  fault: firstFault(`
    with expected as (
      select room_number, stay_start + n as night, id, null::int as closure
      from bookings, generate_series(0, stay_end - stay_start - 1) n where not is_cancelled
      union all
      select state ->> 'roomNumber', night::date, null, id
      from room_closures, generate_series((state ->> 'start')::date, (state ->> 'end')::date - 1, '1 day') night
      where not (state ->> 'isEnded')::boolean
    )
    select concat_ws(' ', coalesce(e.room_number, c.room_number), coalesce(e.night, c.night)) as fault
    from expected e full join room_claims c on c.room_number = e.room_number and c.night = e.night
    where e.id is distinct from c.reservation_id or e.closure is distinct from c.closure_id limit 1`),
  writes: claimWrites,
};

const UNIQUE_VIOLATION = '23505';
/** The primary key's default name, which a rebuilt table gets as well. */
const CLAIMS_KEY = 'room_claims_pkey';

/** Maps a violated room claim to the overlap rule of the spec; any other error stays what it is. */
export function overlapOnClaim(error: unknown): unknown {
  const isOverlap =
    detailOf(error, 'code') === UNIQUE_VIOLATION && detailOf(error, 'constraint') === CLAIMS_KEY;
  return isOverlap ? refusal([OVERLAP]) : error;
}

type OpenStay = { id: number; stay_end: string; is_in_house: boolean; is_unpaid: boolean };

function openStayOf(booking: Reservation | null): OpenStay | null {
  if (booking?.status !== 'active') return null;
  const isIn = isInHouse(booking);
  const isUnpaid = isOwing(booking);
  if (!isIn && !isUnpaid) return null;
  return { id: booking.id, stay_end: booking.stayEnd, is_in_house: isIn, is_unpaid: isUnpaid };
}

const CLOSE_STAYS = {
  name: 'closed_stays',
  sql: (rows: string) =>
    `delete from open_stays where id in (select value::int from jsonb_array_elements_text(${rows}))`,
};
const OPEN_STAYS = {
  name: 'opened_stays',
  sql: (rows: string) => `
    insert into open_stays select * from jsonb_populate_recordset(null::open_stays, ${rows})
    on conflict (id) do update set stay_end = excluded.stay_end, is_in_house = excluded.is_in_house,
                                   is_unpaid = excluded.is_unpaid`,
};

function openStayWrites({ changes }: Changes): TableWrite[] {
  const closed: number[] = [];
  const open: OpenStay[] = [];
  for (const { before, after } of changesOf(reservationStream, changes)) {
    const stay = openStayOf(after);
    if (stay) open.push(stay);
    else if (openStayOf(before)) closed.push(after.id);
  }
  return [
    { ...CLOSE_STAYS, rows: closed },
    { ...OPEN_STAYS, rows: open },
  ];
}

/**
 * The stays whose guest is in the house or owes. A table of its own, so that check-in and payment change no indexed
 * column of the bookings.
 */
export const openStays: DerivedTable = {
  table: 'open_stays',
  fault: firstFault(`
    with expected as (
      select id, stay_end, state ->> 'checkoutDate' is null as is_in_house, state ->> 'paymentFlag' = '0' as is_unpaid
      from bookings where not is_cancelled and state ->> 'checkinDate' is not null
    )
    select coalesce(e.id, o.id)::text as fault
    from (select * from expected where is_in_house or is_unpaid) e full join open_stays o on o = e
    where e.id is null or o.id is null limit 1`),
  writes: openStayWrites,
};

const WRITE_TEXTS = {
  name: 'booking_search_texts',
  sql: (rows: string) => `
    insert into booking_texts (id, search_text, guests)
    select id, text, guests from jsonb_to_recordset(${rows}) as written(id int, text text, guests text[])
    on conflict (id) do update set search_text = excluded.search_text, guests = excluded.guests`,
};

/** The fields that a booking's texts follow from. */
const NAMED = [
  ...['guestName1', 'guestName1Kana', 'guestName2', 'reserverName', 'reserverNameKana', 'tel'],
  ...['bookingNumber', 'isErased'],
] as (keyof Reservation)[];

function searchTextWrites({ changes }: Changes): TableWrite[] {
  const rows = changesOf(reservationStream, changes)
    .filter(({ before, after }) => before === null || NAMED.some((field) => before[field] !== after[field]))
    .map(({ after }) => ({ id: after.id, text: searchText(after), guests: guestIdentities(after) }));
  return [{ ...WRITE_TEXTS, rows }];
}

/** The texts that bookings are found by, and those that bookings of one guest share: written and indexed only when a name or phone changes. */
export const bookingTexts: DerivedTable = {
  table: 'booking_texts',
  fault: firstFault(`
    select id::text as fault from bookings b full join booking_texts t using (id)
    where b.search_text is distinct from t.search_text or (b.state ->> 'isErased' = 'true' and t.guests <> '{}') limit 1`),
  writes: searchTextWrites,
};

type CompanyStay = { id: number; corporate_id: number; stay_end: string; payment_type: number | null };

function companyStayOf(booking: Reservation | null): CompanyStay | null {
  if (!booking || booking.paymentFlag === 1) return null;
  const hasEnded = isRoomFree(booking);
  if (hasEnded ? (booking.account?.charges ?? []).length === 0 : booking.corporateId === 0) return null;
  const { id, corporateId: corporate_id, stayEnd: stay_end, paymentType: payment_type } = booking;
  return { id, corporate_id, stay_end, payment_type };
}

const PAY_COMPANY_STAYS = {
  name: 'paid_company_stays',
  sql: (rows: string) =>
    `delete from company_stays where id in (select value::int from jsonb_array_elements_text(${rows}))`,
};
const OWE_COMPANY_STAYS = {
  name: 'owed_company_stays',
  sql: (rows: string) => `
    insert into company_stays select * from jsonb_populate_recordset(null::company_stays, ${rows})
    on conflict (id) do update set corporate_id = excluded.corporate_id, stay_end = excluded.stay_end,
                                   payment_type = excluded.payment_type`,
};

function companyStayWrites({ changes }: Changes): TableWrite[] {
  const paid: number[] = [];
  const owed: CompanyStay[] = [];
  for (const { before, after } of changesOf(reservationStream, changes)) {
    const stay = companyStayOf(after);
    if (stay) owed.push(stay);
    else if (companyStayOf(before)) paid.push(after.id);
  }
  return [
    { ...PAY_COMPANY_STAYS, rows: paid },
    { ...OWE_COMPANY_STAYS, rows: owed },
  ];
}

/**
 * The stays that companies have not paid, those to come too, and what others owe for a cancellation or no-show (company 0):
 * found without reading every booking there ever was.
 */
export const companyStays: DerivedTable = {
  table: 'company_stays',
  fault: firstFault(`
    with expected as (
      select id, (state ->> 'corporateId')::int as corporate_id, stay_end, (state ->> 'paymentType')::int as payment_type
      from bookings
      where state ->> 'paymentFlag' = '0'
        and case when is_cancelled then jsonb_array_length(coalesce(state #> '{account,charges}', '[]')) > 0
                 else state ->> 'corporateId' <> '0'
                      or (state ->> 'isNoShow' = 'true' and state @? '$.account.charges[*].cancellation') end
    )
    select coalesce(e.id, o.id)::text as fault
    from expected e full join company_stays o on o = e
    where e.id is null or o.id is null limit 1`),
  writes: companyStayWrites,
};
