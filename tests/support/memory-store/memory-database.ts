import type { Reservation } from '@domain/reservation/reservation.js';
import type { LogRow } from '../../../backend/event-store/event.js';
import { GENESIS_HASH } from '../../../backend/event-store/hash-chain.js';
import type { AnyStream, Versioned } from '../../../backend/event-store/stream-definition.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';

/** A stream's folded state, and the position of the last event in it. */
type Document = { definition: AnyStream; key: string; state: Versioned; position: number };

/** What is counted of a category on a day, and the position of the last event that changed it. */
type Count = { date: string; category: string; actual: number; tema: number; position: number };

/** What outlives a node, in memory: the log with its keys, remembered answers, and the read models. */
export class MemoryDatabase {
  readonly logId = '00000000-0000-0000-0000-000000000000';
  referencePosition = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    readonly rows: (LogRow & { hash: Buffer })[] = [],
    readonly keys = new Map<string, Buffer>(),
    readonly answers = new Map<string, { fingerprint: Buffer; answer: string }>(),
    readonly documents = new Map<string, Document>(),
    /** The booking that has a room for a night, by `room night`. */
    readonly claims = new Map<string, number>(),
    readonly counts = new Map<string, Count>(),
  ) {}

  /** The same once more, which goes its own way from here on. */
  copy(): MemoryDatabase {
    const copy = new MemoryDatabase(
      [...this.rows],
      new Map(this.keys),
      new Map(this.answers),
      new Map(this.documents),
      new Map(this.claims),
      new Map([...this.counts].map(([key, count]) => [key, { ...count }])),
    );
    copy.referencePosition = this.referencePosition;
    return copy;
  }

  /** Runs a piece of work while no other runs: the writer's lock. */
  locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Where the log ends. */
  get position(): number {
    return this.rows.length;
  }

  /** The hash there. */
  get hash(): Buffer {
    return this.rows.at(-1)?.hash ?? GENESIS_HASH;
  }

  /** The documents of a kind. */
  of(definition: AnyStream): Document[] {
    return [...this.documents.values()].filter((document) => document.definition === definition);
  }

  /** All bookings. */
  get bookings(): Reservation[] {
    return this.of(reservationStream).map(({ state }) => state as Reservation);
  }
}
