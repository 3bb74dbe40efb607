import type { Day } from '@domain/dates.js';
import {
  erasureObstacle,
  type GuestRecord,
  heldRecord,
  isSameGuest,
  type NamedGuest,
  retainedUntil,
  waitingRecord,
} from '@domain/erasure/erasure.js';
import { registerKeptUntil } from '@domain/guest-register/guest-register.js';
import { blacklistMatch } from '@domain/reservation/blacklist.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { foldedPhone } from '@domain/search/folded.js';
import { Inject, Injectable } from '@nestjs/common';
import type { ErasableRecord, ErasurePreview } from '@wire/erasure.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { streamName } from '../event-store/event-stream.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { CONFIG, DATABASE, type PlatformConfig } from '../platform/platform.module.js';
import { containsWords } from '../platform/text-search.js';
import { roomClosureStream } from '../streams/room-closure.stream.js';

/** A record by its kind and id. */
export type RecordName = Pick<GuestRecord, 'kind'> & { id: number };

/** The records of a guest, and what can be erased of them. */
@Injectable()
export class GuestRecords {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(CONFIG) private readonly config: PlatformConfig,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * All records of the guest of one record, that one first: those that name the guest with the same phone number,
   * and the records linked to these. 404 when there is no such record.
   */
  async of(start: RecordName): Promise<[GuestRecord, ...GuestRecord[]]> {
    const first = await findRecord(this.database, start);
    const found = new Map<string, GuestRecord>();
    let added = [first];
    if (!first.state.isErased) added.push(...(await recordsNaming(this.database, first.state)));
    while (added.length > 0) {
      for (const record of added) found.set(keyOf(record), record);
      const others = [...(await linkedTo(this.database, added)), ...(await unbookedOf(this.database, added))];
      added = others.filter((record) => !found.has(keyOf(record)));
    }
    found.delete(keyOf(first));
    return [first, ...found.values()];
  }

  /** The records that an erasure would concern, and the obstacles. */
  async previewErasure(start: RecordName): Promise<ErasurePreview> {
    const found = await this.of(start);
    const today = this.clock.today();
    const records = found.map((record, index) => this.encode(record, index === 0));
    const { reference } = await this.store.current();
    const blacklist = [...reference.blacklist.values()];
    return {
      today,
      reason_required: records.some(
        ({ obstacle, retained_until }) => !obstacle && retained_until !== null && retained_until >= today,
      ),
      records,
      register_kept_until: await this.registerKeptUntil(found, today),
      has_card: await this.hasCard(found),
      is_blacklisted: found.some(({ state }) => blacklistMatch(state, blacklist) !== null),
    };
  }

  /** Returns whether one of these bookings stands in a card (お客様カード), which is erased with it. */
  private async hasCard(records: readonly GuestRecord[]): Promise<boolean> {
    const ids = records.filter(({ kind }) => kind === 'booking').map(({ state }) => state.id);
    const { rows } = await sql`select from guest_card_members
      where is_member and booking_id = any(${ids}::int[]) limit 1`.execute(this.database);
    return rows.length > 0;
  }

  /** Until when entries of the register about these bookings' stays are kept although their guest is erased; null for none. */
  private async registerKeptUntil(records: readonly GuestRecord[], today: Day): Promise<Day | null> {
    const ids = records.filter(({ kind }) => kind === 'booking').map(({ state }) => state.id);
    const { rows } = await sql<{ parts: Reservation[] }>`
      select (select json_agg(p.state) from bookings p where p.group_id = b.group_id) as parts
      from bookings b where b.id = any(${ids}::int[])
        and exists (select from guest_registers r join bookings o on o.id = r.booking_id
                    where o.group_id = b.group_id and not r.is_erased)`.execute(this.database);
    const ends = rows.flatMap(({ parts }) => registerKeptUntil(parts) ?? []);
    return (
      ends
        .filter((end) => end >= today)
        .sort()
        .at(-1) ?? null
    );
  }

  private encode(record: GuestRecord, isStart: boolean): ErasableRecord {
    const { kind, state } = record;
    return {
      kind,
      id: state.id,
      booking_number: state.bookingNumber,
      room_number: kind === 'booking' ? state.roomNumber : null,
      guest_name: state.guestName1 || state.reserverName,
      stay_start: state.stayStart,
      stay_end: state.stayEnd,
      is_cancelled: state.status === 'cancelled' ? 1 : 0,
      retained_until: retainedUntil(record, this.config.guestRetentionYears),
      obstacle: erasureObstacle(record, this.clock.today(), isStart),
    };
  }
}

/** The guests of records that are not erased and have a phone number. */
const withPhone = (records: readonly GuestRecord[]): NamedGuest[] =>
  records.map(({ state }) => state).filter(({ isErased, tel }) => !isErased && tel !== '');

