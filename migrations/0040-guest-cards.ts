import { type Kysely, sql } from 'kysely';

/**
 * The cards of guests (お客様カード) and the bookings in them, and what bookings of one guest share: name and phone as they are
 * folded. It stands beside the texts that bookings are found by, which are written when a name or phone changes and not at every
 * check-out; the rebuild that the new form of the read models asks for fills it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guest_cards (
      id integer primary key,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table guest_card_members (
      booking_id integer not null,
      card_id integer not null,
      is_member boolean not null,
      primary key (booking_id, card_id)
    )`.execute(db);
  await sql`create unique index on guest_card_members (booking_id) where is_member`.execute(db);
  await sql`create index on guest_card_members (card_id) where is_member`.execute(db);
  await sql`alter table booking_texts add column guests text[] not null default '{}'`.execute(db);
  await sql`create index on booking_texts using gin (guests)`.execute(db);
}
