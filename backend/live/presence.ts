import { randomUUID } from 'node:crypto';
import type { Activity } from '@wire/activity.js';
import type { PresenceEntry } from '@wire/live.js';
import { openClient, type Queryable } from '../platform/database.js';
import { NotificationListener } from '../platform/notification-listener.js';

const CHANNEL = 'presence';
/** Interval at which a node renews its entries, and the age from which they are ignored. */
const HEARTBEAT_MS = 2_000;
const TIME_TO_LIVE = '12 seconds';

const PUBLISH = `
  with own as (
    select * from jsonb_to_recordset($2::jsonb)
      as o (connection text, terminal_id text, terminal text, booking_id bigint, is_editing boolean, hold jsonb,
            since timestamptz)),
  expired as (
    delete from presence p
    where p.node = $1 and not exists (select from own where own.connection = p.connection)
      or p.seen_at < clock_timestamp() - interval '${TIME_TO_LIVE}' and p.node <> $1
    returning 1)
  insert into presence (node, connection, terminal_id, terminal, booking_id, is_editing, hold, since, seen_at)
  select $1, connection, terminal_id, terminal, booking_id, is_editing, hold, since, clock_timestamp() from own
  on conflict (node, connection) do update
    set terminal_id = excluded.terminal_id, terminal = excluded.terminal, booking_id = excluded.booking_id,
        is_editing = excluded.is_editing, hold = excluded.hold, since = excluded.since, seen_at = excluded.seen_at`;

const READ_OTHERS = `
  select terminal_id, terminal, booking_id, is_editing, hold, to_json(since) as since from presence
  where node <> $1 and seen_at >= clock_timestamp() - interval '${TIME_TO_LIVE}' order by node, connection`;

/** Returns whether an activity continues. */
const isSame = (one: Activity, other: Activity): boolean =>
  one.booking_id === other.booking_id &&
  one.is_editing === other.is_editing &&
  JSON.stringify(one.hold) === JSON.stringify(other.hold);

/**
 * The activities of all terminals. Each node holds its own in memory and publishes them to the others through the database
 * with a heartbeat, so that those of a node that ended expire.
 */
export class Presence {
  private readonly node = randomUUID();
  private readonly own = new Map<string, PresenceEntry>();
  private others: PresenceEntry[] = [];
  private isPublished = true;
  private publishedAt = Number.NEGATIVE_INFINITY;
  private readonly listener: NotificationListener;

  constructor(
    private readonly databaseUrl: string,
    private readonly onChange: () => void,
  ) {
    this.listener = new NotificationListener(databaseUrl, CHANNEL, (client) => this.exchange(client));
  }

  start(): Promise<void> {
    return this.listener.start();
  }

  /** Stops, with what was left open meanwhile published; where that fails the node's entries expire. */
  async close(): Promise<void> {
    await this.listener.close();
    if (!this.isPublished) await this.publishLast().catch(() => undefined);
  }

  /** Records the activity of a connection and when it began, and publishes it. */
  set(connection: string, terminal: { terminal_id: string; terminal: string }, activity: Activity): void {
    const before = this.own.get(connection);
    if (before && isSame(before, activity)) return;
    const isIdle = activity.booking_id === null && activity.hold === null;
    if (isIdle && !before) return;
    if (isIdle) this.own.delete(connection);
    else this.own.set(connection, { ...terminal, ...activity, since: new Date().toISOString() });
    this.changed();
  }

  leave(connection: string): void {
    if (this.own.delete(connection)) this.changed();
  }

  entries(): PresenceEntry[] {
    return [...this.own.values(), ...this.others];
  }

  /** On a connection of its own: the one that listens is closed. */
  private async publishLast(): Promise<void> {
    const client = await openClient(this.databaseUrl, () => undefined);
    try {
      await this.publish(client);
    } finally {
      await client.end();
    }
  }

  private changed(): void {
    this.isPublished = false;
    this.onChange();
    this.listener.notify();
  }

  private async exchange(client: Queryable): Promise<void> {
    if (!this.isPublished || performance.now() - this.publishedAt > HEARTBEAT_MS) await this.publish(client);
    const { rows } = await client.query<PresenceEntry>({
      name: 'presence',
      text: READ_OTHERS,
      values: [this.node],
    });
    if (JSON.stringify(rows) === JSON.stringify(this.others)) return;
    this.others = rows;
    this.onChange();
  }

  /** Publishes all entries each time: the table is unlogged and empty after a crash. */
  private async publish(client: Queryable): Promise<void> {
    const isChanged = !this.isPublished;
    this.isPublished = true;
    const own = [...this.own].map(([connection, entry]) => ({ connection, ...entry }));
    const values = [this.node, JSON.stringify(own)];
    try {
      await client.query({ name: 'publish-presence', text: PUBLISH, values });
      this.publishedAt = performance.now();
      if (isChanged) await client.query(`notify ${CHANNEL}`);
    } catch (error) {
      this.isPublished = !isChanged && this.isPublished;
      throw error;
    }
  }
}
