import { addDays, type Day, instantIn } from '@domain/dates.js';
import {
  costOf,
  differenceOf,
  MONEY_EVENTS,
  type MoneyEvent,
  movementsOf,
  type PaymentStep,
  sumsByWay,
} from '@domain/payment/daily-payments.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import type { Movement } from '@domain/reservation/money.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import type { DailyPayments, DifferenceRow, PaymentRow, WayRow } from '@wire/payment.js';
import { instantText } from '@wire/value-texts.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { RecordedEvent } from '../event-store/event-stream.js';
import { positionAt } from '../event-store/log-head.js';
import { Clock } from '../platform/clock.js';
import { csvText } from '../platform/csv.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { wayName } from './account.query.js';

const MONEY: readonly string[] = MONEY_EVENTS;
const TYPES = [...MONEY, 'ReservationAmended'];
/** Events read at a time. */
const BATCH = 500;

type ReservationStep = PaymentStep & { event: RecordedEvent };

/** The payments of a day of the hotel, counted from the log (日計). */
@Injectable()
export class DailyPaymentsReader {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  async read(date: Day): Promise<DailyPayments> {
    const { reference } = await this.store.current();
    const nameOf = (type: number | null) => wayName(reference, type);
    const rows: PaymentRow[] = [];
    const movements: Movement[] = [];
    const differences: DifferenceRow[] = [];
    for await (const step of this.stepsOf(date)) {
      const about = aboutOf(step, reference);
      if (MONEY.includes(step.event.type)) {
        for (const movement of movementsOf(step.event as RecordedEvent<MoneyEvent>, step)) {
          const { paymentType, amount } = movement;
          rows.push({ ...about, payment_type: paymentType, payment_name: nameOf(paymentType), amount });
          movements.push(movement);
        }
        continue;
      }
      const difference = differenceOf(step);
      if (difference === 0) continue;
      differences.push({
        ...about,
        before: costOf(step.before),
        after: costOf(step.after),
        difference,
      });
    }
    const ways = sumsByWay(movements).map(
      ({ paymentType, ...sums }): WayRow => ({
        payment_type: paymentType,
        payment_name: nameOf(paymentType),
        ...sums,
      }),
    );
    return { date, ways, total: totalOf(ways), rows, differences };
  }

  /**
   * The payments of a day and the changes of reservations on it, in the order of the log. A payment counts on the day that
   * it tells; one from before payments told a day on that of its instant, as changes do.
   */
  private async *stepsOf(date: Day): AsyncGenerator<ReservationStep> {
    const { timezone } = this.clock;
    const midnight = (day: Day) => positionAt(this.database, instantIn(timezone, day, '00:00:00'), '<');
    const [after, last] = await Promise.all([midnight(date), midnight(addDays(date, 1))]);
    const found = await this.database
      .selectFrom('event_log')
      .select('position')
      .where('type', 'in', TYPES)
      .where('position', '>', after)
      .where('position', '<=', last)
      .where(sql<boolean>`payload ->> 'paymentDay' is null`)
      .union(
        this.database
          .selectFrom('event_log')
          .select('position')
          .where('type', 'in', MONEY)
          .where(sql<boolean>`payload ->> 'paymentDay' = ${date}`),
      )
      .orderBy('position')
      .execute();
    const positions = found.map(({ position }) => position);
    for await (const { before, ...step } of this.store.eventHistory().steps<Reservation>(positions, BATCH)) {
      if (before) yield { ...step, before };
    }
  }
}

function aboutOf({ event, after }: ReservationStep, reference: HotelReference) {
  return {
    position: event.position,
    recorded_at: event.recordedAt,
    booking_id: after.id,
    room_number: after.roomNumber,
    guest_name: after.guestName1,
    staff_name: staffName(reference, event.staffId),
    terminal: event.terminal,
  };
}

function totalOf(ways: readonly WayRow[]): DailyPayments['total'] {
  const total = (field: 'count' | 'taken' | 'back' | 'sum') => ways.reduce((sum, way) => sum + way[field], 0);
  return { count: total('count'), taken: total('taken'), back: total('back'), sum: total('sum') };
}

/** The payments of a day as CSV: sums, then rows, then differences; UTF-8 with BOM, formulas escaped. */
export function dailyPaymentsCsv(
  { date, ways, total, rows, differences }: DailyPayments,
  timezone: string,
): string {
  const sums = [...ways, { ...total, payment_name: '合計' }].map((way) => {
    const { payment_name, count, taken, back, sum } = way;
    return ['集計', date, '', '', '', payment_name, count, taken, back, sum, '', ''];
  });
  const about = (row: PaymentRow | DifferenceRow) => [
    instantText(row.recorded_at, timezone),
    row.room_number,
    row.guest_name,
  ];
  const by = (row: PaymentRow | DifferenceRow) => [row.staff_name, row.terminal];
  const lines = [
    ...sums,
    ...rows.map((row) => {
      const amounts = row.amount < 0 ? ['', row.amount] : [row.amount, ''];
      return ['入金', date, ...about(row), row.payment_name, '', ...amounts, row.amount, ...by(row)];
    }),
    ...differences.map((row) => {
      const { after, before, difference } = row;
      return ['差額', date, ...about(row), '', '', after, before, difference, ...by(row)];
    }),
  ];
  const headings = '区分,日付,日時,部屋,宿泊者,支払方法,件数,入金,取消,差引,担当者,端末'.split(',');
  return csvText(headings, lines);
}
