import { addDays, type Day, dayIn, instantIn } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import {
  costOf,
  differenceOf,
  isTaxOfPaid,
  MONEY_EVENTS,
  type MoneyEvent,
  movementsOf,
  type PaymentStep,
  sumsByWay,
} from '@domain/payment/daily-payments.js';
import {
  cashOf,
  correctedDays,
  countingDay,
  type DayClose,
  type DayFigures,
  type DayPaperKind,
  type Doer,
  drawerDifference,
  type PaperSum,
  type PersonSum,
  papersByPerson,
  sumsByPerson,
} from '@domain/payment/day-close.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import type { Movement } from '@domain/reservation/money.js';
import { Inject, Injectable } from '@nestjs/common';
import type {
  CorrectionRow,
  DailyPayments,
  DayCloseRecord,
  DifferenceRow,
  PaymentRow,
  PersonRow,
  WayRow,
} from '@wire/payment.js';
import { instantText } from '@wire/value-texts.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { RecordedEvent } from '../event-store/event-stream.js';
import { positionAt, utcText } from '../event-store/log-head.js';
import { CheckpointService } from '../evidence/evidence.module.js';
import { Clock } from '../platform/clock.js';
import { csvText } from '../platform/csv.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { wayName } from './account.query.js';

const MONEY: readonly string[] = MONEY_EVENTS;
const isMoney = (event: RecordedEvent): event is RecordedEvent<MoneyEvent> => MONEY.includes(event.type);
const TAX = 'LodgingTaxAssessed';
const TYPES = [...MONEY, 'ReservationAmended', TAX];
/** A rule gives thousands of stays their tax at once: of these only those with money, or with a change just before. */
const HAS_FIGURES = sql<boolean>`(type <> ${TAX} or exists (
  select from event_log o where o.stream = event_log.stream and o.position < event_log.position
    and (o.type in (${sql.join(MONEY)}) or (o.type = 'ReservationAmended' and o.position = event_log.position - 1))))`;
/** The events that give a paper its number. */
export const PAPER_EVENTS: readonly string[] = ['ReceiptIssued', 'ReturnInvoiceIssued', 'InvoiceIssued'];
/** SQL for the day of a paper, of an event `e`. */
export const PAPER_DAY =
  "coalesce(e.payload ->> 'receiptDate', e.payload ->> 'returnDate', e.payload ->> 'issuedOn')";
const sumOf = (list: string): string =>
  `(select sum((part ->> 'amount')::int)::int from json_array_elements(e.payload -> '${list}') part)`;
const PAPER_FIGURES = `
  case e.type when 'ReturnInvoiceIssued' then 'return' when 'InvoiceIssued' then 'invoice'
              else coalesce(e.payload ->> 'receiptKind', 'receipt') end as "receiptKind",
  case e.type when 'ReturnInvoiceIssued' then ${sumOf('returnTotals')} when 'InvoiceIssued' then ${sumOf('stays')}
              else (e.payload ->> 'receiptAmount')::int end as amount`;
/** Events read at a time. */
const BATCH = 500;

type ReservationStep = PaymentStep & { event: RecordedEvent };
type Close = { state: DayClose; recorded_at: string; staff_id: number | null; terminal: string | null };
/** A day with what was found of it in the log, up to a position. */
type FoundDay = {
  position: number;
  logId: string;
  reference: HotelReference;
  moved: { step: ReservationStep; movement: Movement }[];
  amended: ReservationStep[];
  papers: (Doer & { receiptKind: DayPaperKind; amount: number })[];
  close: Close | null;
};

/** The payments of a day of the hotel, counted from the log (日計). */
@Injectable()
export class DailyPaymentsReader {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly checkpoints: CheckpointService,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  async read(date: Day): Promise<DailyPayments> {
    const found = await this.find(date);
    const { position, reference, moved, close } = found;
    const rows = moved.map(({ step, movement }) => paymentRow(step, movement, reference));
    const { ways, people, papers } = figuresOf(found);
    const wayRows = ways.map(
      ({ paymentType, isCash: _, ...sums }): WayRow => ({ ...named(paymentType, reference), ...sums }),
    );
    return {
      ...{ date, position },
      counting_day: countingDay(dayIn(this.clock.timezone, this.clock.now()), reference.lastClosedDay),
      ...{ ways: wayRows, total: totalOf(wayRows), cash: cashOf({ ways }), rows },
      people: personRows(people, papers, reference),
      differences: differenceRows(found),
      close: close && (await this.closeRecord(close, found)),
      corrections: close ? await this.corrections(date, close.state.id, found) : [],
      last_float: await this.lastFloat(date),
    };
  }

  /** The figures that closing a day now would fix. */
  async figures(date: Day): Promise<DayFigures> {
    return figuresOf(await this.find(date));
  }

  /** Says when, by whom and where a day was closed; empty while it is open. */
  async closedBy(date: Day): Promise<string> {
    const close = await this.close(date);
    if (!close) return '';
    const { reference } = await this.store.current();
    const at = instantText(close.recorded_at, this.clock.timezone).slice(0, 16);
    return [at, staffName(reference, close.staff_id), close.terminal].filter(Boolean).join(' ');
  }

