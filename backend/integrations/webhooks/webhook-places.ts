import { Inject, Injectable } from '@nestjs/common';
import type { WebhookFailure, WebhookStop } from '@wire/webhooks.js';
import { sql } from 'kysely';
import type { TableWrite } from '../../event-store/table-writes.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';

/** Entries of a webhook that may wait or be dead letters; above, the webhook as a whole waits. */
export const MOST_KEPT = 1_000;
/** Days that a dead letter is kept. */
const DEAD_DAYS = 30;

/** Place that a webhook has reached in the log, and the number of its entries that are kept. */
export type Place = {
  position: number;
  stopped: WebhookStop | null;
  stoppedUntil: Date | null;
  waiting: number;
  dead: number;
};

export type PlaceToShow = Place & {
  webhookId: number;
  deliveredAt: Date | null;
  failedAt: Date | null;
  failure: WebhookFailure | null;
  failureStatus: number | null;
};

/** Reason for which the last attempt at an entry failed. */
export type Failed = { failure: WebhookFailure; status: number | null };

/** A waiting entry: its number of tries, and the earliest next one; one that was never tried waits for another. */
export type WaitingEntry = { position: number; stream: string; attempts: number };

/** Outcome of an entry: it is taken, or kept for another try or as a dead letter. */
export type Settled =
  | { position: number; stream: string; isDelivered: true }
  | {
      position: number;
      stream: string;
      isDelivered: false;
      attempts: number;
      nextAt: Date;
      isDead: boolean;
      failed: Failed | null;
    };

const NEW_PLACE = {
  name: 'new_webhook_place',
  sql: (rows: string) => `
    insert into webhook_places (webhook_id, position)
    select id, id from jsonb_to_recordset(${rows}) as made(id int) on conflict do nothing`,
};
const MOVE_PLACE = {
  name: 'moved_webhook_place',
  sql: (rows: string) => `
    insert into webhook_places (webhook_id, position)
    select id, position from jsonb_to_recordset(${rows}) as moved(id int, position bigint)
    on conflict (webhook_id) do update set position = excluded.position, stopped = null, stopped_until = null`,
};
const FORGET_ENTRIES = {
  name: 'forgotten_webhook_entries',
  sql: (rows: string) => `
    delete from webhook_entries e using jsonb_to_recordset(${rows}) as moved(id int, position bigint)
    where e.webhook_id = moved.id and e.position > moved.position`,
};

/** The write by which a new webhook begins at its own first event. */
export const newPlace = (id: number): TableWrite => ({ ...NEW_PLACE, rows: [{ id }] });

/** The writes that move a webhook to another position; kept entries after it are deleted. */
export const movedPlace = (id: number, position: number): TableWrite[] =>
  [MOVE_PLACE, FORGET_ENTRIES].map((part) => ({ ...part, rows: [{ id, position }] }));

const KEPT = sql`
  (select count(*)::int from webhook_entries e where e.webhook_id = p.webhook_id and not e.is_dead) as waiting,
  (select count(*)::int from webhook_entries e where e.webhook_id = p.webhook_id and e.is_dead) as dead`;
const PLACE = sql`p.position, p.stopped, p.stopped_until as "stoppedUntil", ${KEPT}`;

/**
 * Stores the place of each webhook and the entries that it did not take, beside the log. One node at a time works on a webhook: the one whose
 * lease has not ended by the database's clock. Whoever lost it writes nothing.
 */
@Injectable()
export class WebhookPlaces {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  /** All places, for the screen. */
  async all(): Promise<PlaceToShow[]> {
    const { rows } = await sql<PlaceToShow>`
      select p.webhook_id as "webhookId", ${PLACE}, p.delivered_at as "deliveredAt", p.failed_at as "failedAt",
             p.failure, p.failure_status as "failureStatus"
      from webhook_places p`.execute(this.database);
    return rows;
  }

  /** The webhooks among these for which there is something to do now and that no node works on. */
  async wanting(ids: readonly number[], head: number, now: Date): Promise<number[]> {
    const { rows } = await sql<{ id: number; isWanting: boolean | null }>`
      select id, (p.held_until is null or p.held_until < clock_timestamp())
             and (p.stopped is null or p.stopped_until <= ${now})
             and (p.position <> ${head} or exists (
               select from webhook_entries e
               where e.webhook_id = p.webhook_id and not e.is_dead and e.next_at <= ${now})) as "isWanting"
      from unnest(${[...ids]}::int[]) as id left join webhook_places p on p.webhook_id = id`.execute(
      this.database,
    );
    const lost = rows.filter(({ isWanting }) => isWanting === null).map(({ id }) => id);
    if (lost.length > 0) await this.markLost(lost, head);
    return rows.filter(({ isWanting }) => isWanting).map(({ id }) => id);
  }

  /** Takes or keeps the lease of a webhook; its place, null when another node has it. */
  async lease(id: number, holder: string, leaseMs: number): Promise<Place | null> {
    const { rows } = await sql<Place>`
      with leased as (
        update webhook_places set holder = ${holder}, held_until = clock_timestamp() + ${leaseMs}::int * interval '1 ms'
        where webhook_id = ${id} and (holder = ${holder} or held_until is null or held_until < clock_timestamp())
        returning *
      )
      select ${PLACE} from leased p`.execute(this.database);
    return rows[0] ?? null;
  }

  async release(id: number, holder: string): Promise<void> {
    await sql`
      update webhook_places set holder = null, held_until = null
      where webhook_id = ${id} and holder = ${holder}`.execute(this.database);
  }

