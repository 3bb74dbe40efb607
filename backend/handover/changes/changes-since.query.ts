import { instantIn } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import type { HandoverChanges, Unread } from '@wire/handover.js';
import type { LogMoment } from '@wire/looking-back.js';
import { sql } from 'kysely';
import { isReadable } from '../../event-store/event-history-reader.js';
import { EventStore } from '../../event-store/event-store.js';
import { importSummaries } from '../../imports/import-summaries.public.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { PastViews } from '../../time-travel/time-travel.module.js';
import { LastHandovers } from '../last-handovers.query.js';
import type { Viewer } from '../viewer.js';
import { type BookingStep, changesByPerson } from './people.js';
import { bookingEvents, countUnread, otherOperations } from './since-events.query.js';

/** So many events are told at a time. */
const BATCH = 250;

/** What happened since somebody left, or since any other moment, by whom. */
@Injectable()
export class ChangesSince {
  constructor(
    private readonly store: EventStore,
    private readonly past: PastViews,
    private readonly handovers: LastHandovers,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** Since `since`, a position or an instant; left out, since the asker's last handover, or else since midnight. */
  async of(asker: Viewer, since: unknown): Promise<HandoverChanges> {
    const { reference } = await this.store.current();
    const mine = await this.handovers.of(asker, reference);
    const moment = await this.past.moment(since ?? (mine ? String(mine.up_to) : this.midnight()));
    const range = { after: moment.position, upTo: moment.head };
    const { positions, isCut } = await bookingEvents(this.database, range);
    const sources = {
      steps: await this.steps(positions),
      others: await otherOperations(this.database, range),
    };
    return {
      ...moment,
      mine,
      handovers: await this.handovers.ofAll(reference),
      people: changesByPerson(sources, asker, reference),
      imports: await this.importsSince(moment),
      is_cut: isCut,
    };
  }

  /** How much others touched since the asker left and after `read`; nothing for who never left. */
  async unread(asker: Viewer, read: number): Promise<Unread> {
    const { position: head } = await this.store.current();
    const since = await this.handovers.leftAt(asker);
    if (since === null) return { since, count: 0, head };
    const range = { after: Math.max(since, read), upTo: head };
    return { since, count: await countUnread(this.database, range, asker), head };
  }

  private midnight(): string {
    return instantIn(this.clock.timezone, this.clock.today(), '00:00:00');
  }

  private async steps(positions: readonly number[]): Promise<BookingStep[]> {
    const teller = this.store.tell();
    const steps: BookingStep[] = [];
    for (let at = 0; at < positions.length; at += BATCH) {
      const told = await teller.tell(positions.slice(at, at + BATCH));
      for (const { event, before, after } of told.filter(isReadable)) {
        steps.push({ event, before: before as Reservation | null, after: after as Reservation });
      }
    }
    return steps;
  }

  private importsSince({ position, recorded_at }: LogMoment) {
    const since = position === 0 || recorded_at === null ? '-infinity' : recorded_at;
    return importSummaries(
      this.database,
      sql<boolean>`not dry_run and received_at > ${since}::timestamptz`,
      100,
    );
  }
}
