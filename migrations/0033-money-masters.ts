import { type Kysely, sql } from 'kysely';

/** Rules for cancellations (キャンセル規定) and lines that are often added to a bill (明細の項目): masters like all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['cancellation_rules', 'charge_items']) {
    await sql`
      create table ${sql.table(table)} (
        id integer primary key,
        version integer not null,
        position bigint not null,
        state jsonb not null
      )`.execute(db);
  }
}