async function recordsWhere(
  database: HotelDatabase,
  kind: GuestRecord['kind'],
  condition: RawBuilder<boolean>,
): Promise<GuestRecord[]> {
  if (kind === 'tentative-stay') {
    const rows = await database.selectFrom('room_closures').select('state').where(condition).execute();
    return rows.flatMap(({ state }) => heldRecord(state) ?? []);
  }
  if (kind === 'waiting-entry') {
    const rows = await database.selectFrom('waiting_entries').select('state').where(condition).execute();
    return rows.map(({ state }) => waitingRecord(state));
  }
  const table = kind === 'booking' ? 'bookings' : 'csv_reservations';
  const rows = await database.selectFrom(table).select('state').where(condition).execute();
  return rows.map(({ state }) => ({ kind, state }) as GuestRecord);
}

/** Each 仮予約 and entry of the waiting list, running or not, that still names the guest of some records with the same phone number. */
async function unbookedOf(database: HotelDatabase, records: readonly GuestRecord[]): Promise<GuestRecord[]> {
  const guests = withPhone(records);
  if (guests.length === 0) return [];
  const isNamed = sql<boolean>`not (state ->> 'isErased')::boolean`;
  const named = [
    ...(await recordsWhere(
      database,
      'tentative-stay',
      sql`${isNamed} and state #>> '{tentative,tel}' <> ''`,
    )),
    ...(await recordsWhere(database, 'waiting-entry', sql`${isNamed} and state ->> 'tel' <> ''`)),
  ];
  return named.filter(({ state }) => guests.some((guest) => isSameGuest(guest, state)));
}

async function recordsNaming(database: HotelDatabase, guest: NamedGuest): Promise<GuestRecord[]> {
  const phone = foldedPhone(guest.tel);
  if (phone === '') return [];
  const found = [
    ...(await recordsWhere(database, 'booking', containsWords([phone]))),
    ...(await recordsWhere(database, 'csv-reservation', sql`phone = ${phone}`)),
  ];
  return found.filter(({ state }) => isSameGuest(guest, state));
}

/**
 * The counterparts of records, also the 仮予約 or キャンセル待ち that became a booking, the other rooms of their reservations, which
 * have the same reserver, and what staff joined to the same card.
 */
async function linkedTo(database: HotelDatabase, records: readonly GuestRecord[]): Promise<GuestRecord[]> {
  const idsOf = (kind: GuestRecord['kind']) =>
    records.filter((record) => record.kind === kind).map(({ state }) => state.id);
  const [own, waiting] = [idsOf('booking'), idsOf('waiting-entry')];
  const held = idsOf('tentative-stay').map((id) => streamName(roomClosureStream, id));
  const imports = [
    ...idsOf('csv-reservation'),
    ...records.flatMap((record) => (record.kind === 'booking' ? (record.state.csvReservationId ?? []) : [])),
  ];
  const bookings = records.flatMap((record) =>
    record.kind === 'csv-reservation' ? (record.state.bookingId ?? []) : [],
  );
  const joined = sql`select other.booking_id from guest_card_members m
    join guest_card_members other on other.card_id = m.card_id and other.is_member
    where m.booking_id = any(${own}::int[]) and m.is_member`;
  const waited = sql`select (state ->> 'bookingId')::int from waiting_entries where id = any(${waiting}::int[])`;
  const heldFor = sql`select (payload ->> 'bookingId')::int from event_log
    where stream = any(${held}::text[]) and type = 'TentativeStayBooked'`;
  // A booking and the end of the 仮予約 that it was are of one request; the id of a booking is its first position.
  const becameOwn = sql`select split_part(e.stream, '-', 3)::int from event_log made
    join event_log e on e.request_id = made.request_id and e.type = 'TentativeStayBooked'
    where made.position = any(${own}::bigint[]) and (e.payload ->> 'bookingId')::int = made.position`;
  const reservations = sql`select reservation_key from csv_reservations where id = any(${imports}::int[])`;
  return [
    ...(await recordsWhere(
      database,
      'booking',
      sql`id = any(${bookings}::int[]) or id in (${joined}) or id in (${waited}) or id in (${heldFor})`,
    )),
    ...(await recordsWhere(database, 'csv-reservation', sql`reservation_key in (${reservations})`)),
    ...(await recordsWhere(database, 'tentative-stay', sql`id in (${becameOwn})`)),
    ...(await recordsWhere(
      database,
      'waiting-entry',
      sql`(state ->> 'bookingId')::int = any(${own}::int[])`,
    )),
  ];
}

const KIND_NAMES: Record<GuestRecord['kind'], string> = {
  booking: '予約',
  'csv-reservation': '自動登録データ',
  'tentative-stay': '仮予約',
  'waiting-entry': 'キャンセル待ち',
};

const keyOf = ({ kind, state }: GuestRecord): string => `${kind} ${state.id}`;

async function findRecord(database: HotelDatabase, { kind, id }: RecordName): Promise<GuestRecord> {
  const [found] = await recordsWhere(database, kind, sql`id = ${id}`);
  if (found) return found;
  throw notFound(`${KIND_NAMES[kind]}が見つかりません。`);
}
