import { type Decided } from '@domain/broken-rule.js';
import { type Change, type CountDelta, countDeltas } from '@domain/calendar/count-deltas.js';
import { addDays, type Day, day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import { eventsOf } from '@domain/reservation/decided-events.js';
import { decideExtension, type StayExtension } from '@domain/reservation/extend-stay.js';
import { decideMove } from '@domain/reservation/move-stay.js';
import {
  type CreateReservation,
  type ReservationCommand,
  type ReservationDecision,
  type ReservationFacts,
} from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import type { ReservationDraft } from '@domain/reservation/reservation-fields.js';
import type { BookingPast } from '@domain/reservation/reversal/booking-past.js';
import { planReversal, type ReversalPlan } from '@domain/reservation/reversal/plan-reversal.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import fc from 'fast-check';
import { aCreate, anAmend, aRoomOf, facts, month, roomIdOf } from '#tests/support/builders.js';
import { type SeenReservation, withoutHistory } from '#tests/support/seen-reservation.js';

const [november, december] = [month('2026-11'), month('2026-12')];

/** A hotel of four rooms over a month end, some of which change, close or end with November. */
export const SMALL_HOTEL = roomDirectory([
  ...aRoomOf('1001', {}, [november, december]),
  ...aRoomOf('1002', {}, [november]),
  ...aRoomOf('1002', { priority: '女性' }, [december]),
  ...aRoomOf('1003', { roomType: 'ツイン' }, [november]),
  ...aRoomOf('1003', { reservableStatus: '予約不可' }, [december]),
  ...aRoomOf('1005', { corporate: 1 }, [november]),
]);
const ROOM_IDS = ['1001', '1002', '1003'].flatMap((room) => [
  roomIdOf(room, november),
  roomIdOf(room, december),
]);

/** The first day that a stay begins on. */
export const FIRST = day('2026-11-26');

/** One thing that is asked of a hotel of random reservations. */
type Step =
  | { kind: 'create'; command: CreateReservation }
  | { kind: 'continue'; which: number; nights: number }
  | { kind: 'extend'; which: number; extension: Omit<StayExtension, 'staffId'> }
  | { kind: 'move'; which: number; move: { from: Day; roomId: number } }
  | { kind: 'act'; which: number; command: ReservationCommand };

const which = fc.nat({ max: 30 });
const dates = fc.nat({ max: 12 }).map((days) => addDays(FIRST, days));
const stays = fc
  .tuple(dates, fc.constantFrom(-1, 0, 1, 1, 2, 2, 3, 4))
  .map(([stayStart, nights]) => ({ stayStart, stayEnd: addDays(stayStart, nights) }));
const wishes = fc.constantFrom(0 as const, 1 as const, undefined, undefined);
const roomIds = fc.constantFrom(...ROOM_IDS);
const changes = fc.oneof(
  stays,
  dates.map((stayEnd) => ({ stayEnd })),
  roomIds.map((roomId) => ({ roomId })),
  fc.constantFrom(0 as const, 1 as const).map((roomMoveLock) => ({ roomMoveLock })),
  fc.tuple(stays, roomIds).map(([stay, roomId]) => ({ ...stay, roomId })),
);
const amends = fc
  .tuple(changes, wishes)
  .map(([draft, sameAsDayBefore]) => anAmend(draft, { sameAsDayBefore }));
const plain = fc.constantFrom<ReservationCommand>(
  { type: 'cancel' },
  { type: 'cancel', fee: { amount: 1, reason: '', taxRate: 0 } },
  { type: 'return-to-auto-fail' },
  { type: 'revert-check-in' },
  { type: 'revert-check-out' },
  { type: 'mark-no-show' },
  { type: 'mark-no-show', fee: { amount: 1, reason: '', taxRate: 10 } },
  { type: 'revert-no-show' },
  { type: 'record-payment', paymentType: 1, paymentFlag: 1 },
  { type: 'take-payment', parts: [{ paymentType: 1, amount: 3_001 }] },
);
const arrivals = fc.oneof(
  dates.map((date) => ({ type: 'check-in' as const, date })),
  fc.record({ type: fc.constant('check-out' as const), date: dates, freeNights: fc.boolean() }),
  fc.record({
    type: fc.constant('leave-early' as const),
    fee: fc.constantFrom(undefined, 0, 1),
    checksOut: fc.boolean(),
  }),
);

const extensions = fc.record({
  kind: fc.constant('extend' as const),
  which,
  extension: fc.record({
    stayEnd: fc.option(dates, { nil: undefined }),
    roomId: fc.option(roomIds, { nil: undefined }),
  }),
});

const moves = fc.record({
  kind: fc.constant('move' as const),
  which,
  move: fc.record({ from: dates, roomId: roomIds }),
});

/** Histories of such steps. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.tuple(stays, roomIds, wishes).map(([stay, roomId, sameAsDayBefore]) => ({
      kind: 'create' as const,
      command: aCreate({ ...stay, roomId }, { sameAsDayBefore }),
    })),
    fc.record({ kind: fc.constant('continue' as const), which, nights: fc.integer({ min: 1, max: 3 }) }),
    extensions,
    moves,
    fc.record({
      kind: fc.constant('act' as const),
      which,
      command: fc.oneof(
        { weight: 6, arbitrary: amends },
        { weight: 3, arbitrary: plain },
        { weight: 2, arbitrary: arrivals },
      ),
    }),
  ),
  { minLength: 10, maxLength: 50, size: 'max' },
);

/** Books the nights after a stay for the same guest. */
const continuing = ({ roomNumber, stayEnd }: Reservation, nights: number): CreateReservation =>
  aCreate(
    { roomId: roomIdOf(roomNumber), stayStart: stayEnd, stayEnd: addDays(stayEnd, nights) },
    { sameAsDayBefore: 1 },
  );

type Reservations = ReadonlyMap<number, Reservation>;

/** A command and its outcome; `stored` is null for a new reservation. */
export type Asked = {
  command: CreateReservation | ReservationCommand | StayCommand;
  stored: Reservation | null;
  id: number;
  before: Reservations;
  decision: Decided<ReservationDecision>;
};

/** Commands for a stay while the guest is in the house. */
type StayCommand = { type: 'extend' | 'move' };

/** A command, and the function that decides it. */
type Wanted = Pick<Asked, 'command' | 'stored' | 'id'> & {
  known: ReservationFacts;
  by: (id: number, known: ReservationFacts) => Asked['decision'];
};

/** Changes of the reservations by one request. */
type Effects = { id: number; before: Reservation | null; after: Reservation }[];

/** Reservations in memory, what each request did to them, and the changes of counts that their history has made. */
export class ReservationWorld {
  readonly reservations = new Map<number, Reservation>();
  readonly deltas: CountDelta[] = [];
  readonly requests: Effects[] = [];

  constructor(private readonly today: Day) {}

  /** Does what a step asks for, or nothing where there is no reservation yet. */
  step(step: Step): Asked | null {
    const known = [...this.reservations.values()];
    if (step.kind === 'create') return this.ask(step.command, null);
    const chosen = known[step.which % known.length];
    if (!chosen) return null;
    if (step.kind === 'move') return this.goOn(chosen, () => this.move(step.move, chosen));
    if (step.kind === 'extend') return this.goOn(chosen, () => this.extend(step.extension, chosen));
    return step.kind === 'act'
      ? this.ask(step.command, chosen)
      : this.ask(continuing(chosen, step.nights), null);
  }

  /** Plans how a request would be taken back now. */
  plan(request: number): ReversalPlan {
    const neighbours = [...this.reservations.values()];
    const known = { ...facts({ rooms: SMALL_HOTEL, neighbours }), isTaken: () => false };
    return planReversal(this.pasts(request), known);
  }

  /** Takes back a request as it was planned, which is a request of its own; false when that changed nothing. */
  reverse({ bookings }: ReversalPlan): boolean {
    return this.remember(() => {
      for (const { id, events } of bookings) this.apply(id, { events, regrouped: [] });
    });
  }

  /** The states around a request, and what happened since. */
  pasts(request: number): BookingPast[] {
    return (this.requests[request] ?? []).map(({ id, before, after }) => ({
      id,
      before,
      after,
      current: this.reservations.get(id) as Reservation,
      later: this.requests
        .slice(request + 1)
        .flatMap((effects, index) =>
          effects.flatMap((one) =>
            one.id === id && one.before
              ? [{ position: request + 1 + index, before: one.before, after: one.after }]
              : [],
          ),
        ),
      record: null,
    }));
  }

  /** All reservations but for what every event changes; of money only what it comes to. */
  states(): Map<number, SeenReservation> {
    return new Map([...this.reservations].map(([id, state]) => [id, withoutHistory(state)]));
  }

  active(): Reservation[] {
    return [...this.reservations.values()].filter(({ status }) => status === 'active');
  }

  private ask(command: CreateReservation | ReservationCommand, stored: Reservation | null): Asked {
    return this.decide({
      command,
      stored,
      id: stored?.id ?? this.reservations.size + 1,
      known: this.facts(command, stored),
      by: (id, known) =>
        stored
          ? decideReservation(command as ReservationCommand, stored, known)
          : decideCreate(command as CreateReservation, id, known),
    });
  }

  private decide({ command, stored, id, known, by }: Wanted): Asked {
    const before = new Map(this.reservations);
    const decision = by(id, known);
    if (decision.ok) this.remember(() => this.apply(id, decision.value));
    return { command, stored, id, before, decision };
  }

  /** Does something with a guest who is in the house; checks in who is not. */
  private goOn(stored: Reservation, act: () => Asked): Asked {
    if (stored.checkinDate !== null) return act();
    return this.ask({ type: 'check-in', date: stored.stayStart }, stored);
  }

  private extend(extension: Omit<StayExtension, 'staffId'>, stored: Reservation): Asked {
    const command = { type: 'extend' as const, ...extension };
    const { stayEnd = addDays(stored.stayEnd, 1), roomId } = extension;
    const draft = { stayStart: stored.stayStart, stayEnd, ...(roomId && { roomId }) };
    return this.decide({
      command,
      stored,
      id: this.reservations.size + 1,
      known: this.facts({ draft }, stored),
      by: (id, known) => decideExtension({ ...extension, staffId: null }, stored, id, known),
    });
  }

  private move(move: { from: Day; roomId: number }, stored: Reservation): Asked {
    return this.decide({
      command: { type: 'move' },
      stored,
      id: this.reservations.size + 1,
      known: this.facts({ draft: { roomId: move.roomId } }, stored),
      by: (id, known) => decideMove({ ...move, staffId: null }, stored, id, known),
    });
  }

  /** No more than what a decision is promised to know. */
  private facts(
    command: { type?: string; draft?: Partial<ReservationDraft> },
    stored: Reservation | null,
  ): ReservationFacts {
    const all = [...this.reservations.values()];
    const { draft = {} } = command as { draft?: Partial<ReservationDraft> };
    const roomNumber = SMALL_HOTEL.byId.get(draft.roomId ?? 0)?.roomNumber ?? stored?.roomNumber;
    const start = draft.stayStart ?? stored?.stayStart ?? this.today;
    const end = draft.stayEnd ?? stored?.stayEnd ?? this.today;
    const touching = all.filter(
      (other) => other.roomNumber === roomNumber && other.stayStart <= end && other.stayEnd >= start,
    );
    const groups = new Set([...touching, ...(stored ? [stored] : [])].map(groupIdOf));
    const members = all.filter((other) => groups.has(groupIdOf(other)) && !touching.includes(other));
    return facts({ today: this.today, rooms: SMALL_HOTEL, neighbours: [...touching, ...members] });
  }

  private remember(act: () => void): boolean {
    const before = new Map(this.reservations);
    act();
    const effects = [...this.reservations].flatMap(([id, after]) =>
      before.get(id) === after ? [] : [{ id, before: before.get(id) ?? null, after }],
    );
    if (effects.length > 0) this.requests.push(effects);
    return effects.length > 0;
  }

  private apply(id: number, decision: ReservationDecision): void {
    const bookings = eventsOf(id, decision).map(([of, event]) => this.evolve(of, event));
    this.deltas.push(...countDeltas(SMALL_HOTEL, { bookings }));
  }

  private evolve(id: number, event: ReservationEvent): Change<Reservation> {
    const before = this.reservations.get(id) ?? null;
    const after = Object.freeze(evolveReservation(before, event, id));
    this.reservations.set(id, after);
    return { before, after };
  }
}
