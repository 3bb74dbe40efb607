import type { Day } from '@domain/dates.js';
import type { HotelReference } from '@domain/reference.js';
import { proposeMoves } from '@domain/room/propose-moves.js';
import { searchOf, type WaitingEntry } from '@domain/waiting/waiting-entry.js';
import { Inject, Injectable } from '@nestjs/common';
import type { WaitingRecord } from '@wire/waiting-list.js';
import type { Current } from '../../event-store/event-store.js';
import { touchedStreams } from '../../event-store/log-subscription.js';
import type { HotelDatabase, Queryable } from '../../platform/database.js';
import type { LogEnd } from '../../platform/log-end.js';
import { DATABASE, POOL } from '../../platform/platform.module.js';
import { inTimeSlices } from '../../platform/time-slices.js';
import { DAYS_AROUND, foundRooms, proposalFacts, proposedRoom } from '../queries/room-proposals.query.js';
import { touchedWaiting } from './touched-waiting.public.js';

/** The rooms of an entry, and the moves that free one. */
export type WaitingFit = Pick<WaitingRecord, 'rooms' | 'fewest_moves'>;

/** Rooms named of an entry. */
const MOST_ROOMS = 5;
/** Most entries without a room for which moves are looked for, those that wait longest first. */
const MOST_WITH_MOVES = 20;
/** Events since the last look above which everything is computed anew. */
const MOST_EVENTS = 5_000;

type Known = WaitingFit & { version: number };

/**
 * Finds rooms for the entries of the waiting list, by the same search and the same proposals as 部屋検索. Computed when asked for,
 * and again only for entries whose nights were touched since; only room numbers are kept.
 */
@Injectable()
export class WaitingFits {
  private known = new Map<number, Known>();
  private asOf: LogEnd | null = null;
  private lastTurn: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(POOL) private readonly queries: Queryable,
  ) {}

  /** The fits of all entries, in their order, as of an end of the log or later; one computation at a time. */
  of(entries: readonly WaitingEntry[], current: Current, today: Day): Promise<WaitingFit[]> {
    const turn = this.lastTurn
      .catch(() => undefined)
      .then(async () => {
        await this.catchUp(current, today);
        return this.computed(entries, current.reference);
      });
    this.lastTurn = turn;
    return turn;
  }

  /** Forgets what the log has touched since the last look. */
  private async catchUp({ position, hash, readModels }: Current, today: Day): Promise<void> {
    const { asOf } = this;
    const isSame = asOf?.readModels === readModels;
    if (isSame && asOf.position >= position) return;
    this.asOf = { position, hash, readModels };
    if (!isSame || position - asOf.position > MOST_EVENTS) {
      this.known = new Map();
      return;
    }
    const streams = await touchedStreams(this.queries, asOf.position, position);
    for (const id of await touchedWaiting(this.queries, streams, today, DAYS_AROUND)) this.known.delete(id);
  }

  private async computed(entries: readonly WaitingEntry[], reference: HotelReference): Promise<WaitingFit[]> {
    const fits = new Map<number, Known>();
    let withMoves = 0;
    for (const entry of entries) {
      const known = this.known.get(entry.id);
      const isKnown = known?.version === entry.version;
      const looksForMoves = withMoves < MOST_WITH_MOVES;
      const fit = isKnown
        ? known
        : { ...(await this.fit(entry, reference, looksForMoves)), version: entry.version };
      if (fit.rooms.length === 0) withMoves++;
      fits.set(entry.id, fit);
    }
    this.known = fits;
    return [...fits.values()].map(({ rooms, fewest_moves }) => ({ rooms, fewest_moves }));
  }

  private async fit(
    entry: WaitingEntry,
    reference: HotelReference,
    looksForMoves: boolean,
  ): Promise<WaitingFit> {
    const request = searchOf(entry, reference.corporates);
    const facts = await proposalFacts(this.database, reference, request.stay, null);
    const rooms = foundRooms(request, facts)
      .slice(0, MOST_ROOMS)
      .map((roomNumber) => proposedRoom(reference.rooms, roomNumber, request.stay));
    if (rooms.length > 0 || !looksForMoves) return { rooms, fewest_moves: null };
    const [proposal] = await inTimeSlices(proposeMoves(request, facts));
    return { rooms, fewest_moves: proposal?.moves.length ?? null };
  }
}
