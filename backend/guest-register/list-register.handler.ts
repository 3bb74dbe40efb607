import type { Day } from '@domain/dates.js';
import type { RegisterForm } from '@domain/guest-register/guest-register.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../event-store/event-store.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { registerRecordStream } from '../streams/guest-register.stream.js';

/** A list of the register that is handed out: its nights, its form, and its number of guests. */
export type TakenList = { first: Day; last: Day; form: RegisterForm; guests: number };

/** Records that the list of a period is taken, before it is handed out; answers the position of that event. */
export class ListRegister extends Command<{ position: number }> {
  constructor(
    readonly list: TakenList,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(ListRegister)
export class ListRegisterHandler implements ICommandHandler<ListRegister> {
  constructor(private readonly store: EventStore) {}

  execute({ list, request }: ListRegister): Promise<{ position: number }> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [],
      decide: (unit) => {
        const position = unit.nextPosition;
        const event = { type: 'RegisterListed', data: list } as const;
        unit.append(registerRecordStream, position, event, request.write);
        return { position };
      },
    });
  }
}
