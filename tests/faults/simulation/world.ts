import type { Reservation } from '@domain/reservation/reservation.js';
import { Clock } from '../../../backend/platform/clock.js';
import { MemoryDatabase } from '../../support/memory-store/memory-database.js';
import { type Breakage, MemoryStore } from '../../support/memory-store/memory-store.js';
import { type Handlers, openDesk } from './desk.js';
import { frameOf, freshSnapshot } from './frames.js';
import { BEGIN, openHotel } from './hotel.js';
import { must, Oracle } from './oracle.js';
import { noteAnswer, noteError, recordsIn, type Sent } from './request-log.js';
import { ASKING } from './requests.js';
import { checkReversal } from './reversal-check.js';
import type { Command } from './steps.js';
import { SimulatedTerminal } from './terminal.js';

const AN_HOUR_MS = 3_600_000;

async function beginHotel() {
  const database = new MemoryDatabase();
  const store = new MemoryStore(database, () => new Date(BEGIN));
  await openHotel((work) => {
    const answer = store.execute(work);
    return store.commitNext().then(() => answer);
  });
  return { database, snapshot: freshSnapshot(database, await store.currentReference()) };
}

const HOTEL = await beginHotel();

/** One hotel of its own: a node, what outlives it, and three terminals, all under one clock that can be set. */
export class World {
  readonly database = HOTEL.database.copy();
  readonly oracle = new Oracle();
  readonly sent: Sent[] = [];
  readonly terminals: readonly SimulatedTerminal[];
  isStalled = false;
  private now = Date.parse(BEGIN);
  private readonly clock = new Clock('Asia/Tokyo', () => new Date(this.now));
  private readonly store = new MemoryStore(this.database, () => new Date(this.now));
  private readonly desk: Handlers = openDesk(this.store, this.clock);
  /** How far the terminals of the node were told. */
  private told = this.database.position;
  private flying: Promise<void>[] = [];

  constructor() {
    this.terminals = [1, 2, 3].map(
      (number) =>
        new SimulatedTerminal(
          `端末-${number}`,
          { ...HOTEL.snapshot, known: new Map(HOTEL.snapshot.known) },
          this.told,
        ),
    );
    this.oracle.follow(this.database);
  }

  /** Time goes on with everything, a little. */
  tick(): void {
    this.now += 1_000;
  }

  /** The clock jumps. */
  setClock(hours: number): void {
    this.now += hours * AN_HOUR_MS;
  }

  /** What a command becomes at its terminal; null when it knows of nothing that the command could be about. */
  async ask(command: Command): Promise<Sent | null> {
    const terminal = this.terminals[command.at] as SimulatedTerminal;
    if (!command.lags) await this.deliver(terminal);
    const done = this.sent.filter(({ state }) => state === 'done').toReversed();
    const asked = ASKING[command.do](command, { terminal, database: this.database, done });
    if (!asked) return null;
    const key = `00000000-0000-4000-8000-${String(this.sent.length + 1).padStart(12, '0')}`;
    const context = {
      write: { staffId: null, terminal: terminal.name, requestId: key },
      idempotency: { key, fingerprint: Buffer.from(JSON.stringify(asked.body)) },
      expectedVersion: asked.version ?? null,
    };
    const target = Array.isArray(asked.body) && asked.body[1] === 'all' ? asked.body[0] : null;
    const sent: Sent = {
      key,
      kind: command.do,
      at: command.at,
      told: asked.told,
      run: (desk) => asked.run({ ...desk, context }),
      state: 'unknown',
      answer: null,
      refusal: '',
      begun: null,
      before: null,
      reverses: done.find((other) => other.key === target) ?? null,
    };
    this.sent.push(sent);
    return sent;
  }

  /** A request reaches the node; its answer is heard once the batch is committed, unless it is lost. */
  send(sent: Sent, isHeard = true): void {
    const heard = sent.run(this.desk).then(
      (answer) => {
        if (!isHeard) return;
        noteAnswer(sent, answer);
        this.terminals[sent.at]?.show(recordsIn(answer));
      },
      (error) => {
        if (isHeard) noteError(sent, error);
      },
    );
    this.flying.push(heard);
  }

  /** Commits all that waits, holds it against the rules, and tells the terminals. */
  async commit(alone: Sent | null = null, breakage: Breakage = null): Promise<void> {
    if (alone && this.store.waiting === 1) {
      alone.begun = this.database.position;
      alone.before = new Map(this.database.bookings.map((booking) => [booking.id, booking]));
    }
    if (breakage) await this.store.commitNext(breakage);
    while (this.store.waiting > 0) await this.store.commitNext();
    const flying = this.flying.splice(0);
    this.oracle.follow(this.database);
    must(
      this.store.doublesRefused === 0,
      () => 'a decision gave a room twice; only the guard below it refused',
    );
    await Promise.all(flying);
    if (alone) checkReversal(alone, this.database.bookings as Reservation[], this.database.rows);
    if (!this.isStalled) await this.push();
  }

  /** The node tells its terminals what happened since it last did. */
  async push(): Promise<void> {
    const { position } = this.database;
    if (this.told === position) return;
    const frame = frameOf(this.database, await this.store.currentReference(), {
      from: this.told,
      to: position,
    });
    this.told = position;
    for (const terminal of this.terminals) terminal.send(frame);
  }

  /** A terminal takes what has arrived; where something is missing, it connects anew. */
  async deliver(terminal: SimulatedTerminal): Promise<void> {
    if (!terminal.receive()) await this.connect(terminal);
  }

  /** A terminal connects, saying where it was, and gets what it missed; `back`: what it got is sent once more. */
  async connect(terminal: SimulatedTerminal, back = 0): Promise<void> {
    terminal.cut();
    terminal.isConnected = true;
    const from = Math.max(HOTEL.database.position, terminal.position - back);
    if (from >= this.told) return;
    terminal.send(frameOf(this.database, await this.store.currentReference(), { from, to: this.told }));
  }

  /** The node ends without a word and comes back: what waited is lost, and every line. */
  async crash(): Promise<void> {
    this.store.crash();
    await Promise.all(this.flying.splice(0));
    for (const terminal of this.terminals) terminal.cut();
    this.told = this.database.position;
    this.isStalled = false;
  }

  /** The calendar as a terminal that begins now reads it. */
  async fresh(): Promise<ReturnType<typeof freshSnapshot>> {
    return freshSnapshot(this.database, await this.store.currentReference(), HOTEL.snapshot);
  }
}
