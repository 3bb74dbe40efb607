import type { Decided } from '@domain/broken-rule.js';
import { type Change, type CountDelta, countDeltas } from '@domain/calendar/count-deltas.js';
import { type Day, day, type Month } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type {
  CreateReservation,
  ReservationCommand,
  ReservationDecision,
  ReservationFacts,
} from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { aRoomOf, facts, roomIdOf } from '../../support/builders.js';

const [november, december] = ['2026-11-01', '2026-12-01'].map((text) => day(text) as Month) as [Month, Month];

/** A hotel of four rooms over a month end, some of which change, close or end with November. */
export const SMALL_HOTEL = roomDirectory([
  ...aRoomOf('1001', {}, [november, december]),
  ...aRoomOf('1002', {}, [november]),
  ...aRoomOf('1002', { priority: '女性' }, [december]),
  ...aRoomOf('1003', { roomType: 'ツイン' }, [november]),
  ...aRoomOf('1003', { reservableStatus: '予約不可' }, [december]),
  ...aRoomOf('1005', { corporate: 1 }, [november]),
]);

/** Ids of the small hotel's room-months, any of which names the room. */
export const ROOM_IDS = ['1001', '1002', '1003'].flatMap((roomNumber) => [
  roomIdOf(roomNumber, november),
  roomIdOf(roomNumber, december),
]);

type Asked = CreateReservation | ReservationCommand;

/** Reservations in memory with the changes of counts that their history has made. */
export class ReservationWorld {
  readonly reservations = new Map<number, Reservation>();
  readonly deltas: CountDelta[] = [];
  private lastId = 0;

  constructor(private readonly today: Day) {}

  /** Asks for a new reservation; gives its id and the decision. */
  create(command: CreateReservation): { id: number; decision: Decided<ReservationDecision> } {
    const id = this.lastId + 1;
    const decision = decideCreate(command, id, this.facts(command, null));
    if (decision.ok) {
      this.lastId = id;
      this.apply(id, decision.value);
    }
    return { id, decision };
  }

  /** Asks for a change of a reservation that exists. */
  ask(id: number, command: ReservationCommand): Decided<ReservationDecision> {
    const stored = this.reservations.get(id);
    if (!stored) throw new Error(`no reservation ${id}`);
    const decision = decideReservation(command, stored, this.facts(command, stored));
    if (decision.ok) this.apply(id, decision.value);
    return decision;
  }

  /** Events that something else than a command of the desk has decided. */
  happen(id: number, events: readonly ReservationEvent[]): void {
    this.apply(id, { events: [...events], regrouped: [] });
  }

  active(): Reservation[] {
    return [...this.reservations.values()].filter(({ status }) => status === 'active');
  }

  /** No more than what a decision is promised to know. */
  private facts(command: Asked, stored: Reservation | null): ReservationFacts {
    const all = [...this.reservations.values()];
    const draft = command.type === 'create' || command.type === 'amend' ? command.draft : {};
    const roomId = draft.roomId ?? 0;
    const roomNumber = SMALL_HOTEL.byId.get(roomId)?.roomNumber ?? stored?.roomNumber;
    const start = draft.stayStart ?? stored?.stayStart ?? this.today;
    const end = draft.stayEnd ?? stored?.stayEnd ?? this.today;
    const touching = all.filter(
      (other) => other.roomNumber === roomNumber && other.stayStart <= end && other.stayEnd >= start,
    );
    const groups = new Set([...touching, ...(stored ? [stored] : [])].map(groupIdOf));
    const members = all.filter((other) => groups.has(groupIdOf(other)) && !touching.includes(other));
    return facts({ today: this.today, rooms: SMALL_HOTEL, neighbours: [...touching, ...members] });
  }

  private apply(id: number, { events, regrouped }: ReservationDecision): void {
    const changes: Change<Reservation>[] = [
      ...events.map((event) => this.evolve(id, event)),
      ...regrouped.map((change) =>
        this.evolve(change.id, { type: 'ReservationAmended', data: change.place }),
      ),
    ];
    this.deltas.push(...countDeltas(SMALL_HOTEL, { bookings: changes }));
  }

  private evolve(id: number, event: ReservationEvent): Change<Reservation> {
    const before = this.reservations.get(id) ?? null;
    const after = Object.freeze(evolveReservation(before, event, id));
    this.reservations.set(id, after);
    return { before, after };
  }
}
