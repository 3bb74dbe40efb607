import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import type { StoredSession } from './signed-in-staff.js';

/** Rung when a session ended before its time. */
export const SESSION_ENDED = 'session_ended';

/** The sessions of the hotel, on whatever node they began. */
@Injectable()
export class SessionRepository {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  /** Ends one session. */
  async end(sid: string): Promise<void> {
    await this.database.deleteFrom('sessions').where('sid', '=', sid).execute();
    await this.ring(this.database);
  }

  /** Ends the sessions of a member of staff but for one, as part of a transaction. */
  async endOthers(transaction: HotelDatabase, staffId: number, but: string | null): Promise<void> {
    const theirs = transaction.deleteFrom('sessions').where('staff_id', '=', staffId);
    await (but === null ? theirs : theirs.where('sid', '!=', but)).execute();
    await this.ring(transaction);
  }

  /** What those of some sessions keep that have not idled away. */
  async open(sids: readonly string[]): Promise<Map<string, StoredSession>> {
    const rows = await this.database
      .selectFrom('sessions')
      .select(['sid', 'sess'])
      .where('sid', 'in', [...sids])
      .where('expire', '>', sql<Date>`clock_timestamp()`)
      .execute();
    return new Map(rows.map(({ sid, sess }) => [sid, sess as StoredSession]));
  }

  private async ring(database: HotelDatabase): Promise<void> {
    await sql`select pg_notify(${SESSION_ENDED}, '')`.execute(database);
  }
}
