import { randomUUID } from 'node:crypto';
import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import { otherLodgingTax } from '@domain/payment/lodging-tax.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { traceOf } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { assessLodgingTax } from '../reservations/lodging-tax.public.js';
import { reservationStream } from '../streams/reservation.stream.js';

/** Bookings that are read, and written, at a time. */
const READ = 500;
const WRITTEN = 50;

/** Gives bookings that are not over the 宿泊税 of changed rules, in the order of their ids. */
@Injectable()
export class StayAssessment implements OnApplicationBootstrap {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** Completes what a crash may have interrupted; a failure is logged and made up for with the next change. */
  onApplicationBootstrap(): void {
    this.assess({ staffId: null, terminal: null, requestId: randomUUID() }).catch((error: unknown) =>
      logger.error({ error: traceOf(error) }, 'lodging tax of bookings not brought up to date'),
    );
  }

  /** Returns how many bookings got another tax. */
  async assess(write: WriteContext): Promise<number> {
    const { reference } = await this.store.current();
    if (reference.lodgingTaxRules.length === 0) return 0;
    let assessed = 0;
    for await (const ids of this.staleIds()) {
      for (let at = 0; at < ids.length; at += WRITTEN) {
        assessed += await this.write(ids.slice(at, at + WRITTEN), write);
      }
    }
    return assessed;
  }

  private async *staleIds(): AsyncGenerator<number[]> {
    const { reference } = await this.store.current();
    const { taxRate } = reference.hotel ?? UNDEFINED_HOTEL;
    for (let last = 0; ; ) {
      const rows = await this.database
        .selectFrom('bookings')
        .select(['id', 'state'])
        .where('is_cancelled', '=', false)
        .where('stay_end', '>', this.clock.today())
        .where('id', '>', last)
        .orderBy('id')
        .limit(READ)
        .execute();
      const isStale = (state: Reservation) =>
        otherLodgingTax(state, reference.lodgingTaxRules, taxRate) !== null;
      yield rows.filter(({ state }) => isStale(state)).map(({ id }) => id);
      if (rows.length < READ) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  private write(ids: readonly number[], write: WriteContext): Promise<number> {
    return this.store.execute({
      idempotency: null,
      waits: true,
      requirements: ids.map((id) => requireStream(reservationStream, id)),
      decide: (unit) => {
        const versionOf = (id: number) => unit.get(reservationStream, id)?.version;
        return ids.filter((id) => versionOf(id) !== assessLodgingTax(unit, id, write)?.version).length;
      },
    });
  }
}
