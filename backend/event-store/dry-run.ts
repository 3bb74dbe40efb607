import type { HotelReference } from '@domain/reference.js';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { openClient, queryRow } from '../platform/database.js';
import { Pipeline } from '../platform/pipeline.js';
import { project } from './batch-append.js';
import type { EventStoreParts } from './event-store-parts.js';
import { GENESIS_HASH } from './hash-chain.js';
import { readHead } from './log-head.js';
import {
  areOutdated,
  type LayeredClient,
  loadRequirements,
  type TableNames,
  UnitOfWork,
  type Work,
} from './unit-of-work.js';

/** The schemas of migration 0007: tables with the rows that a dry run changed, and views of them over the live ones. */
const schemas = { changed: 'rehearsal', seen: 'rehearsal_seen' } as const;
/** The end of the name of a view of those rows that a dry run has not changed. */
const UNCHANGED = '_unchanged';

/** A rebuild or an upgrade waits for the tables that a dry run reads: the dry run ends, and begins anew later. */
export class GivesWay extends Error {}

/** Returns whether somebody waits for this connection to give up a table. */
const IS_IN_THE_WAY = `
  select exists (
    select from pg_locks where not granted and mode = 'AccessExclusiveLock' and pg_backend_pid() = any(pg_blocking_pids(pid))
  ) as yes`;

/**
 * Makes the statements that create the tables and views. Plain tables: of an unlogged one PostgreSQL writes each index to the
 * disk at once, for a crash that never finds it.
 */
function tablesOf(parts: EventStoreParts): string[] {
  const copy = (table: string) =>
    `create table ${schemas.changed}.${table} (like public.${table} including all)`;
  const view = (table: string, unchangedRows: string) => [
    copy(table),
    `create view ${schemas.seen}.${table}${UNCHANGED} as ${unchangedRows}`,
    `create view ${schemas.seen}.${table} as
       select * from ${schemas.changed}.${table} union all select * from ${schemas.seen}.${table}${UNCHANGED}`,
  ];
  const states = [...parts.registry.values()].filter(({ isReference }) => !isReference);
  return [
    ...states.flatMap(({ table, key }) =>
      view(
        table,
        `select * from public.${table} real
         where not exists (select from ${schemas.changed}.${table} other where other.${key.column} = real.${key.column})`,
      ),
    ),
    ...parts.derived.flatMap(({ table, unchangedRows }) =>
      unchangedRows ? view(table, unchangedRows(schemas.changed)) : [copy(table)],
    ),
  ];
}

const LAYERS: readonly TableNames[] = [
  (table) => `${schemas.changed}.${table}`,
  (table) => `${schemas.seen}.${table}${UNCHANGED}`,
];

/**
 * Runs commands as they would run now, each seeing those before it, and writes nothing: their changes are in tables of a
 * transaction that is never committed, so that neither memory nor the writer's lock is held.
 */
export class DryRun {
  private constructor(
    private readonly client: pg.Client,
    private readonly parts: EventStoreParts,
    private position: number,
    private reference: HotelReference,
  ) {}

  /** Opens a dry run on the stored state as of now; null while there is another one, on whatever node. */
  static async open(databaseUrl: string, parts: EventStoreParts): Promise<DryRun | null> {
    // A lost connection shows up as the next query's error.
    const client = await openClient(databaseUrl, () => undefined, { pipeline: true });
    try {
      await client.query('begin isolation level repeatable read');
      // Cached plans would have been made for empty tables.
      await client.query('set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off');
      const lock = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.dryRun}) as locked`;
      const { locked } = await queryRow<{ locked: boolean }>(client, lock);
      if (!locked) {
        await client.end();
        return null;
      }
      const { position } = await readHead(client, parts.registry);
      // Not by the node's cache: what is newer there must not go back to this snapshot.
      const reference = await parts.reference.load(client);
      await client.query(tablesOf(parts).join(';'));
      return new DryRun(client, parts, position, reference);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** The answer or refusal of each command, in order; throws GivesWay when a rebuild or an upgrade waits. */
  async execute<Answer>(works: readonly Work<Answer>[]): Promise<PromiseSettledResult<Answer>[]> {
    if ((await queryRow<{ yes: boolean }>(this.client, IS_IN_THE_WAY)).yes)
      throw new GivesWay('a table is wanted');
    const outcomes: PromiseSettledResult<Answer>[] = [];
    while (outcomes.length < works.length)
      outcomes.push(...(await this.executeBatch(works.slice(outcomes.length))));
    return outcomes;
  }

  /** The outcomes of the first commands: all, or those before one whose requirements the batch has outdated. */
  private async executeBatch<Answer>(
    works: readonly Work<Answer>[],
  ): Promise<PromiseSettledResult<Answer>[]> {
    const { parts, position, reference } = this;
    const client: LayeredClient = Object.assign(new Pipeline(this.client), { layers: LAYERS });
    const now = new Date(0).toISOString();
    const head = { position, hash: GENESIS_HASH, referencePosition: 0, readModels: 0, clock: now, now };
    const unit = new UnitOfWork(head, reference);
    await client.query(`set local search_path = ${schemas.seen}, public`);
    await loadRequirements(
      client,
      works.flatMap(({ requirements }) => requirements),
      Promise.resolve(unit),
    );
    const outcomes: PromiseSettledResult<Answer>[] = [];
    for (const work of works) {
      if (areOutdated(work.requirements, unit)) break;
      try {
        const value = work.decide(unit);
        unit.commit();
        outcomes.push({ status: 'fulfilled', value });
      } catch (reason) {
        unit.rollback();
        outcomes.push({ status: 'rejected', reason });
      }
    }
    await client.query(`set local search_path = ${schemas.changed}, public`);
    this.reference = await project(client, unit, parts);
    this.position += unit.events.length;
    return outcomes;
  }

  async close(): Promise<void> {
    await this.client.query('rollback').catch(() => undefined); // A lost connection has rolled back by itself.
    await this.client.end();
  }
}