  private async find(date: Day): Promise<FoundDay> {
    const { position, logId, reference } = await this.store.current();
    const found: FoundDay = {
      ...{ position, logId, reference, moved: [], amended: [] },
      papers: await this.papers(date, position),
      close: await this.close(date),
    };
    for await (const step of this.steps(await this.positionsOf(date, position))) {
      if (step.event.type === TAX) addTax(found.amended, step);
      else if (!isMoney(step.event)) found.amended.push(step);
      else for (const movement of movementsOf(step.event, step)) found.moved.push({ step, movement });
    }
    return found;
  }

  private async *steps(positions: readonly number[]): AsyncGenerator<ReservationStep> {
    for await (const { before, ...step } of this.store
      .eventHistory()
      .steps(reservationStream, positions, BATCH)) {
      if (before) yield { ...step, before };
    }
  }

  /**
   * The payments of a day and the changes of reservations on it, in the order of the log. A payment counts on the day that
   * it tells; one from before payments told a day on that of its instant, as changes do.
   */
  private async positionsOf(date: Day, upTo: number): Promise<number[]> {
    const { timezone } = this.clock;
    const midnight = (day: Day) => positionAt(this.database, instantIn(timezone, day, '00:00:00'), '<');
    const [after, last] = await Promise.all([midnight(date), midnight(addDays(date, 1))]);
    const found = await this.database
      .selectFrom('event_log')
      .select('position')
      .where('type', 'in', TYPES)
      .where('position', '>', after)
      .where('position', '<=', Math.min(last, upTo))
      .where(sql<boolean>`payload ->> 'paymentDay' is null`)
      .where(HAS_FIGURES)
      .union(
        this.database
          .selectFrom('event_log')
          .select('position')
          .where('type', 'in', MONEY)
          .where('position', '<=', upTo)
          .where(sql<boolean>`payload ->> 'paymentDay' = ${date}`),
      )
      .orderBy('position')
      .execute();
    return found.map(({ position }) => position);
  }

  /** The papers that got their number on a day, or after the close of the day before. */
  private async papers(date: Day, upTo: number): Promise<FoundDay['papers']> {
    const { timezone } = this.clock;
    const before = addDays(date, -1);
    const after = await positionAt(this.database, instantIn(timezone, before, '00:00:00'), '<');
    const { rows } = await sql<FoundDay['papers'][number]>`
      select e.staff_id as "staffId", e.terminal, ${sql.raw(PAPER_FIGURES)}
      from event_log e left join day_closes c on c.date = ${sql.raw(PAPER_DAY)}::date
      where e.type in (${sql.join(PAPER_EVENTS)}) and e.position > ${after} and e.position <= ${upTo}
        and ${sql.raw(PAPER_DAY)} = case when c.id < e.position then ${before} else ${date} end
      order by e.position`.execute(this.database);
    return rows;
  }

  private async close(date: Day): Promise<Close | null> {
    const { rows } = await sql<Close>`
      select c.state, ${sql.raw(utcText('e.recorded_at'))} as recorded_at, e.staff_id, e.terminal
      from day_closes c join event_log e on e.position = c.id
      where c.date = ${date}`.execute(this.database);
    return rows[0] ?? null;
  }

  private async closeRecord(
    { state, recorded_at, staff_id, terminal }: Close,
    { reference, logId }: FoundDay,
  ): Promise<DayCloseRecord> {
    const { id: position, float, counted, remark } = state;
    const signed = await this.checkpoints.firstFrom(position, logId);
    return {
      ...{
        position,
        recorded_at,
        staff_name: staffName(reference, staff_id),
        terminal,
        float,
        counted,
        remark,
      },
      ...{ cash: cashOf(state), difference: drawerDifference(state) },
      checkpoint: signed && {
        position: signed.position,
        created_at: signed.created_at,
        key_id: signed.key_id,
      },
    };
  }

  /** The movements after a close that change payments of its day, in the order of the log. */
  private async corrections(
    date: Day,
    closedAt: number,
    { moved, reference }: FoundDay,
  ): Promise<CorrectionRow[]> {
    const streams = [...new Set(moved.map(({ step }) => step.event.stream))];
    if (streams.length === 0) return [];
    const later = await this.database
      .selectFrom('event_log')
      .select('position')
      .where('type', 'in', MONEY)
      .where('stream', 'in', streams)
      .where('position', '>', closedAt)
      .orderBy('position')
      .execute();
    const rows: CorrectionRow[] = [];
    for await (const step of this.steps(later.map(({ position }) => position))) {
      const { event } = step;
      if (!isMoney(event)) continue;
      const { paymentDay } = event.data;
      if (paymentDay === null || !correctedDays(event, step).includes(date)) continue;
      for (const movement of movementsOf(event, step))
        rows.push({ ...paymentRow(step, movement, reference), date: paymentDay });
    }
    return rows;
  }

