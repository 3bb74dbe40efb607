import { type Kysely, sql } from 'kysely';

/** When the hotel was backed up, so that whoever watches it learns of a backup that stays away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups (
      backup_id uuid primary key,
      position bigint not null,
      taken_at timestamptz not null
    )`.execute(db);
}
