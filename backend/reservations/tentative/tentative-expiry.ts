import { randomUUID } from 'node:crypto';
import type { HotelReference } from '@domain/reference.js';
import { tentativeExpiry, tentativeStays } from '@domain/room/decide-tentative-stay.js';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EventStore } from '../../event-store/event-store.js';
import type { Work } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { logger } from '../../platform/logger.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { requireClosure } from '../reservation.loaders.js';

/** Longest timer in milliseconds, after which a changed clock is noticed. */
const LONGEST_MS = 60_000;
/** Milliseconds until the next try, after a moment that the log's clock had not reached or a failed write. */
const AGAIN_MS = 1_000;
const BY_ITSELF = { staffId: null, terminal: '仮予約の期限' };

type Due = { id: number; until: number };

/**
 * Ends each 仮予約 at its moment by an event, which any node writes and only the first one does: it is decided under the lock,
 * by the clock that events are recorded at. Commands of a node wait for what is due, so that none is refused for it.
 */
@Injectable()
export class TentativeExpiry implements OnModuleInit, OnApplicationShutdown {
  private next: Due[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private own: Work<number> | null = null;
  private triedAt = 0;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** Ends each 仮予約 that came due while no node was up, before the first request is answered. */
  async onModuleInit(): Promise<void> {
    this.store.followReference((reference) => this.follow(reference));
    this.store.precede((work) => (work === this.own ? null : this.endDue()));
    this.follow((await this.store.current()).reference);
    await this.endDue();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private follow({ rooms }: HotelReference): void {
    this.next = tentativeStays(rooms).map(({ id, tentative }) => ({
      id,
      until: Date.parse(tentative.until),
    }));
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    const [first] = this.next;
    if (!first) return;
    const now = this.clock.now().getTime();
    const soonest = Math.max(first.until - now, this.triedAt + AGAIN_MS - now, 0);
    this.timer = setTimeout(() => void this.endDue(), Math.min(soonest, LONGEST_MS)).unref();
  }

  /** Ends each due 仮予約, unless that was tried just now; null where there is nothing to wait for. */
  private endDue(): Promise<void> | null {
    if (this.running) return this.running;
    const now = this.clock.now().getTime();
    const due = this.next.filter(({ until }) => until <= now);
    if (due.length === 0 || now - this.triedAt < AGAIN_MS) {
      this.wait();
      return null;
    }
    this.triedAt = now;
    this.running = this.end(due)
      .catch((error: Error) => logger.warn({ error: error.message }, '仮予約 that are over were not ended'))
      .finally(() => {
        this.running = null;
        this.wait();
      });
    return this.running;
  }

  private async end(due: readonly Due[]): Promise<void> {
    const write = { ...BY_ITSELF, requestId: randomUUID() };
    this.own = {
      idempotency: null,
      requirements: due.map(({ id }) => requireClosure({ id, start: null, end: null })),
      waits: true,
      decide: (unit) => {
        const before = unit.nextPosition;
        for (const { id } of due) {
          const closure = unit.get(roomClosureStream, id);
          for (const event of closure ? tentativeExpiry(closure, unit.head.clock) : []) {
            unit.append(roomClosureStream, id, event, write);
          }
        }
        return unit.nextPosition - before;
      },
    };
    const ended = await this.store.execute(this.own);
    if (ended > 0) this.follow((await this.store.current()).reference);
  }
}
