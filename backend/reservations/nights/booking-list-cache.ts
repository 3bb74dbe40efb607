import { listRange } from '@domain/calendar/default-range.js';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventStore } from '../../event-store/event-store.js';
import { isSameEnd } from '../../event-store/log-end.js';
import { Clock } from '../../platform/clock.js';
import { Coalescer } from '../../platform/coalescer.js';
import type { Queryable } from '../../platform/database.js';
import { traceOf } from '../../platform/error-trace.js';
import type { LogEnd } from '../../platform/log-end.js';
import { logger } from '../../platform/logger.js';
import { POOL } from '../../platform/platform.module.js';
import { BookingListAnswer } from './booking-list-answer.js';
import { type NightPart, type NightRange, partsOf } from './night-part.js';
import { isTouched, type NightSegment, NightSegments } from './night-segments.js';
import { type NightsSeen, readNights } from './read-nights.query.js';

const MOST_BYTES = 32 * 2 ** 20;
/** So often what was changed or erased leaves the memory, also when nobody asks. */
const LOOK_MS = 3_000;
/** After so many rounds in which writers were quicker, all is read in one. */
const PATIENCE = 4;

const nameOf = ({ start, end }: NightRange): string => `${start} ${end}`;

/**
 * The lists of night records as clients get them, kept while they hold. All in memory is as of one end of the log;
 * before it moves on to another, what was touched in between, by whichever node, is forgotten.
 */
@Injectable()
export class BookingListCache implements OnModuleDestroy {
  private end: LogEnd | null = null;
  private readonly segments = new NightSegments();
  private readonly answers = new LRUCache<string, BookingListAnswer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  private readonly together = new Coalescer((ranges: readonly (readonly NightRange[])[]) =>
    this.bringUpToDate(ranges.flat()),
  );
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly queries: Queryable,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The list of a range, no older than an end of the log that was just seen. */
  async of(range: NightRange, seen: LogEnd): Promise<BookingListAnswer> {
    const kept = isSameEnd(seen, this.end) ? this.answers.get(nameOf(range)) : undefined;
    return kept ?? ((await this.together.ask([range])).get(nameOf(range)) as BookingListAnswer);
  }

  /** How much memory all that is kept takes at most. */
  get bytes(): number {
    return this.segments.bytes + this.answers.calculatedSize;
  }

  /** Makes the list that terminals begin with, and sees from then on to it that what was erased leaves the memory. */
  async start(): Promise<void> {
    const { first, last } = listRange(this.clock.today());
    await this.together.ask([{ start: first, end: last }]);
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Ends the looks, with the one that is under way. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private look(): void {
    if (this.end === null) return;
    this.looking = this.together
      .ask([])
      .catch((error: unknown) => logger.warn({ error: traceOf(error) }, 'kept lists could not be looked at'));
  }

  private async bringUpToDate(asked: readonly NightRange[]): Promise<Map<string, BookingListAnswer>> {
    const ranges = new Map(asked.map((range) => [nameOf(range), partsOf(range)]));
    const segments = await this.segmentsOf([...ranges.values()].flat());
    return new Map([...ranges].map(([name, parts]) => [name, this.answerOf(name, parts, segments)]));
  }

  /** Each round is of one moment, and reads what the rounds before it did not or what was touched since. */
  private async segmentsOf(parts: readonly NightPart[]): Promise<Map<NightPart, NightSegment>> {
    // Beside the cache, which may evict some of them before all are made.
    const found = new Map<NightPart, NightSegment>();
    for (let round = 1; ; round++) {
      if (round > PATIENCE) {
        this.forgetAll();
        found.clear();
      }
      for (const part of parts) {
        const segment = this.segments.get(part);
        if (segment) found.set(part, segment);
      }
      const missing = parts.filter((part) => !found.has(part));
      const seen = await readNights(this.queries, this.store.endColumns, this.end, parts, missing);
      this.moveTo(seen);
      for (const [part, segment] of found) {
        if (seen.touched === null || isTouched(segment, seen.touched)) found.delete(part);
      }
      const begunNow = new Set(seen.touched?.map(({ stayStart }) => stayStart));
      const read = parts.filter(
        (part) => missing.includes(part) || (part.kind === 'begin' && begunNow.has(part.on)),
      );
      const { rooms } = await this.store.referenceAt(seen.referencePosition);
      for (const segment of await this.segments.make(read, seen.bookings, rooms)) {
        found.set(segment.part, segment);
      }
      if (parts.every((part) => found.has(part))) return found;
    }
  }

  private moveTo({ end, touched }: NightsSeen): void {
    if (touched === null) this.forgetAll();
    else if (touched.length > 0) {
      this.segments.forget(touched);
      for (const [name, { segments }] of [...this.answers]) {
        if (segments.some((segment) => isTouched(segment, touched))) this.answers.delete(name);
      }
    }
    this.end = end;
  }

  private forgetAll(): void {
    this.end = null;
    this.segments.clear();
    this.answers.clear();
  }

  private answerOf(
    name: string,
    parts: readonly NightPart[],
    segments: ReadonlyMap<NightPart, NightSegment>,
  ): BookingListAnswer {
    const cached = this.answers.get(name);
    if (cached) return cached;
    const made = new BookingListAnswer(parts.map((part) => segments.get(part) as NightSegment));
    this.answers.set(name, made);
    return made;
  }
}
