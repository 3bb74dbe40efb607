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
}
