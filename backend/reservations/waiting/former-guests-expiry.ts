import type { Day } from '@domain/dates.js';
import { forgetHeld, forgetWaiting, lastNightBefore } from '@domain/waiting/former-guests.js';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { requireStream } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { DailyErasure, type OwnRequest } from '../../platform/daily-task.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { waitingEntryStream } from '../../streams/waiting-entry.stream.js';

/** Records that one write erases at most. */
const BATCH = 200;

type Due = { id: number; kind: 'held' | 'waiting' };

/**
 * Erases, on each new day, the guests of each 仮予約 and キャンセル待ち whose time is over: many of them never got a booking by which
 * they could be erased.
 */
@Injectable()
export class FormerGuestsExpiry extends DailyErasure<Due> {
  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    clock: Clock,
  ) {
    super(clock, {
      done: 'guests of 仮予約 and キャンセル待ち forgotten',
      failed: 'guests of 仮予約 and キャンセル待ち could not be erased',
    });
  }

  protected async due(today: Day, after: number): Promise<Due[]> {
    const before = lastNightBefore(today);
    const { rows } = await sql<Due>`
      select id, 'held' as kind from room_closures
      where id > ${after} and last_day <= ${before}::date and state -> 'tentative' <> 'null'
        and state @> '{"isErased": false, "isEnded": true}'
      union all
      select id, 'waiting' from waiting_entries
      where id > ${after} and stay_end <= ${before}::date and state @> '{"isErased": false}'
      order by id limit ${BATCH}`.execute(this.database);
    return rows;
  }

  protected erase(due: readonly Due[], today: Day, { write, idempotency }: OwnRequest): Promise<number> {
    const streamOf = ({ kind }: Due) => (kind === 'held' ? roomClosureStream : waitingEntryStream);
    return this.store.execute({
      idempotency,
      waits: true,
      requirements: due.map((one) => requireStream(streamOf(one), one.id)),
      decide: (unit) => {
        const before = unit.nextPosition;
        for (const { id, kind } of due) {
          if (kind === 'held') {
            const closure = unit.get(roomClosureStream, id);
            for (const event of closure ? forgetHeld(closure, today) : [])
              unit.append(roomClosureStream, id, event, write);
          } else {
            const entry = unit.get(waitingEntryStream, id);
            for (const event of entry ? forgetWaiting(entry, today) : [])
              unit.append(waitingEntryStream, id, event, write);
          }
        }
        return unit.nextPosition - before;
      },
    });
  }
}
