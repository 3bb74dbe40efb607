import { type Kysely, sql } from 'kysely';

/** How many checkpoints were signed with each key, and the last of them: the log knows when its evidence is missing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checkpoint_ends (
      key_id text primary key,
      number integer not null check (number > 0),
      digest text not null check (digest ~ '^[0-9a-f]{64}$')
    )`.execute(db);
}