  private async lastFloat(date: Day): Promise<number | null> {
    const last = await this.database
      .selectFrom('day_closes')
      .select('state')
      .where('date', '<', date)
      .orderBy('date', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last?.state.float ?? null;
  }
}

function figuresOf({ moved, papers, reference: { payments } }: FoundDay): DayFigures {
  const isCash = (way: number | null) => way !== null && payments.get(way)?.kind === '現金';
  return {
    ways: sumsByWay(moved.map(({ movement }) => movement)).map((way) => ({
      ...way,
      isCash: isCash(way.paymentType),
    })),
    people: sumsByPerson(
      moved.map(({ step: { event }, movement }) => ({
        ...movement,
        staffId: event.staffId,
        terminal: event.terminal,
      })),
    ),
    papers: papersByPerson(papers),
  };
}

function named(paymentType: number | null, reference: HotelReference) {
  return { payment_type: paymentType, payment_name: wayName(reference, paymentType) };
}

/** The sums by person with those of their papers, in the order of the first of either. */
function personRows(
  people: readonly PersonSum[],
  papers: readonly PaperSum[],
  reference: HotelReference,
): PersonRow[] {
  const groups = groupBy([...people, ...papers], (doer) => `${doer.staffId} ${doer.terminal}`);
  return [...groups.values()].flatMap((own) => {
    const [who] = own;
    if (!who) return [];
    const sums = own.filter((one) => 'paymentType' in one);
    const issued = (kind: DayPaperKind) => {
      const sum = own.find((one) => 'receiptKind' in one && one.receiptKind === kind) as PaperSum | undefined;
      return { count: sum?.count ?? 0, amount: sum?.amount ?? 0 };
    };
    const [receipts, returns, invoices] = [issued('receipt'), issued('return'), issued('invoice')];
    return {
      ...{ staff_id: who.staffId, staff_name: staffName(reference, who.staffId), terminal: who.terminal },
      ways: sums.map(({ paymentType, count, sum }) => ({ ...named(paymentType, reference), count, sum })),
      sum: sums.reduce((total, { sum }) => total + sum, 0),
      ...{ receipts: receipts.count, receipt_amount: receipts.amount, statements: issued('statement').count },
      ...{ returns: returns.count, return_amount: returns.amount },
      ...{ invoices: invoices.count, invoice_amount: invoices.amount },
    };
  });
}

/** Adds another 宿泊税 to the changes of a day: to the change that it follows from, where that is one of them. */
function addTax(amended: ReservationStep[], step: ReservationStep): void {
  const last = amended.at(-1);
  const isItsOwn = last?.after.id === step.after.id && last.event.position === step.event.position - 1;
  if (last && isItsOwn) last.after = step.after;
  else if (isTaxOfPaid(step)) amended.push(step);
}

function differenceRows({ amended, reference }: FoundDay): DifferenceRow[] {
  return amended.flatMap((step) => {
    const difference = differenceOf(step);
    if (difference === 0) return [];
    const costs = { before: costOf(step.before), after: costOf(step.after), difference };
    return { ...aboutOf(step, reference), ...costs };
  });
}

function paymentRow(
  step: ReservationStep,
  { paymentType, amount }: Movement,
  reference: HotelReference,
): PaymentRow {
  return { ...aboutOf(step, reference), ...named(paymentType, reference), amount };
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

/** The payments of a day as CSV: sums, the close, then rows, corrections and differences; UTF-8 with BOM, formulas escaped. */
export function dailyPaymentsCsv(
  { date, ways, total, rows, differences, close, corrections }: DailyPayments,
  timezone: string,
): string {
  const sums = [...ways, { ...total, payment_name: '合計' }].map((way) => {
    const { payment_name, count, taken, back, sum } = way;
    return ['集計', date, '', '', '', payment_name, count, taken, back, sum, '', ''];
  });
  const drawer = close && [
    ['釣銭準備金', close.float],
    ['現金の入出金', close.cash],
    ['実際の現金', close.counted],
    ['過不足', close.difference],
  ];
  const closed = (drawer ?? []).map(([name, amount]) => {
    const at = close && instantText(close.recorded_at, timezone);
    const remark = name === '過不足' ? close?.remark : '';
    return ['日締め', date, at, '', remark, name, '', '', '', amount, close?.staff_name, close?.terminal];
  });
  const about = (row: PaymentRow | DifferenceRow) => [
    instantText(row.recorded_at, timezone),
    row.room_number,
    row.guest_name,
  ];
  const by = (row: PaymentRow | DifferenceRow) => [row.staff_name, row.terminal];
  const movement = (name: string, day: Day, row: PaymentRow) => {
    const amounts = row.amount < 0 ? ['', row.amount] : [row.amount, ''];
    return [name, day, ...about(row), row.payment_name, '', ...amounts, row.amount, ...by(row)];
  };
  const lines = [
    ...sums,
    ...closed,
    ...rows.map((row) => movement('入金', date, row)),
    ...corrections.map((row) => movement('訂正', row.date, row)),
    ...differences.map((row) => {
      const { after, before, difference } = row;
      return ['差額', date, ...about(row), '', '', after, before, difference, ...by(row)];
    }),
  ];
  const headings = '区分,日付,日時,部屋,宿泊者,支払方法,件数,入金,取消,差引,担当者,端末'.split(',');
  return csvText(headings, lines);
}
