import { randomUUID } from 'node:crypto';
import type { Activity } from '@wire/activity.js';
import type { PresenceEntry } from '@wire/live.js';
import type { Queryable } from '../platform/database.js';
import { NotificationListener } from '../platform/notification-listener.js';

const CHANNEL = 'presence';
/** How often a node says that its entries still hold, and after how long of silence nobody believes them. */
const BEAT_MS = 2_000;
const BELIEVED = '12 seconds';

const SAY = `
  with mine as (
    select * from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::jsonb[], $8::timestamptz[])
      as m (connection, terminal_id, terminal, booking_id, is_editing, hold, since)),
  gone as (
    delete from presence p
    where p.node = $1 and not exists (select from mine where mine.connection = p.connection)
      or p.seen_at < clock_timestamp() - interval '${BELIEVED}' and p.node <> $1
    returning 1)
  insert into presence (node, connection, terminal_id, terminal, booking_id, is_editing, hold, since, seen_at)
  select $1, connection, terminal_id, terminal, booking_id, is_editing, hold, since, clock_timestamp() from mine
  on conflict (node, connection) do update
    set terminal_id = excluded.terminal_id, terminal = excluded.terminal, booking_id = excluded.booking_id,
        is_editing = excluded.is_editing, hold = excluded.hold, since = excluded.since, seen_at = excluded.seen_at`;

const HEAR = `
  select terminal_id, terminal, booking_id, is_editing, hold, to_json(since) as since from presence
  where node <> $1 and seen_at >= clock_timestamp() - interval '${BELIEVED}' order by node, connection`;

/** Whether nothing new began. */
const isSame = (one: Activity, other: Activity): boolean =>
  one.booking_id === other.booking_id &&
  one.is_editing === other.is_editing &&
  JSON.stringify(one.hold) === JSON.stringify(other.hold);

/**
 * What each terminal has open or is about to book, on whatever node. A node's own are in its memory, and it says so to
 * the others by way of the database, again and again: what a node that is gone said last is soon not believed any more.
 */
export class Presence {
  private readonly node = randomUUID();
  private readonly own = new Map<string, PresenceEntry>();
  private others: PresenceEntry[] = [];
  private isSaid = true;
  private saidAt = Number.NEGATIVE_INFINITY;
  private readonly bell: NotificationListener;

  constructor(
    databaseUrl: string,
    private readonly tell: () => void,
  ) {
    this.bell = new NotificationListener(databaseUrl, CHANNEL, (client) => this.exchange(client));
  }

  /** Begins to say and to hear. */
  start(): Promise<void> {
    return this.bell.start();
  }

  /** Stops; what the node said last is not believed for long. */
  close(): Promise<void> {
    return this.bell.close();
  }

  /** Notes what a connection does, and since when, and tells everybody. */
  set(connection: string, terminal: { terminal_id: string; terminal: string }, activity: Activity): void {
    const before = this.own.get(connection);
    if (before && isSame(before, activity)) return;
    const isIdle = activity.booking_id === null && activity.hold === null;
    if (isIdle && !before) return;
    if (isIdle) this.own.delete(connection);
    else this.own.set(connection, { ...terminal, ...activity, since: new Date().toISOString() });
    this.changed();
  }

  /** Forgets a connection. */
  leave(connection: string): void {
    if (this.own.delete(connection)) this.changed();
  }

  /** Everything that is open now. */
  entries(): PresenceEntry[] {
    return [...this.own.values(), ...this.others];
  }

  private changed(): void {
    this.isSaid = false;
    this.tell();
    this.bell.notify();
  }

  private async exchange(client: Queryable): Promise<void> {
    if (!this.isSaid || performance.now() - this.saidAt > BEAT_MS) await this.say(client);
    const { rows } = await client.query({ name: 'presence', text: HEAR, values: [this.node] });
    if (JSON.stringify(rows) === JSON.stringify(this.others)) return;
    this.others = rows;
    this.tell();
  }

  /** All of it each time: after a crash the database knows nothing of it any more. */
  private async say(client: Queryable): Promise<void> {
    const isNews = !this.isSaid;
    this.isSaid = true;
    const own = [...this.own];
    const column = (read: (entry: PresenceEntry) => unknown) => own.map(([, entry]) => read(entry));
    const values = [
      this.node,
      own.map(([connection]) => connection),
      column(({ terminal_id }) => terminal_id),
      column(({ terminal }) => terminal),
      column(({ booking_id }) => booking_id),
      column(({ is_editing }) => is_editing),
      column(({ hold }) => hold && JSON.stringify(hold)),
      column(({ since }) => since),
    ];
    try {
      await client.query({ name: 'say-presence', text: SAY, values });
      this.saidAt = performance.now();
      if (isNews) await client.query(`notify ${CHANNEL}`);
    } catch (error) {
      this.isSaid = !isNews && this.isSaid;
      throw error;
    }
  }
}
