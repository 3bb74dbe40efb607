import type { MemoryDatabase } from '../../support/memory-store/memory-database.js';
import { nights } from '../../support/recount.js';

/** A rule of the hotel or of the log that was broken. */
export class Violation extends Error {}

/** Throws a violation unless something holds. */
export function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Violation(what());
}

type Place = { room: string; start: string; end: string; isActive: boolean };
const NOWHERE: Place = { room: '', start: '', end: '', isActive: false };

function placeAfter(before: Place, type: string, payload: Record<string, string | undefined>): Place {
  const {
    roomNumber: room = before.room,
    stayStart: start = before.start,
    stayEnd: end = before.end,
  } = payload;
  if (type === 'ReservationCreated' || type === 'ReservationReinstated')
    return { room, start, end, isActive: true };
  if (type === 'ReservationAmended') return { room, start, end, isActive: before.isActive };
  const isEnd = type === 'ReservationCancelled' || type === 'ReservationReturnedToAutoFail';
  return isEnd ? { ...before, isActive: false } : before;
}

/** Reads along what is stored, knowing nothing of the product's code: a map of nights, and the last of each stream. */
export class Oracle {
  readonly places = new Map<number, Place>();
  private readonly versions = new Map<string, number>();
  private readonly nights = new Map<string, number>();
  private position = 0;
  private instant = '';

  /** Reads on, and holds what came against the rules of the log and of the rooms. */
  follow({ rows, claims }: MemoryDatabase): void {
    const before = new Map<number, Place>();
    for (const row of rows.slice(this.position)) {
      const { position, stream, version, type, payload, recordedAt } = row;
      must(position === this.position + 1, () => `position ${position} follows ${this.position}`);
      const expected = (this.versions.get(stream) ?? 0) + 1;
      must(version === expected, () => `${stream} has version ${version} after ${expected - 1}`);
      must(recordedAt >= this.instant, () => `event ${position} is older than the one before`);
      this.position = position;
      this.instant = recordedAt;
      this.versions.set(stream, version);
      if (!stream.startsWith('reservation-')) continue;
      const id = Number(stream.slice('reservation-'.length));
      const known = this.places.get(id) ?? NOWHERE;
      if (!before.has(id)) before.set(id, known);
      this.places.set(id, placeAfter(known, type, JSON.parse(payload)));
    }
    for (const place of before.values()) {
      if (place.isActive) for (const night of nights(place)) this.nights.delete(`${place.room} ${night}`);
    }
    for (const id of before.keys()) this.occupy(id);
    must(
      claims.size === this.nights.size,
      () => `${claims.size} claims for ${this.nights.size} booked nights`,
    );
    for (const [place, id] of claims) {
      must(
        this.nights.get(place) === id,
        () => `${place} is claimed by ${id}, booked by ${this.nights.get(place)}`,
      );
    }
  }

  private occupy(id: number): void {
    const place = this.places.get(id) ?? NOWHERE;
    if (!place.isActive) return;
    for (const night of nights(place)) {
      const key = `${place.room} ${night}`;
      const other = this.nights.get(key);
      must(other === undefined, () => `room ${place.room} is booked twice for ${night}: ${other} and ${id}`);
      this.nights.set(key, id);
    }
  }
}
