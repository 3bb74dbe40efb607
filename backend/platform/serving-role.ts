import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { MigrationError } from './migrate.js';
import { clientType } from './primary-client.js';

const PROBE = `
  select rolsuper or pg_has_role(r.oid, c.relowner, 'member') as owns,
         pg_has_role(current_user, c.relowner, 'member') as "mayGrant"
  from pg_roles r, pg_class c where r.rolname = $1 and c.oid = 'public.event_log'::regclass`;

/** The minimum for serving: the log can be read and appended to; rights and migrations stay with the owner. */
const grantsTo = (role: string): string => `
  grant usage on schema public to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant usage, select on all sequences in schema public to ${role};
  revoke update, delete, truncate on event_log from ${role};
  revoke insert, delete, truncate on log_head from ${role};
  revoke insert, update, delete, truncate on kysely_migration, kysely_migration_lock, read_model_form from ${role};
  grant usage, create on schema rehearsal, rehearsal_seen to ${role};
  grant execute on function remove_left_shadows(), analyze_import_rows() to ${role}`;

/** Lets a role that owns nothing serve the hotel of a migrated database; called by the owner. */
export async function grantServing(databaseUrl: string, role: string): Promise<void> {
  const client = new (clientType(databaseUrl))({ connectionString: databaseUrl });
  client.on('error', () => {}); // A lost connection rejects the next query.
  await client.connect();
  try {
    const { rows } = await client.query<{ owns: boolean; mayGrant: boolean }>(PROBE, [role]);
    const [found] = rows;
    if (!found) throw new MigrationError(`DATABASE_APP_ROLE=${role} というロールがありません。`);
    if (found.owns) {
      throw new MigrationError(
        `DATABASE_APP_ROLE=${role} は表の所有者です。所有者でもスーパーユーザーでもないロールを指定してください。`,
      );
    }
    if (!found.mayGrant) {
      throw new MigrationError(
        '移行は表の所有者にだけできます。DATABASE_URL に所有者のユーザーを指定してください。',
      );
    }
    const grants = grantsTo(pg.escapeIdentifier(role));
    await client.query(
      `begin; select pg_advisory_xact_lock(${ADVISORY_LOCKS.servingGrants}); ${grants}; commit`,
    );
  } finally {
    await client.end();
  }
}
