import { paymentKindOf } from '@domain/masters/masters.js';
import { decideSetup, SETUP_KEY, type SetupCommand, USUAL_PAYMENTS } from '@domain/setup/setup.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../event-store/event-store.js';
import { type BatchLoader, type Fact, requirement, requireStream } from '../event-store/unit-of-work.js';
import { refusal } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { paymentStream } from '../streams/master.stream.js';
import { setupStream } from '../streams/setup.stream.js';

/** A change of the setup; what is stored of the hotel is found out by the handler. */
type Change =
  | { type: 'begin' }
  | Extract<SetupCommand, { type: 'skip' | 'enter-figures' }>
  | Omit<Extract<SetupCommand, { type: 'open' }>, 'rooms'>;

/** Goes on with the first day of the hotel. */
export class ChangeSetup extends Command<null> {
  constructor(
    readonly change: Change,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const hasBookings: Fact<{ value: boolean }> = { initial: () => ({ value: false }) };

const loadHasBookings: BatchLoader<null> = async (client, _requests, unitOpened) => {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'has-bookings',
    text: 'select exists(select from bookings) as found',
    values: [],
  });
  (await unitOpened).fact(hasBookings).value = rows[0]?.found ?? false;
};

@CommandHandler(ChangeSetup)
export class ChangeSetupHandler implements ICommandHandler<ChangeSetup> {
  constructor(private readonly store: EventStore) {}

  /** 409 when the hotel has no rooms to open with. */
  execute({ change, request: { write, idempotency } }: ChangeSetup): Promise<null> {
    return this.store.execute({
      idempotency,
      requirements: [
        requireStream(setupStream, SETUP_KEY),
        ...(change.type === 'begin' ? [requirement(loadHasBookings, null)] : []),
      ],
      decide: (unit) => {
        const facts = {
          hasBookings: unit.fact(hasBookings).value,
          rooms: unit.reference.rooms.byNumber.size,
        };
        const decision = decideSetup({ ...change, ...facts }, unit.get(setupStream, SETUP_KEY));
        if (!decision.ok) throw refusal(decision.broken);
        if (decision.value) unit.append(setupStream, SETUP_KEY, decision.value, write);
        return null;
      },
    });
  }
}

/** Adds the usual ways of paying that are not there yet, all at once. */
export class AddUsualPayments extends Command<{ added: number }> {
  constructor(readonly request: RequestContext) {
    super();
  }
}

@CommandHandler(AddUsualPayments)
export class AddUsualPaymentsHandler implements ICommandHandler<AddUsualPayments> {
  constructor(private readonly store: EventStore) {}

  /** Returns how many were added: none of those that there are, in use or not. */
  execute({ request: { write, idempotency } }: AddUsualPayments): Promise<{ added: number }> {
    return this.store.execute({
      idempotency,
      requirements: [],
      decide: (unit) => {
        const known = new Set([...unit.reference.payments.values()].map(({ paymentName }) => paymentName));
        const missing = USUAL_PAYMENTS.filter((name) => !known.has(name));
        for (const paymentName of missing) {
          const data = { paymentName, kind: paymentKindOf(paymentName) };
          unit.append(paymentStream, unit.nextPosition, { type: 'PaymentDefined', data }, write);
        }
        return { added: missing.length };
      },
    });
  }
}
