import { addDays, type Day, hotelDay } from '@domain/dates.js';
import { proposedFee } from '@domain/masters/cancellation-rules.js';
import { inUse } from '@domain/masters/masters.js';
import { cancellationFeeOf } from '@domain/reservation/account.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import type { OpenCancellationFee } from '@wire/cancellation-fee.js';
import { encodeNamedStay } from '@wire/named-stay.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';

/** Days after the end of a stay for which its fee is proposed. */
const PROPOSED_DAYS = 31;

/** The instant of a cancellation, and the source's own; null where it says none or staff cancelled. */
type Ended = { at: Date; revision: string | null };

/** Fees for bookings that are cancelled already: which are proposed, and as of which day. */
@Injectable()
export class CancellationFees {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The bookings that a source cancelled and for which the hotel's rules propose a fee that nobody decided, the latest first;
   * until a month after their stays.
   */
  async open(): Promise<OpenCancellationFee[]> {
    const { reference } = await this.store.current();
    const rules = inUse(reference.cancellationRules.values());
    if (rules.length === 0) return [];
    const { rows } = await sql<Ended & { state: Reservation }>`
      select b.state, e.recorded_at as at, ${REVISION} as revision
      from csv_reservations c join bookings b on b.id = c.booking_id
      join event_log e on e.stream = 'reservation-' || b.id and e.type = 'ReservationCancelled'
      where c.status = 'cancelled' and b.is_cancelled
        and b.stay_end >= ${addDays(this.clock.today(), -PROPOSED_DAYS)}::date
        and exists (select from event_log f where f.stream = 'csv-reservation-' || c.id
                      and f.type = 'CsvReservationCancelled' and f.request_id = e.request_id)
        and not exists (select from event_log later where later.stream = e.stream and later.version > e.version
                          and later.type = 'ReservationCancelled')
      order by e.position desc`.execute(this.database);
    return rows.flatMap(({ state, ...ended }) => {
      const cancelledOn = this.dayOf(ended);
      const fee = cancellationFeeOf(state) ? null : proposedFee(rules, 'キャンセル', state, cancelledOn);
      return fee ? [encodeOpen(state, cancelledOn, fee)] : [];
    });
  }

  /** The day on which a booking was cancelled last, today for one that was not. */
  async cancelledOn(id: number): Promise<Day> {
    const { rows } = await sql<Ended>`
      select e.recorded_at as at, ${REVISION} as revision
      from event_log e left join csv_reservations c
        on c.booking_id = ${id} and c.status = 'cancelled'
        and exists (select from event_log f where f.stream = 'csv-reservation-' || c.id
                      and f.type = 'CsvReservationCancelled' and f.request_id = e.request_id)
      where e.stream = ${`reservation-${id}`} and e.type = 'ReservationCancelled'
      order by e.version desc limit 1`.execute(this.database);
    const [last] = rows;
    return last ? this.dayOf(last) : this.clock.today();
  }

  private dayOf({ at, revision }: Ended): Day {
    const { timezone, dayTurnsAt } = this.clock;
    const told = revision === null ? at : new Date(revision);
    return hotelDay(timezone, dayTurnsAt, told < at ? told : at);
  }
}

/** SQL for the source's own instant: a cancellation without a time has that of the row before it. */
const REVISION = sql<string | null>`case when c.state -> 'isUntimed' is null then c.state ->> 'revision' end`;

type Proposed = NonNullable<ReturnType<typeof proposedFee>>;

function encodeOpen(booking: Reservation, cancelledOn: Day, fee: Proposed): OpenCancellationFee {
  return {
    ...encodeNamedStay(booking),
    booking_source: booking.bookingSource,
    cancelled_on: cancelledOn,
    total_fee: booking.totalFee,
    amount: fee.amount,
    tax_rate: fee.taxRate,
    rule_name: fee.ruleName,
  };
}
