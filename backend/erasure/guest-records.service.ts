import type { Day } from '@domain/dates.js';
import {
  erasureObstacle,
  type GuestRecord,
  isSameGuest,
  type NamedGuest,
  retainedUntil,
} from '@domain/erasure/erasure.js';
import { registerKeptUntil } from '@domain/guest-register/guest-register.js';
import { blacklistMatch } from '@domain/reservation/blacklist.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure, Tentative } from '@domain/room/room-closure.js';
import { foldedPhone } from '@domain/search/folded.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
import { Inject, Injectable } from '@nestjs/common';
import type { ErasableRecord, ErasurePreview } from '@wire/erasure.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { CONFIG, DATABASE, type PlatformConfig } from '../platform/platform.module.js';
import { containsWords } from '../platform/text-search.js';

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
   * All records of the guest of one record, that one first: those that name the guest with the same phone number, and
   * the records linked to these. 404 when there is no such record.
   */
  async of(start: RecordName): Promise<[GuestRecord, ...GuestRecord[]]> {
    const first = await findRecord(this.database, start);
    const found = new Map<string, GuestRecord>();
    let added = [first];
    if (!first.state.isErased) added.push(...(await recordsNaming(this.database, first.state)));
    while (added.length > 0) {
      for (const record of added) found.set(keyOf(record), record);
      added = (await linkedTo(this.database, added)).filter((record) => !found.has(keyOf(record)));
    }
    found.delete(keyOf(first));
    return [first, ...found.values()];
  }

  /** The 仮予約 of the same guest as some records, ended or not, that still name the guest. */
  async tentativeStaysOf(records: readonly GuestRecord[]): Promise<RoomClosure[]> {
    const guests = withPhone(records);
    if (guests.length === 0) return [];
    const rows = await this.database
      .selectFrom('room_closures')
      .select('state')
      .where(sql<boolean>`state #>> '{tentative,tel}' <> '' and not (state ->> 'isErased')::boolean`)
      .execute();
    return rows
      .map(({ state }) => state)
      .filter(({ tentative }) => tentative && guests.some((guest) => isSameGuest(guest, guestOf(tentative))));
  }

  /** The entries of the waiting list of the same guest as some records, waiting or not, that still name the guest. */
  async waitingEntriesOf(records: readonly GuestRecord[]): Promise<WaitingEntry[]> {
    const guests = withPhone(records);
    if (guests.length === 0) return [];
    const rows = await this.database
      .selectFrom('waiting_entries')
      .select('state')
      .where(sql<boolean>`state ->> 'tel' <> '' and not (state ->> 'isErased')::boolean`)
      .execute();
    return rows
      .map(({ state }) => state)
      .filter((entry) => guests.some((guest) => isSameGuest(guest, guestOf(entry))));
  }

  /** The records that an erasure would concern, and the obstacles. */
  async previewErasure(start: RecordName): Promise<ErasurePreview> {
    const found = await this.of(start);
    const today = this.clock.today();
    const records = found.map((record) => this.encode(record));
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

  private encode(record: GuestRecord): ErasableRecord {
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
      obstacle: erasureObstacle(record, this.clock.today()),
    };
  }
}

/** The guests of records that are not erased and have a phone number. */
const withPhone = (records: readonly GuestRecord[]): NamedGuest[] =>
  records.map(({ state }) => state).filter(({ isErased, tel }) => !isErased && tel !== '');

/** The guest of a 仮予約 or of the waiting list, who has one name. */
const guestOf = ({ guestName, tel }: Pick<Tentative, 'guestName' | 'tel'>): NamedGuest => ({
  ...{ reserverName: '', reserverNameKana: '', guestName1Kana: '', guestName2: '' },
  ...{ guestName1: guestName, tel },
});

const TABLES = { booking: 'bookings', 'csv-reservation': 'csv_reservations' } as const;

async function recordsWhere(
  database: HotelDatabase,
  kind: GuestRecord['kind'],
  condition: RawBuilder<boolean>,
): Promise<GuestRecord[]> {
  const rows = await database.selectFrom(TABLES[kind]).select('state').where(condition).execute();
  return rows.map(({ state }) => ({ kind, state }) as GuestRecord);
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

/** The counterparts of records, the other rooms of their reservations, which have the same reserver, and what staff joined to the same card. */
async function linkedTo(database: HotelDatabase, records: readonly GuestRecord[]): Promise<GuestRecord[]> {
  const imports = records.flatMap((record) =>
    record.kind === 'booking' ? (record.state.csvReservationId ?? []) : record.state.id,
  );
  const bookings = records.flatMap((record) =>
    record.kind === 'booking' ? [] : (record.state.bookingId ?? []),
  );
  const own = records.flatMap((record) => (record.kind === 'booking' ? record.state.id : []));
  const joined = sql`select other.booking_id from guest_card_members m
    join guest_card_members other on other.card_id = m.card_id and other.is_member
    where m.booking_id = any(${own}::int[]) and m.is_member`;
  const reservations = sql`select reservation_key from csv_reservations where id = any(${imports}::int[])`;
  return [
    ...(await recordsWhere(database, 'booking', sql`id = any(${bookings}::int[]) or id in (${joined})`)),
    ...(await recordsWhere(database, 'csv-reservation', sql`reservation_key in (${reservations})`)),
  ];
}

const keyOf = ({ kind, state }: GuestRecord): string => `${kind} ${state.id}`;

async function findRecord(database: HotelDatabase, { kind, id }: RecordName): Promise<GuestRecord> {
  const [found] = await recordsWhere(database, kind, sql`id = ${id}`);
  if (found) return found;
  throw notFound(kind === 'booking' ? '予約が見つかりません。' : '自動登録データが見つかりません。');
}
