import type { Day } from '@domain/dates.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

/** Number of records that wait for staff, and of those whose guest arrives today and has no room. */
export type FailedCounts = { failed: number; today: number };

/** Counts the failed records; `needsRoom` of the domain says who has no room. */
export function failedCounts(database: HotelDatabase, today: Day): Promise<FailedCounts> {
  return database
    .selectFrom('csv_reservations')
    .select(sql<number>`count(*)::int`.as('failed'))
    .select(
      sql<number>`count(*) filter (where state->>'stayStart' = ${today} and state->>'kind' <> 'キャンセル'
        and (booking_id is null or state->>'isReturned' = 'true'))::int`.as('today'),
    )
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
}
