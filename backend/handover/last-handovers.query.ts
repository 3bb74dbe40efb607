import type { Handover } from '@domain/handover/handover.js';
import type { HotelReference } from '@domain/reference.js';
import { Inject, Injectable } from '@nestjs/common';
import type { HandoverRecord } from '@wire/handover.js';
import { type RawBuilder, sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { ownRows, type Viewer } from './viewer.js';

const LATEST = 20;

/** When shifts were handed over. */
@Injectable()
export class LastHandovers {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  /** Everybody's latest ones, newest first. */
  ofAll(reference: HotelReference): Promise<HandoverRecord[]> {
    return this.read(reference, sql`true`, LATEST);
  }

  /** The asker's own last one; null for who never handed over. */
  async of(asker: Viewer, reference: HotelReference): Promise<HandoverRecord | null> {
    const [last] = await this.read(reference, ownRows(asker), 1);
    return last ?? null;
  }

  /** From where on there are news for the asker; null for who never handed over. */
  async leftAt(asker: Viewer): Promise<number | null> {
    const { rows } = await sql<{ up_to: number }>`
      select up_to from handovers where ${ownRows(asker)} order by id desc limit 1`.execute(this.database);
    return rows[0]?.up_to ?? null;
  }

  private async read(
    { staff }: HotelReference,
    condition: RawBuilder<unknown>,
    limit: number,
  ): Promise<HandoverRecord[]> {
    const { rows } = await sql<{ state: Handover; recorded_at: string }>`
      select h.state, ${sql.raw(utcText('e.recorded_at'))} as recorded_at
      from (select id, state from handovers where ${condition} order by id desc limit ${limit}) h
      join event_log e on e.position = h.id
      order by h.id desc`.execute(this.database);
    return rows.map(({ state: { id, staffId, terminal, upTo, memo }, recorded_at }) => ({
      id,
      staff_id: staffId,
      staff_name: staffId === null ? null : (staff.get(staffId)?.name ?? null),
      terminal,
      recorded_at,
      up_to: upTo,
      memo,
    }));
  }
}