  /** The first waiting entry of each stream that may be tried now; the oldest first. */
  async due(id: number, now: Date, limit: number): Promise<WaitingEntry[]> {
    const { rows } = await sql<WaitingEntry>`
      select position, stream, attempts from (
        select distinct on (stream) position, stream, attempts, next_at from webhook_entries
        where webhook_id = ${id} and not is_dead order by stream, position
      ) first where next_at <= ${now} order by position limit ${limit}`.execute(this.database);
    return rows;
  }

  /** Picks the streams that have a waiting entry. */
  async waitingStreams(id: number, streams: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ stream: string }>`
      select distinct stream from webhook_entries
      where webhook_id = ${id} and not is_dead and stream = any(${[...streams]}::text[])`.execute(
      this.database,
    );
    return new Set(rows.map(({ stream }) => stream));
  }

  /**
   * Moves on from a position to another with what came of the entries between, or, where both are null, stores what came of
   * entries that were kept. False where the lease is lost, or the place was moved meanwhile: then nothing is written.
   */
  async settle(
    { id, holder, now }: { id: number; holder: string; now: Date },
    settled: readonly Settled[],
    { from, to }: { from: number | null; to: number | null } = { from: null, to: null },
  ): Promise<boolean> {
    const kept = settled.flatMap((one) => (one.isDelivered ? [] : [one]));
    const failed = kept.findLast((one) => one.failed !== null)?.failed ?? null;
    const taken = settled.filter((one) => one.isDelivered).map(({ position }) => position);
    const rows = kept.map(({ position, stream, attempts, nextAt, isDead, failed: why }) => ({
      ...{ position, stream, attempts, next_at: nextAt, is_dead: isDead },
      ...{ failure: why?.failure ?? null, failure_status: why?.status ?? null },
    }));
    const result = await sql<{ moved: number }>`
      with moved as (
        update webhook_places set
          position = coalesce(${to}::bigint, position),
          delivered_at = case when ${taken.length > 0} then ${now}::timestamptz else delivered_at end,
          failed_at = case when ${failed !== null} then ${now}::timestamptz else failed_at end,
          failure = coalesce(${failed?.failure ?? null}::text, failure),
          failure_status = case when ${failed !== null} then ${failed?.status ?? null}::smallint else failure_status end
        where webhook_id = ${id} and holder = ${holder} and held_until > clock_timestamp()
          and (${from}::bigint is null or position = ${from}::bigint)
        returning webhook_id
      ), taken as (
        delete from webhook_entries e using moved
        where e.webhook_id = moved.webhook_id and not e.is_dead and e.position = any(${taken}::bigint[])
      ), updated as (
        update webhook_entries e set attempts = k.attempts, next_at = k.next_at, is_dead = k.is_dead,
                                     failure = k.failure, failure_status = k.failure_status
        from moved, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as k(position bigint, attempts int, next_at timestamptz, is_dead boolean, failure text, failure_status smallint)
        where ${to}::bigint is null and e.webhook_id = moved.webhook_id and e.position = k.position
      ), inserted as (
        insert into webhook_entries (webhook_id, position, stream, is_dead, attempts, next_at, failure, failure_status)
        select moved.webhook_id, k.position, k.stream, k.is_dead, k.attempts, k.next_at, k.failure, k.failure_status
        from moved, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as k(position bigint, stream text, attempts int, next_at timestamptz, is_dead boolean, failure text,
               failure_status smallint)
        where ${to}::bigint is not null
        on conflict do nothing
      )
      select count(*)::int as moved from moved`.execute(this.database);
    return result.rows[0]?.moved === 1;
  }

  /** Stops a webhook until an instant; null until staff let it go on. */
  async stop(id: number, why: WebhookStop, until: Date | null): Promise<void> {
    await sql`
      update webhook_places set stopped = ${why}, stopped_until = ${until}
      where webhook_id = ${id}`.execute(this.database);
  }

  /** Stores the last answer of a webhook, where it settled no entry. */
  async noteFailure(id: number, { failure, status }: Failed, now: Date): Promise<void> {
    await sql`
      update webhook_places set failed_at = ${now}, failure = ${failure}, failure_status = ${status}
      where webhook_id = ${id}`.execute(this.database);
  }

  /** Lets a webhook go on that was stopped for one of these reasons. */
  async resume(id: number, reasons: readonly WebhookStop[]): Promise<void> {
    await sql`
      update webhook_places set stopped = null, stopped_until = null
      where webhook_id = ${id} and stopped = any(${[...reasons]}::text[])`.execute(this.database);
  }

  /** Lets dead letters wait again, one by its position or all; returns how many. */
  async sendAgain(id: number, position: number | null, now: Date): Promise<number> {
    const { numAffectedRows } = await sql`
      update webhook_entries set is_dead = false, attempts = 0, next_at = ${now}
      where webhook_id = ${id} and is_dead
        and (${position}::bigint is null or position = ${position}::bigint)`.execute(this.database);
    return Number(numAffectedRows ?? 0);
  }

  /** Deletes dead letters that were kept long enough. */
  async cleanUp(now: Date): Promise<void> {
    await sql`
      delete from webhook_entries
      where is_dead and next_at < ${now}::timestamptz - ${DEAD_DAYS}::int * interval '1 day'`.execute(
      this.database,
    );
  }

  /** Puts webhooks without a place at the end of the log, stopped until staff choose a position. */
  private async markLost(ids: readonly number[], head: number): Promise<void> {
    await sql`
      insert into webhook_places (webhook_id, position, stopped)
      select id, ${head}, 'lost' from unnest(${[...ids]}::int[]) as id on conflict do nothing`.execute(
      this.database,
    );
  }
}
