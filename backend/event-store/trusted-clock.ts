import { uptime } from 'node:os';
import { logger } from '../platform/logger.js';

/** Clocks that differ by no more than this agree. */
export const LARGEST_SKEW_MS = 120_000;
/** A jump of the node's and the database's clock together is believed after so long. */
const SETTLED_MS = 60_000;
const MICROSECONDS = 1_000;

/** The clocks of this node, in ms. */
export type TimeSources = {
  /** The machine's clock, which may be set. */
  wall: () => number;
  /** Time since some moment, which nobody sets; stands still while the machine sleeps. */
  steady: () => number;
  /** The same, but goes on while the machine sleeps; coarser. */
  uptime: () => number;
};

const OWN_SOURCES: TimeSources = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  uptime: () => uptime() * 1_000,
};

/** Milliseconds of an instant to the microsecond. */
function msOf(instant: string): number {
  return Date.parse(instant) + Number(instant.slice(-4, -1)) / MICROSECONDS;
}

/** RFC 3339 in UTC, to the microsecond. */
function instantOf(ms: number): string {
  const micros = Math.round(ms * MICROSECONDS);
  const text = new Date(Math.floor(micros / MICROSECONDS)).toISOString().slice(0, -1);
  return `${text}${String(micros % MICROSECONDS).padStart(3, '0')}Z`;
}

const middleOf = (one: number, two: number, three: number): number =>
  Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));

const agree = (one: number, other: number): boolean => Math.abs(one - other) <= LARGEST_SKEW_MS;

/**
 * The time that events are recorded at: the database's clock while it goes on as this node's steady time does. When it
 * leaps by more than two minutes, the middle one of three counts: its clock, the node's, and the time so far carried on
 * (at the start: the last event). So no single clock that is ahead for a moment reaches the log, which could not go back.
 */
export class TrustedClock {
  /** The time, when it was last told, at which steady time. */
  private last: { ms: number; steady: number; isDatabases: boolean } | null = null;
  /** By how much uptime leads steady time, as last seen. */
  private lead: number;
  /** Steady time at which both clocks were first seen to have jumped together. */
  private jumpedAt: number | null = null;

  constructor(private readonly sources: TimeSources = OWN_SOURCES) {
    this.lead = sources.uptime() - sources.steady();
  }

  /** True if the database's clock was believed when it was last read. */
  get isDatabases(): boolean {
    return this.last?.isDatabases ?? true;
  }

  /** Returns the trusted time for a reading of the database's clock and the instant of the last event, RFC 3339 in UTC. */
  read(databaseNow: string, lastRecorded: string): string {
    const database = msOf(databaseNow);
    const ms = this.judge(database, msOf(lastRecorded));
    const isDatabases = ms === database;
    if (isDatabases !== this.isDatabases) {
      const skew = Math.round((database - ms) / 1_000);
      if (isDatabases) logger.info({}, "the database's clock is believed again");
      else logger.error({ seconds_ahead: skew }, "the database's clock is not believed");
    }
    this.last = { ms, steady: this.sources.steady(), isDatabases };
    return isDatabases ? databaseNow : instantOf(ms);
  }

  /** Now by the database's clock, without asking it; null before it was read, and while it is not believed. */
  now(): string | null {
    if (!this.last?.isDatabases) return null;
    return instantOf(this.last.ms + this.sources.steady() - this.last.steady);
  }

  private judge(database: number, lastRecorded: number): number {
    const steady = this.sources.steady();
    let goneOn = this.last && this.last.ms + steady - this.last.steady;
    if (goneOn !== null && agree(database, goneOn)) return this.believe(database);
    const slept = this.sources.uptime() - steady - this.lead;
    this.lead += slept;
    if (goneOn !== null) goneOn += slept;
    if (goneOn !== null && agree(database, goneOn)) return this.believe(database);
    const wall = this.sources.wall();
    const counted = middleOf(database, wall, goneOn ?? lastRecorded);
    if (!agree(database, counted)) {
      this.jumpedAt = null;
      return counted;
    }
    if (goneOn === null) return this.believe(database);
    // Both clocks say the same, and not what was the time so far: one machine's clock was set, or its guest was paused.
    this.jumpedAt ??= steady;
    return steady - this.jumpedAt < SETTLED_MS ? goneOn : this.believe(database);
  }

  private believe(database: number): number {
    this.jumpedAt = null;
    return database;
  }
}
