import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import type { StoredSession } from './signed-in-staff.js';

/** Notified when a session is ended before its expiry. */
export const SESSION_ENDED = 'session_ended';

/** The sessions of all nodes. */
@Injectable()
export class SessionRepository {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  async end(sid: string): Promise<void> {
    await this.database.deleteFrom('sessions').where('sid', '=', sid).execute();
    await this.notify(this.database);
  }

  /** Ends the sessions of a member of staff except one, in a transaction. */
  async endOthers(transaction: HotelDatabase, staffId: number, except: string | null): Promise<void> {
    const theirs = transaction.deleteFrom('sessions').where('staff_id', '=', staffId);
    await (except === null ? theirs : theirs.where('sid', '!=', except)).execute();
    await this.notify(transaction);
  }

  /** The data of those sessions that have not expired. */
  async open(sids: readonly string[]): Promise<Map<string, StoredSession>> {
    const rows = await this.database
      .selectFrom('sessions')
      .select(['sid', 'sess'])
      .where('sid', 'in', [...sids])
      .where('expire', '>', sql<Date>`clock_timestamp()`)
      .execute();
    return new Map(rows.map(({ sid, sess }) => [sid, sess as StoredSession]));
  }

  private async notify(database: HotelDatabase): Promise<void> {
    await sql`select pg_notify(${SESSION_ENDED}, '')`.execute(database);
  }
}
