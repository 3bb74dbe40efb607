import { listRange } from '@domain/calendar/default-range.js';
import { valueAt } from '@domain/records.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventStore } from '../../event-store/event-store.js';
import { isSameEnd } from '../../event-store/log-head.js';
import { Clock } from '../../platform/clock.js';
import { Coalescer } from '../../platform/coalescer.js';
import { onSnapshot, type Queryable, type QueryPool, queryRow } from '../../platform/database.js';
import { traceOf } from '../../platform/errors.js';
import type { LogEnd } from '../../platform/log-end.js';
import { logger } from '../../platform/logger.js';
import { POOL } from '../../platform/platform.module.js';
import { reservationStream } from '../../streams/reservation.stream.js';
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

const MAX_BYTES = 32 * 2 ** 20;
/** Changed or erased bookings are evicted this often, also when no list is asked for. */
const EVICT_MS = 3_000;

/** The segments of a range in the order of its parts, and the list of them; null for what is no longer valid. */
type Cached = { segments: readonly (ListSegment | null)[]; list: BookingList | null };

/** A list, and the position of the log as of which it was read. */
export type CurrentList = { list: BookingList; position: number };

function bytesOf({ segments, list }: Cached): number {
  return segments.reduce((sum, segment) => sum + (segment?.bytes ?? 0), list?.bytes ?? 1);
}

const keyOf = ({ start, end, byStay }: ListRange): string => `${start} ${end} ${byStay}`;

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
    return valueAt(await this.rounds.ask(range), key);
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
    const { end, referencePosition, read } = await onSnapshot(this.pool, async (client) => {
      const changed = await readChangedSince(client, this.store.endColumns, this.end);
      this.evictTouched(changed.touched);
      this.end = changed.end;
      const lists = [];
      for (const [key, range] of ranges) {
        const parts = partsOf(range);
        const { segments, list } = this.cache.get(key) ?? { segments: parts.map(() => null), list: null };
        const missing = parts.filter((_, index) => !segments[index]);
        lists.push({ key, range, segments, list, missing, bookings: await readNights(client, missing) });
      }
      return { ...changed, read: lists };
    });
    const { rooms } = await this.store.referenceAt({ ...end, referencePosition });
    for (const { range, segments, missing, bookings } of read) {
      // Only all parts of a range tell who is in which room, and which rooms are free.
      if (missing.length < segments.length) continue;
      this.store.prime({ ...end, referencePosition }, (cache) =>
        rememberNights(cache, rooms, range, bookings),
      );
    }
    const lists = new Map<string, CurrentList>();
    for (const { key, range, missing, bookings, ...cached } of read) {
      this.store.keepNewest(reservationStream, bookings, end.readModels);
      const made = (await makeSegments(missing, range, bookings, rooms)).values();
      const segments = cached.segments.map((segment) => segment ?? (made.next().value as ListSegment));
      const list = cached.list ?? new BookingList(segments);
      this.cache.set(key, { segments, list });
      lists.set(key, { list, position: end.position });
    }
    return lists;
  }

  private evictTouched(touched: readonly StayPlace[] | null): void {
    this.store.forgetNewest(reservationStream, touched?.map(({ id }) => id) ?? null);
    if (touched === null) {
      this.cache.clear();
      return;
    }
    // From the least recently used on, so that setting them again keeps their order.
    for (const [key, cached] of [...this.cache].reverse()) {
      const isValid = (segment: ListSegment | null) => segment && !isTouched(segment, touched);
      const segments = cached.segments.map((segment) => (isValid(segment) ? segment : null));
      if (segments.some((segment, index) => segment !== cached.segments[index])) {
        this.cache.set(key, { segments, list: null });
      }
    }
  }
}

/** After more events than this everything is read anew. */
const MAX_EVENTS = 1_000;

type ChangedRow = LogEnd & { referencePosition: number; continues: boolean; touched: StayPlace[] };

// Ids are compared with arrays, because the plan of a join reads the whole table.
const changedSinceSql = (endColumns: string) => `
  with head as (
    select ${endColumns}, reference_position as "referencePosition" from log_head
  ), later as (
    select e.stream from event_log e, head
    where e.position > $1 and e.position <= head.position and head.position - $1 <= ${MAX_EVENTS}
  ), touched as (
    select id, stay_start, stay_end from bookings
    where id = any(array(select substring(stream from '^reservation-(\\d+)$')::int from later))
  )
  select head.*,
    "readModels" = $3 and position - $1 <= ${MAX_EVENTS}
      and exists (select from event_log where position = $1 and hash = decode($2, 'hex'))
      and not exists (select from later where stream like 'room-month-%') as "continues",
    (select coalesce(json_agg(json_build_object('id', id, 'stayStart', stay_start, 'stayEnd', stay_end)), '[]')
     from touched) as touched
  from head`;

/** Returns where the log ends, and the bookings that changed since an end; null when nothing that was cached then is valid. */
async function readChangedSince(client: Queryable, endColumns: string, since: LogEnd | null) {
  const { referencePosition, continues, touched, ...end } = await queryRow<ChangedRow>(client, {
    name: 'changed-nights',
    text: changedSinceSql(endColumns),
    values: [since?.position ?? 0, since?.hash ?? '', since?.readModels ?? 0],
  });
  return { end, referencePosition, touched: continues ? touched : null };
}

const READ_NIGHTS = `
  select coalesce(json_agg(state order by stay_start, id), '[]') as bookings
  from bookings
  where daterange(stay_start, stay_end)
          && (select range_agg(daterange(d, d + 1)) from unnest($1::date[] || $2::date[]) d)
    and (stay_start = any($1::date[])
         or exists (select from unnest($2::date[]) d where stay_start < d and d < stay_end))`;

/** Reads the bookings of parts in the order of stays. */
async function readNights(client: Queryable, parts: readonly ListPart[]): Promise<Reservation[]> {
  if (parts.length === 0) return [];
  const daysOf = (kind: ListPart['kind']) => parts.filter((part) => part.kind === kind).map(({ on }) => on);
  const { bookings } = await queryRow<{ bookings: Reservation[] }>(client, {
    name: 'read-nights',
    text: READ_NIGHTS,
    values: [daysOf('begin'), daysOf('continue')],
  });
  return bookings;
}
