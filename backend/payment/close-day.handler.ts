import type { Day } from '@domain/dates.js';
import { MONEY_EVENTS } from '@domain/payment/daily-payments.js';
import {
  ALREADY_CLOSED,
  type CountedDrawer,
  decideClose,
  drawerDifference,
} from '@domain/payment/day-close.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DayClosed } from '@wire/payment.js';
import { EventStore } from '../event-store/event-store.js';
import type { RecordedEvent } from '../event-store/event-stream.js';
import { type BatchLoader, requirement, requireStream } from '../event-store/unit-of-work.js';
import { CheckpointService } from '../evidence/evidence.module.js';
import { Clock } from '../platform/clock.js';
import { RefusedError, refusal, traceOf } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';
import { dayCloseStream } from '../streams/day-close.stream.js';
import { DailyPaymentsReader, PAPER_DAY, PAPER_EVENTS } from './daily-payments.query.js';

/** The day that is closed, its counted drawer, and the position of the figures that the person saw. */
export type SaidOfDay = CountedDrawer & { date: Day; seen: number };

/** Closes the payments of a day (日締め). */
export class CloseDay extends Command<DayClosed> {
  constructor(
    readonly said: SaidOfDay,
    readonly request: RequestContext,
  ) {
    super();
  }
}

type SeenDay = { date: Day; seen: number; hasMoved: boolean };

/** Says in each request if money or papers of its day are newer than what was seen. */
const loadNewer: BatchLoader<SeenDay> = async (client, requests) => {
  const { rows } = await client.query<{ has_moved: boolean }>({
    name: 'moved-since',
    text: `select exists (
             select from event_log e
             where e.position > n.seen and e.type = any($3) and e.payload ->> 'paymentDay' = n.date
           ) or exists (
             select from event_log e
             where e.position > n.seen and e.type = any($4) and ${PAPER_DAY} = n.date
           ) as has_moved
           from unnest($1::text[], $2::bigint[]) with ordinality as n(date, seen, place) order by place`,
    values: [requests.map(({ date }) => date), requests.map(({ seen }) => seen), MONEY_EVENTS, PAPER_EVENTS],
  });
  for (const [index, request] of requests.entries()) request.hasMoved = rows[index]?.has_moved ?? true;
};

/** The fields by which money and papers tell their day. */
const DAY_FIELDS = ['paymentDay', 'receiptDate', 'returnDate', 'issuedOn'];

/** Tells the money and papers of a day among the events of the same batch, which no query finds yet. */
const isOf =
  (date: Day) =>
  ({ data }: RecordedEvent): boolean =>
    Object.entries(data).some(([name, value]) => DAY_FIELDS.includes(name) && value === date);

@CommandHandler(CloseDay)
export class CloseDayHandler implements ICommandHandler<CloseDay> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly payments: DailyPaymentsReader,
    private readonly checkpoints: CheckpointService,
  ) {}

  /** Closes the day over the figures that were seen, and has a checkpoint sign it; 409 when closed or moved meanwhile. */
  async execute({ said, request }: CloseDay): Promise<DayClosed> {
    try {
      const answer = await this.close(said, request);
      await this.sign();
      return answer;
    } catch (error) {
      const [rule] = error instanceof RefusedError ? error.rules : [];
      if (rule?.code !== ALREADY_CLOSED) throw error;
      const by = await this.payments.closedBy(said.date);
      throw new RefusedError(409, [{ ...rule, message: `${rule.message}（${by}）` }]);
    }
  }

  private async close(said: SaidOfDay, { idempotency, write }: RequestContext): Promise<DayClosed> {
    const { date, seen } = said;
    const figures = await this.payments.figures(date);
    const newer: SeenDay = { date, seen, hasMoved: true };
    return this.store.execute({
      idempotency,
      requirements: [requireStream(dayCloseStream, date), requirement(loadNewer, newer)],
      decide: (unit): DayClosed => {
        const decision = decideClose(said, {
          ...{ today: this.clock.today(), timezone: this.clock.timezone, figures },
          ...{
            hasMoved: newer.hasMoved || unit.events.some(isOf(date)),
            isClosed: unit.get(dayCloseStream, date) !== null,
          },
        });
        if (!decision.ok) throw refusal(decision.broken);
        const { id, ...state } = unit.append(dayCloseStream, date, decision.value, write);
        return { date, position: id, difference: drawerDifference(state) };
      },
    });
  }

  /** A checkpoint that can't be signed now is by the schedule, which tells of it. */
  private async sign(): Promise<void> {
    await this.checkpoints.make().catch((error: unknown) => {
      logger.warn({ error: traceOf(error) }, 'no checkpoint was signed for a closed day');
    });
  }
}
