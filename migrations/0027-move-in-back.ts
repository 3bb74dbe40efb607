import { type Kysely, sql } from 'kysely';

/** Adds what the columns of a file look like, what other lines tell of a row, and runs that take a file's bookings back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table move_ins add column looks jsonb not null default '[]'`.execute(db);
  await sql`alter table move_ins add column takes_back boolean not null default false`.execute(db);
  await sql`alter table move_in_rows add column lines json`.execute(db);
  await sql`comment on column move_ins.looks is 'what each column looks like that must not be lost unseen; null for any other'`.execute(
    db,
  );
  await sql`comment on column move_ins.takes_back is 'whether the last run took the bookings of the file back'`.execute(
    db,
  );
  await sql`comment on column move_in_rows.lines is 'what the other lines of its booking tell of a row; null where there is none'`.execute(
    db,
  );
}
