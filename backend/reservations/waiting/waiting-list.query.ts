import { type Day, hotelDay } from '@domain/dates.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import { isWaiting, type WaitingEntry } from '@domain/waiting/waiting-entry.js';
import { Inject, Injectable } from '@nestjs/common';
import { encodeWaitingEntry, type WaitingRecord } from '@wire/waiting-list.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { utcText } from '../../event-store/log-head.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { readAsOf } from '../../platform/http/read-as-of.js';
import { DATABASE } from '../../platform/platform.module.js';
import { waitingEntryStream } from '../../streams/waiting-entry.stream.js';
import { PastViews } from '../../time-travel/time-travel.module.js';
import { type WaitingFit, WaitingFits } from './waiting-fits.js';

/** Most entries of a list, those that wait longest. */
const MOST_ENTRIES = 200;
const NO_FIT: WaitingFit = { rooms: [], fewest_moves: null };

/** Reads the waiting list, as of now or of any moment. */
@Injectable()
export class WaitingList {
  constructor(
    private readonly store: EventStore,
    private readonly fits: WaitingFits,
    private readonly past: PastViews,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** Returns the entries that wait now, in the order of waiting, with the rooms that are free for them. */
  async now(): Promise<WaitingRecord[]> {
    const current = await this.store.current();
    const today = this.clock.today();
    const entries = await waitingEntries(this.database, today);
    const fits = await this.fits.of(entries, current, today);
    return this.records(entries, fits, current.reference);
  }

  /** Returns the entries that waited at a moment, without rooms, which are only told of the present. */
  async at(asOf: unknown): Promise<WaitingRecord[]> {
    const { timezone, dayTurnsAt } = this.clock;
    const wanted = readAsOf(asOf, timezone);
    const { position, recorded_at } = await this.past.moment(asOf);
    const instant = 'instant' in wanted ? wanted.instant : recorded_at;
    const today = instant ? hotelDay(timezone, dayTurnsAt, new Date(instant)) : this.clock.today();
    const all = { definition: waitingEntryStream, condition: sql`true`, position };
    const entries = (await this.store.statesAt(all))
      .filter((entry) => isWaiting(entry, today))
      .sort((one, other) => one.id - other.id)
      .slice(0, MOST_ENTRIES);
    const { reference } = await this.store.current();
    return this.records(entries, [], reference);
  }

  private async records(
    entries: readonly WaitingEntry[],
    fits: readonly WaitingFit[],
    reference: HotelReference,
  ): Promise<WaitingRecord[]> {
    const { rows } = await sql<{ id: number; since: string }>`
      select position::int as id, ${sql.raw(utcText('recorded_at'))} as since from event_log
      where position = any(${entries.map(({ id }) => id)}::bigint[])`.execute(this.database);
    const since = new Map(rows.map((row) => [row.id, row.since]));
    return entries.map((entry, index) => ({
      ...encodeWaitingEntry(entry),
      since: since.get(entry.id) ?? '',
      staff_name: staffName(reference, entry.staffId) ?? '',
      ...(fits[index] ?? NO_FIT),
    }));
  }
}

/** Reads the entries that wait on a day of the hotel, those that wait longest first. */
async function waitingEntries(database: HotelDatabase, today: Day): Promise<WaitingEntry[]> {
  const rows = await database
    .selectFrom('waiting_entries')
    .select('state')
    .where('status', '=', 'waiting')
    .where('stay_start', '>=', today)
    .orderBy('id')
    .limit(MOST_ENTRIES)
    .execute();
  return rows.map(({ state }) => state);
}
