import { listRange } from '@domain/calendar/default-range.js';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventStore } from '../../event-store/event-store.js';
import { isSameEnd } from '../../event-store/log-head.js';
import { Clock } from '../../platform/clock.js';
import { Coalescer } from '../../platform/coalescer.js';
import { onSnapshot, type QueryPool } from '../../platform/database.js';
import { traceOf } from '../../platform/errors.js';
import type { LogEnd } from '../../platform/log-end.js';
import { logger } from '../../platform/logger.js';
import { POOL } from '../../platform/platform.module.js';
import { rememberNights } from '../room-nights.js';
import {
  BookingList,
  isTouched,
  type ListPart,
  type ListRange,
  type ListSegment,
  makeSegments,
  partsOf,
  type StayPlace,
} from './booking-list.js';
import { readChangedSince, readNights } from './read-nights.query.js';

const MAX_BYTES = 32 * 2 ** 20;
/** Changed or erased bookings are evicted this often, also when no list is asked for. */
const EVICT_MS = 3_000;

/** A list that is still valid, or the segments that are left of one. */
type Cached = { segments: readonly ListSegment[]; list: BookingList | null };

/** A list, and the position of the log as of which it was read. */
export type CurrentList = { list: BookingList; position: number };

function bytesOf({ segments, list }: Cached): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, list?.bytes ?? 1);
}

const keyOf = ({ start, end, byStay }: ListRange): string => `${start} ${end} ${byStay}`;
const partKey = ({ kind, on }: ListPart): string => `${kind} ${on}`;

/**
 * The lists of bookings as clients get them. Everything cached is as of one end of the log; before that moves on,
 * the segments touched in between, by any node, are evicted.
 */
@Injectable()
export class BookingListCache implements OnModuleDestroy {
  private end: LogEnd | null = null;
  private readonly cache = new LRUCache<string, Cached>({
    maxSize: MAX_BYTES,
    sizeCalculation: bytesOf,
  });
  private readonly rounds = new Coalescer((ranges: readonly (ListRange | null)[]) => this.refresh(ranges));
  private timer: NodeJS.Timeout | undefined;
  private evicting: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly pool: QueryPool,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The list of a range, no older than an end of the log that was just read. */
  async of(range: ListRange, logEnd: LogEnd): Promise<CurrentList> {
    const key = keyOf(range);
    const cached = isSameEnd(logEnd, this.end) ? this.cache.get(key)?.list : null;
    if (cached) return { list: cached, position: logEnd.position };
    return (await this.rounds.ask(range)).get(key) as CurrentList;
  }

  /** The memory that the cache takes at most. */
  get bytes(): number {
    return this.cache.calculatedSize;
  }

  /** Makes the list that terminals begin with, and starts evicting in the background. */
  async start(): Promise<void> {
    const { first, last } = listRange(this.clock.today());
    await this.rounds.ask({ start: first, end: last, byStay: true });
    this.timer = setInterval(() => this.evict(), EVICT_MS).unref();
  }

  /** Stops evicting, after the round that is under way. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.evicting;
  }

  private evict(): void {
    if (this.end === null) return;
    this.evicting = this.rounds
      .ask(null)
      .catch((error: unknown) =>
        logger.warn({ error: traceOf(error) }, 'cached booking lists could not be refreshed'),
      );
  }

  /** Brings the cache up to date, and makes the lists that were asked for, all as of one snapshot. */
  private async refresh(asked: readonly (ListRange | null)[]): Promise<Map<string, CurrentList>> {
    const ranges = new Map(asked.flatMap((range) => (range ? [[keyOf(range), range]] : [])));
    const { end, referencePosition, missing } = await onSnapshot(this.pool, async (client) => {
      const changed = await readChangedSince(client, this.store.endColumns, this.end);
      this.evictTouched(changed.touched);
      this.end = changed.end;
      const read = [];
      for (const [key, range] of ranges) {
        const segments = this.cache.get(key)?.segments ?? [];
        const known = new Map(segments.map((segment) => [partKey(segment.part), segment]));
        const parts = partsOf(range).filter((part) => !known.has(partKey(part)));
        read.push({ key, range, known, parts, bookings: await readNights(client, parts) });
      }
      return { ...changed, missing: read };
    });
    const { rooms } = await this.store.referenceAt(referencePosition);
    for (const { range, parts, bookings } of missing) {
      // Only all parts of a range tell who is in which room, and which rooms are free.
      if (parts.length < partsOf(range).length) continue;
      this.store.prime({ ...end, referencePosition }, (cache) =>
        rememberNights(cache, rooms, range, bookings),
      );
    }
    const lists = new Map<string, CurrentList>();
    for (const { key, range, known, parts, bookings } of missing) {
      const made = await makeSegments(parts, range, bookings, rooms);
      for (const segment of made) known.set(partKey(segment.part), segment);
      const segments = partsOf(range).map((part) => known.get(partKey(part)) as ListSegment);
      const list = (made.length === 0 && this.cache.get(key)?.list) || new BookingList(segments);
      this.cache.set(key, { segments, list });
      lists.set(key, { list, position: end.position });
    }
    return lists;
  }

  private evictTouched(touched: readonly StayPlace[] | null): void {
    if (touched === null) {
      this.cache.clear();
      return;
    }
    // From the least recently used on, so that setting them again keeps their order.
    for (const [key, cached] of [...this.cache].reverse()) {
      const segments = cached.segments.filter((segment) => !isTouched(segment, touched));
      if (segments.length < cached.segments.length) this.cache.set(key, { segments, list: null });
    }
  }
}
