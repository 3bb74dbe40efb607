import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { BookingPast } from '@domain/reservation/reversal/booking-past.js';
import { planReversal, type ReversalPlan } from '@domain/reservation/reversal/plan-reversal.js';
import { facts } from '../../support/builders.js';
import { continuing, type Step } from './reservation-steps.js';
import { ReservationWorld, SMALL_HOTEL } from './reservation-world.js';

/** What one request did to the reservations. */
type Deed = { id: number; before: Reservation | null; after: Reservation }[];

/** A hotel of random reservations that remembers what each request did. */
export class ReversalWorld {
  readonly world: ReservationWorld;
  readonly deeds: Deed[] = [];

  constructor(today: Day) {
    this.world = new ReservationWorld(today);
  }

  /** Does what a step asks for; false when it was refused or changed nothing. */
  step(step: Step): boolean {
    const { world } = this;
    return this.remember(() => {
      const known = [...world.reservations.values()];
      const chosen = step.kind === 'create' ? undefined : known[step.which % known.length];
      if (step.kind === 'create') world.create(step.command);
      else if (chosen && step.kind === 'act') world.ask(chosen.id, step.command);
      else if (chosen && step.kind === 'continue') world.create(continuing(chosen, step.nights));
    });
  }

  /** What taking back a request comes to now. */
  plan(deed: number): ReversalPlan {
    const neighbours = [...this.world.reservations.values()];
    return planReversal(this.pasts(deed), {
      ...facts({ rooms: SMALL_HOTEL, neighbours }),
      isTaken: () => false,
    });
  }

  /** Takes back a request as it was planned, which is a request of its own. */
  reverse({ bookings }: ReversalPlan): boolean {
    return this.remember(() => {
      for (const { id, events } of bookings) this.world.happen(id, events);
    });
  }

  /** All reservations but for what every event changes. */
  states(): Map<number, Omit<Reservation, 'version'>> {
    return new Map([...this.world.reservations].map(([id, { version, ...state }]) => [id, state]));
  }

  /** The states around a request, and what happened since. */
  pasts(deed: number): BookingPast[] {
    return (this.deeds[deed] ?? []).map(({ id, before, after }) => ({
      id,
      before,
      after,
      current: this.world.reservations.get(id) as Reservation,
      later: this.deeds
        .slice(deed + 1)
        .flatMap((later, index) =>
          later.flatMap((one) =>
            one.id === id && one.before
              ? [{ position: deed + 1 + index, before: one.before, after: one.after }]
              : [],
          ),
        ),
      record: null,
    }));
  }

  private remember(act: () => void): boolean {
    const before = new Map(this.world.reservations);
    act();
    const deed = [...this.world.reservations].flatMap(([id, after]) =>
      before.get(id) === after ? [] : [{ id, before: before.get(id) ?? null, after }],
    );
    if (deed.length > 0) this.deeds.push(deed);
    return deed.length > 0;
  }
}
