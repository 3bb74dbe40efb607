import { instantIn } from '@domain/dates.js';
import { Inject, Injectable } from '@nestjs/common';
import type { HandoverChanges, Unread } from '@wire/handover.js';
import type { LogMoment } from '@wire/time-travel.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { importSummaries } from '../imports/import-summaries.public.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { type BookingStep, changesByPerson } from './changes-by-person.js';
import {
  bookingEvents,
  countUnread,
  lastSeenPosition,
  latestHandovers,
  otherOperations,
  ownRows,
  type Viewer,
} from './handover-events.query.js';

/** Events read at a time. */
const BATCH = 250;
const MAX_HANDOVERS = 20;
const MAX_IMPORTS = 100;

/** The changes since somebody handed over, or since any other moment, by person. */
@Injectable()
export class HandoverService {
  constructor(
    private readonly store: EventStore,
    private readonly past: PastViews,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** Changes since a position or an instant; by default since the viewer's last handover, or else since midnight. */
  async changesSince(viewer: Viewer, since: unknown): Promise<HandoverChanges> {
    const { reference } = await this.store.current();
    const [mine = null] = await latestHandovers(this.database, reference, ownRows(viewer), 1);
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
      handovers: await latestHandovers(this.database, reference, sql`true`, MAX_HANDOVERS),
      people: changesByPerson(sources, viewer, reference),
      imports: await this.importsSince(moment),
      is_cut: isCut,
    };
  }

  /** The number of changes by others since the viewer's last handover and after the position `read`. */
  async unread(viewer: Viewer, read: number): Promise<Unread> {
    const { position: head } = await this.store.current();
    const since = await lastSeenPosition(this.database, viewer);
    if (since === null) return { since, count: 0, head };
    const range = { after: Math.max(since, read), upTo: head };
    return { since, count: await countUnread(this.database, range, viewer), head };
  }

  private midnight(): string {
    return instantIn(this.clock.timezone, this.clock.today(), `${this.clock.dayTurnsAt}:00`);
  }

  private async steps(positions: readonly number[]): Promise<BookingStep[]> {
    const steps: BookingStep[] = [];
    for await (const step of this.store.eventHistory().steps(reservationStream, positions, BATCH))
      steps.push(step);
    return steps;
  }

  private importsSince({ position, recorded_at }: LogMoment) {
    const since = position === 0 || recorded_at === null ? '-infinity' : recorded_at;
    return importSummaries(
      this.database,
      sql<boolean>`not dry_run and received_at > ${since}::timestamptz`,
      MAX_IMPORTS,
    );
  }
}
