import type { WeatherDay } from '@domain/calendar/weather-day.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { takenOf } from '@domain/reservation/account.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
import { expect } from '@jest/globals';
import { RefusedError, UnavailableError } from '#backend/platform/errors.js';
import { withoutHistory } from '#tests/support/seen-reservation.js';
import { followPlaces, nightsTaken, type Stay, sharedPlaces } from '../verdict.js';
import type { Asked } from './requests.js';
import type { CommandKind } from './steps.js';

type StoredEvent = {
  position: number;
  stream: string;
  version: number;
  type: string;
  payload: Record<string, string | undefined>;
  recordedAt: string;
  requestId: string;
};

/** Contents of the database at a moment. */
export type Stored = {
  rows: StoredEvent[];
  /** The booking or 売り止め that has a room for a night, by `room night`. */
  claims: Record<string, number>;
  bookings: Reservation[];
  records: CsvReservation[];
  rooms: RoomMonth[];
  closures: RoomClosure[];
  waiting: WaitingEntry[];
  weather: WeatherDay[];
};

/** A request of a terminal, and what it knows of it. */
export type Sent = Pick<Asked, 'told'> & {
  key: string;
  kind: CommandKind;
  /** The terminal that sent it. */
  at: number;
  run: () => Promise<unknown>;
  state: 'unknown' | 'done' | 'refused';
  /** The first answer, as JSON. */
  answer: string | null;
  /** The codes of the rules that it was refused for. */
  refusal: string;
  /** The state stored before it, when it was committed alone. */
  before: Stored | null;
  /** The request that it takes back, all of it. */
  reverses: Sent | null;
};

/** Holds what is found against what should be; says of what. */
export function must(what: string, found: unknown, expected: unknown): void {
  expect({ [what]: found }).toEqual({ [what]: expected });
}

/** Reads along what is stored, knowing nothing of the product's code: where each booking lies, and the last of each stream. */
export class Oracle {
  private readonly stays = new Map<string, Stay>();
  private readonly versions = new Map<string, number>();
  private position = 0;
  private instant = '';

  /** Reads on, and holds what came against the rules of the log and of the rooms. */
  follow({ rows, claims }: Stored): void {
    for (const { position, stream, version, type, payload, recordedAt } of rows.slice(this.position)) {
      must('the next position', position, this.position + 1);
      must(`the next version of ${stream}`, version, (this.versions.get(stream) ?? 0) + 1);
      must(`event ${position} is older than the one before`, recordedAt < this.instant, false);
      this.position = position;
      this.instant = recordedAt;
      this.versions.set(stream, version);
      followPlaces(this.stays, { stream, type, payload });
    }
    must('who was taken from the waiting list twice', takenTwice(rows), []);
    const taken = nightsTaken(this.stays);
    must('who shares a night', sharedPlaces(taken), []);
    const claimed = Object.entries(claims).map(([place, id]) => `${place} ${id}`);
    must('the claims', claimed.sort(), taken);
  }
}

/** The entries of the waiting list that a second booking took while the first one had them. */
function takenTwice(rows: readonly StoredEvent[]): string[] {
  const taken = new Set<string>();
  return rows.flatMap(({ stream, type }) => {
    if (type === 'WaitingEntryTakenUp') taken.delete(stream);
    if (type !== 'WaitingEntryBooked') return [];
    return taken.size === taken.add(stream).size ? [stream] : [];
  });
}

const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u;
const BROKEN_TEXT = /undefined|null|NaN|\[object/;
const KINDS_OF: Record<number, string> = { 404: 'invalid', 409: 'conflict', 422: 'invalid' };

/** Notes an answer: it must be the one that was given before, if any; what was refused may be done at a later try. */
export function noteAnswer(sent: Sent, answer: unknown): void {
  const text = JSON.stringify(answer);
  must(`${sent.told}: the answer`, text, sent.answer ?? text);
  sent.answer = text;
  const { response, error, outcome, reason } = (answer ?? {}) as Record<string, unknown>;
  const isRefused = response === false || outcome === 'failed';
  sent.state = isRefused ? 'refused' : 'done';
  sent.refusal = isRefused ? String(error ?? reason) : '';
}

/** Notes an error: a refusal in Japanese and in the contract's shape, or that nobody knows what became of the request. */
export function noteError(sent: Sent, error: unknown): void {
  if (error instanceof UnavailableError) return;
  if (!(error instanceof RefusedError)) throw new Error(sent.told, { cause: error });
  must(`${sent.told}: refused (${error.message}) after`, sent.state === 'done', false);
  const kinds = error.rules.map(({ kind }) => kind);
  must(`${sent.told}: its rules`, kinds, expect.arrayContaining([KINDS_OF[error.status]]));
  for (const { code, message } of error.rules) {
    const isTold = JAPANESE.test(message) && !BROKEN_TEXT.test(message) && message.length < 300;
    must(`${sent.told}: refused as ${code}: ${message}`, isTold && /^[a-z_]+$/.test(code), true);
  }
  sent.state = 'refused';
  sent.refusal = error.rules.map(({ code }) => code).join(', ');
}

/** The nights and the reason, or the guest, of a closure that was not taken back; null for one that was. */
const heldBy = ({ isEnded, roomNumber, start, end, reason, tentative }: RoomClosure) =>
  isEnded ? null : { roomNumber, start, end, reason, tentative };

/**
 * A request that is taken back wholly, with nothing in between, leaves every booking and closure as it was before it, but for its
 * version; one that it made is cancelled. Money that was taken and given back stays in the account and comes to nothing.
 */
export function checkReversal({ state, told, before, reverses: target }: Sent, after: Stored): void {
  if (state !== 'done' || !before || !target?.before) return;
  const between = before.rows.slice(target.before.rows.length);
  if (between.some(({ requestId }) => requestId !== target.key)) return;
  for (const booking of after.bookings) {
    const was = target.before.bookings.find(({ id }) => id === booking.id);
    if (was) must(`${told}: booking`, withoutHistory(booking), withoutHistory(was));
    else must(`${told}: booking ${booking.id}`, [booking.status, takenOf(booking)], ['cancelled', 0]);
  }
  for (const closure of after.closures) {
    const was = target.before.closures.find(({ id }) => id === closure.id);
    const isAgain = was !== undefined && !was.isEnded;
    must(`${told}: closure`, heldBy(closure), isAgain ? heldBy(was) : null);
  }
  for (const { id, status } of after.waiting) {
    const was = target.before.waiting.find((entry) => entry.id === id);
    must(`${told}: ${id} of the waiting list`, status, was?.status ?? status);
  }
}

/** Checks that an acknowledged request is in the log once, and that nothing of a refused one is. */
export function checkRequest({ rows }: Stored, { key, told, state, refusal, answer }: Sent): void {
  const own = rows.filter(({ requestId }) => requestId === key);
  const positions = own.map(({ position }) => position);
  const following = own.map((_, index) => (positions[0] ?? 0) + index);
  must(`${told}: positions`, positions, following);
  const instants = new Set(own.map(({ recordedAt }) => recordedAt));
  must(`${told}: times that it was written`, Math.max(1, instants.size), 1);
  if (state === 'refused' && answer === null) must(`${told}: refused (${refusal}), events`, own, []);
  const { id, version } = JSON.parse(answer ?? '{}') as { id?: number; version?: number };
  const newest = own.findLast(({ stream }) => stream === `reservation-${id}`);
  must(`${told}: the version answered`, version, newest?.version ?? version);
}
