import type pg from 'pg';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { openClient } from '../platform/database.js';
import { Pipeline } from '../platform/pipeline.js';
import { type EventStoreParts, project } from './batch.js';
import { GENESIS_HASH } from './hash-chain.js';
import { areOutdated, loadRequirements, UnitOfWork, type Work } from './unit-of-work.js';

/** Schemas for tables that hold what a rehearsal changed, and views that show them over the real ones. */
const stage = { changed: 'rehearsal', seen: 'rehearsal_seen' } as const;

async function fillStage(client: pg.Client, parts: EventStoreParts): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.rehearsal})`);
  const copy = (table: string) =>
    client.query(`create unlogged table ${stage.changed}.${table} (like public.${table} including all)`);
  for (const { table, key, isReference } of parts.registry.values()) {
    if (isReference) continue;
    await copy(table);
    await client.query(
      `create view ${stage.seen}.${table} as select * from ${stage.changed}.${table}
       union all select * from public.${table} real
       where not exists (select from ${stage.changed}.${table} other where other.${key.column} = real.${key.column})`,
    );
  }
  for (const { table, seenInRehearsal } of parts.derived) {
    await copy(table);
    if (seenInRehearsal) {
      await client.query(`create view ${stage.seen}.${table} as ${seenInRehearsal(stage.changed)}`);
    }
  }
}

/**
 * Runs works as they would run now, each seeing those before it, and writes nothing: what they change lies in tables of
 * a transaction that is never committed, so that neither memory nor the writer's lock is held.
 */
export class DryRun {
  private constructor(
    private readonly client: pg.Client,
    private readonly parts: EventStoreParts,
    private position: number,
    private readonly referencePosition: number,
  ) {}

  /** Takes the stored state as it is now for all that follows. */
  static async open(databaseUrl: string, parts: EventStoreParts): Promise<DryRun> {
    // A lost connection shows up as the next query's error.
    const client = await openClient(databaseUrl, () => undefined, { pipeline: true });
    try {
      await client.query('begin isolation level repeatable read');
      // Tables that were empty a moment ago mislead a plan that is kept.
      await client.query('set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off');
      const { rows } = await client.query('select position, reference_position from log_head');
      await fillStage(client, parts);
      return new DryRun(client, parts, rows[0].position, rows[0].reference_position);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** What each work answers or is refused with, in order. */
  async execute<Answer>(works: readonly Work<Answer>[]): Promise<PromiseSettledResult<Answer>[]> {
    const outcomes: PromiseSettledResult<Answer>[] = [];
    while (outcomes.length < works.length)
      outcomes.push(...(await this.executeBatch(works.slice(outcomes.length))));
    return outcomes;
  }

  /** What became of the first works: all, or those before one whose needs the batch has changed. */
  private async executeBatch<Answer>(
    works: readonly Work<Answer>[],
  ): Promise<PromiseSettledResult<Answer>[]> {
    const { parts, position, referencePosition } = this;
    const client = new Pipeline(this.client);
    const reference = await parts.reference.at(client, referencePosition);
    const head = { position, hash: GENESIS_HASH, referencePosition, now: new Date(0).toISOString() };
    const unit = new UnitOfWork(head, reference);
    await client.send(`set local search_path = ${stage.seen}, public`);
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
    await client.send(`set local search_path = ${stage.changed}, public`);
    await project(client, unit, parts);
    await client.done();
    this.position += unit.events.length;
    return outcomes;
  }

  /** Leaves no trace. */
  async close(): Promise<void> {
    await this.client.query('rollback').catch(() => undefined); // The connection may be gone, and with it the stage.
    await this.client.end();
  }
}
